import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Screen } from '../../spec/generated/screen'
import { compileProduct, type ProductSources } from '../../core/compile'
import type { ListPagePlan } from '../../core/plan'
import { librarySources } from '../../core/testing/library'
import { changesHeader, type Problem, type ScreenReleases } from '../../core/wire'
import type { Database } from '../database/database'
import { openTestDatabase, usualTestDatabaseKinds } from '../database/testDatabase'
import { shippedPlans } from '../plans/planSource'
import { createServer } from '../server'
import type { SessionUser } from '../session'
import { fixedClock } from '../testing/libraryServer'
import { sqlOnly } from '../testing/sqlOnly'
import { createTables, everyButtonOf, noExtensions, noFiles } from '../testing/smallProduct'
import { releasedPlans, type ReleasedPlans } from './releasedPlans'
import { registerReleaseRoutes } from './routes'
import { readShipped, type ShippedSchemas } from './shippedSchemas'
import { schemaFolder, type SchemaFolder } from './testing/schemaFolder'

const id = 'base/lending'
const path = 'schemas/screens/base/lending.screen.json'

function soundSources(): ProductSources {
  const sources = librarySources()
  // What the example of the compiler leaves open.
  sources.menus.menus = sources.menus.menus.filter(({ id: menu }) => !menu.startsWith('2'))
  return sources
}

/** The screen's file with a change. */
function draft(change: (screen: Screen) => void): string {
  const screen = soundSources().screens[id] as Screen
  change(screen)
  return JSON.stringify(screen, null, 2)
}
const list = (screen: Screen) =>
  screen.pages.list as unknown as { columns: unknown[]; toolbar: string[]; rowActions: string[]; search: unknown[] }
const wider = (width: number): string => draft((screen) => (list(screen).columns[0] = { field: 'lendingNo', width }))

/** One of several servers on a database. */
interface Server {
  plans: ReleasedPlans
  schemas: ShippedSchemas
  ask<Body = Record<string, unknown>>(
    user: SessionUser,
    method: 'GET' | 'POST',
    url: string,
    body?: object,
  ): Promise<{ status: number; body: Body; raw: Buffer; changes: unknown }>
  /** What a stranger is answered. */
  unknown(url: string): Promise<Record<string, unknown>>
  close(): Promise<void>
}

