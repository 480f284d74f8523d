/**
 * What a screen that is published on a running server may not change. Such a screen is drawn in place of the shipped one, while the server
 * answers as the shipped one says: what its endpoints neither answer nor accept cannot be shown or saved, and nobody gets a right by it.
 */
import type { SchemaFile } from '../../spec/schemaFiles'
import type { SchemaProblem } from '../../spec/problem'
import { schemaText, type SchemaCode } from '../schemaMessages'
import type { ActionPlan, ColumnPlan, PagePlan, RelatedTablePlan, ScreenPlan, TabPlan } from '../plan'
import { hiddenSigns } from './hiddenSigns'
import { pointerTo } from './pointerTo'

interface Violation {
  /** Where in the draft; the name of what is meant is looked for below. */
  at: string
  name?: string
  /** Pages that are looked through first. */
  pages?: string[]
  code: SchemaCode
  params: Record<string, unknown>
}

/** More than anybody reads. The place of each is looked for in the whole file, so thousands of them would keep a server busy for minutes. */
const mostTold = 50

/** A draft without what its endpoints do not do of themselves: columns are sorted only by what the shipped lists are sorted by. */
export function withinLimits(shipped: ScreenPlan, draft: ScreenPlan): ScreenPlan {
  const sorted = ({ sort, ...column }: ColumnPlan): ColumnPlan =>
    sort !== undefined && shipped.access.sorts.includes(sort) ? { ...column, sort } : column
  const pages = Object.entries(draft.pages).map(
    ([name, page]) => [name, page.kind === 'list' ? { ...page, columns: page.columns.map(sorted) } : page] as const,
  )
  return { ...draft, pages: Object.fromEntries(pages) }
}

/** What of a draft goes beyond the shipped screen, each with its place in the draft's file; of very much the first. */
export function limitsExceeded(shipped: ScreenPlan, draft: ScreenPlan, { path, json }: Pick<SchemaFile, 'path' | 'json'>): SchemaProblem[] {
  const found = [...ofScreen(shipped, draft), ...ofPages(shipped, draft), ...ofActions(shipped, draft), ...ofAccess(shipped, draft)]
  const beyond = found.slice(0, mostTold).map(({ at, name, pages = [], code, params }) => {
    const places =
      name === undefined ? [] : [...pages.map((page) => `${at}/${page}`), at].flatMap((place) => pointerTo(json?.value, place, name) ?? [])
    const pointer = places[0] ?? at
    return { file: path, ...(json?.locate(pointer) ?? { line: 1, column: 1 }), code, found: schemaText(code, params) }
  })
  return [...beyond, ...hiddenSigns({ path, json })]
}

function ofScreen(shipped: ScreenPlan, draft: ScreenPlan): Violation[] {
  const fixed: [at: string, kind: SchemaCode, part: (screen: ScreenPlan) => unknown][] = [
    ['/entity', 'difference.facet-entity', ({ entity }) => entity],
    ['/endpoints/base', 'difference.facet-base', ({ base }) => base],
    ['/endpoints/where', 'difference.facet-where', ({ where }) => where],
    ['/endpoints/extra', 'difference.kind-endpoint', ({ extra }) => extra],
    ['/endpoints', 'difference.facet-query', ({ access }) => [access.ordinals, access.usual]],
    ['/rights', 'difference.kind-right', ({ rights }) => rights],
    ['/prints', 'difference.kind-print', ({ prints }) => prints],
  ]
  return fixed.flatMap(([at, kind, part]) => (alike(part(shipped), part(draft)) ? [] : [only(at, kind)]))
}

function ofActions(shipped: ScreenPlan, draft: ScreenPlan): Violation[] {
  return Object.values(draft.actions).flatMap((action): Violation[] => {
    const known = shipped.actions[action.name]
    if (!known) return [unknown('', 'difference.kind-action', action.name)]
    if (known.permission !== action.permission) return [only(`/actions/${action.name}`, 'difference.facet-permission', action.name)]
    return alike(done(known), done(action)) ? [] : [only(`/actions/${action.name}`, 'difference.facet-does', action.name)]
  })
}

/** What a button does, without what it says, and without the page on which it does it. */
function done({ does }: ActionPlan): unknown {
  const {
    page: _page,
    confirm: _confirm,
    done: _done,
    description: _description,
    noun: _noun,
    ...rest
  } = does as unknown as Record<string, unknown>
  return rest
}

function ofPages(shipped: ScreenPlan, draft: ScreenPlan): Violation[] {
  const gone = Object.values(shipped.pages).flatMap(({ name, route }) =>
    route !== undefined && !draft.pages[name]
      ? [{ at: '/pages', code: 'limits.gone' as const, params: { what: schemaText('difference.kind-page'), name } }]
      : [],
  )
  const urls = new Set(Object.values(shipped.extra).map(({ url }) => url))
  const known = askedBy(shipped)
  const pages = Object.values(draft.pages).flatMap((page) => {
    const at = `/pages/${page.name}`
    const was = shipped.pages[page.name]
    if (!was) return page.route === undefined ? [] : [unknown(at, 'difference.facet-route', page.route)]
    return [
      ...(page.route === was.route ? [] : [only(at, 'difference.facet-route', page.route)]),
      ...(alike(kept(page), kept(was)) ? [] : [only(at, 'difference.facet-kind')]),
    ]
  })
  const asked = Object.values(draft.pages).flatMap((page) => {
    const at = `/pages/${page.name}`
    return [...asksOf(page)].flatMap(([key, { name, asks }]) =>
      alike(known.get(key), asks)
        ? []
        : [
            unknown(
              at,
              known.has(key) ? 'difference.facet-does' : key.startsWith('column ') ? 'difference.kind-column' : 'difference.kind-table',
              name,
            ),
          ],
    )
  })
  const brought = Object.values(draft.pages).flatMap((page) =>
    page.kind !== 'record'
      ? []
      : page.sections.flatMap(({ items }) =>
          items.flatMap(({ field, brings }) =>
            brings === undefined || urls.has(brings) ? [] : [unknown(`/pages/${page.name}`, 'difference.facet-brings', field.name)],
          ),
        ),
  )
  return [...gone, ...pages, ...asked, ...brought]
}

