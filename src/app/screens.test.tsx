/**
 * Every page of the product as the shipped schemas have it, drawn by the whole browser program over a server that makes rows out of the
 * plan (acceptance R5, P1 to P3). A new screen is drawn here without a line about it.
 */
import { act, cleanup, fireEvent, screen as dom, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadListParts } from '../../engine/client/list/ListPage'
import { addressOf } from '../../engine/client/pageAddress'
import { loadRecordParts } from '../../engine/client/record/RecordPage'
import { readSources } from '../../engine/core/check/sources'
import { browserPlan, compileProduct, routesOf } from '../../engine/core/compile'
import { menuNameOf, splitMenuName, type SubMenu } from '../../engine/core/permission'
import type { ActionPlan, PagePlan, ProductPlan, ScreenPlan } from '../../engine/core/plan'
import { covers } from '../../engine/core/testing/covers'
import { isTrue, readOf } from '../../engine/core/record/scope'
import type { RecordValues } from '../../engine/core/wire'
import { loadSchemas } from '../../engine/spec/load'
import { formatProblem } from '../../engine/spec/problem'
import { Root } from './Root'
import { pageKinds } from './routing/pageKinds'
import { menuOfClerk, success } from './testing/fakeAccount'
import { renderShell } from './testing/renderShell'
import { serveProduct } from './testing/serveProduct'
import { extensions } from './widgets'

// The build compiles them in.
vi.mock('./widgets/enterpriseRegister/codeLists', () => {
  let lists: Promise<ProductPlan['dictionaries']> | undefined
  return { codeLists: () => (lists ??= Promise.resolve(plan.dictionaries)) }
})

const plan = shippedProduct()
const routes = routesOf(plan.screens)
const served = serveProduct(plan, { rolePermissions: { version: 1, tree: [], menuPermissions: [] } })
const planned = Object.fromEntries(Object.entries(plan.screens).map(([id, screen]) => [id, () => Promise.resolve(browserPlan(screen))]))

function shippedProduct(): ProductPlan {
  // Not within one expression, which Vite would take for the address of an asset.
  const here = import.meta.url
  const { sources, problems } = readSources(loadSchemas(decodeURIComponent(new URL('../..', here).pathname)))
  if (!sources) throw new Error(problems.map(formatProblem).join('\n'))
  return compileProduct(sources)
}

type Routed = PagePlan & { route: string }

function pagesOf({ pages }: ScreenPlan): Routed[] {
  return Object.values(pages).filter((page): page is Routed => page.route !== undefined)
}

/** By menu name: codes of the actions that an account has. */
type Grants = ReadonlyMap<string, ReadonlySet<string>>

/** All that there is. */
const all: Grants = new Map(Object.values(plan.screens).map(({ menuName }) => [menuName, allCodes(menuName)]))

function allCodes(menuName: string): Set<string> {
  const screens = Object.values(plan.screens).filter((screen) => screen.menuName === menuName)
  return new Set(screens.flatMap(({ actions }) => Object.values(actions).flatMap(({ permission }) => permission ?? [])))
}

/** Of the standard roles that have the menu, the one that may do least there; none has all of it. */
function narrowRole({ menuName }: ScreenPlan): Grants | undefined {
  const [role] = Object.values(plan.roles)
    .filter(({ menus }) => menus[menuName] !== undefined)
    .toSorted((a, b) => (a.menus[menuName]?.length ?? 0) - (b.menus[menuName]?.length ?? 0) || (a.code < b.code ? -1 : 1))
  if (!role) return undefined
  return new Map(
    Object.entries(role.menus).map(([name, codes]) => [name, new Set(codes.map((code) => `${splitMenuName(name).name}_${code}`))]),
  )
}

function subMenusOf(grants: Grants): SubMenu[] {
  return Array.from(grants, ([menuName, codes]) => ({
    menuName,
    menuId: plan.menus.find((menu) => menu.menuName === menuName)?.id ?? menuName,
    permissionType: 1,
    children: Array.from(codes, (code) => ({ menuName: code })),
  }))
}

function open(path: string, subMenu: SubMenu[]) {
  const user = { ...menuOfClerk, subMenu }
  return renderShell(<Root />, {
    path,
    product: { menus: plan.menus, routes },
    screens: planned,
    extensions,
    fetch: served.fetch,
    api: {
      menu: () => Promise.resolve(success({ userMenuElement: user })),
      check: () => Promise.resolve(success({ userMenuElement: user })),
      dictionaries: () => Promise.resolve(success({ dictionaries: plan.dictionaries })),
    },
  })
}

interface Drawn {
  address: string
  /** The record that it is about. */
  record?: RecordValues
  mode: 'view' | 'add' | 'edit'
}

