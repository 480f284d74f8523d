import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDecimals, compareDecimals, type Decimal } from '../../core/decimal'
import { grouped } from '../../core/grouped'
import type { LedgerPlan } from '../../core/plan/effects'
import { testDatabaseKinds } from '../database/testDatabase'
import { toColumn } from '../rows'
import { branchPlan } from './testing/branch'
import { openBranch, type Branch } from './testing/openBranch'

type Values = Record<string, unknown>
type Stored = Record<string, Values[]>
type Who = 'clerk' | 'boss'

/** Documents that people make in a random flow; each knows of the others by place, whether they are there or not. */
const kinds = ['order', 'payout', 'delivery', 'returnOrder', 'swap', 'release', 'settlement', 'transfer'] as const
type Kind = (typeof kinds)[number]

/** What somebody does: makes a document, or presses one of the buttons that its state shows, or any button at all. */
type Step =
  | { do: 'make'; kind: Kind; of: number; qty: number; other: number }
  | { do: 'next'; at: number; button: number }
  | { do: 'press'; kind: Kind; at: number; button: number; who: Who }

const kind = fc.constantFrom(...kinds)
const who = fc.constantFrom<Who>('clerk', 'boss')
const at = fc.nat({ max: 2 })
const button = fc.nat({ max: 7 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('make' as const),
      kind,
      of: at,
      qty: fc.integer({ min: 1, max: 6 }),
      other: fc.nat({ max: 1 }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('next' as const), at: fc.nat({ max: 9 }), button }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('press' as const), kind, at, button, who }) },
)
/** One after another, or some at the same time. */
const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 6, maxLength: 12 })

/** Chance alone may not get as far: a part is used, a settlement is taken back, a lock is taken over, given back, and freed. */
const throughAll: Step[][] = [
  { do: 'make' as const, kind: 'payout' as const, of: 0, qty: 2, other: 1 },
  ...presses('payout', 'approve', 'confirm'),
  { do: 'make' as const, kind: 'settlement' as const, of: 0, qty: 4, other: 1 },
  ...presses('settlement', 'submit', 'reverse'),
  { do: 'make' as const, kind: 'swap' as const, of: 0, qty: 2, other: 0 },
  ...presses('swap', 'approve'),
  { do: 'make' as const, kind: 'release' as const, of: 0, qty: 2, other: 0 },
  ...presses('release', 'submit', 'reject', 'submit', 'refuse'),
  ...presses('order', 'close'),
].map((one) => [one])

function presses(pressed: Kind, ...actions: string[]): Step[] {
  return actions.map((action) => ({ do: 'press', kind: pressed, at: 0, button: buttonsOf(pressed).indexOf(action), who: 'boss' }))
}

function buttonsOf(entity: Kind): string[] {
  return Object.values(branchPlan.entities[entity]?.actions ?? {}).flatMap(({ name, system }) => (system === true ? [] : [name]))
}

describe.each(testDatabaseKinds)('ledgers under random work on %s', (database) => {
  let branch: Branch
  beforeAll(async () => {
    branch = await openBranch(database)
  })
  afterAll(() => branch?.close())

  it('keep every bucket equal to its journal and to its open holds, and a refusal changes nothing', async () => {
    const booked = new Set<string>()
    let walks = 0
    const walk = async (work: Step[][]): Promise<void> => {
      // All that there is is read after each round, which would be more with each walk.
      await branch.clear()
      const desk = await openDesk(branch, ++walks)
      let before = await branch.everything()
      expectConsistent(before)
      for (const round of work) {
        const statuses = await Promise.all(round.map((each) => desk.take(each)))
        const after = await branch.everything()
        // Who presses at the same time as another may have seen what is no longer so.
        const expected = round.length > 1 ? [0, 200, 409, 417] : [0, 200, 417]
        for (const status of statuses) expect(expected).toContain(status)
        if (statuses.every((status) => status !== 200)) expect(after).toEqual(before)
        else expectConsistent(after)
        before = after
      }
      for (const { ledger, type } of await branch.rows('ledger_movement')) booked.add(`${String(ledger)}.${String(type)}`)
    }
    await fc.assert(fc.asyncProperty(rounds, walk), { numRuns: 20, examples: [[throughAll]] })
    // Flows in which nothing ever succeeds would prove nothing.
    const expected = ['allowance.USE', 'allowance.RELEASE', 'copies.LEND', 'copies.UNFREEZE', 'outside.UNLOCK', 'matching.UNMATCH']
    expect([...booked]).toEqual(expect.arrayContaining(expected))
  })
})

