import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../../engine/server/database/database'
import { applyMigrations } from '../../../engine/server/database/migrations'
import { openTestDatabase, usualTestDatabaseKinds } from '../../../engine/server/database/testDatabase'
import { FixedClock } from '../clock'
import { forgetAttempts, purgeAttempts } from './attempts'
import { hashPassword } from './password'
import { signIn, type SignIn } from './signIn'

/** What each derivation of a key costs: N and r. */
const costs = vi.hoisted((): [number | undefined, number | undefined][] => {
  // Files share their modules, and who has imported the real one keeps it.
  vi.resetModules()
  return []
})
afterAll(() => void vi.resetModules())
vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof import('node:crypto')>()
  const scrypt = (...args: Parameters<typeof crypto.scrypt>): void => {
    costs.push([args[3].N, args[3].r])
    // What it would cost is what is asked; that it is paid is not to be waited for.
    crypto.scrypt(args[0], args[1], args[2], { N: 2, r: 1 }, args[4])
  }
  return { ...crypto, scrypt }
})

const right = 'Known-2026!'
const migrations = fileURLToPath(new URL('../migrations', import.meta.url))

describe.each(usualTestDatabaseKinds)('signing in (%s)', (kind) => {
  const clock = new FixedClock('2026-11-20T12:00:00+08:00')
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase(kind, { logger: { warn: () => undefined } })
    await applyMigrations(database, migrations)
    const password_hash = await hashPassword(right)
    const stamp = { created_at: clock.now(), updated_at: clock.now() }
    const account = { ...stamp, version: 1, must_change_pwd: false, data_scope: 'SELF', role_ids: [] }
    const accounts = [
      { user_name: 'known', status: 'ENABLED', password_hash },
      { user_name: 'fresh', status: 'ENABLED', password_hash: null },
      { user_name: 'locked', status: 'LOCKED', password_hash },
      { user_name: 'disabled', status: 'DISABLED', password_hash },
    ]
    const row = (each: object, index: number) => ({ ...account, real_name: '某某', mobile: `1000000000${index}`, ...each })
    await database.kysely.insertInto('app_user').values(accounts.map(row)).execute()
  })
  beforeEach(async () => {
    // So that no network is known any more.
    clock.advance(31 * 86_400_000)
    await purgeAttempts(database.kysely, new Date(clock.now()))
    costs.splice(0)
  })
  afterAll(() => database?.close())

  const attempt = (userName: string, password: string, address = '10.2.0.1'): Promise<SignIn> =>
    signIn(database.kysely, { userName, address }, password, new Date(clock.now()), [])
  const wordOf = (response: SignIn): string => ('account' in response ? 'accepted' : 'slowed' in response ? 'slowed' : 'refused')
  const waitOf = (response: SignIn): number | undefined => ('slowed' in response ? response.slowed.waitSeconds : undefined)

  it.each([
    ['known', 'Wrong-2026!'],
    ['unknown', 'Wrong-2026!'],
    ['fresh', 'Wrong-2026!'],
    ['locked', right],
    ['locked', 'Wrong-2026!'],
    ['disabled', right],
  ])('refuses %s with %s in one way and one time, and slows down alike', async (userName, password) => {
    expect(wordOf(await attempt(userName, password))).toBe('refused')
    expect(costs).toEqual([[2 ** 15, 8]])
    expect(waitOf(await attempt(userName, password))).toBe(1)
  })

  it.each(['known', 'unknown'])('compares no password of %s while it is slowed down, from wherever', async (userName) => {
    await attempt(userName, 'Wrong-2026!')
    costs.splice(0)
    const responses = [
      await attempt(userName, right),
      await attempt(userName, 'Wrong-2026!'),
      await attempt(userName, right, '10.2.0.2'),
      await attempt(userName, 'Wrong-2026!', '10.2.0.2'),
    ]
    expect(responses.map(waitOf)).toEqual([1, 1, 1, 1])
    expect(costs).toEqual([])
    clock.advance(1_000)
    expect(wordOf(await attempt(userName, right, '10.2.0.2'))).toBe(userName === 'known' ? 'accepted' : 'refused')
  })

  it('doubles the delay with each failure, to a quarter of an hour at most', async () => {
    const waits: unknown[] = []
    for (let failure = 1; failure <= 12; failure++) {
      expect(wordOf(await attempt('known', 'Wrong-2026!', `10.3.0.${failure}`))).toBe('refused')
      const wait = waitOf(await attempt('known', right, '10.3.1.1')) ?? 0
      waits.push(wait)
      clock.advance(wait * 1_000 - 1)
      expect(waitOf(await attempt('known', right, '10.3.1.1'))).toBe(1)
      clock.advance(1)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
    // The owner comes in between two guesses, and all is forgotten.
    expect(wordOf(await attempt('known', right, '10.3.1.1'))).toBe('accepted')
    await attempt('known', 'Wrong-2026!', '10.3.0.1')
    expect(waitOf(await attempt('known', right, '10.3.1.2'))).toBe(1)
  })

  it('lets an account in from a network that it came from before, whatever strangers guess', async () => {
    expect(wordOf(await attempt('known', right, '10.4.0.1'))).toBe('accepted')
    for (let failure = 1; failure <= 12; failure++) {
      await attempt('known', 'Wrong-2026!', `10.4.1.${failure}`)
      clock.advance(500)
    }
    expect(wordOf(await attempt('known', right, '10.4.2.1'))).toBe('slowed')
    expect(wordOf(await attempt('known', right, '10.4.0.1'))).toBe('accepted')
    // Guesses from there are counted as from anywhere.
    const words = []
    for (let failure = 1; failure <= 11; failure++) words.push(wordOf(await attempt('known', 'Wrong-2026!', '10.4.0.1')))
    expect(words).toEqual([...Array<string>(10).fill('refused'), 'slowed'])
    clock.advance(31 * 86_400_000)
    await attempt('known', 'Wrong-2026!', '10.4.1.1')
    expect(wordOf(await attempt('known', right, '10.4.0.1'))).toBe('slowed')
  })

  it('begins anew after an hour without failures', async () => {
    await attempt('known', 'Wrong-2026!')
    clock.advance(1_000)
    await attempt('known', 'Wrong-2026!')
    clock.advance(3_600_000)
    await attempt('known', 'Wrong-2026!')
    expect(waitOf(await attempt('known', right))).toBe(1)
  })

  it('refuses an address after ten failures in ten minutes, and nobody else', async () => {
    for (let failure = 1; failure <= 10; failure++) {
      expect([failure, wordOf(await attempt('known', 'Wrong-2026!'))]).toEqual([failure, 'refused'])
      clock.advance(1_000)
      expect(wordOf(await attempt('known', right, '10.2.0.2'))).toBe('accepted')
    }
    expect(waitOf(await attempt('known', right))).toBe(590)
    expect(wordOf(await attempt('known', right, '10.2.0.2'))).toBe('accepted')
    clock.advance(589_999)
    expect(waitOf(await attempt('known', right))).toBe(1)
    clock.advance(1)
    expect(wordOf(await attempt('known', right))).toBe('accepted')
  })

  it.each([
    ['one address', () => '10.2.0.1'],
    ['many addresses', (index: number) => `10.4.0.${index}`],
  ])('compares ten of thirty that come from %s in the same moment', async (_from, address) => {
    const all = await Promise.all(Array.from({ length: 30 }, (_each, index) => attempt('known', 'Wrong-2026!', address(index))))
    expect(costs.length).toBeLessThanOrEqual(10)
    expect(costs.length).toBeGreaterThan(0)
    expect(all.filter((response) => wordOf(response) === 'refused').length).toBe(costs.length)
  })

  it('lets one account in at several places in the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, (_each, index) => attempt('known', right, `10.5.0.${index}`)))
    expect(all.map(wordOf)).toEqual(all.map(() => 'accepted'))
  })

  it('does not wait for the comparison of a server that was killed', async () => {
    const row = { account_hash: '', failures: 3, failed_at: clock.now(), next_at: clock.now(), pending: 1 }
    await attempt('known', 'Wrong-2026!')
    const { account_hash } = await database.kysely.selectFrom('sign_in_delay').select('account_hash').executeTakeFirstOrThrow()
    const pending_until = new Date(Date.parse(clock.now()) + 30_000).toISOString()
    await database.kysely
      .updateTable('sign_in_delay')
      .set({ ...row, account_hash, pending_until })
      .execute()
    expect(wordOf(await attempt('known', right))).toBe('slowed')
    clock.advance(30_000)
    expect(wordOf(await attempt('known', right))).toBe('accepted')
  })

  it('forgets an account that was given another password, and clears away what counts no longer', async () => {
    for (let failure = 1; failure <= 3; failure++) {
      await attempt('known', 'Wrong-2026!')
      clock.advance(4_000)
    }
    await attempt('known', 'Wrong-2026!')
    expect(wordOf(await attempt('known', right))).toBe('slowed')
    await forgetAttempts(database.kysely, 'known')
    await attempt('known', 'Wrong-2026!')
    expect(waitOf(await attempt('known', right))).toBe(1)
    const left = async () => [
      await database.kysely.selectFrom('sign_in_delay').selectAll().execute(),
      await database.kysely.selectFrom('sign_in_tries').selectAll().execute(),
    ]
    await purgeAttempts(database.kysely, new Date(clock.now()))
    expect((await left()).map((rows) => rows.length)).toEqual([1, 1])
    // Neither table holds the name.
    expect(JSON.stringify(await left())).not.toContain('known')
    clock.advance(3_600_000)
    await purgeAttempts(database.kysely, new Date(clock.now()))
    expect(await left()).toEqual([[], []])
  })
})