/** The addresses under which a page is opened: a record page once for each way. */
function visitsOf(screen: ScreenPlan, page: Routed): Drawn[] {
  const entity = plan.entities[screen.entity]
  const [record] = entity ? served.rowsOf(entity) : []
  if (!record) throw new Error(`${screen.id} shows no entity`)
  if (page.kind === 'custom') return [{ address: page.route, mode: 'view' }]
  if (page.kind === 'list') {
    const fieldOf = (hole: string): string => Object.entries(page.params).find(([, param]) => param === hole)?.[0] ?? hole
    return [
      {
        address: page.route.replaceAll(/:(\w+)/g, (_hole, name: string) => encodeURIComponent(String(record[fieldOf(name)]))),
        mode: 'view',
      },
    ]
  }
  const modes = page.mode === 'view' ? (['view'] as const) : (['add', 'edit'] as const)
  return modes
    .filter((mode) => mode === 'view' || screen.actions[mode] !== undefined)
    .map((mode) => {
      const about = mode === 'add' ? undefined : mode === 'edit' ? (editable(screen) ?? record) : record
      return { address: addressOf(page, mode, about) ?? '', record: about, mode }
    })
}

/** A record in a state in which all of it may be edited. */
function editable(screen: ScreenPlan): RecordValues | undefined {
  const entity = plan.entities[screen.entity]
  return entity && served.rowsOf(entity).find((row) => screen.states?.[String(row[entity.statusField ?? ''])]?.edit !== false)
}

/** The actions of these names for an account, on a record. */
function buttons(screen: ScreenPlan, names: readonly string[], grants: Grants, record?: RecordValues): string[] {
  return names
    .flatMap((name) => screen.actions[name] ?? [])
    .filter(({ permission }) => permission === undefined || grants.get(screen.menuName)?.has(permission))
    .filter(({ does }) => does.kind !== 'list' || grants.has(menuNameOf(does.screen)))
    .filter(
      ({ visible }) => !record || isTrue(visible, readOf(record), { today: '2026-11-20', now: '2026-11-20T02:00:00.000Z', user: '7' }),
    )
    .map(({ title }) => title)
}

const front = (): HTMLElement => {
  const page = document.querySelector<HTMLElement>('kept-page:not([data-away]), .app-open main')
  if (!page) throw new Error('No page is in front')
  return page
}
const textsIn = (selector: string): string[] => Array.from(front().querySelectorAll(selector), ({ textContent }) => textContent.trim())

/** Titles of the buttons in a place, with those behind 更多. */
async function buttonsIn(place: Element | null): Promise<string[]> {
  if (!place) return []
  const more = place.querySelector('[aria-haspopup=menu]')
  const titles = Array.from(place.querySelectorAll('button:not([aria-haspopup])'), ({ textContent }) => textContent)
  if (!more) return titles
  await act(async () => fireEvent.click(more))
  const items = await dom.findAllByRole('menuitem')
  return [...titles, ...items.map(({ textContent }) => textContent)]
}

/** What a page calls itself at the end of the way to it. */
function trailEnd(screen: ScreenPlan, page: PagePlan, mode: Drawn['mode']): string {
  if (page.kind === 'record' && mode === 'add') return `新增${screen.title}`
  if (page.kind === 'record' && mode === 'edit') return `编辑${screen.title}`
  if (page.kind === 'record' && page.name === 'edit') return `${screen.title}详情`
  return plan.menus.find((menu) => menu.router === page.route && !menu.hidden)?.name ?? page.title
}