/** Of a page with an address, what others rely on. */
function kept(page: PagePlan): unknown {
  return page.kind === 'custom'
    ? [page.kind, page.open, page.widget]
    : page.kind === 'list'
      ? [page.kind, page.tree, page.paging, page.params]
      : [page.kind, page.params]
}

interface Asked {
  /** As the file says it. */
  name: string
  /** What the server is asked by it. */
  asks: unknown
}

function askedBy(screen: ScreenPlan): Map<string, unknown> {
  return new Map(Object.values(screen.pages).flatMap((page) => [...asksOf(page)].map(([key, { asks }]) => [key, asks] as const)))
}

/** What a page asks the server besides its rows and records, by names that mean the same on each page of a screen, or are its own. */
function asksOf(page: PagePlan): Map<string, Asked> {
  const asked = new Map<string, Asked>()
  if (page.kind === 'list') {
    for (const figure of page.figures ?? []) {
      const { title: _title, tone: _tone, unit: _unit, ...asks } = figure
      asked.set(`figure ${page.name} ${figure.name}`, { name: figure.name, asks })
    }
    for (const { title: _title, kind: _kind, ...chart } of page.charts ?? [])
      asked.set(`chart ${page.name} ${chart.name}`, { name: chart.name, asks: chart })
    if (page.side) asked.set('side', { name: page.side.filter.name, asks: [page.side.filter.name, page.side.title] })
    for (const name of page.exportLines ?? []) asked.set(`export ${name}`, { name, asks: true })
    if (page.expand) relatedAsks(page.expand, asked)
  }
  if (page.kind === 'record') for (const tab of page.tabs) tabAsks(tab, asked)
  return asked
}

function tabAsks(tab: TabPlan, asked: Map<string, Asked>): void {
  if (tab.kind === 'related') relatedAsks(tab, asked)
  if (tab.kind !== 'lines') return
  const { pick, match, lines } = tab
  for (const { title: _title, columns, search: _search, ...asks } of [...(pick ? [pick] : []), ...(match ? [match.from, match.to] : [])])
    asked.set(`pick ${asks.key}`, { name: lines, asks: { ...asks, columns: columns.map(({ key }) => key) } })
}

/** Its rows are read by its key, with the columns that the shipped screen shows there. */
function relatedAsks({ key, entity, by, where, columns, charts = [], own }: RelatedTablePlan, asked: Map<string, Asked>): void {
  asked.set(`related ${key}`, { name: entity, asks: { entity, by, where, screen: own?.screen, add: own?.add } })
  for (const column of columns) asked.set(`column ${key} ${column.key}`, { name: column.key, asks: true })
  for (const chart of charts) asked.set(`chart ${key} ${chart.name}`, { name: chart.name, asks: { ...chart, title: undefined } })
  for (const name of own?.rowActions ?? []) asked.set(`action ${key} ${name}`, { name, asks: true })
}

const ofLists: ReadonlySet<string> = new Set(['listFields', 'sorts', 'totals', 'filters'])
const lists = ['listFields', 'recordFields', 'recordLines', 'writable', 'writableLines', 'totals'] as const

/** A list is sorted by none of the columns that its endpoint does not sort by, see `withinLimits`. */
function ofAccess(shipped: ScreenPlan, draft: ScreenPlan): Violation[] {
  const beyond = lists.flatMap((list) =>
    draft.access[list].filter((name) => !shipped.access[list].includes(name)).map((name) => ({ use: list, name })),
  )
  const filters = Object.entries(draft.access.filters).flatMap(([name, as]) =>
    shipped.access.filters[name] === as ? [] : [{ use: 'filters' as const, name }],
  )
  const sorts = Object.values(draft.pages).flatMap((page) =>
    page.kind !== 'list' || page.sort === undefined || shipped.access.sorts.includes(page.sort.field)
      ? []
      : [{ use: 'sorts' as const, name: page.sort.field }],
  )
  const options = Object.entries(draft.access.options).flatMap(([key, { name, ref, mixed }]) => {
    const known = shipped.access.options[key]
    return known && alike([known.ref, known.mixed], [ref, mixed]) ? [] : [{ use: 'options' as const, name }]
  })
  // What is not even answered need not be told to be sorted by.
  const first = new Map([...beyond, ...filters, ...sorts, ...options].toReversed().map((each) => [each.name, each]))
  return [...first.values()].map(({ use, name }) => ({
    at: '/pages',
    pages: Object.values(draft.pages).flatMap((page) => ((page.kind === 'list') === ofLists.has(use) ? [page.name] : [])),
    name,
    code: 'limits.field',
    params: { name, use: schemaText(`limits.use-${use}`) },
  }))
}

function only(at: string, what: SchemaCode, name?: string): Violation {
  return { at, ...(name === undefined ? {} : { name }), code: 'limits.only', params: { what: schemaText(what) } }
}

function unknown(at: string, what: SchemaCode, name: string): Violation {
  return { at, name, code: 'limits.new', params: { what: schemaText(what), name } }
}

function alike(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