/** Balances and bills of a run of their own, with an order of which some books are outside, and what was made in it. */
async function openDesk(branch: Branch, run: number): Promise<{ take(step: Step): Promise<number> }> {
  const household = await branch.add('household', { householdName: `House ${run}`, ceiling: '20' })
  const cards = await branch.addAll(
    'card',
    ['12', '15'].map((ceiling) => ({ cardNo: `Card ${run}`, householdId: household, ceiling })),
  )
  const batches = [await branch.addBatch(`One ${run}`, 8), await branch.addBatch(`Two ${run}`, 6)]
  const readerName = `Reader ${run}`
  const purse = await branch.addPurse(readerName, 5)
  const [slip = ''] = await branch.addAll('slip', [{ slipNo: `Slip ${run}`, amount: '20' }])
  const bills = await branch.addAll(
    'bill',
    ['7', '9'].map((amount) => ({ billNo: `Bill ${run}`, amount })),
  )
  const made: Record<Kind, string[]> = {
    order: [],
    payout: [],
    delivery: [],
    returnOrder: [],
    swap: [],
    release: [],
    settlement: [],
    transfer: [],
  }
  const items = async (): Promise<string[]> =>
    (await branch.all('outItem')).filter(({ batchId }) => batches.includes(String(batchId))).map(({ id }) => String(id))

  made.order.push(
    await branch.add('order', { orderNo: `First ${run}`, cardId: cards[0], amount: 3, books: [{ batchId: batches[0], qty: 3 }] }),
  )
  await branch.act('clerk', 'order', 'submit', made.order[0] ?? '')
  await branch.act('boss', 'order', 'approve', made.order[0] ?? '')
  made.delivery.push(
    await branch.add('delivery', { deliveryNo: `First ${run}`, orderId: made.order[0], items: [{ batchId: batches[0], qty: 3 }] }),
  )
  await branch.act('clerk', 'delivery', 'approve', made.delivery[0] ?? '')
  await branch.act('clerk', 'delivery', 'effective', made.delivery[0] ?? '')

  /** Values of a document; undefined where what it is about is not there yet. */
  async function valuesOf({ kind: what, of, qty, other }: Extract<Step, { do: 'make' }>): Promise<Values | undefined> {
    const orderId = made.order[of % Math.max(made.order.length, 1)]
    const batchId = batches[other]
    const number = `${what} ${run}`
    switch (what) {
      case 'order':
        return { orderNo: number, cardId: cards[other], amount: qty, books: [{ batchId, qty }] }
      case 'payout':
        return orderId === undefined ? undefined : { payoutNo: number, orderId, readerName, amount: qty, withheld: other }
      case 'delivery':
        return orderId === undefined ? undefined : { deliveryNo: number, orderId, items: [{ batchId, qty }] }
      case 'transfer':
        return { transferNo: number, goods: [{ batchId, qty }] }
      case 'settlement':
        return { settlementNo: number, purseId: purse, surplus: other, rows: [{ slipId: slip, billId: bills[other], amount: qty }] }
      default: {
        const all = await items()
        const goods = [{ outItemId: all[of % Math.max(all.length, 1)], qty }]
        if (all.length === 0) return undefined
        if (what === 'swap') return { swapNo: number, goods }
        if (what === 'release') return { releaseNo: number, swapId: made.swap[of], goods }
        return { returnNo: number, cardId: cards[other], reserving: other, readerName, offset: other, goods }
      }
    }
  }

  return {
    /** Answers the status; 0 where there was nothing to do. */
    async take(each) {
      if (each.do === 'make') {
        const values = await valuesOf(each)
        if (!values) return 0
        made[each.kind].push(await branch.add(each.kind, values))
        return 200
      }
      const documents = kinds.flatMap((one) => (each.do === 'press' && one !== each.kind ? [] : made[one].map((id) => ({ kind: one, id }))))
      const document = documents[each.at % Math.max(documents.length, 1)]
      if (!document) return 0
      const actions = branchPlan.entities[document.kind]?.actions ?? {}
      const { status: state } = await branch.read(document.kind, document.id, 'status')
      const all = buttonsOf(document.kind)
      const shown = each.do === 'press' ? all : all.filter((one) => actions[one]?.from.includes(String(state)))
      const action = shown[each.button % Math.max(shown.length, 1)]
      if (action === undefined) return 0
      const by = each.do === 'press' ? each.who : action === 'submit' ? 'clerk' : 'boss'
      return (await branch.press(by, document.kind, action, document.id)).status
    },
  }
}

