import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { MadeEntity } from '../../engine/core/madeEntity'
import { changesHeader, type ProductAnswer, type ProductPart, type ScreenReleases } from '../../engine/core/wire'
import type { PlaygroundContents } from '../../engine/playground/contents'
import { Session } from './support/client'
import { accountsWith, type Rights } from './support/accounts'
import { testRoot } from './support/config'
import { describePlatform, openPlatform } from './support/platform'

const path = 'schemas/screens/base/currency.screen.json'
const screen = 'base/currency'
const shipped = readFileSync(join(testRoot, path), 'utf8')

interface Column {
  field: string
}
interface ScreenText {
  title: string
  entity: string
  permissions?: Record<string, string>
  endpoints: { base: string }
  pages: { list: { columns: (string | Column)[]; rowActions: string[] } }
}
function edited(change: (screen: ScreenText) => void): string {
  const content = JSON.parse(shipped) as ScreenText
  change(content)
  return JSON.stringify(content, null, 2)
}
/** What opens the playground and nothing else. */
const toPlay: Rights = { manage_userManage: ['playground', 'publishScreen'] }
const titled = (title: string): string => edited((content) => (content.title = title))

describePlatform('the playground', (platform) => {
  const contents = async (session: Session) => (await session.ask('GET', '/api/playground/contents')).body as unknown as PlaygroundContents
  const releases = async (session: Session) =>
    (await session.ask('GET', `/api/playground/releases?screen=${screen}`)).body as unknown as ScreenReleases
  const publish = (session: Session, text: string, basedOn = 0, note = '试一试') =>
    session.ask('POST', '/api/playground/publish', { path, text, basedOn, note })

  it('begins with the schemas that run, the names that code has, and the roles as they are kept', async () => {
    const { files, codeNames, performedByCode, icons, roles } = await contents(await platform().as('admin'))
    expect(files.find((file) => file.path === path)?.text).toBe(shipped)
    expect(files.every((file) => file.path.startsWith('schemas/'))).toBe(true)
    expect(codeNames.handlers).toContain('saveRolePermissions')
    expect(performedByCode).toContain('exportTask.run')
    expect(icons).toContain('home')
    expect(roles.find(({ name }) => name === '业务操作员')?.subMenus.map(({ menuName }) => menuName)).toContain('loans_loansmgr')
  })

  it('is for who has the right to it, and publishing for who has the other', async () => {
    const op = await platform().as('op01')
    for (const address of [
      'contents',
      `releases?screen=${screen}`,
      `releaseText?screen=${screen}&version=0`,
      `plans?screen=${screen}`,
      'export',
      'rights?account=admin',
    ])
      expect([address, (await op.ask('GET', `/api/playground/${address}`)).status]).toEqual([address, 403])
    expect((await publish(op, titled('外币'))).status).toBe(403)
    expect((await op.ask('POST', '/api/playground/entity', { entity: 'currency', drafts: [] })).status).toBe(403)
    expect((await op.ask('POST', '/api/playground/rollback', { screen, release: 1 })).status).toBe(403)
  })

  it('says what an account may do: what the account is told itself', async () => {
    const admin = await platform().as('admin')
    const { body } = await admin.ask('GET', '/api/playground/rights?account=op01')
    const op = await (await platform().as('op01')).ask('POST', '/userLogin/getUserMenu', {})
    expect(body).toMatchObject({ account: 'op01', outside: false })
    expect(body['subMenus']).toEqual((op.body['userMenuElement'] as { subMenu: unknown }).subMenu)
    expect(JSON.stringify(body)).not.toContain('$argon')
    expect(Object.keys(body).toSorted()).toEqual(['account', 'name', 'outside', 'subMenus'])
    for (const account of ['nobody', 'op01%', "' or '1'='1"])
      expect((await admin.ask('GET', `/api/playground/rights?account=${encodeURIComponent(account)}`)).status).toBe(404)
  })

  it('says nothing of accounts that the asking one does not see in their list', async () => {
    const [narrow] = await accountsWith(platform(), [toPlay])
    const { kysely } = platform().database
    await sql`update app_user set (data_scope, department_id) = (select 'DEPT', department_id from app_user where user_name = 'op01')
      where user_name = ${narrow!.userName}`.execute(kysely)
    const asked = async (account: string) => (await narrow!.ask('GET', `/api/playground/rights?account=${account}`)).status
    const { rows } = await sql<{ own: boolean; name: string }>`
      select department_id is not distinct from (select department_id from app_user where user_name = 'op01') as own, min(user_name) as name
      from app_user where status = 'ENABLED' group by 1`.execute(kysely)
    expect(new Set(rows.map(({ own }) => own))).toEqual(new Set([false, true]))
    for (const { own, name } of rows) expect([name, await asked(name)]).toEqual([name, own ? 200 : 404])
  })

  it('opens nothing to a partner whose account was given the rights to it', async () => {
    const [partner] = await accountsWith(platform(), [toPlay])
    const contents = () => partner!.ask('GET', '/api/playground/contents')
    expect((await contents()).status).toBe(200)
    await sql`update app_user set data_scope = 'PARTNER', enterprise_id = (select enterprise_id from app_user where user_name = 'wh01')
      where user_name = ${partner!.userName}`.execute(platform().database.kysely)
    for (const address of ['contents', `releases?screen=${screen}`, `plans?screen=${screen}`, 'export', 'rights?account=wh01'])
      expect([address, (await partner!.ask('GET', `/api/playground/${address}`)).status]).toEqual([address, 403])
    expect((await publish(partner!, titled('外币'))).status).toBe(403)
    expect((await partner!.ask('POST', '/api/playground/rollback', { screen, release: 1 })).status).toBe(403)
    expect((await partner!.ask('POST', '/api/playground/entity', { entity: 'currency', drafts: [] })).status).toBe(403)
  })

  it('makes tables of drafts 120 times in ten minutes for one account, and goes on for the others', async () => {
    const [eager, other] = await accountsWith(platform(), [toPlay, toPlay])
    const { kysely } = platform().database
    const made = async (session: Session) =>
      (await session.ask('POST', '/api/playground/entity', { entity: 'currency', drafts: [] })).status
    await sql`insert into request_count (name, key, requests, ends_at)
      select 'entityMade', id::text, 119, clock_timestamp() + interval '5 minutes' from app_user where user_name = ${eager!.userName}`.execute(
      kysely,
    )
    expect([await made(eager!), await made(eager!), await made(other!)]).toEqual([200, 429, 200])
  })

  it('shows the tables and types of an entity as they are, and as a draft would have them', async () => {
    const admin = await platform().as('admin')
    const entity = 'schemas/entities/base/currency.entity.json'
    const text = readFileSync(join(testRoot, entity), 'utf8')
    const made = async (drafts: { path: string; text: string }[]) =>
      (await admin.ask('POST', '/api/playground/entity', { entity: 'currency', drafts })).body as unknown as MadeEntity
    const running = await made([])
    expect(running.tables.map(({ name }) => name)).toEqual(['currency'])
    expect(running.migration).toEqual({ statements: [], destructive: [] })
    const draft = text.replace('"fields": {', '"fields": { "nickname": { "type": "text", "title": "俗称", "maxLength": 20 },')
    const { problems, tables, types, migration } = await made([{ path: entity, text: draft }])
    expect(problems).toEqual([])
    expect(tables[0]?.columns.filter(({ change }) => change)).toEqual([
      { name: 'nickname', type: 'text collate "C"', nullable: true, change: 'new' },
    ])
    expect(types.draft).toContain('nickname: string | null')
    expect(migration.statements).toEqual(['alter table "currency" add column "nickname" text collate "C"'])
    // Nothing was kept of it.
    expect(await made([])).toEqual(running)
  })

  it('shows what was published to all who open the screen, and tells the security log', async () => {
    const admin = await platform().as('admin')
    const shown = async () => (await (await platform().as('op01')).ask('GET', `/api/plans/${screen}/any`)).body
    expect(await publish(admin, titled('外币'))).toMatchObject({ status: 200, body: { version: 1 } })
    expect((await contents(admin)).files.find((file) => file.path === path)?.text).toBe(titled('外币'))
    expect(await releases(admin)).toMatchObject({
      holds: 1,
      text: titled('外币'),
      mayPublish: true,
      releases: [{ note: '试一试', version: 1 }],
    })
    await expect
      .poll(async () => (await admin.list('/api/base/userlog')).records.map(({ detail }) => detail))
      .toContain('发布界面“外币”第 1 版：试一试')
    expect(await shown()).toMatchObject({ title: '外币', release: 1 })
    const failed = await (await platform().as('op01')).ask('POST', '/api/playground/failed', { screen, release: 1, failure: '出错' })
    expect(failed).toMatchObject({ status: 200, body: { plan: { title: (JSON.parse(shipped) as ScreenText).title } } })
    expect((await releases(admin)).releases[0]).toMatchObject({ failure: '出错' })
    expect(await admin.ask('POST', '/api/playground/rollback', { screen, release: 1 })).toMatchObject({ status: 200, body: { holds: 0 } })
    expect((await contents(admin)).files.find((file) => file.path === path)?.text).toBe(shipped)
    expect((await shown())['release']).toBeUndefined()
  })

  it('is heard of by whatever a session asks next, which then learns of the new plan alone', async () => {
    const [admin, op] = [await platform().as('admin'), await platform().as('op01')]
    const heard = async () => Number((await op.ask('GET', '/api/base/currency/list')).headers.get(changesHeader))
    const menu = async (product?: string) =>
      (await op.ask('POST', '/userLogin/getUserMenu', product === undefined ? {} : { product })).body.product as Required<ProductAnswer> &
        ProductPart
    const before = await menu()
    expect(before.changes).toBe(await heard())
    expect(await menu(before.version)).toEqual({ version: before.version, changes: before.changes })
    const { version } = (await publish(admin, titled('钱币'), (await releases(admin)).holds)).body as { version: number }
    expect(await heard()).toBe(before.changes + 1)
    const after = await menu(before.version)
    expect(after.changes).toBe(before.changes + 1)
    const changed = Object.keys(after.plans).filter((id) => after.plans[id] !== before.plans[id])
    expect([changed, after.routes]).toEqual([[screen], before.routes])
    await admin.ask('POST', '/api/playground/rollback', { screen, release: version })
    expect(await heard()).toBe(before.changes + 2)
    expect((await menu()).plans).toEqual(before.plans)
  })

  it('shows accounts from outside a release as they see the shipped screen: nothing internal, no button more', async () => {
    const [admin, guest] = [await platform().as('admin'), await platform().as('wh01')]
    const { status } = await guest.ask('GET', `/api/plans/${screen}/any`)
    const { version } = (await publish(admin, titled('钱币'), (await releases(admin)).holds)).body as { version: number }
    expect((await guest.ask('GET', `/api/plans/${screen}/any`)).status).toBe(status)
    expect((await guest.ask('GET', `/api/playground/releaseText?screen=${screen}&version=${version}`)).status).toBe(403)
    expect((await guest.ask('GET', `/api/playground/plans?screen=${screen}`)).status).toBe(403)
    await admin.ask('POST', '/api/playground/rollback', { screen, release: version })
  })

  it('publishes nothing for who only looks as a role does', async () => {
    const admin = await platform().as('admin')
    const roles = await admin.list('/api/base/role')
    const role = roles.records.find((each) => each['roleName'] === '系统管理员')
    const { status, body } = await admin.ask('POST', `/api/base/role/preview/${role?.id}`)
    expect(status).toBe(200)
    const looking = new Session(platform().guest.address, 'admin', body.previewToken as string)
    const { holds, releases: before } = await releases(admin)
    expect((await publish(looking, titled('钱币'), holds)).status).toBe(403)
    expect((await looking.ask('POST', '/api/playground/rollback', { screen, release: holds })).status).toBe(403)
    expect((await releases(admin)).releases).toEqual(before)
  })

  it('is exported as files, which the security log tells the auditor', async () => {
    const admin = await platform().as('admin')
    const { version } = (await publish(admin, titled('钱币'), (await releases(admin)).holds)).body as { version: number }
    expect((await admin.ask('GET', '/api/playground/export')).status).toBe(200)
    const auditor = await platform().as('au01')
    await expect
      .poll(async () => (await auditor.list('/api/base/userlog')).records.map(({ detail }) => detail))
      .toContain('导出已发布的界面：1 个文件')
    await admin.ask('POST', '/api/playground/rollback', { screen, release: version })
  })

  it.each<[string, string]>([
    ['another entity', edited((content) => (content.entity = 'department'))],
    ['other endpoints', edited((content) => (content.endpoints.base = '/api/base/department'))],
    ['another right', edited((content) => (content.permissions = { ...content.permissions, delete: 'add' }))],
    ['a mistake', edited((content) => content.pages.list.columns.push('nothing'))],
    ['no schema', '[]'],
    ['a hundred thousand brackets', '['.repeat(100_000)],
  ])('refuses %s', async (_name, text) => {
    const { status, body } = await publish(await platform().as('admin'), text, (await releases(await platform().as('admin'))).holds)
    expect([status, typeof body.errors?.[0]?.detail]).toEqual([422, 'string'])
  })

  it('lets nobody change a button that he may not press', async () => {
    const quota = 'schemas/screens/limit/quotamgr.screen.json'
    const text = readFileSync(join(testRoot, quota), 'utf8')
    const content = JSON.parse(text) as ScreenText
    content.pages.list.rowActions.reverse()
    const admin = await platform().as('admin')
    const draft = { path: quota, text: JSON.stringify(content, null, 2), basedOn: 0, note: '换次序' }
    const { status, body } = await admin.ask('POST', '/api/playground/publish', draft)
    expect([status, body.detail]).toEqual([403, expect.stringMatching(/^您没有“.*”的权限/)])
    const title = { ...draft, text: text.replace(/"title": "[^"]+"/, '"title": "额度"') }
    expect((await admin.ask('POST', '/api/playground/publish', title)).status).toBe(200)
  })

  it('tells the second of two admins what the first has published', async () => {
    const admin = await platform().as('admin')
    const { holds } = await releases(admin)
    const answers = await Promise.all([publish(admin, titled('甲'), holds), publish(admin, titled('乙'), holds)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const told = answers.find(({ status }) => status === 409)?.body
    expect([titled('甲'), titled('乙')]).toContain((told?.params as { text?: string } | undefined)?.text)
  })
})

describe('a platform without the playground', () => {
  it('has none of it', async () => {
    const platform = await openPlatform('pglite', { playground: false })
    try {
      const admin = await platform.as('admin')
      expect((await admin.ask('GET', '/api/playground/contents')).status).toBe(404)
      expect((await admin.ask('POST', '/api/playground/publish', {})).status).toBe(404)
    } finally {
      await platform.stop()
    }
  })
})
