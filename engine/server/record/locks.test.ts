import type { CompiledQuery } from 'kysely'
import { expect, it } from 'vitest'
import type { RecordRef } from '../../core/ledger/book'
import type { Transaction } from '../database/database'
import { branchPlan as plan } from '../ledger/testing/branch'
import { sqlOnly } from '../testing/sqlOnly'
import { Locks } from './locks'

const allBalances = Object.values(plan.ledgers).flatMap((ledger) => Object.keys(ledger.balances))
const [balances = ''] = allBalances
const [one = '', other = ''] = Object.keys(plan.entities).filter((name) => !allBalances.includes(name))

/** What is locked by whom asks for these rows at once, in the order in which the database is asked. */
async function lockedBy(refs: readonly RecordRef[]): Promise<string[]> {
  const asked: CompiledQuery[] = []
  const locks = new Locks(sqlOnly((query) => asked.push(query)) as Transaction, plan, { reading: false, onLock: () => undefined })
  await locks.acquire(refs)
  return asked.map(({ sql, parameters }) => `${/from "(\w+)"/.exec(sql)?.[1]} ${JSON.stringify(parameters[0])} ${/order by id/.test(sql)}`)
}

it('are taken in one order, however they were found: documents before balances, then by entity, and rows by id', async () => {
  const refs: RecordRef[] = [
    { entity: balances, id: '1' },
    { entity: other, id: '2' },
    { entity: one, id: '10' },
    { entity: one, id: '9' },
  ]
  const tables = [one, other].toSorted().map((name) => plan.entities[name]?.table)
  const expected = await lockedBy(refs)
  expect(expected.map((statement) => statement.split(' ')[0])).toEqual([...tables, plan.entities[balances]?.table])
  expect(expected.every((statement) => statement.endsWith('true'))).toBe(true)
  for (const order of [refs.toReversed(), [refs[1]!, refs[3]!, refs[0]!, refs[2]!]]) expect(await lockedBy(order)).toEqual(expected)
})

it('are taken once, and anew only where a stronger one is wanted', async () => {
  const taken: string[] = []
  const note = ({ sql }: CompiledQuery) => taken.push(/for (share|no key update|update) ?(nowait)?$/.exec(sql.trim())?.[0] ?? sql)
  const locks = new Locks(sqlOnly(note) as Transaction, plan, { reading: false, onLock: () => undefined })
  const ref = { entity: one, id: '1' }
  for (const mode of ['keep', 'keep', 'change', 'keep', 'change', 'delete', 'change', 'keep'] as const) {
    await locks.acquire([ref], mode)
    expect(locks.has(ref)).toBe(taken.length > 1)
  }
  expect(taken).toEqual(['for share', 'for no key update nowait', 'for update nowait'])
})