function expectConsistent(everything: Record<string, string>): void {
  // No number in them is longer than a binary number can be.
  const stored: Stored = Object.fromEntries(Object.entries(everything).map(([table, rows]) => [table, JSON.parse(rows) as Values[]]))
  const holds = byId(stored['ledger_hold'] ?? [])
  // Looked up for each balance and hold, of which there are more with each flow.
  const movementsOf = grouped(byId(stored['ledger_movement'] ?? []), balanceOf)
  const holdsOf = grouped(holds, (hold) => `${balanceOf(hold)} ${String(hold['bucket'])}`)
  const entriesOf = grouped(stored['ledger_hold_entry'] ?? [], (entry) => String(entry['hold_id']))
  const wrong: string[] = []
  const compare = (what: string, is: unknown, should: Decimal): void => {
    if (compareDecimals(String(is ?? '0'), should) !== 0) wrong.push(`${what} is ${String(is)}, and should be ${should}`)
  }
  for (const ledger of Object.values(branchPlan.ledgers)) {
    const told = journalOf(ledger, stored)
    for (const entity of Object.keys(ledger.balances))
      for (const row of stored[branchPlan.entities[entity]?.table ?? ''] ?? []) {
        const balance = balanceOf({ ledger: ledger.name, balance_entity: entity, balance_id: row['id'] })
        const own = movementsOf.get(balance) ?? []
        for (const [bucket, { held }] of Object.entries(ledger.buckets)) {
          const what = `${bucket} of ${entity} ${String(row['id'])}`
          const is = row[toColumn(bucket)]
          compare(
            what,
            is,
            sumOf(own, ({ deltas }) => (deltas as Values)[bucket]),
          )
          const last = own.at(-1)?.['after'] as Values | undefined
          if (last) compare(`${what} after its last movement`, last[bucket], String(is))
          if (compareDecimals(String(is ?? '0'), '0') < 0) wrong.push(`${what} is below 0`)
          if (held === undefined) continue
          compare(
            `${what} by its holds`,
            is,
            sumOf(holdsOf.get(`${balance} ${bucket}`) ?? [], (hold) => hold['open']),
          )
        }
        wrong.push(...journalGaps(ledger, entity, row, own, told))
      }
  }
  for (const hold of holds) {
    const what = `hold ${String(hold['id'])} of ${String(hold['owner_entity'])} ${String(hold['owner_id'])}`
    compare(
      what,
      hold['open'],
      sumOf(entriesOf.get(String(hold['id'])) ?? [], ({ delta }) => delta),
    )
    if (compareDecimals(String(hold['open']), '0') > 0 && hasEnded(hold, stored)) wrong.push(`${what} is open, and its owner has ended`)
  }
  expect(wrong).toEqual([])
}

function balanceOf({ ledger, balance_entity, balance_id }: Values): string {
  return `${String(ledger)} ${String(balance_entity)} ${String(balance_id)}`
}

/** The journal of a ledger that people read, in order; empty where it has none. */
function journalOf({ journal }: LedgerPlan, stored: Stored): Values[] {
  const table = journal && branchPlan.entities[journal.entity]?.table
  return table === undefined ? [] : byId(stored[table] ?? [])
}

/** Each movement has its row in the journal that people read, in the same order. */
function journalGaps({ journal, balances }: LedgerPlan, entity: string, row: Values, own: Values[], all: Values[]): string[] {
  if (!journal) return []
  const [reference, type] = [toColumn(balances[entity] ?? ''), toColumn(journal.type)]
  const told = all.filter((entry) => entry[reference] === row['id'])
  const [is, should] = [told.map((entry) => entry[type]).join(' '), own.map((movement) => movement['type']).join(' ')]
  return is === should ? [] : [`the journal of ${entity} ${String(row['id'])} tells ${is}, and should tell ${should}`]
}

function hasEnded({ owner_entity, owner_id }: Values, stored: Stored): boolean {
  const entity = branchPlan.entities[String(owner_entity)]
  const owner = (stored[entity?.table ?? ''] ?? []).find(({ id }) => id === owner_id)
  return entity?.states?.[String(owner?.['status'])]?.ended === true
}

function byId(rows: Values[]): Values[] {
  return rows.toSorted((one, other) => Number(one['id']) - Number(other['id']))
}

function sumOf(rows: Values[], of: (row: Values) => unknown): Decimal {
  return addDecimals('0', ...rows.map((row) => String(of(row) ?? '0')))
}
