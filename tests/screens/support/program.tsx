import { act, fireEvent, screen as dom } from '@testing-library/react'
import { beforeAll } from 'vitest'
import { loadListParts } from '../../../engine/client/list/listParts'
import { addressOf } from '../../../engine/client/pageAddress'
import { loadRecordParts } from '../../../engine/client/record/RecordPage'
import { browserPlan, routesOf } from '../../../engine/core/compile'
import { menuNameOf, type SubMenu } from '../../../engine/core/permission'
import type { ScreenPlan } from '../../../engine/core/plan'
import { isTrue, readOf, type Environment } from '../../../engine/core/record/scope'
import type { RecordValues } from '../../../engine/core/wire'
import { Root } from '../../../src/app/Root'
import { pageKinds } from '../../../src/app/routing/pageKinds'
import { menuOfClerk, success } from '../../../src/app/testing/fakeAccount'
import { renderShell } from '../../../src/app/testing/renderShell'
import { ofShell, serveProduct } from '../../../src/app/testing/serveProduct'
import { extensions } from '../../../src/app/widgets'
import { plan, screens, type Grants, type Routed } from './shipped'

/** What endpoints answer whose code is the product's own. */
const handlers = { rolePermissions: { version: 1, tree: [], menuPermissions: [] }, previewInvoice: { sheets: [] } }
export const served = serveProduct(plan, handlers)

const routes = routesOf(plan.screens)
const planned = Object.fromEntries(screens.map((screen) => [screen.id, () => Promise.resolve(browserPlan(screen))]))

/** What conditions of buttons are read in. */
export const environment: Environment = { today: '2026-11-20', now: '2026-11-20T02:00:00.000Z', user: '7' }

/** Loads what pages load later: what is not there yet would be drawn after the test. */
export function beforePages(): void {
  beforeAll(async () => {
    const pages = screens.flatMap(({ pages: each }) => Object.values(each))
    await Promise.all([
      ...Object.values(pageKinds).map((kind) => kind.load()),
      ...Object.values(extensions.widgets).map((widget) => widget.load()),
      loadRecordParts('edit'),
      ...pages.flatMap((page) => (page.kind === 'list' ? loadListParts(page) : [])),
    ])
  })
}

/** What pages have asked of the server, in their order. */
export const asked: string[] = []

const noteAndServe: typeof window.fetch = (input, init) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : String(input))
  const method = init?.method ?? 'GET'
  // The shell asks when it likes to: it is none of what a button does.
  if (!Object.hasOwn(ofShell, `${method} ${pathname}`)) asked.push(`${method} ${pathname}${search}`)
  return served.fetch(input, init)
}

/** The whole browser program at an address, for an account with these rights. */
export function open(path: string, subMenu: SubMenu[], fetch = noteAndServe) {
  const user = { ...menuOfClerk, subMenu }
  return renderShell(<Root />, {
    path,
    product: { menus: plan.menus, routes },
    screens: planned,
    extensions,
    fetch,
    environment: () => environment,
    api: {
      menu: () => Promise.resolve(success({ userMenuElement: user })),
      check: () => Promise.resolve(success({ userMenuElement: user })),
      dictionaries: () => Promise.resolve(success({ dictionaries: plan.dictionaries })),
    },
  })
}

export interface Visit {
  address: string
  /** The record that it is about. */
  record?: RecordValues
  mode: 'view' | 'add' | 'edit'
}

/** The addresses under which a page is opened: a record page once for each way. */
export function visitsOf(screen: ScreenPlan, page: Routed): Visit[] {
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
export function buttons(screen: ScreenPlan, names: readonly string[], grants: Grants, record?: RecordValues): string[] {
  return names
    .flatMap((name) => screen.actions[name] ?? [])
    .filter(({ permission }) => permission === undefined || grants.get(screen.menuName)?.has(permission))
    .filter(({ does }) => does.kind !== 'list' || grants.has(menuNameOf(does.screen)))
    .filter(({ visible }) => !record || isTrue(visible, readOf(record), environment))
    .map(({ title }) => title)
}

/** The page that is shown; others are kept behind it. */
export function front(): HTMLElement {
  const page = document.querySelector<HTMLElement>('kept-page:not([data-away]), .app-open main')
  if (!page) throw new Error('No page is in front')
  return page
}

export function textsIn(selector: string): string[] {
  return Array.from(front().querySelectorAll(selector), ({ textContent }) => textContent.trim())
}

/** Titles of the buttons in a place, with those behind 更多. */
export async function buttonsIn(place: Element | null): Promise<string[]> {
  if (!place) return []
  const more = place.querySelector('[aria-haspopup=menu]')
  const titles = Array.from(place.querySelectorAll('button:not([aria-haspopup])'), ({ textContent }) => textContent)
  if (!more) return titles
  await act(async () => fireEvent.click(more))
  const items = await dom.findAllByRole('menuitem')
  return [...titles, ...items.map(({ textContent }) => textContent)]
}
