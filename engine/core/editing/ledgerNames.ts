import type { ProductSources } from '../compile'
import { bold, type Name } from './name'
import type { LedgerKind } from './places'

/** Names of a kind that the file of a ledger has. */
export function ledgerNames(kind: LedgerKind, ledger: NonNullable<ProductSources['ledgers']>[string]): Name[] {
  if (kind === 'bucket')
    return Object.entries(ledger.buckets).map(([name, { held }]) => ({ name, says: held === undefined ? 'bucket' : 'held bucket' }))
  return Object.entries(ledger.types).map(([name, { title }]) => ({ name, says: bold(title ?? name, 'type of movement') }))
}
