/** What leads from one page to another: links, the values that a new record takes from its address, related tables that act. */
import type { Entity } from '../../spec/generated/entity'
import type { RecordPage, RelatedTable, Screen } from '../../spec/generated/screen'
import { isAtHome, ownScreenOf, resolveGroups, screensOf, type ProductSources } from '../compile'
import { builtInActions } from './builtInActions'
import { schemaTypeOf } from '../fields/schemas'
import { namesRecord } from '../recordAddress'
import { isFilled } from './filled'
import { isUnasked } from './masks'
import type { Report } from './report'
import { routesOfScreen } from './routes'
import { builtInNames } from './types'

type Page = NonNullable<Screen['pages'][string]>

interface Context {
  source: string
  screen: Screen
  entity: Entity
  sources: ProductSources
  report: Report
  /** Fields and display values of a record. */
  names: string[]
}

/** Query parameters that every record page has. */
const ownParameters = ['id', 'mode']
/** The hole of a link that stands for the selected rows. */
const SELECTED = 'ids'

/** The page on which records are added: as the compiler chooses it. */
export function addPageOf(screen: Screen): string | undefined {
  const records = Object.entries(screen.pages).flatMap(([name, page]) => (page && isRecordPage(page) ? [name] : []))
  return ['edit', 'detail'].find((name) => records.includes(name)) ?? records[0]
}

/** `params` of a record page: fields that its form can write, under names that are free. */
export function checkParams({ source, screen, entity, report }: Context, at: string, name: string, page: RecordPage): void {
  const { params } = page
  // What an unknown page would show is missed in every parameter.
  if (!params || (page.like !== undefined && !Object.hasOwn(screen.pages, page.like))) return
  if (addPageOf(screen) !== name && page.mode !== 'edit')
    report.add(source, `${at}/params`, 'check.params-nothing-added', {}, { key: true })
  const items = itemsOf(screen, page)
  const taken = new Map([...ownParameters, ...Object.keys(page.variant ?? {})].map((each) => [each, at]))
  for (const [field, parameter] of Object.entries(params)) {
    const pointer = `${at}/params/${field}`
    const other = taken.get(parameter)
    if (other !== undefined) report.add(source, pointer, 'check.twice', { name: parameter, other })
    taken.set(parameter, pointer)
    if (!report.known(source, pointer, 'field', field, items, { key: true })) continue
    const found = entity.fields[field]
    if (!found || found.secret || !isFilled(found) || !schemaTypeOf(found).addressable)
      report.add(source, pointer, 'check.never-typed', { name: field }, { key: true })
  }
}

