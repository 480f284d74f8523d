import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { applyMigrations } from '../../../engine/server/database/migrations'
import { openTestDatabase } from '../../../engine/server/database/testDatabase'
import type { FileStore } from '../../../engine/server/files/fileStore'
import type { Services } from '../../../engine/server/services'
import { FixedClock } from '../clock'
import { extensionsOf } from '../extensions'
import { readProduct } from '../product'
import { signIn } from '../session/signIn'
import { seedStandard } from '.'

const root = fileURLToPath(new URL('../../..', import.meta.url))

describe('the standard data', () => {
  const plan = readProduct(root)
  let services: Services
  const rows = async (table: string) => services.database.kysely.selectFrom(table).selectAll().orderBy('id').execute()
  beforeAll(async () => {
    const database = await openTestDatabase('pglite', { logger: { warn: () => undefined } })
    await applyMigrations(database, `${root}/src/server/migrations`)
    const log = new Proxy({} as FastifyBaseLogger, { get: () => () => undefined })
    const fileStore = {} as FileStore
    services = {
      plan,
      database,
      extensions: extensionsOf(plan, fileStore, { send: async () => undefined }),
      clock: new FixedClock('2026-11-20T12:00:00+08:00'),
      log,
      fileStore,
    }
    await seedStandard(services, { demo: true })
  })
  afterAll(() => services.database.close())

  it('are the roles, codes and base currency of the schemas', async () => {
    expect((await rows('role')).map((role) => role['role_code'])).toEqual(Object.keys(plan.roles))
    const items = Object.values(plan.dictionaries).flatMap(({ items: codes }) => codes)
    expect((await rows('dict_item')).length).toBe(items.length)
    expect((await rows('dict_item')).every((item) => item['is_system'] === true)).toBe(true)
    expect((await rows('currency')).map((currency) => [currency['currency_code'], currency['is_base']])).toEqual([['CNY', true]])
  })

  it('hold only buttons that can be given to a role again', async () => {
    const admin = (await rows('role')).find((role) => role['role_code'] === 'OP')
    const permissions = admin?.['menu_permissions'] as { menuName: string; buttons: string[] }[]
    expect(permissions.find(({ menuName }) => menuName === 'loans_loansmgr')?.buttons).toEqual(expect.arrayContaining(['add', 'submit']))
    expect(permissions.find(({ menuName }) => menuName === 'loans_loansmgr')?.buttons).not.toContain('view')
  })

  it('are added where they are missing and left as administrators have made them', async () => {
    const { kysely } = services.database
    await kysely
      .updateTable('dict_item')
      .set({ item_name: '改名', tag_color: 'red' })
      .where('dict_code', '=', 'bizMode')
      .where('item_code', '=', 'INVENTORY_PLEDGE')
      .execute()
    await kysely.deleteFrom('dict_item').where('dict_code', '=', 'bizMode').where('item_code', '=', 'IMPORT_AGENT').execute()
    await kysely.updateTable('role').set({ role_name: '改名' }).where('role_code', '=', 'AU').execute()
    const before = (await rows('dict_item')).length
    await seedStandard(services, { demo: true })
    const items = await rows('dict_item')
    expect(items.length).toBe(before + 1)
    expect(items.find((item) => item['item_code'] === 'INVENTORY_PLEDGE')).toMatchObject({ item_name: '改名', tag_color: 'red' })
    expect(items.filter((item) => item['item_code'] === 'IMPORT_AGENT').length).toBe(1)
    expect((await rows('role')).find((role) => role['role_code'] === 'AU')).toMatchObject({ role_name: '改名' })
  })

  describe('where there is no demo', () => {
    const attempt = { userName: 'admin', address: '10.2.0.9' }
    const signedIn = (password: string) => signIn(services.database.kysely, attempt, password, new Date(services.clock.now()), plan.menus)

    it('refuse a weak password of the first administrator', async () => {
      for (const adminPassword of ['short', 'Password123', 'Scf@2026demo', 'Admin-2026-xyz'])
        await expect(seedStandard(services, { demo: false, adminPassword })).rejects.toThrow('ADMIN_PASSWORD')
      expect(await rows('app_user')).toEqual([])
    })

    it('open one account with a random password, say it once, and never again', async () => {
      const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
      await seedStandard(services, { demo: false })
      const output = written.mock.calls.map(([text]) => String(text)).join('')
      await seedStandard(services, { demo: false })
      expect(written.mock.calls.length).toBe(1)
      written.mockRestore()
      const password = /初始口令 (\S+?)（/.exec(output)?.[1] ?? ''
      expect(await signedIn(password)).toMatchObject({ account: { mustChangePassword: true, roles: [{ code: 'AD' }] } })
      expect((await rows('app_user')).length).toBe(1)
    })

    it('take the password that is given, and say nothing', async () => {
      await services.database.kysely.deleteFrom('app_user').execute()
      const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
      await seedStandard(services, { demo: false, adminPassword: 'Installation-2026' })
      expect(written).not.toHaveBeenCalled()
      written.mockRestore()
      expect(await signedIn('Installation-2026')).toHaveProperty('account')
    })
  })
})