async function expectPage(screen: ScreenPlan, page: PagePlan, { record, mode }: Drawn, grants: Grants): Promise<void> {
  if (page.kind === 'custom') return waitFor(() => expect(front().textContent).toContain(page.title))
  // The page in front is the one that was asked for, no longer the one before.
  await waitFor(() => expect(document.querySelector('.app-breadcrumb li:last-child')?.textContent).toBe(trailEnd(screen, page, mode)))
  if (page.kind === 'list') {
    const titles = page.columns.filter(({ hidden }) => !hidden).map(({ title }) => title)
    await waitFor(() => {
      expect(textsIn('thead th')).toEqual(expect.arrayContaining(titles))
      expect(front().querySelector('[data-fixed-header]') !== null).toBe(page.onEnter.fixedHeader)
      expect(textsIn('.engine-toolbar-actions > button')).toEqual(buttons(screen, page.toolbar, grants))
    })
    const row = await waitFor(
      () => front().querySelector('tbody tr[data-row]') ?? Promise.reject(new Error(`no row in ${front().innerHTML}`)),
    )
    const entity = plan.entities[screen.entity]
    const [first] = entity ? served.rowsOf(entity) : []
    expect((await buttonsIn(row.querySelector('.engine-actions'))).toSorted()).toEqual(
      buttons(screen, page.rowActions, grants, first).toSorted(),
    )
  } else {
    const sections = page.sections.filter(({ visible, title }) => visible === undefined && title !== '').map(({ title }) => title)
    await waitFor(() => expect(textsIn('.engine-section-title')).toEqual(expect.arrayContaining(sections)))
    const tabs = page.tabs
      .filter(({ visible, kind }) => visible === undefined && (kind === 'lines' || mode !== 'add'))
      .map(({ title }) => title)
    const shown = tabs.filter((title) => !page.tabs.some((tab) => tab.kind === 'calculate' && tab.title === title))
    await waitFor(() => {
      for (const title of shown) expect(front().textContent).toContain(title)
    })
    if (mode === 'view' && record) {
      const names = page.actions.filter((name) => !isElsewhere(screen.actions[name], page))
      const offered = (await buttonsIn(front().querySelector('.engine-record-actions'))).filter((title) => title !== '返回')
      expect(offered.toSorted()).toEqual(buttons(screen, names, grants, record).toSorted())
    }
  }
}

/** Buttons that belong to a list, or lead to where one is. */
function isElsewhere(action: ActionPlan | undefined, { name }: PagePlan): boolean {
  if (!action) return true
  return ['add', 'import', 'export'].includes(action.does.kind) || (action.does.kind === 'view' && action.does.page === name)
}

/** All but those for everybody, each with one path. */
function closedRoutes(): { screen: ScreenPlan; path: string }[] {
  return screens.flatMap((screen) =>
    pagesOf(screen)
      .filter((page) => page.kind !== 'custom' || !page.open)
      .map(({ route }) => ({ screen, path: route.replaceAll(/:\w+/g, '1') })),
  )
}

const screens = Object.values(plan.screens)
const cases = screens.map((screen) => [screen.id, screen] as const)

beforeAll(async () => {
  const pages = screens.flatMap(({ pages: each }) => Object.values(each))
  await Promise.all([
    ...Object.values(pageKinds).map((kind) => kind.load()),
    // What is not there yet is drawn later, or after the test.
    ...Object.values(extensions.widgets).map((widget) => widget.load()),
    loadRecordParts('edit'),
    ...pages.flatMap((page) => (page.kind === 'list' ? loadListParts(page) : [])),
  ])
}, 60_000)

describe('a screen', () => {
  const printed: unknown[][] = []
  beforeEach(() => {
    printed.length = 0
    served.unknown.length = 0
    for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation((...words) => void printed.push(words))
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
  })

  it.for(cases)(
    'R5 P2 %s renders each of its routes with its own title, data and buttons, for all rights and for few',
    async ([, screen], { task }) => {
      const drawn = new Set<string>()
      for (const grants of [all, narrowRole(screen)]) {
        if (!grants) continue
        const visits = pagesOf(screen).flatMap((page) => visitsOf(screen, page).map((visit) => ({ page, visit })))
        const [first] = visits
        if (!first) continue
        const program = await open(first.visit.address, subMenusOf(grants))
        for (const { page, visit } of visits) {
          if (visit.mode !== 'view' && buttons(screen, [visit.mode], grants).length === 0) continue
          await program.goTo(visit.address)
          await expectPage(screen, page, visit, grants)
          drawn.add(page.route)
        }
        cleanup()
      }
      expect([served.unknown, printed]).toEqual([[], []])
      expect(Array.from(drawn).toSorted()).toEqual([...new Set(pagesOf(screen).map(({ route }) => route))].toSorted())
      covers(task, 'R5', drawn)
    },
  )

  it.for([
    ['S2 is refused where its menu is shut', 0, '/noPermission'],
    ['R3 S2 is not there for who lacks its menu', undefined, '/*'],
  ] as const)('%s', async ([, permissionType, end], { task }) => {
    for (const { screen, path } of closedRoutes()) {
      // A page below another menu's address is entered by that one.
      const [, segment = ''] = path.split('/')
      const others = subMenusOf(all).flatMap((subMenu) => {
        if (subMenu.menuName !== screen.menuName && splitMenuName(subMenu.menuName).name !== segment) return [subMenu]
        return permissionType === undefined ? [] : [{ ...subMenu, permissionType }]
      })
      const { address } = await open(path, others)
      await waitFor(() => expect([path, address()]).toEqual([path, end]))
      expect(document.querySelector('.engine-list, .engine-record-page')).toBeNull()
      cleanup()
    }
    expect(printed).toEqual([])
    covers(task, 'R5', [end])
  })
})
