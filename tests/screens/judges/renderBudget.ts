import type { Renders } from '../../../engine/client/testing/commits'
import type { BrowserScreenPlan, ListPagePlan, PagePlan, RecordPagePlan } from '../../../engine/core/plan'

/** What a page was seen to do, in counts that are the same on every machine. */
export interface PageCounts {
  /** Rows of the list, or of no matter for a record. */
  rows: number
  /** From its address to what it shows. */
  first: Renders
  /** Asked of the server on the way. */
  requests: readonly string[]
  /** Elements of the largest row. */
  rowElements: number
  /** A character typed into a field. */
  key?: Renders
  /** A row marked for what is done with several. */
  select?: Renders
}

/** A row is drawn when its data arrive, and once more at most: by what the page has learned meanwhile. */
const DRAWN_ROWS = 2
/** A field of a form or a search is at most so many components, with its label, its message and its control. */
const COMPONENTS_OF_FIELD = 12
/** Around the fields: the page, its form, its buttons. */
const COMPONENTS_AROUND = 20
/** A cell with a link, a tag or a mark in it. */
const ELEMENTS_OF_CELL = 2
/** What a button, a column, a field or a condition takes of the plan that a browser loads. */
const BYTES_OF_PART = 650

type PagesOfScreen = Pick<BrowserScreenPlan, 'actions' | 'pages'>

/** By which a page costs more than its schema says that it needs. */
export function budgetFindings(screen: PagesOfScreen, page: PagePlan, counts: PageCounts): string[] {
  if (page.kind === 'custom') return []
  return page.kind === 'list' ? listFindings(screen, page, counts) : formFindings(page, counts)
}

function listFindings({ actions, pages }: PagesOfScreen, page: ListPagePlan, counts: PageCounts): string[] {
  const { rows, first, requests, rowElements, key = new Map(), select = new Map() } = counts
  const shown = page.columns.filter(({ hidden }) => !hidden).length
  const buttons = page.rowActions.filter((name) => actions[name]).length
  const asks =
    1 + [page.states, page.figures, page.charts, page.side].filter((part) => part !== undefined).length + asksOfSplit(page, pages)
  return [
    ...over('rows drawn on the first visit', of(first, 'BodyRow'), DRAWN_ROWS * rows),
    ...over('requests of the first visit', requests.length, asks, requests.join(', ')),
    ...over('elements of a row', rowElements, 1 + ELEMENTS_OF_CELL * (shown + buttons + 3)),
    ...over('rows drawn by a character typed into the search', of(key, 'BodyRow'), 0),
    ...over('components drawn by a character typed into the search', sum(key), COMPONENTS_OF_FIELD * page.search.length),
    ...over('rows drawn when one is selected', of(select, 'BodyRow'), 1),
  ]
}

/** The first row is shown beside the rows: its record, and what the first of its tabs asks for; or what belongs to it. */
function asksOfSplit({ split }: ListPagePlan, pages: BrowserScreenPlan['pages']): number {
  if (!split) return 0
  const record = split.kind === 'record' ? pages[split.page] : undefined
  const first = record?.kind === 'record' ? record.tabs[0] : undefined
  return first?.kind === 'widget' || first?.kind === 'related' ? 2 : 1
}

function formFindings(page: RecordPagePlan, { key = new Map() }: PageCounts): string[] {
  const fields = page.sections.reduce((count, { items }) => count + items.length, 0)
  const conditions = page.sections.flatMap(({ items }) => items).filter(({ visible, enabled, required }) => visible ?? enabled ?? required)
  return [
    ...over(
      'components drawn by a character typed into the form',
      sum(key),
      COMPONENTS_AROUND + COMPONENTS_OF_FIELD * (1 + conditions.length),
    ),
    ...over('fields drawn by a character typed into the form', of(key, 'FormField'), Math.min(fields, 1 + conditions.length)),
  ]
}

/** Whether the plan that a browser loads is larger than what it says. */
export function planFindings(plan: BrowserScreenPlan): string[] {
  const parts = partsOf(plan)
  return over('bytes of the plan', JSON.stringify(plan).length, BYTES_OF_PART * parts, `${parts} fields, columns and buttons`)
}

function partsOf({ pages, actions, extra, lines }: BrowserScreenPlan): number {
  const ofPages = Object.values(pages).map((page) => {
    if (page.kind === 'list') return page.columns.length + page.search.length + (page.expand?.columns.length ?? 0)
    if (page.kind === 'custom') return 1
    const tabs = page.tabs.map((tab) => ('columns' in tab ? tab.columns.length : 1))
    return [...page.sections.map(({ items }) => items.length), ...tabs].reduce((total, each) => total + each, 0)
  })
  const ofLines = Object.values(lines).map(({ fields }) => Object.keys(fields).length)
  const ofActions = Object.values(actions).map(({ does }) => 1 + (does.kind === 'action' ? does.action.ask.length : 0))
  return [...ofPages, ...ofLines, ...ofActions, Object.keys(extra).length].reduce((total, each) => total + each, 0)
}

function over(what: string, count: number, most: number, why = ''): string[] {
  return count > most ? [`${what}: ${count}, of ${most} that its schema gives it${why === '' ? '' : ` (${why})`}`] : []
}

function of(renders: Renders, component: string): number {
  return renders.get(component) ?? 0
}

function sum(renders: Renders): number {
  return Array.from(renders.values()).reduce((total, count) => total + count, 0)
}
