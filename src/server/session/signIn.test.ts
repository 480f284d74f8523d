import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '../../../engine/server/database/database'
import { openTestDatabase } from '../../../engine/server/database/testDatabase'
import { hashPassword } from './password'
import { signIn } from './signIn'

/** What each derivation of a key costs: N and r. */
const costs = vi.hoisted((): [number | undefined, number | undefined][] => [])
vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof import('node:crypto')>()
  const scrypt = (...args: Parameters<typeof crypto.scrypt>): void => {
    costs.push([args[3].N, args[3].r])
    crypto.scrypt(...args)
  }
  return { ...crypto, scrypt }
})

let database: Database
beforeAll(async () => {
  database = await openTestDatabase('pglite')
  await sql`create table app_user (
    id bigint primary key, user_name text, real_name text, status text, password_hash text, must_change_pwd boolean, department_id bigint,
    enterprise_id bigint, funding_party_ids jsonb, role_ids bigint[], data_scope text, pwd_error_count int, locked_at timestamptz
  )`.execute(database.kysely)
  const account = { real_name: '某某', status: 'ENABLED', data_scope: 'OWN', role_ids: [] }
  const known = { ...account, id: 1, user_name: 'known', password_hash: await hashPassword('Known-2026!') }
  const fresh = { ...account, id: 2, user_name: 'fresh', password_hash: null }
  await database.kysely.insertInto('app_user').values([known, fresh]).execute()
}, 60_000)
beforeEach(() => void costs.splice(0))
afterAll(() => database?.close())

it.each(['known', 'unknown', 'fresh'])('takes as long to refuse a wrong password of %s as of any other account', async (userName) => {
  const answer = await signIn(database.kysely, userName, 'Wrong-2026!', new Date('2026-11-20T04:00:00Z'), [])
  expect(answer).toEqual({ refusal: 'wrong' })
  expect(costs).toEqual([[2 ** 15, 8]])
})
