/** Every route of the product, as the compiled schemas have it, with a record that is really there. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { firstAllowedPath, mayDo, mayOpen, type SubMenu } from '../../engine/core/permission'
import type { ListPagePlan, MenuPlan, PagePlan, ScreenPlan } from '../../engine/core/plan'
import { plansPath } from '../../engine/core/wire'
import { covers } from '../../engine/core/testing/covers'
import { config } from '../../src/app/config'
import { testProduct } from '../api/support/product'
import type { Session } from '../api/support/client'
import { testRoot } from '../api/support/config'
import { pagesOfEachLayout } from './support/layouts'
import { product } from './support/product'
import { signIn } from './support/signIn'
import { test } from './support/test'
import type { Visitor } from './support/visitor'

const plan = testProduct()
const { menus: planned } = JSON.parse(readFileSync(join(testRoot, 'schemas/menus.json'), 'utf8')) as { menus: MenuPlan[] }
/** All that the menu table knows, whether its screen exists or not. */
const routesOfMenus = planned.flatMap(({ router }) => router ?? [])
const existing = new Set(Object.values(plan.screens).flatMap((screen) => routesOf(screen).map(({ route }) => route)))
/** Lead out of the program (R10). */
const elsewhere = new Set(planned.filter(({ externalApp }) => externalApp !== undefined).map(({ router }) => router))
const missing = routesOfMenus.filter((route) => !existing.has(route) && !elsewhere.has(route))
const phone = { width: 375, height: 812 }

function routesOf(screen: ScreenPlan): (PagePlan & { route: string })[] {
  return Object.values(screen.pages).filter((page): page is PagePlan & { route: string } => page.route !== undefined)
}

/** An address of a route that nobody has a record for. */
function anyAddress(route: string): string {
  return route.replaceAll(/:\w+/g, '1')
}

const sessions = new Map<string, Promise<Session>>()
function sessionOf(userName: string): Promise<Session> {
  const session = sessions.get(userName) ?? signIn(userName, product.address)
  sessions.set(userName, session)
  return session
}

async function subMenusOf(userName: string): Promise<SubMenu[]> {
  const session = await sessionOf(userName)
  return (await session.ask('POST', '/userLogin/getUserMenu', {})).body.userMenuElement.subMenu
}

/** Who does everything but administration, and who does that. */
async function accountFor(screen: ScreenPlan): Promise<{ userName: string; subMenus: SubMenu[] }> {
  const subMenus = await subMenusOf('multi01')
  if (mayOpen(subMenus, screen.menuName)) return { userName: 'multi01', subMenus }
  return { userName: 'admin', subMenus: await subMenusOf('admin') }
}

