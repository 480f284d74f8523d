/**
 * Every page of the product as the shipped schemas have it, drawn by the whole browser program over a server that makes rows out of the
 * plan (acceptance R5, P1 to P3). A new screen is drawn here without a line about it.
 */
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { splitMenuName } from '../../engine/core/permission'
import type { ActionPlan, PagePlan, ScreenPlan } from '../../engine/core/plan'
import { covers } from '../../engine/core/testing/covers'
import { browserPlan } from '../../engine/core/compile'
import { accessibilityFindings } from './judges/accessibility'
import { budgetFindings, planFindings } from './judges/renderBudget'
import { countsOf } from './support/counting'
import { beforePages, buttons, buttonsIn, front, open, served, textsIn, visitsOf, type Visit } from './support/program'
import { all, narrowRole, pagesOf, plan, screens, subMenusOf, type Grants } from './support/shipped'

// The build compiles them in.
vi.mock('../../src/app/widgets/enterpriseRegister/codeLists', async () => {
  const { codeLists } = await import('./support/shipped')
  return { codeLists: () => codeLists }
})

beforePages()

/** What a page calls itself at the end of the way to it. */
function trailEnd(screen: ScreenPlan, page: PagePlan, mode: Visit['mode']): string {
  if (page.kind === 'record' && mode === 'add') return `新增${screen.title}`
  if (page.kind === 'record' && mode === 'edit') return `编辑${screen.title}`
  if (page.kind === 'record' && page.name === 'edit') return `${screen.title}详情`
  return plan.menus.find((menu) => menu.router === page.route && !menu.hidden)?.name ?? page.title
}

async function expectPage(screen: ScreenPlan, page: PagePlan, { record, mode }: Visit, grants: Grants): Promise<void> {
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

/** What the page costs beyond its schema, and who cannot use it; each with its address. */
async function findingsOf(
  screen: ScreenPlan,
  page: PagePlan,
  { address }: Visit,
  arrive: () => Promise<void>,
  isLast: boolean,
): Promise<string[]> {
  const counts = await countsOf(page, arrive, isLast)
  return [...budgetFindings(screen, page, counts), ...(await accessibilityFindings(front()))].map((finding) => `${address}: ${finding}`)
}

/** Buttons that belong to a list, or lead to where one is. */
function isElsewhere(action: ActionPlan | undefined, { name }: PagePlan): boolean {
  if (!action) return true
  return ['add', 'import', 'export'].includes(action.does.kind) || (action.does.kind === 'view' && action.does.page === name)
}

interface Closed {
  screen: ScreenPlan
  path: string
  /** The first part of the path: a page below another menu's address is entered by that one. */
  segment: string
}

/** All but those for everybody, each with one path. */
function closedRoutes(): Closed[] {
  return screens.flatMap((screen) =>
    pagesOf(screen)
      .filter((page) => page.kind !== 'custom' || !page.open)
      .map(({ route }) => ({ screen, path: route.replaceAll(/:\w+/g, '1'), segment: route.split('/')[1] ?? '' })),
  )
}

function segments(routes: readonly Closed[]): string[] {
  return [...new Set(routes.map(({ segment }) => segment))]
}

function menusNamed(segment: string): string[] {
  return Array.from(all.keys()).filter((menuName) => splitMenuName(menuName).name === segment)
}

const cases = screens.map((screen) => [screen.id, screen] as const)

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
      const found = planFindings(browserPlan(screen))
      for (const grants of [all, narrowRole(screen)]) {
        if (!grants) continue
        const visits = pagesOf(screen).flatMap((page) => visitsOf(screen, page).map((visit) => ({ page, visit })))
        let program: Awaited<ReturnType<typeof open>> | undefined
        for (const { page, visit } of visits) {
          if (visit.mode !== 'view' && buttons(screen, [visit.mode], grants).length === 0) continue
          const arrive = async (): Promise<void> => {
            program ??= await open(visit.address, subMenusOf(grants))
            await program.goTo(visit.address)
            await expectPage(screen, page, visit, grants)
          }
          if (grants === all) found.push(...(await findingsOf(screen, page, visit, arrive, visit === visits.at(-1)?.visit)))
          else await arrive()
          drawn.add(page.route)
        }
        cleanup()
      }
      expect([found, served.unknown, printed]).toEqual([[], [], []])
      expect(Array.from(drawn).toSorted()).toEqual([...new Set(pagesOf(screen).map(({ route }) => route))].toSorted())
      covers(task, 'R5', drawn)
    },
  )

  it.for([
    ['S2 is refused where its menu is shut', 0, '/noPermission'],
    ['R3 S2 is not there for who lacks its menu', undefined, '/*'],
  ] as const)('%s', async ([, permissionType, end], { task }) => {
    const routes = closedRoutes()
    // Without half of the menus at a time: an account without any would see the whole menu.
    for (const half of [0, 1]) {
      const closed = routes.filter(({ segment }) => segments(routes).indexOf(segment) % 2 === half)
      const shut = new Set(closed.flatMap(({ screen, segment }) => [screen.menuName, ...menusNamed(segment)]))
      const others = subMenusOf(all).flatMap((subMenu) => {
        if (!shut.has(subMenu.menuName)) return [subMenu]
        return permissionType === undefined ? [] : [{ ...subMenu, permissionType }]
      })
      const [first] = closed
      const { program, goTo, address } = await open(first?.path ?? '', others)
      for (const { path } of closed) {
        const before = program.router.state.location.key
        await goTo(path)
        // Turned away, and not merely left where the one before had ended.
        await waitFor(() =>
          expect([path, address(), program.router.state.location.key]).toEqual([path, end, expect.not.stringMatching(before)]),
        )
        expect(document.querySelector('.engine-list, .engine-record-page')).toBeNull()
      }
      cleanup()
    }
    expect(printed).toEqual([])
    covers(task, 'R5', [end])
  })
})
