/**
 * Every button of every screen, pressed in the whole browser program: what its plan says opens, is asked for or is gone to, and the server has
 * an endpoint for it. A new screen's buttons are pressed without a line about it.
 */
import { act, cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isShown, refusalOf } from '../../engine/client/actions/refusal'
import type { ActionPlan, ListPagePlan, ScreenPlan } from '../../engine/core/plan'
import type { RecordValues } from '../../engine/core/wire'
import { smokeFindings } from './judges/smoke'
import { openDesk, press } from './support/pressing'
import { beforePages, environment, front, open, served, visitsOf } from './support/program'
import { all, pagesOf, plan, screens, subMenusOf } from './support/shipped'

// The build compiles them in.
vi.mock('../../src/app/widgets/enterpriseRegister/codeLists', async () => {
  const { codeLists } = await import('./support/shipped')
  return { codeLists: () => codeLists }
})

beforePages()

describe('the buttons of a screen', () => {
  const printed: unknown[][] = []
  beforeEach(() => {
    printed.length = 0
    for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation((...words) => void printed.push(words))
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
  })

  it.for(screens.map((screen) => [screen.id, screen] as const))('%s do what its plan says', async ([, screen]) => {
    const findings: string[] = []
    const desk = openDesk()
    for (const page of pagesOf(screen)) {
      const [visit] = visitsOf(screen, page)
      if (!visit || visit.mode !== 'view') continue
      const program = await open(visit.address, subMenusOf(all), desk.fetch)
      const place = { program, desk, printed, screen }
      for (const { action, record, button } of targetsOf(screen, page, visit.record)) {
        const found = await waitFor(
          async () => (await button()) ?? Promise.reject(new Error(`${screen.id} ${action.name} is not on ${visit.address}`)),
        )
        findings.push(...smokeFindings(await press(place, action, found, record)))
      }
      cleanup()
    }
    expect(findings).toEqual([])
  })
})

interface Target {
  action: ActionPlan
  record?: RecordValues
  button: () => Promise<Element | undefined>
}

/** What can be pressed on a page: of a row's buttons each one on the first row where it is possible. */
function targetsOf(screen: ScreenPlan, page: ReturnType<typeof pagesOf>[number], record: RecordValues | undefined): Target[] {
  if (page.kind === 'list') return [...toolbarOf(screen, page), ...rowsOf(screen, page)]
  if (page.kind !== 'record' || !record) return []
  const actions = page.actions.flatMap((name) => screen.actions[name] ?? []).filter((action) => !isElsewhere(action, page.name))
  return actions
    .filter((action) => isPossible(screen, action, record))
    .map((action) => ({
      action,
      record,
      button: () => titled(front().querySelector('.engine-record-actions'), action.title),
    }))
}

function toolbarOf(screen: ScreenPlan, page: ListPagePlan): Target[] {
  return page.toolbar
    .flatMap((name) => screen.actions[name] ?? [])
    .map((action) => ({
      action,
      button: () => titled(front().querySelector('.engine-toolbar-actions'), action.title),
    }))
}

function rowsOf(screen: ScreenPlan, page: ListPagePlan): Target[] {
  const entity = plan.entities[screen.entity]
  const records = entity ? served.rowsOf(entity) : []
  return page.rowActions.flatMap((name) => {
    const action = screen.actions[name]
    const record = action && records.find((each) => isPossible(screen, action, each))
    if (!action || !record) return []
    return [{ action, record, button: () => titled(front().querySelector(`tr[data-row="${record.id}"] .engine-actions`), action.title) }]
  })
}

function isPossible(screen: ScreenPlan, action: ActionPlan, record: RecordValues): boolean {
  const facts = { screen, environment }
  return isShown(action, record, facts) && refusalOf(action, record, facts) === undefined
}

/** Buttons that belong to a list, or lead to where one is. */
function isElsewhere({ does }: ActionPlan, page: string): boolean {
  return ['add', 'import', 'export'].includes(does.kind) || (does.kind === 'view' && does.page === page)
}

/** The button with this title, or its entry behind 更多. */
async function titled(place: Element | null, title: string): Promise<Element | undefined> {
  const among = (each: Element): boolean => each.textContent.trim() === title
  const direct = Array.from(place?.querySelectorAll('button:not([aria-haspopup])') ?? []).find(among)
  const more = place?.querySelector('[aria-haspopup=menu]')
  if (direct || !more) return direct
  await act(async () => void fireEvent.click(more))
  const items = (): Element[] => Array.from(document.querySelectorAll('.ant-dropdown:not(.ant-dropdown-hidden) [role=menuitem]'))
  return waitFor(() => items().find(among) ?? Promise.reject(new Error(`no ${title} behind 更多`)))
}
