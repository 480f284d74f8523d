import type { Hold } from '../../core/ledger/book'

/** What a row of `ledger_hold` says of whose units it holds, and where. */
export function holdColumns({ ledger, bucket, balance, owner, via }: Pick<Hold, 'ledger' | 'bucket' | 'balance' | 'owner' | 'via'>) {
  return {
    ledger,
    bucket,
    balance_entity: balance.entity,
    balance_id: balance.id,
    owner_entity: owner.entity,
    owner_id: owner.id,
    via_entity: via?.entity ?? null,
    via_id: via?.id ?? null,
  }
}
