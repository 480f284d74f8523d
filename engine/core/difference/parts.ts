import { saidOf } from './said'
import type { ColumnPlan, ListPagePlan, PagePlan, PickPlan, RecordPagePlan, RelatedTablePlan, ScreenPlan, TabPlan } from '../plan'

/** What a screen is made of, as people speak of it. */
export type PartKind =
  | 'screen'
  | 'page'
  | 'search'
  | 'column'
  | 'figure'
  | 'chart'
  | 'section'
  | 'field'
  | 'tab'
  | 'table'
  | 'toolbar'
  | 'rowAction'
  | 'batchAction'
  | 'pageAction'
  | 'action'
  | 'endpoint'
  | 'right'
  | 'print'

export interface Part {
  kind: PartKind
  /** Among the parts of its kind beside it. */
  key: string
  /** What people call it. */
  title: string
  /** What else is said of it, in values that can be compared. */
  facets: Record<string, unknown>
  parts: Part[]
}

/** Kinds whose order is seen. */
export const orderedKinds: ReadonlySet<PartKind> = new Set([
  'search',
  'column',
  'figure',
  'chart',
  'section',
  'field',
  'tab',
  'toolbar',
  'rowAction',
  'batchAction',
  'pageAction',
])

/** Of a plan what its screen file says; what follows from its entity or from its pages is left out. */
export function partsOf(screen: ScreenPlan): Part {
  const { title, entity, base, where, pages, actions, extra, rights = {}, prints = {}, access } = screen
  return part('screen', screen.id, title, { title, entity, base, where, ordinals: access.ordinals, usual: access.usual }, [
    ...Object.values(pages).map((page) => pageOf(page, screen)),
    ...Object.values(actions).map(({ name, title: called, ...facets }) => part('action', name, called, { title: called, ...facets })),
    ...Object.values(extra).map(({ name, ...facets }) => part('endpoint', name, name, facets)),
    ...Object.entries(rights).map(([code, called]) => part('right', code, called, { title: called })),
    ...Object.values(prints).map(({ name, reads: _derived, ...facets }) => part('print', name, facets.title, facets)),
  ])
}

function pageOf(page: PagePlan, screen: ScreenPlan): Part {
  if (page.kind === 'list') return listPage(page, screen)
  if (page.kind === 'record') return recordPage(page, screen)
  const { name, actions, ...facets } = page
  return part('page', name, page.title, facets, buttons('pageAction', actions, screen))
}

function listPage(page: ListPagePlan, screen: ScreenPlan): Part {
  const { name, search, columns, figures = [], charts = [], toolbar, rowActions, batchActions, expand, side, ...facets } = page
  return part('page', name, page.title, { ...facets, side: side && [side.filter.name, side.title] }, [
    ...search.map(({ name: key, title, field: _field, ...more }) => part('search', key, title, more)),
    ...columnsOf(columns),
    ...figures.map((figure) => part('figure', figure.name, figure.title, named(figure))),
    ...charts.map((chart) => part('chart', chart.name, chart.title, named(chart))),
    ...(expand ? [tableOf(expand)] : []),
    ...buttons('toolbar', toolbar, screen),
    ...buttons('rowAction', rowActions, screen),
    ...buttons('batchAction', batchActions, screen),
  ])
}

function recordPage(page: RecordPagePlan, screen: ScreenPlan): Part {
  const { name, sections, tabs, actions, ...facets } = page
  return part('page', name, page.title, facets, [
    ...sections.map(({ title, visible }) => part('section', title, title, { title, visible })),
    ...sections.flatMap(({ title: section, items }) =>
      items.map(({ field, ...more }) => part('field', field.name, field.title, { ...more, section })),
    ),
    ...tabs.map(tabOf),
    ...buttons('pageAction', actions, screen),
  ])
}

function tabOf(tab: TabPlan): Part {
  if (tab.kind === 'related') {
    const { parts, facets } = tableOf(tab)
    return part('tab', `related ${tab.key}`, tab.title, { ...facets, title: tab.title }, parts)
  }
  if (tab.kind !== 'lines') return part('tab', `${tab.kind} ${keyOfTab(tab)}`, tab.title, { ...tab })
  const { columns, pick, match, ...facets } = tab
  const matched = match && { ...match, from: chosenFrom(match.from), to: chosenFrom(match.to) }
  return part('tab', `lines ${tab.lines}`, tab.title, { ...facets, pick: pick && chosenFrom(pick), match: matched }, columnsOf(columns))
}

function chosenFrom({ states: _ofEntity, columns, ...pick }: PickPlan): object {
  return { ...pick, columns: columns.map(({ key }) => key) }
}

function keyOfTab(tab: TabPlan): string {
  if (tab.kind === 'calculate') return tab.action
  return tab.kind === 'widget' ? tab.widget : ''
}

function tableOf({ key, columns, charts = [], states: _ofEntity, ...facets }: RelatedTablePlan): Part {
  return part('table', key, key, facets, [
    ...columnsOf(columns),
    ...charts.map((chart) => part('chart', chart.name, chart.title, named(chart))),
  ])
}

/** What a column is to a card follows from its place, which is told. */
function columnsOf(columns: readonly ColumnPlan[]): Part[] {
  return columns.map(({ key, title, field: _field, display: _display, align: _align, sort: _sort, card: _card, ...facets }) =>
    part('column', key, title, { title, ...facets }),
  )
}

function buttons(kind: PartKind, names: readonly string[], { actions }: ScreenPlan): Part[] {
  return names.map((name) => part(kind, name, actions[name]?.title ?? name, {}))
}

/** Fields in it are said by their names: what they are is the entity's. */
function named(facets: object): Record<string, unknown> {
  return { ...facets }
}

function part(kind: PartKind, key: string, title: string, facets: object, parts: Part[] = []): Part {
  const said = Object.entries(facets).flatMap(([name, value]) => (value === undefined ? [] : [[name, saidOf(value)] as const]))
  return { kind, key, title, facets: Object.fromEntries(said), parts }
}
