import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProductPlan } from '../../../engine/core/plan'
import type { Database } from '../../../engine/server/database/database'
import { applyMigrations } from '../../../engine/server/database/migrations'
import { openTestDatabase, usualTestDatabaseKinds } from '../../../engine/server/database/testDatabase'
import type { FileStore } from '../../../engine/server/files/fileStore'
import type { Services } from '../../../engine/server/services'
import { FixedClock } from '../clock'
import { extensionsOf } from '../extensions'
import { readProduct } from '../product'
import type { MenuPermission } from '../session/roleRights'
import { seedStandard } from '.'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const migrations = `${root}/src/server/migrations`
const product = readProduct(root)

/** The product as a version ships it: these rights for one role, the rest as it is. */
function version(menus: Record<string, string[]>, roleCode = 'OP'): ProductPlan {
  const role = product.roles[roleCode]
  if (!role) throw new Error(`no role ${roleCode}`)
  return { ...product, roles: { ...product.roles, [roleCode]: { ...role, menus } } }
}

function servicesOf(database: Database, plan: ProductPlan): Services {
  const log = new Proxy({} as FastifyBaseLogger, { get: () => () => undefined })
  const fileStore = {} as FileStore
  const extensions = extensionsOf(plan, fileStore, { send: async () => undefined })
  return { plan, database, extensions, clock: new FixedClock('2026-11-20T12:00:00+08:00'), log, fileStore }
}

const start = (database: Database, plan: ProductPlan) => seedStandard(servicesOf(database, plan), { demo: true })

async function roleOf({ kysely }: Database, code: string) {
  return kysely.selectFrom('role').select(['menu_permissions', 'version', 'role_name']).where('role_code', '=', code).executeTakeFirst()
}

async function rightsOf(database: Database, code = 'OP'): Promise<Record<string, string[]>> {
  const permissions = (await roleOf(database, code))?.['menu_permissions'] as MenuPermission[]
  return Object.fromEntries(permissions.map(({ menuName, buttons }) => [menuName, buttons]))
}

/** As an administrator does in the role editor. */
async function setRights({ kysely }: Database, rights: Record<string, string[]>, code = 'OP'): Promise<void> {
  const permissions = Object.entries(rights).map(([menuName, buttons]) => ({ menuName, permissionType: 1, buttons }))
  await kysely
    .updateTable('role')
    .set({ menu_permissions: JSON.stringify(permissions) })
    .where('role_code', '=', code)
    .execute()
}

describe.each(usualTestDatabaseKinds)('standard rights of new versions on %s', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase(kind, { logger: { warn: () => undefined } })
    await applyMigrations(database, migrations)
  })
  afterAll(() => database?.close())

  it('reach a database over three versions and leave what administrators have changed', async () => {
    await start(database, version({ base_enterprise: ['add', 'edit'], base_goodsinf: ['add'] }))
    expect(await rightsOf(database)).toEqual({ base_enterprise: ['add', 'edit'], base_goodsinf: ['add'] })
    // Takes one right away and gives another.
    await setRights(database, { base_enterprise: ['add', 'delete'], base_goodsinf: ['add'] })

    await start(database, version({ base_enterprise: ['add', 'edit', 'submit'], base_category: ['add'] }))
    expect(await rightsOf(database)).toEqual({ base_enterprise: ['add', 'delete', 'submit'], base_category: ['add'] })
    // Takes a whole menu away.
    await setRights(database, { base_enterprise: ['add', 'delete', 'submit'] })

    await start(database, version({ base_enterprise: ['edit', 'submit'], base_category: ['add', 'edit'] }))
    expect(await rightsOf(database)).toEqual({ base_enterprise: ['delete', 'submit'] })
  })

  it('are noted in the history of the role, and a start without a difference changes nothing', async () => {
    const before = await roleOf(database, 'OP')
    await start(database, version({ base_enterprise: ['edit', 'submit'], base_category: ['add', 'edit'] }))
    expect(await roleOf(database, 'OP')).toEqual(before)
    const { rows } = await sql<{ changes: { field: string }[] }>`
      select changes from document_history where entity = 'role' and document_label = ${before?.['role_name']} and action = 'edit'`.execute(
      database.kysely,
    )
    expect(rows.map(({ changes }) => changes.map(({ field }) => field))).toEqual([['menuPermissions'], ['menuPermissions']])
  })

  it('are brought once when two servers start at once', async () => {
    const next = version({ base_enterprise: ['edit', 'submit', 'export'] })
    const before = Number((await roleOf(database, 'OP'))?.['version'])
    await Promise.all([start(database, next), start(database, next)])
    expect(await roleOf(database, 'OP')).toMatchObject({ version: before + 1 })
    expect(await rightsOf(database)).toEqual({ base_enterprise: ['delete', 'submit', 'export'] })
  })

  it('do not bring back a role that administrators have deleted, and leave one of their own alone', async () => {
    await database.kysely.deleteFrom('role').where('role_code', '=', 'AU').execute()
    await start(database, version({ base_enterprise: ['export'] }, 'AU'))
    expect(await roleOf(database, 'AU')).toBeUndefined()

    const own: ProductPlan = { ...product, roles: { ...product.roles, NEW: { code: 'NEW', title: 'New', dataScope: 'ALL', menus: {} } } }
    await sql`
      insert into role (role_code, role_name, data_scope, menu_permissions, status, version, created_at, updated_at)
      values ('NEW', 'ours', 'ALL', '[]', 'ENABLED', 1, now(), now())`.execute(database.kysely)
    await start(database, own)
    await start(database, { ...own, roles: { ...own.roles, NEW: { ...own.roles['NEW']!, menus: { base_enterprise: ['add'] } } } })
    expect(await rightsOf(database, 'NEW')).toEqual({})
  })
})
