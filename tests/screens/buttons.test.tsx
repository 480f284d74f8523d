/**
 * Every button of every screen, pressed in the whole browser program: what its plan says opens, is asked for or is gone to, and the server has
 * an endpoint for it. A new screen's buttons are pressed without a line about it.
 */
import { act, cleanup, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isShown, refusalOf } from '../../engine/core/record/offered'
import type { ActionPlan, ListPagePlan, ScreenPlan } from '../../engine/core/plan'
import { matches } from '../../engine/core/where'
import type { RecordValues } from '../../engine/core/wire'
import { smokeFindings } from './judges/smoke'
import { above, openDesk, press, until } from './support/pressing'
import { beforePages, environment, front, open, served, visitsOf } from './support/program'
import { all, pagesOf, plan, screens, subMenusOf } from './support/shipped'

// The build compiles them in.
vi.mock('../../src/app/widgets/enterpriseRegister/codeLists', async () => {
  const { codeLists } = await import('./support/shipped')
  return { codeLists: () => codeLists }
})

beforePages()

/** Of a browser. */
const frameMs = 16

/**
 * A warning that antd prints in development only: a page has come back before the menu that led away from it had faded, and antd compares the
 * button with the menu element of before.
 */
const harmless = 'trigger element and popup element should in same shadow root'

describe('the buttons of a screen', () => {
  const printed: unknown[][] = []
  beforeEach(() => {
    printed.length = 0
    // The simulated browser has no printer.
    window.print = () => undefined
    // Nor a screen: it draws frame after frame without a rest, and a message on top of the page is drawn in each of its 3 s.
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((draw) => window.setTimeout(() => draw(performance.now()), frameMs))
    vi.spyOn(window, 'cancelAnimationFrame').mockImplementation((id) => window.clearTimeout(id))
    const note = (...words: unknown[]): void => {
      if (!String(words[0]).includes(harmless)) printed.push(words)
    }
    for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(note)
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
  })

  it.for(screens.map((screen) => [screen.id, screen] as const))('%s do what its plan says', async ([, screen]) => {
    const findings: string[] = []
    const desk = openDesk()
    const said = new Set<string | undefined>()
    let program: Awaited<ReturnType<typeof open>> | undefined
    for (const page of pagesOf(screen)) {
      const [visit] = visitsOf(screen, page)
      if (!visit || visit.mode !== 'view') continue
      program ??= await open(visit.address, subMenusOf(all), desk.fetch)
      await program.goTo(visit.address)
      for (const { action, place, ...about } of targetsOf(screen, page, visit.record)) {
        // The same refusal twice is one note, as long as it is shown.
        if (about.refusal !== undefined && said.has(about.refusal)) continue
        said.add(about.refusal)
        const button = await titled(place, action.title)
        findings.push(...smokeFindings(await press({ program, desk, printed, screen }, action, button, about)))
      }
    }
    expect(findings.join('\n')).toBe('')
  })
})

interface Target {
  action: ActionPlan
  record?: RecordValues
  /** Why it is not possible there. */
  refusal?: string | undefined
  /** Where its button stands. */
  place: string
}

/** What can be pressed on a page. */
function targetsOf(screen: ScreenPlan, page: ReturnType<typeof pagesOf>[number], record: RecordValues | undefined): Target[] {
  const named = (names: readonly string[]): ActionPlan[] => names.flatMap((name) => screen.actions[name] ?? [])
  if (page.kind === 'list') {
    const entity = plan.entities[screen.entity]
    // What the screen does not list has no buttons on it.
    const isListed = (row: RecordValues): boolean =>
      !entity || (matches(screen.where, row, { fields: entity.fields, today: environment.today }) && isAskedFor(page, row))
    const rows = entity ? served.rowsOf(entity).filter(isListed) : []
    return [
      ...named(page.toolbar).map((action) => ({ action, place: '.engine-toolbar-actions' })),
      ...named(page.rowActions).flatMap((action) => onOneOf(screen, action, rows, ({ id }) => `tr[data-row="${id}"] .engine-actions`)),
    ]
  }
  if (page.kind !== 'record' || !record) return []
  const actions = named(page.actions).filter((action) => !isElsewhere(action, page.name))
  return actions.flatMap((action) => onOneOf(screen, action, [record], () => '.engine-record-actions'))
}

/** What the list asks for when it opens. */
function isAskedFor({ search }: ListPagePlan, row: RecordValues): boolean {
  return search.every(
    ({ field, default: asked, as }) => typeof asked !== 'string' || as === 'param' || asked.split(',').includes(String(row[field.name])),
  )
}

/** On the first record where the action is possible, or else on one where it is shown and says why it is not. */
function onOneOf(
  screen: ScreenPlan,
  action: ActionPlan,
  records: readonly RecordValues[],
  placeOf: (record: RecordValues) => string,
): Target[] {
  const facts = { screen, environment }
  const shown = records.filter((record) => isShown(action, record, facts))
  const refusals = new Map(shown.map((record) => [record, refusalOf(action, record, facts)]))
  const record = shown.find((each) => refusals.get(each) === undefined) ?? shown[0]
  return record ? [{ action, record, refusal: refusals.get(record), place: placeOf(record) }] : []
}

/** Buttons that belong to a list, or lead to where one is. */
function isElsewhere({ does }: ActionPlan, page: string): boolean {
  return ['add', 'import', 'export'].includes(does.kind) || (does.kind === 'view' && does.page === page)
}

/** Those of other rows stay in the document, on a way out that ends with an animation which there is not. */
const openMenu = '.ant-dropdown:not(.ant-dropdown-hidden, .ant-slide-up-leave)'

/** The button with this title, or its entry behind 更多. @throws Error where there is none */
async function titled(place: string, title: string): Promise<Element> {
  const among = (each: Element): boolean => each.textContent.trim() === title
  const buttons = (): Element[] => Array.from(front().querySelector(place)?.querySelectorAll('button') ?? [])
  await until(() => buttons().length > 0)
  const direct = buttons().find(among)
  if (direct) return direct
  const more = buttons().find((button) => button.getAttribute('aria-haspopup') === 'menu')
  if (more) await act(async () => void fireEvent.click(more))
  const item = (): Element | undefined => Array.from(above(openMenu)[0]?.querySelectorAll('[role=menuitem]') ?? []).find(among)
  if (more) await until(() => item() !== undefined)
  return item() ?? Promise.reject(new Error(`There is no ${title} in ${place} of ${front().textContent.slice(0, 500)}`))
}