/** A row that can fill every hole of the route: an arrival without receipts has no receipt to look at. */
async function addressOf(page: PagePlan & { route: string }, screen: ScreenPlan, session: Session): Promise<string> {
  const holes = [...page.route.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  if (page.kind === 'list' && holes.length === 0) return page.route
  const [record] = (await session.list(screen.base, { pageSize: '1' })).records
  if (!record) throw new Error(`${screen.id}: there is no record to look at`)
  if (page.kind === 'custom' || (page.kind === 'record' && page.mode === 'edit')) return page.route
  if (holes.length === 0) return `${page.route}?id=${record.id}`
  const fixed = page.kind === 'list' ? page.params : {}
  const fieldOf = (hole: string): string => Object.entries(fixed).find(([, param]) => param === hole)?.[0] ?? hole
  return page.route.replaceAll(/:(\w+)/g, (_hole, name: string) => encodeURIComponent(String(record[fieldOf(name)])))
}

/** Buttons of a list that belong to no row and that the account has. */
function toolbarOf(screen: ScreenPlan, page: ListPagePlan, subMenus: SubMenu[]): string[] {
  return page.toolbar
    .flatMap((name) => screen.actions[name] ?? [])
    .filter(({ permission }) => permission === undefined || mayDo(subMenus, permission))
    .map(({ title }) => title)
}

/** What a page that was opened without a word about its mode calls itself. */
function trailEnd(screen: ScreenPlan, page: PagePlan): string {
  if (page.kind === 'record' && page.mode === 'edit') return `新增${screen.title}`
  if (page.kind === 'record' && page.name === 'edit') return `${screen.title}详情`
  return planned.find((menu) => menu.router === page.route && !menu.hidden)?.name ?? page.title
}

async function expectPage(visitor: Visitor, screen: ScreenPlan, page: PagePlan, subMenus: SubMenu[]): Promise<void> {
  if (page.kind === 'custom') return visitor.expectText(page.title)
  await visitor.shell.expectTrailEnd(trailEnd(screen, page))
  if (page.kind === 'list') {
    await visitor.list.firstRow().expectThere()
    const titles = page.columns.filter(({ hidden }) => !hidden).map(({ title }) => title)
    await visitor.list.expectTitles({ with: titles })
    await visitor.list.expectToolbar(toolbarOf(screen, page, subMenus))
  } else {
    await visitor.record.expectSections(page.sections.filter(({ visible }) => visible === undefined).map(({ title }) => title))
  }
}

/** All pages are drawn without a browser (tests/screens/screens.test.tsx); one of each layout is driven in it, over the database. */
const driven = pagesOfEachLayout(plan)

describe('a screen', () => {
  test.for(Array.from(driven, ([screen, pages]) => [screen.id, screen, pages] as const))(
    'R5 %s renders its pages with their own title, data and buttons, wide and on a phone',
    async ([, screen, pages], { visit }) => {
      const { userName, subMenus } = await accountFor(screen)
      const session = await sessionOf(userName)
      let visitor: Visitor | undefined
      for (const page of pages) {
        const address = await addressOf(page, screen, session)
        await visitor?.resize({ width: 1440, height: 900 })
        if (visitor) await visitor.goTo(address)
        else visitor = await visit(address, { as: userName })
        await expectPage(visitor, screen, page, subMenus)
        await visitor.expectNothingWrong()

        await visitor.resize(phone)
        await expectPage(visitor, screen, page, subMenus)
        await visitor.shell.expectNoSidewaysScroll()
        await visitor.expectNothingWrong()
      }
    },
  )

  test('R6 shows an arrival at a virtual warehouse in its own way, and one screen shows and edits a quota', async ({ visit }) => {
    const operator = await visit('/stockin?warehouseType=virtual', { as: 'multi01' })
    await operator.list.firstRow().open()
    await operator.expectPath(/^\/stockin\/\d+\?warehouseType=virtual$/)
    await operator.record.expectTabs({ with: ['虚拟仓商品'], without: ['商品', 'WMS回执'] })

    const { pathname } = new URL(operator.page.url())
    await operator.goTo(pathname)
    await operator.record.expectTabs({ with: ['商品', 'WMS回执'], without: ['虚拟仓商品'] })

    const { edit, detail } = plan.screens['limit/quotamgr']?.pages ?? {}
    expect([edit?.route, detail?.route]).toEqual(['/quotamgr/edit', '/quotamgr/detail'])
    await operator.goTo('/quotamgr')
    await operator.list.firstRow().open()
    const sections = await operator.record.sections()
    await operator.goTo('/quotamgr/edit')
    await operator.shell.expectTrailEnd('新增授信额度')
    // Without what only a record has that exists.
    expect(sections).toEqual(expect.arrayContaining(await operator.record.sections()))
  })
})

describe('the router', () => {
  test('R3 R5 knows all routes of the menu table: those without a screen are in no menu and not found', async ({ visit }) => {
    expect(planned).toHaveLength(210)
    expect(new Set([...routesOfMenus, '/', '/login', '/noPermission', '/*', '/enterprise/register']).size).toBe(199)
    // Every other page of the menu table is one or the other; registering is in no menu.
    expect(missing.length + elsewhere.size + existing.size).toBe(routesOfMenus.length + 1)

    // Without any restriction: the whole menu.
    const visitor = await visit('/loansmgr', { as: 'nomenu01', refused: [403] })
    await visitor.shell.branch('主数据').waitFor()
    const shown = await visitor.shell.paths()
    expect(shown.filter((path) => !existing.has(path) && !elsewhere.has(path))).toEqual([])
    expect(shown).toEqual(expect.arrayContaining(['/enterprise', '/quotamgr', '/stockin', '/collateralstock']))

    expect(await visitor.pathsNotFound([...missing.map(anyAddress), '/nowhere', '/loansmgr/no/such/page'])).toEqual([])
    await visitor.expectText('未找到页面')
    await visitor.shell.expectTrail('综合服务平台', '未找到页面')
    await visitor.shell.open('主数据', '币种')
    await visitor.expectPath('/currency')
  })

  test('R4 leads / to the first entry that the account may see, and to the page of the configuration without restriction', async ({
    visit,
    task,
  }) => {
    for (const userName of ['multi01', 'wh01', 'admin']) {
      const visitor = await visit('/', { as: userName })
      await visitor.expectPath(firstAllowedPath(plan.menus, await subMenusOf(userName), ''))
    }
    const visitor = await visit('/', { as: 'nomenu01', refused: [403] })
    await visitor.expectPath(config.unrestrictedHome)
    covers(task, 'R5', ['/'])
  })

  test('R4 R3 leads / to the not-found page when there is nothing to see', async ({ visit }) => {
    const visitor = await visit('/login')
    await visitor.page.route('**/userLogin/begin', async (route) => {
      const { menu, ...others } = (await (await route.fetch()).json()) as { menu: { userMenuElement: object } }
      const subMenu = [{ menuName: 'report_orderdetails', menuId: '10-6', permissionType: 1, children: [] }]
      await route.fulfill({ json: { ...others, menu: { userMenuElement: { ...menu.userMenuElement, subMenu } } } })
    })
    await visitor.signInAs('op01')
    await visitor.expectPath('/*')
    await visitor.expectText('未找到页面')
  })

  test('R1 S1 lets nobody but to the open pages without a token', async ({ visit, task }) => {
    const stranger = await visit('/currency')
    await stranger.expectPath('/login')
    for (const path of ['/', '/*', '/nowhere', '/enterprise/edit']) {
      await stranger.goTo(path)
      await stranger.expectPath('/login')
    }
    for (const path of ['/noPermission', '/enterprise/register']) {
      await stranger.goTo(path)
      await stranger.expectPath(path)
    }
    covers(task, 'R5', ['/login'])
  })

  test('R2 loads each screen when it is opened, by itself, under a real path, and has none of them in the program', async ({ visit }) => {
    const assets = join(testRoot, 'dist/web/assets')
    const program = readdirSync(assets)
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(assets, file), 'utf8'))
      .join('\n')
    const within = Object.values(plan.screens).filter(
      ({ id, menuName }) => program.includes(`"id":"${id}"`) || program.includes(`"${menuName}"`),
    )
    // The page for everybody, by its address alone.
    expect(within.map(({ id }) => id)).toEqual(['base/enterprise'])

    const operator = await visit('/currency', { as: 'op01' })
    await operator.list.firstRow().expectThere()
    const loaded = await operator.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
    expect(loaded.filter((path) => path.startsWith(plansPath))).toEqual([expect.stringMatching(/\/base\/currency\/[\w-]{12}$/)])
    expect(operator.page.url()).not.toContain('#')
  })
})
