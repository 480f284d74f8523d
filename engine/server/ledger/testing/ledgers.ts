import type { ProductSources } from '../../../core/compile'

/**
 * What a library counts: what readers may still order (`allowance`), their money (`purse`), copies that are out for long (`outside`), copies
 * on the shelf (`copies`), what is owed for late and damaged books (`fees`), and which payment is for which bill (`matching`).
 */
export const ledgers: NonNullable<ProductSources['ledgers']> = {
  allowance: {
    language: 1,
    title: 'Allowance',
    rank: 10,
    balances: { household: 'householdId', card: 'cardId' },
    journal: {
      entity: 'allowanceEntry',
      type: 'entryType',
      set: { amount: 'amount', reservedAfter: 'of.reserved', usedAfter: 'of.used', docNo: 'doc.no' },
    },
    buckets: { reserved: { held: 'UNRESERVE' }, used: { held: 'RELEASE' } },
    types: {
      RESERVE: { by: { reserved: 1 }, inverse: 'UNRESERVE' },
      UNRESERVE: { by: { reserved: -1 }, inverse: 'RESERVE' },
      USE: { by: { reserved: -1, used: 1 }, final: true },
      RELEASE: { by: { used: -1 }, final: true },
    },
    also: [{ balance: 'card', on: 'householdId' }],
    limits: [
      {
        that: 'reserved + used <= ceiling',
        on: ['RESERVE'],
        refusal: 'allowance.beyond',
        params: { available: 'ceiling - reserved - used' },
      },
    ],
  },
  purse: {
    language: 1,
    title: 'Purse',
    rank: 20,
    balances: { purse: true },
    journal: true,
    buckets: { amount: {}, frozen: { held: 'UNFREEZE' } },
    types: {
      DEPOSIT: { by: { amount: 1 }, inverse: 'WITHDRAW' },
      WITHDRAW: { by: { amount: -1 }, inverse: 'DEPOSIT' },
      FREEZE: { by: { amount: -1, frozen: 1 }, inverse: 'UNFREEZE' },
      UNFREEZE: { by: { amount: 1, frozen: -1 }, inverse: 'FREEZE' },
      OFFSET: { by: { frozen: -1 }, final: true },
    },
  },
  outside: {
    language: 1,
    title: 'Outside',
    rank: 30,
    balances: { outItem: true },
    journal: true,
    buckets: { out: {}, locked: { held: 'UNLOCK' } },
    types: {
      PUT: { by: { out: 1 }, final: true },
      LOCK: { by: { out: -1, locked: 1 }, inverse: 'UNLOCK' },
      UNLOCK: { by: { out: 1, locked: -1 }, inverse: 'LOCK' },
      RELEASE: { by: { locked: -1 }, final: true },
    },
    also: [
      {
        balance: 'outItem',
        on: 'batchId',
        types: { LOCK: 'copies.FREEZE_L', UNLOCK: 'copies.UNFREEZE_L', RELEASE: 'copies.RELEASE' },
      },
    ],
  },
  copies: {
    language: 1,
    title: 'Copies',
    rank: 40,
    balances: { batch: 'batchId' },
    journal: {
      entity: 'copyEntry',
      type: 'entryType',
      set: {
        qty: 'amount',
        toAvailable: 'by.available',
        toLent: 'by.lent',
        toFrozen: 'by.frozen',
        toFrozenLent: 'by.frozenLent',
        onHandAfter: 'of.onHand',
        docNo: 'doc.no',
        operatorId: 'user',
      },
    },
    buckets: { available: {}, lent: {}, frozen: { held: 'UNFREEZE' }, frozenLent: { held: 'UNFREEZE_L' } },
    types: {
      IN: { by: { available: 1 }, final: true },
      LEND: { by: { available: -1, lent: 1 }, inverse: 'UNLEND' },
      UNLEND: { by: { available: 1, lent: -1 }, inverse: 'LEND' },
      FREEZE: { by: { available: -1, frozen: 1 }, inverse: 'UNFREEZE' },
      UNFREEZE: { by: { available: 1, frozen: -1 }, inverse: 'FREEZE' },
      FREEZE_L: { by: { lent: -1, frozenLent: 1 }, inverse: 'UNFREEZE_L' },
      UNFREEZE_L: { by: { lent: 1, frozenLent: -1 }, inverse: 'FREEZE_L' },
      RELEASE: { by: { frozenLent: -1, frozen: 1 }, final: true },
      OUT: { by: { frozen: -1 }, final: true },
      MOVE_IN: { by: { available: 1 }, final: true },
      GAIN: { by: { available: 1 }, final: true },
      LOSS: { by: { available: -1 }, final: true },
    },
    short: 'copies.not-enough',
  },
  fees: {
    language: 1,
    title: 'Fees',
    rank: 50,
    balances: { feeNote: true },
    journal: true,
    buckets: { base: {}, delay: {}, damage: {} },
    types: {
      CHARGE: { by: { base: { ofBase: 1 }, delay: { ofDelay: 1 }, damage: { ofDamage: 1 } }, inverse: 'PAY' },
      PAY: { by: { base: { ofBase: -1 }, delay: { ofDelay: -1 }, damage: { ofDamage: -1 } }, inverse: 'CHARGE' },
    },
  },
  matching: {
    language: 1,
    title: 'Matching',
    rank: 60,
    balances: { slip: true, bill: true },
    journal: true,
    buckets: { matched: {} },
    types: { MATCH: { by: { matched: 1 }, inverse: 'UNMATCH' }, UNMATCH: { by: { matched: -1 }, inverse: 'MATCH' } },
    limits: [{ that: 'matched <= amount', on: ['MATCH'] }],
  },
}