describe.each(usualTestDatabaseKinds)('releases of screens (%s)', (kind) => {
  const plan = compileProduct(soundSources())
  let database: Database
  let folder: SchemaFolder
  let now = 0
  const warnings: object[] = []

  beforeAll(async () => {
    database = await openTestDatabase(kind)
    await createTables(database, plan)
    folder = schemaFolder(soundSources())
    for (const name of ['one', 'two'])
      await database.kysely
        .insertInto('staff')
        .values({ real_name: name, real_name_sort: name, version: 1, created_at: fixedClock.now(), updated_at: fixedClock.now() })
        .execute()
    one = await server()
    two = await server()
  })
  afterAll(async () => {
    await one.close()
    await two.close()
    await database.close()
    folder.remove()
  })
  beforeEach(async () => {
    await database.kysely.deleteFrom('screen_release').execute()
    await database.kysely.deleteFrom('request_count').execute()
    warnings.length = 0
    now += 10_000
  })

  let one: Server
  let two: Server
  async function server(): Promise<Server> {
    const schemas = readShipped({ root: folder.root, plan }, {})
    const plans = releasedPlans({
      shipped: shippedPlans(plan),
      schemas: () => schemas,
      database,
      log: { warn: (details) => warnings.push(details) },
      now: () => now,
    })
    const users = new Map<string, SessionUser>()
    const app = await createServer({
      plan,
      database: { ...database, close: () => Promise.resolve() },
      extensions: { ...noExtensions, handlers: { trial: () => Promise.resolve({}) } },
      authenticate: (token) => Promise.resolve(users.get(token)),
      clock: fixedClock,
      fileStore: noFiles,
      contractPermission: 'base_lending',
      logger: { level: 'silent' },
      plans,
      registerProductRoutes: (routes, services) =>
        registerReleaseRoutes(routes, {
          services,
          plans,
          schemas: () => schemas,
          path: '/api/playground',
          permissions: { read: 'base_lending', publish: 'lending_add' },
          savedColumns: () => Promise.resolve({ list: 12 }),
        }),
    })
    return {
      plans,
      schemas,
      async ask(user, method, url, body) {
        const token = `${user.id}${JSON.stringify(user.subMenus).length}`
        users.set(token, user)
        const response = await app.inject({
          method,
          url: `/api/playground${url}`,
          headers: { authorization: `Bearer ${token}` },
          ...(body ? { payload: body } : {}),
        })
        const isJson = String(response.headers['content-type']).includes('json')
        return {
          status: response.statusCode,
          body: (isJson ? response.json() : undefined) as never,
          raw: response.rawPayload,
          changes: response.headers[changesHeader],
        }
      },
      unknown: async (url) => (await app.inject({ url })).headers,
      close: () => app.close(),
    }
  }

  const admin: SessionUser = { id: '1', name: '甲', subMenus: everyButtonOf(plan), scope: {} }
  const other: SessionUser = { ...admin, id: '2', name: '乙' }
  const publish = (
    text: string,
    basedOn = 0,
    { from = one, user = admin, file = path }: { from?: Server; user?: SessionUser; file?: string } = {},
  ) => from.ask<{ version: number } & Problem>(user, 'POST', '/publish', { path: file, text, basedOn, note: '试试' })
  const releases = async (from = one) => (await from.ask<ScreenReleases>(admin, 'GET', `/releases?screen=${id}`)).body
  const widthOf = async ({ plans }: Server): Promise<number | undefined> => {
    const list = (await plans.of(id))?.plan.pages['list'] as ListPagePlan | undefined
    return list?.columns[0]?.width
  }
  const shipped = (plan.screens[id]!.pages['list'] as ListPagePlan).columns[0]!.width

  it('the example itself is sound', () => {
    expect(
      one.schemas.judge(
        one.schemas.screen(id)!,
        draft(() => undefined),
      ).problems,
    ).toEqual([])
  })

  it('are shown from the next opening on, by every server, until they are taken back one by one', async () => {
    const before = await one.plans.of(id)
    expect(await publish(wider(301))).toMatchObject({ status: 200, body: { version: 1 } })
    expect(await widthOf(one)).toBe(301)
    expect((await one.plans.of(id))?.plan.release).toBe(1)
    expect(await one.plans.of(id)).toBe(await one.plans.of(id))
    expect((await one.plans.of(id))?.version).not.toBe(before?.version)
    now += 1_001
    expect(await widthOf(two)).toBe(301)

    expect(await publish(wider(302), 1, { from: two, user: other })).toMatchObject({ status: 200, body: { version: 2 } })
    now += 1_001
    expect([await widthOf(one), await widthOf(two)]).toEqual([302, 302])

    const back = (version: number) => one.ask(admin, 'POST', '/rollback', { screen: id, release: version })
    expect(await back(2)).toMatchObject({ status: 200, body: { holds: 1 } })
    expect(await widthOf(one)).toBe(301)
    expect(await back(1)).toMatchObject({ status: 200, body: { holds: 0 } })
    expect(await one.plans.of(id)).toBe(before)
    expect(await back(1)).toMatchObject({ status: 417, body: { detail: '线上已是随程序发布的界面，无可撤回' } })
    // Numbers are not used again.
    expect((await publish(wider(303))).body.version).toBe(3)
  })

  it('are told of by whatever an account asks next, of any server, and to nobody else', async () => {
    const told = async (from: Server) => (await from.ask(other, 'GET', `/releaseText?screen=${id}&version=0`)).changes
    expect([await told(one), await told(two)]).toEqual(['0', '0'])
    // What is answered is at least as new as what is told.
    expect((await publish(wider(301))).changes).toBe('0')
    expect([await told(one), await told(two)]).toEqual(['1', '0'])
    now += 1_000
    expect(await told(two)).toBe('0')
    now += 1
    expect(await told(two)).toBe('1')
    await one.ask(admin, 'POST', '/rollback', { screen: id, release: 1 })
    now += 1_001
    expect([await told(one), await told(two)]).toEqual(['2', '2'])
    // Of a refused publication there is nothing to tell.
    await publish(wider(302), 7)
    expect(await told(one)).toBe('2')
    expect(await one.unknown('/health')).not.toHaveProperty(changesHeader)
    expect(await one.unknown(`/api/playground/releases?screen=${id}`)).not.toHaveProperty(changesHeader)
  })

  it('are kept with who showed what, when and why', async () => {
    await publish(wider(301))
    await publish(wider(302), 1, { user: other })
    await one.ask(admin, 'POST', '/rollback', { screen: id, release: 2 })
    expect(await releases()).toMatchObject({
      holds: 1,
      text: wider(301),
      mayPublish: true,
      savedColumns: { list: 12 },
      releases: [
        { version: 2, note: '试试', publishedBy: '乙', publishedAt: fixedClock.now(), takenBackBy: '甲', takenBackAt: fixedClock.now() },
        { version: 1, publishedBy: '甲', takenBackBy: null, failedAt: null },
      ],
    })
    expect((await one.ask(admin, 'GET', `/releaseText?screen=${id}&version=2`)).body['text']).toBe(wider(302))
    expect((await one.ask(admin, 'GET', `/releaseText?screen=${id}&version=0`)).body['text']).toBe(draft(() => undefined))
    const events = await database.kysely.selectFrom('security_event').select(['kind', 'detail', 'user_id']).orderBy('id').execute()
    expect(events.slice(-3)).toEqual([
      { kind: 'screen', detail: '发布界面“借阅管理”第 1 版：试试', user_id: '1' },
      { kind: 'screen', detail: '发布界面“借阅管理”第 2 版：试试', user_id: '2' },
      { kind: 'screen', detail: '撤回界面“借阅管理”第 2 版', user_id: '1' },
    ])
  })

  it.each<[string, string, string]>([
    ['a mistake', draft((screen) => list(screen).columns.push('nothing')), `${path}:44:9  没有名为“nothing”的 field`],
    ['no JSON', '{', `${path}:1:2`],
    ['another entity', draft((screen) => (screen.entity = 'book')), path],
    ['another right', draft((screen) => (screen.permissions = { approve: 'submit' })), '不能更改权限'],
    ['an endpoint', draft((screen) => (screen.endpoints.extra!['trial']!.permission = 'open')), '不能更改接口'],
    ['a column beyond what is answered', draft((screen) => list(screen).columns.push('remark')), '“remark”不在此界面接口的范围内'],
    [
      'a prototype in a condition',
      draft((screen) =>
        Object.assign(screen, {
          actions: { books: { title: '书', does: 'link', to: '/lending/edit?id={id}', visible: '__proto__ == null' } },
        }),
      ),
      '“__proto__”',
    ],
  ])('refuse %s', async (_name, text, message) => {
    const { status, body } = await publish(text)
    expect(status).toBe(422)
    expect(body.errors?.map(({ detail }) => detail).join('\n')).toContain(message)
    expect((await releases()).releases).toEqual([])
  })

  it.each<[string, (screen: Screen) => void, string]>([
    ['that turns the direction of a title', (screen) => (screen.title = '借\u202e阅'), 'U+202E'],
    ['without width in a title', (screen) => (screen.title = '借\u200b阅'), 'U+200B'],
    ['without a picture in a title', (screen) => (screen.title = '借\u0000阅'), 'U+0000'],
    [
      'in the name of a section',
      (screen) => ((screen.pages['edit'] as { sections: object }).sections = { '基\u2066本': ['bookId'] }),
      'U+2066',
    ],
  ])('refuse a sign that nobody sees, %s', async (_name, change, sign) => {
    const { status, body } = await publish(draft(change))
    expect([status, body.errors?.map(({ detail }) => detail).join()]).toEqual([422, expect.stringContaining(sign)])
    expect((await releases()).releases).toEqual([])
  })

  it.each(['', '   ', 'a\u202eb', 'a\nb', '\u0000', 'x'.repeat(201)])(
    'refuse a note that cannot be read in the log, as %j',
    async (note) => {
      const draftOf = { path, text: wider(301), basedOn: 0, note }
      expect((await one.ask(admin, 'POST', '/publish', draftOf)).status).toBe(422)
      expect((await one.ask(admin, 'POST', '/publish', { ...draftOf, note: ` ${'x'.repeat(199)}` })).status).toBe(200)
    },
  )

  it('refuse a text that is longer than any schema file, before it is looked at', async () => {
    expect((await publish(`${wider(301)}${' '.repeat(400_000)}`)).status).toBe(422)
    expect((await publish('x'.repeat(1_100_000))).status).toBe(413)
  })

  it('are tried sixty times in ten minutes by one account', async () => {
    const hasty: SessionUser = { ...admin, id: '3', name: '丙' }
    const statuses: number[] = []
    for (let tries = 0; tries < 61; tries++) statuses.push((await publish('{', 0, { user: hasty, from: tries % 2 ? two : one })).status)
    expect(statuses).toEqual([...Array<number>(60).fill(422), 429])
    expect((await publish('{', 0, { user: other })).status).toBe(422)
  })

  it('refuse what is no file of a screen, and what changes nothing', async () => {
    expect(await publish(wider(301), 0, { file: 'schemas/roles.json' })).toMatchObject({ status: 422 })
    expect(await publish(draft(() => undefined))).toMatchObject({ status: 417 })
  })

  it('are for who has the right, and who may press each button that they touch', async () => {
    const without = (permission: string): SessionUser => ({
      ...admin,
      subMenus: admin.subMenus.map((menu) => ({
        ...menu,
        children: menu.children?.filter(({ menuName }) => menuName !== permission) ?? [],
      })),
    })
    expect((await publish(wider(301), 0, { user: without('lending_add') })).status).toBe(403)
    expect((await publish(wider(301), 0, { user: without('lending_approve') })).status).toBe(200)
    const renamed = draft((screen) => list(screen).rowActions.reverse())
    expect(await publish(renamed, 1, { user: without('lending_approve') })).toMatchObject({
      status: 403,
      body: { detail: '您没有“通过”的权限（lending_approve），不能发布改动它的界面' },
    })
    expect((await publish(renamed, 1)).status).toBe(200)
    expect((await one.ask(without('lending_approve'), 'POST', '/rollback', { screen: id, release: 2 })).status).toBe(403)
  })

  it('tell the second of two who publish at the same time, with both texts', async () => {
    const answers = await Promise.all([publish(wider(301)), publish(wider(302), 0, { from: two, user: other })])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const first = answers[0].status === 200 ? { text: wider(301), publishedBy: '甲' } : { text: wider(302), publishedBy: '乙' }
    const told = answers.find(({ status }) => status === 409)?.body
    expect(told).toMatchObject({
      detail: expect.stringContaining(`线上已是 ${first.publishedBy} 于 2026-11-20`) as string,
      params: { version: 1, ...first },
      current: { version: 1, updatedBy: first.publishedBy },
    })
    expect(await one.ask(admin, 'POST', '/rollback', { screen: id, release: 7 })).toMatchObject({
      status: 409,
      body: { params: { version: 1 } },
    })
  })

  it('are not shown when the schemas of a later build do not let them pass, which keeps no page from being opened', async () => {
    await publish(draft((screen) => list(screen).columns.splice(1, 1, 'deposit', 'bookTitle')))
    await publish(
      draft((screen) => list(screen).columns.push({ field: 'until', width: 200 })),
      1,
    )
    // A list that is searched by less reads less.
    const later = soundSources()
    const screen = later.screens[id] as Screen
    list(screen).search = ['lendingNo']
    screen.title = '借还'
    folder.write('screens/base/lending.screen.json', screen)
    const laterPlan = compileProduct(later)
    const schemas = readShipped({ root: folder.root, plan: laterPlan }, {})
    const plans = releasedPlans({
      shipped: shippedPlans(laterPlan),
      schemas: () => schemas,
      database,
      log: { warn: (details) => warnings.push(details) },
    })
    folder.write('screens/base/lending.screen.json', soundSources().screens[id]!)
    const served = await plans.of(id)
    expect(served?.plan).toMatchObject({ title: '借还' })
    expect(served?.plan.release).toBeUndefined()
    expect(await plans.whyNot(id, 2)).toContain('不在此界面接口的范围内')
    expect(warnings).toEqual([expect.objectContaining({ screen: id, version: 2 })])
  })

  it('that pass with the schemas of a later build are checked once, for all servers', async () => {
    await publish(wider(301))
    await database.kysely.updateTable('screen_release').set({ checked_hash: 'of before' }).execute()
    now += 1_001
    expect(await widthOf(two)).toBe(301)
    const row = await database.kysely.selectFrom('screen_release').select('checked_hash').executeTakeFirstOrThrow()
    expect(row['checked_hash']).toBe(two.schemas.hash)
  })

  it('say when the shipped file has changed since', async () => {
    await publish(wider(301))
    expect((await releases()).shippedChanged).toBeUndefined()
    await database.kysely.updateTable('screen_release').set({ shipped_hash: 'of before' }).execute()
    expect((await releases()).shippedChanged).toBe(true)
  })

  it('are not needed to open a page: without the database the shipped screens are shown', async () => {
    const away = sqlOnly(() => {
      throw new Error('away')
    })
    const plans = releasedPlans({
      shipped: shippedPlans(plan),
      schemas: () => one.schemas,
      database: { kysely: away },
      log: { warn: (details) => warnings.push(details) },
    })
    expect((await plans.of(id))?.plan.pages).toEqual(plan.screens[id]!.pages)
    expect(await plans.of('base/nothing')).toBeUndefined()
    expect(await plans.changes()).toBe(0)
    expect(warnings.length).toBeGreaterThan(0)
  })

  it('go back into the repository as files', async () => {
    await publish(wider(301))
    const { status, raw } = await one.ask(admin, 'GET', '/export')
    expect(status).toBe(200)
    expect(raw.subarray(0, 2).toString()).toBe('PK')
    expect(raw.includes(Buffer.from(path))).toBe(true)
  })

  it('that a page cannot be drawn by are told of once, and answered the shipped plan', async () => {
    await publish(wider(301))
    const report = (failure: string) =>
      one.ask<{ plan: { pages: { list: ListPagePlan } } }>(other, 'POST', '/failed', { screen: id, release: 1, failure })
    expect((await report('first\u0000')).body.plan.pages.list.columns[0]?.width).toBe(shipped)
    await report('second')
    // Who reports switches nothing off.
    expect((await one.plans.of(id))?.plan.release).toBe(1)
    expect(await one.plans.whyNot(id, 1)).toBeUndefined()
    expect((await releases()).releases[0]).toMatchObject({ failure: 'first ', failedAt: fixedClock.now() })
    const stranger: SessionUser = { ...other, subMenus: [{ menuName: 'base_other', menuId: '1', permissionType: 1 }] }
    expect((await one.ask(stranger, 'POST', '/failed', { screen: id, release: 1, failure: '' })).status).toBe(403)
  })
})