/** An address in a schema: a page of the product, parameters that it takes, holes that a record fills. */
export function checkLink(context: Context, name: string, { to, same = [] }: { to: string; same?: string[] }): void {
  const { source, screen, names, sources, report } = context
  const pointer = `/actions/${name}/to`
  const holes = [...to.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const forSelected = holes.includes(SELECTED)
  if (same.length > 0 && !forSelected) report.add(source, `/actions/${name}/same`, 'check.same-batch', { name }, { key: true })
  for (const [index, field] of same.entries())
    report.known(source, `/actions/${name}/same/${index}`, 'field', field, Object.keys(context.entity.fields))
  for (const hole of holes) if (hole !== SELECTED) report.known(source, pointer, 'field', hole, names)
  for (const page of Object.values(screen.pages)) {
    const { batchActions = [], rowActions = [], toolbar = [], actions = [] } = (page ?? {}) as Partial<Record<string, string[]>>
    const isBatch = batchActions.includes(name)
    if (isBatch && !forSelected) report.add(source, pointer, 'check.link-without-ids', { name })
    if (forSelected && [...rowActions, ...toolbar, ...actions].includes(name)) report.add(source, pointer, 'check.link-with-ids', { name })
  }
  const [path = '', query = ''] = to.split('?')
  const target = pageAt(path, query, sources)
  if (!target) {
    const routes = Object.entries(sources.screens).flatMap(([id, each]) => routesOfScreen(id, each).map(({ route }) => route))
    report.known(source, pointer, 'route', path, routes)
    return
  }
  const parameters = parametersOf(target)
  if (!parameters) return
  for (const parameter of query.split('&').flatMap((pair) => pair.split('=')[0] || []))
    report.known(source, pointer, 'parameter', parameter, parameters)
}

/** The page that an address of a schema leads to; a hole stands for a part of the path. Fixed parts come before `:name`. */
function pageAt(path: string, query: string, sources: ProductSources): Page | undefined {
  const parts = path.split('/')
  const fits = (route: string): boolean => {
    const own = route.split('/')
    return (
      own.length === parts.length &&
      own.every((part, index) => part === parts[index] || (part.startsWith(':') && parts[index]?.includes('{')))
    )
  }
  const found = Object.entries(sources.screens)
    .flatMap(([id, screen]) => routesOfScreen(id, screen))
    .filter(({ route }) => fits(route))
    .sort((a, b) => a.route.split(':').length - b.route.split(':').length)
  const first = found.find(({ sharesList }) => !sharesList)
  const record = namesRecord(query) ? found.find(({ route, sharesList }) => sharesList && route === first?.route) : undefined
  return (record ?? first)?.page
}

/** What a page takes from its query; undefined where only the product's own code knows. */
function parametersOf(page: Page): string[] | undefined {
  if ('kind' in page && page.kind === 'custom') return undefined
  if (isRecordPage(page)) return [...ownParameters, ...Object.values(page.params ?? {}), ...Object.keys(page.variant ?? {})]
  const { params = {}, search = [] } = page
  const searched = search.flatMap((item) => {
    const { field, as } = typeof item === 'string' ? { field: item, as: undefined } : item
    return as === 'range' ? [`${field}Start`, `${field}End`] : [field]
  })
  return [...Object.values(params), ...searched]
}

/** Names of the fields of a page's form, of the page that it is like too. */
export function itemsOf(screen: Screen, page: RecordPage, from: readonly RecordPage[] = []): string[] {
  if (!page.sections && page.like !== undefined) {
    const other = screen.pages[page.like]
    return other && isRecordPage(other) && !from.includes(other) ? itemsOf(screen, other, [...from, page]) : []
  }
  return Object.values(page.sections ?? {}).flatMap((section) =>
    (Array.isArray(section) ? section : section.fields).map((item) => (typeof item === 'string' ? item : item.field)),
  )
}

function isRecordPage(page: Page): page is RecordPage {
  return 'kind' in page && page.kind === 'record'
}

/** What belongs to no row. */
const notOfRows = ['add', 'import', 'export']

/**
 * What a related table takes of its rows' own screen: the screen, its pages and buttons, and what its form takes. Returns the pages that
 * its cells may open.
 */
export function checkHome({ source, entity, sources, report }: Context, at: string, table: RelatedTable): string[] {
  const showing = screensOf(table.related, sources.screens)
  if (table.screen !== undefined && !report.known(source, `${at}/screen`, 'screen', table.screen, showing)) return []
  if (!isAtHome(table)) {
    if (table.screen !== undefined) report.add(source, `${at}/screen`, 'check.screen-unused', {})
    return []
  }
  const id = ownScreenOf(table, sources.screens)
  const home = sources.screens[id ?? '']
  if (id === undefined || !home) {
    report.add(source, at, 'check.which-screen', { entity: table.related }, { key: true, allowed: showing.join(', ') })
    return []
  }
  for (const [name, value] of Object.entries(home.endpoints.where ?? {})) {
    if (JSON.stringify(table.where?.[name]) !== JSON.stringify(value))
      report.add(source, at, 'check.not-at-home', { screen: id, name, value: JSON.stringify(value) }, { key: true })
  }
  const pages = Object.keys(home.pages)
  if (table.link !== undefined) report.known(source, `${at}/link`, 'page', table.link, pages)
  const buttons = buttonsOf(home)
  // A misspelt button is told on its own screen, and missed here.
  if (buttons.some((name) => !actionNamesOf(home, sources).includes(name))) return pages
  const ofRows = buttons.filter((name) => !notOfRows.includes(name))
  for (const [index, action] of (table.rowActions ?? []).entries())
    report.known(source, `${at}/rowActions/${index}`, 'action', action, ofRows)
  if (table.add !== undefined) checkAdd({ source, entity, report }, `${at}/add`, table, home, buttons)
  return pages
}

function checkAdd(
  { source, entity, report }: Pick<Context, 'source' | 'entity' | 'report'>,
  at: string,
  { add, by }: RelatedTable,
  home: Screen,
  buttons: string[],
): void {
  if (!report.known(source, at, 'action', 'add', buttons)) return
  const page = home.pages[addPageOf(home) ?? '']
  const taken = Object.keys((page && isRecordPage(page) && page.params) || {})
  const given = typeof add === 'object' ? add : typeof by === 'string' ? { [by]: 'id' } : by
  for (const [theirs, ours] of Object.entries(given)) {
    const pointer = typeof add === 'object' ? `${at}/${theirs}` : at
    report.known(source, pointer, 'param', theirs, taken, typeof add === 'object' ? { key: true } : {})
    if (typeof add === 'object') report.known(source, pointer, 'field', ours, [...Object.keys(entity.fields), ...builtInNames])
    isUnasked(report, source, pointer, ours, entity.fields[ours])
  }
}

/** Names of the buttons on all pages of a screen. */
function buttonsOf(screen: Screen): string[] {
  const lists = ['toolbar', 'rowActions', 'batchActions', 'actions'] as const
  const actionNames = Object.values(screen.pages).flatMap((page) => {
    const field = (page ?? {}) as Partial<Record<(typeof lists)[number], string[]>>
    return lists.flatMap((list) => field[list] ?? [])
  })
  return [...new Set(actionNames)]
}

function actionNamesOf({ entity, actions = {} }: Screen, sources: ProductSources): string[] {
  const own = sources.entities[entity]
  return [...builtInActions, ...Object.keys(actions), ...Object.keys((own && resolveGroups(entity, own, sources).actions) ?? {})]
}
