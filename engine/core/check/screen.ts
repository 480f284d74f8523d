import type { Entity, Field } from '../../spec/generated/entity'
import type { Column, FormItem, ListPage, Pick, RecordPage, RelatedTable, Screen, Section, Tab } from '../../spec/generated/screen'
import { resolveGroups, type ProductSources, type ResolvedEntity } from '../compile'
import { typeText, type ExpressionScopeTypes } from '../expression'
import { schemaTypeOf } from '../fields/schemas'
import { areAlike } from './alike'
import { builtInActions } from './builtInActions'
import { checkHome, checkLink, checkParams } from './betweenPages'
import { checkOwnField } from './entity'
import { checkSource } from './expression'
import { checkIndexedSearch, checkPaging } from './paging'
import { answeredColumns, checkPick, pickedReference } from './pick'
import { checkPrints } from './prints'
import type { Report } from './report'
import type { ScreenContext } from './screenContext'
import { routeOf } from './routes'
import { checkCalculation, checkPlaces, checkPayload, typesOfPayload } from './calculation'
import { checkGroups } from './columnGroups'
import { checkCharts } from './charts'
import { checkFigures } from './figures'
import { checkRights, isUnasked, maskOf } from './masks'
import { checkKindsBeside, isMixed } from './mixed'
import { checkListAction, checkListTabs, checkRowList, checkSplit } from './listAction'
import { checkSigned } from './systems'
import { checkOneUnit, checkUnitOfTotal } from './units'
import { checkMatch, checkStored } from './match'
import { checkLive } from './tries'
import { checkTone, typesOfRow } from './tone'
import { menuWordsOf } from './menuWords'
import { builtInNames, displayOf, engineNames, namesShown, typeOf, typesOfFields, typesOfRecord } from './types'
import { checkUsual } from './usual'
import { checkWhere } from './where'

/** Permissions of extra endpoints that are no action's code. */
export const withoutCode = ['view', 'session', 'open']

type Extra = NonNullable<Screen['endpoints']['extra']>[string]
type ImportAction = Extract<NonNullable<Screen['actions']>[string], { does: 'import' }>

export function checkScreen(id: string, sources: ProductSources, report: Report): void {
  const screen = sources.screens[id]
  if (!screen) return
  const source = `screens/${id}`
  if (!report.known(source, '/entity', 'entity', screen.entity, sources.entities)) return
  const own = sources.entities[screen.entity] as Entity
  const entity = resolveGroups(screen.entity, own, sources)
  const [group = '', file = ''] = id.split('/')
  const menu = file.split('.')[0] ?? file
  const context: ScreenContext = {
    source,
    menu,
    screen,
    entity,
    sources,
    report,
    names: namesShown(entity, sources),
    types: { ...typesOfRecord(entity, sources), user: 'text' },
  }

  report.known(source, '', 'menu', `${group}_${menu}`, menuWordsOf(sources.menus).names)
  if (!Object.values(screen.pages).some((page) => page && 'columns' in page))
    report.add(source, '/pages', 'check.no-list', {}, { key: true })
  checkRights(id, sources, report)
  const rows = { source, sources, report, rows: entity }
  checkWhere({ ...rows, around: null }, '/endpoints/where', screen.endpoints.where)
  checkUsual(context)
  for (const [parameter, name] of Object.entries(screen.endpoints.ordinals ?? {})) {
    const at = `/endpoints/ordinals/${parameter}`
    if (Object.hasOwn(entity.fields, parameter)) report.add(source, at, 'check.twice', { name: parameter, other: 'fields' }, { key: true })
    if (!report.known(source, at, 'field', name, Object.keys(entity.fields))) continue
    const field = entity.fields[name]
    if (field?.type !== 'select') report.add(source, at, 'check.ordinal-codes', { name })
    else isUnasked(report, source, at, name, field)
  }
  for (const [name, extra] of Object.entries(screen.endpoints.extra ?? {})) {
    const at = `/endpoints/extra/${name}`
    checkOwnFields(context, `${at}/query`, {}, extra.query)
    const payload = { source, sources, entity, report }
    checkPayload(payload, `${at}/body`, extra.body)
    checkPayload(payload, `${at}/answer`, extra.answer)
    if (extra.list) checkExtraList(context, at, extra, extra.list)
    checkSigned(source, at, extra, sources, report)
    if (!withoutCode.includes(extra.permission))
      report.known(source, `${at}/permission`, 'action', extra.permission, [...withoutCode, ...actionNames(context)])
  }
  for (const [name, action] of Object.entries(screen.actions ?? {})) {
    if (action.does === 'request') {
      report.known(source, `/actions/${name}/endpoint`, 'endpoint', action.endpoint, Object.keys(screen.endpoints.extra ?? {}))
      checkOwnFields(context, `/actions/${name}/ask`, context.types, action.ask)
      for (const [, hole = ''] of (action.confirm ?? '').matchAll(/\{(\w+)\}/g))
        report.known(source, `/actions/${name}/confirm`, 'field', hole, [...context.names, ...Object.keys(action.ask ?? {})])
      const answered = Object.keys(screen.endpoints.extra?.[action.endpoint]?.answer ?? {})
      for (const [, hole = ''] of (action.done ?? '').matchAll(/\{(\w+)\}/g))
        report.known(source, `/actions/${name}/done`, 'field', hole, answered)
    }
    if (action.does === 'link') checkLink(context, name, action)
    if (action.does === 'list') checkListAction(context, name, action)
    if (action.does === 'calculate') checkCalculation(context, `/actions/${name}`, action)
    if (action.does === 'action') {
      const possible = Object.entries(entity.actions ?? {}).flatMap(([of, { system, via }]) => (system === true || via ? [] : [of]))
      report.known(source, `/actions/${name}/action`, 'action', action.action, possible)
    } else if (action.does === 'import') checkImport(context, `/actions/${name}`, action)
    else if (action.visible !== undefined)
      checkSource(source, `/actions/${name}/visible`, action.visible, context.types, ['boolean'], report)
  }
  checkPrints(context)
  for (const name of Object.keys(screen.titles ?? {}))
    report.known(source, `/titles/${name}`, 'action', name, actionNames(context), { key: true })
  for (const [name, next] of Object.entries(screen.leadsTo ?? {})) {
    report.known(source, `/leadsTo/${name}`, 'action', name, actionNames(context), { key: true })
    report.known(source, `/leadsTo/${name}`, 'action', next, actionNames(context))
  }
  // Once: a file may have thousands of buttons.
  const allActions = actionNames(context)
  for (const [name, page] of Object.entries(screen.pages)) {
    if (!page) continue
    const at = `/pages/${name}`
    if (name === 'list' || ('kind' in page && page.kind === 'list')) checkListPage(context, at, page as ListPage)
    else if ('kind' in page && page.kind === 'record') {
      checkRecordPage(context, at, page)
      checkParams(context, at, name, page)
      checkLive(context, at, name, page)
    }
    checkRoute(context, name, at, page)
    for (const list of ['toolbar', 'rowActions', 'batchActions', 'actions'] as const) {
      const actions = (page as Partial<Record<typeof list, string[]>>)[list]
      for (const [index, action] of (actions ?? []).entries()) {
        report.known(source, `${at}/${list}/${index}`, 'action', action, allActions)
        checkPossible(context, action, `${at}/${list}/${index}`)
        checkPlaces(context, `${at}/${list}/${index}`, action, list)
        checkRowOf(context, `${at}/${list}/${index}`, action, list)
      }
    }
  }
}

/** Checks the `list` of an extra endpoint: the entity it reads, its fields, filter and order, and what the endpoint is asked with. */
function checkExtraList(context: ScreenContext, at: string, extra: Extra, list: NonNullable<Extra['list']>): void {
  const { source, sources, report } = context
  if (list.of !== undefined && !report.known(source, `${at}/list/of`, 'entity', list.of, sources.entities)) return
  const entity = list.of === undefined ? context.entity : resolveGroups(list.of, sources.entities[list.of] as Entity, sources)
  const names = list.of === undefined ? context.names : namesShown(entity, sources)
  for (const [index, field] of list.fields.entries()) report.known(source, `${at}/list/fields/${index}`, 'field', field, names)
  checkWhere({ source, sources, report, rows: entity, around: typesOfInput(extra, context.entity) }, `${at}/list/where`, list.where)
  checkSort(context, `${at}/list`, list.sort, entity.fields, names)
  for (const [, parameter = ''] of extra.url.matchAll(/\{(\w+)\}/g))
    isUnasked(report, source, `${at}/url`, parameter, entity.fields[parameter])
  for (const part of ['query', 'body'] as const)
    for (const parameter of Object.keys(extra[part] ?? {}))
      isUnasked(report, source, `${at}/${part}/${parameter}`, parameter, entity.fields[parameter], { key: true })
}

/** Checks fields that only a request has. @param around what their expressions may name besides these fields */
function checkOwnFields(
  { source, sources, report }: ScreenContext,
  at: string,
  around: ExpressionScopeTypes,
  fields: Readonly<Record<string, Field>> = {},
): void {
  const read = { ...around, ...typesOfFields(fields, sources) }
  for (const [name, field] of Object.entries(fields)) checkOwnField(source, `${at}/${name}`, field, read, sources, report)
}

/** What is said to an extra endpoint: the parts of its path, of any type, its query and its body. */
function typesOfInput(extra: Extra, entity: ResolvedEntity): ExpressionScopeTypes {
  const holes = [...extra.url.matchAll(/\{(\w+)\}/g)].map((match) => [match[1] ?? '', 'any'] as const)
  const query = Object.entries(extra.query ?? {}).map(([name, field]) => [name, typeOf(field)] as const)
  return { ...Object.fromEntries([...holes, ...query]), ...typesOfPayload(extra.body, entity) }
}

function checkImport(context: ScreenContext, at: string, { values, known, complete, into }: ImportAction): void {
  const { source, entity, sources, report } = context
  checkWhere({ source, sources, report, rows: entity, around: null }, `${at}/values`, values)
  if (complete && into) report.add(source, `${at}/complete`, 'check.import-completes', {}, { key: true })
  if (known && into) report.add(source, `${at}/known`, 'check.import-known', {}, { key: true })
  for (const [index, name] of (known ?? []).entries())
    report.known(source, `${at}/known/${index}`, 'field', name, Object.keys(entity.fields))
  for (const [index, name] of (complete?.fields ?? []).entries())
    report.known(source, `${at}/complete/fields/${index}`, 'field', name, Object.keys(entity.fields))
  if (!into || !report.known(source, `${at}/into/lines`, 'lines', into.lines, Object.keys(entity.lines ?? {}))) return
  const table = entity.lines?.[into.lines]
  if (table?.system) report.add(source, `${at}/into/lines`, 'check.system-lines', { name: into.lines })
  const names = table ? Object.keys(table.fields) : []
  for (const [index, name] of into.match.entries()) {
    report.known(source, `${at}/into/match/${index}`, 'field', name, names)
    isUnasked(report, source, `${at}/into/match/${index}`, name, table?.fields[name])
  }
  if (into.record && table) checkRecordOfRows(context, `${at}/into/record`, into.record, typesOfFields(table.fields, sources))
}

/** Which record rows are stored with: at most one has the values of a key. */
function checkRecordOfRows(
  { source, entity, report }: ScreenContext,
  at: string,
  record: Record<string, string>,
  row: ExpressionScopeTypes,
): void {
  const names = Object.keys(record)
  const known = names.filter((name) => report.known(source, `${at}/${name}`, 'field', name, Object.keys(entity.fields), { key: true }))
  for (const name of known) {
    const field = entity.fields[name]
    if (field && !isUnasked(report, source, `${at}/${name}`, name, field, { key: true }))
      checkSource(source, `${at}/${name}`, record[name] ?? '', row, [typeOf(field)], report)
  }
  const keys = (entity.unique ?? []).flatMap((unique) => (Array.isArray(unique) ? [unique] : []))
  if (known.length === names.length && !keys.some((key) => key.length === names.length && key.every((name) => names.includes(name))))
    report.add(
      source,
      at,
      'check.record-key',
      { entity: entity.title, fields: names.join(', ') },
      { allowed: keys.map(String).join(' | ') },
    )
}

function checkSide(
  { source, entity, sources, report }: ScreenContext,
  at: string,
  side: NonNullable<ListPage['side']>,
  page: ListPage,
): void {
  for (const key of ['field', 'title'] as const) {
    const name = side[key]
    if (name === undefined || !report.known(source, `${at}/${key}`, 'field', name, Object.keys(entity.fields))) continue
    const field = entity.fields[name] as Field
    // What a value is called is read as it is stored, so that a code would not do.
    const isCode = schemaTypeOf(field).codes(field, entity, sources) !== undefined
    if (!isListed(field) || (key === 'title' && isCode)) report.add(source, `${at}/${key}`, 'check.side-field', { name })
  }
  const searched = (page.search ?? []).some((item) => (typeof item === 'string' ? item : item.field) === side.field)
  if (searched) report.add(source, `${at}/field`, 'check.twice', { name: side.field, other: 'search' })
}

/** Values of which a list can be made: short, few, stored, one in each row. */
function isListed(field: Field): boolean {
  const isThere = field.value === undefined && field.query === undefined && !field.secret && !maskOf(field) && !field.internal
  return isThere && schemaTypeOf(field).listed && !('multiple' in field && field.multiple)
}

function checkRoute(
  { source, menu, sources, report }: ScreenContext,
  name: string,
  at: string,
  page: NonNullable<Screen['pages'][string]>,
): void {
  const route = routeOf(name, menu, page)
  // An open page is reached from the sign-in page: it has no place in the sidebar and no breadcrumb.
  if (route === undefined || ('open' in page && page.open)) return
  const { routes } = menuWordsOf(sources.menus)
  report.known(source, page.route === undefined ? at : `${at}/route`, 'route', route, routes, page.route === undefined ? { key: true } : {})
}

/**
 * An edit or delete button of a document that may be edited or deleted in no state would stay grey for ever; what only the system performs
 * is no button at all.
 */
function checkPossible({ source, entity, screen, report }: ScreenContext, action: string, pointer: string): void {
  const own = Object.hasOwn(screen.actions ?? {}, action)
  if (!own && entity.actions?.[action]?.system === true) report.add(source, pointer, 'check.system-button', { name: action })
  if (!own && entity.actions?.[action]?.via === 'edit') report.add(source, pointer, 'check.via-button', { name: action })
  if ((action !== 'edit' && action !== 'delete') || !entity.states) return
  if (!Object.values(entity.states).some((state) => state[action])) report.add(source, pointer, 'check.never-possible', { name: action })
}

/** What belongs to no row, and what opens one. */
const ofNoRow = ['add', 'import', 'export']
const ofOneRow = ['edit', 'view']

/** A button stands where there is what it works on: no row, one, or those that are selected. */
function checkRowOf({ source, entity, screen, report }: ScreenContext, pointer: string, name: string, list: string): void {
  if (Object.hasOwn(screen.actions ?? {}, name)) return
  const isOfRow = [...ofOneRow, 'delete'].includes(name) || Object.hasOwn(entity.actions ?? {}, name)
  if (list === 'toolbar' && isOfRow) report.add(source, pointer, 'check.no-row', { name })
  if (list === 'rowActions' && ofNoRow.includes(name)) report.add(source, pointer, 'check.of-no-row', { name })
  if (list === 'batchActions' && ['add', 'import', ...ofOneRow].includes(name)) report.add(source, pointer, 'check.one-row', { name })
}

function actionNames({ screen, entity }: ScreenContext): string[] {
  return [...builtInActions, ...Object.keys(screen.actions ?? {}), ...Object.keys(entity.actions ?? {})]
}

function checkListPage(context: ScreenContext, at: string, page: ListPage): void {
  const { source, report, entity, names, screen } = context
  const row = typesOfRow(context.types, entity.fields)
  checkColumns(context, `${at}/columns`, page.columns, { fields: entity.fields, summary: entity.summary, names, types: row, isList: true })
  checkTone(source, `${at}/tone`, page.tone, row, report)
  checkGroups(source, `${at}/groups`, page, report)
  checkPaging(context, at, page)
  checkIndexedSearch(context, at, page)
  checkFigures({ ...context, entityName: screen.entity }, `${at}/figures`, page)
  checkCharts({ ...context, entityName: screen.entity }, `${at}/charts`, page)
  for (const [index, item] of (page.search ?? []).entries()) {
    const name = typeof item === 'string' ? item : item.field
    const pointer = `${at}/search/${index}${typeof item === 'string' ? '' : '/field'}`
    if (
      !report.known(source, pointer, 'field', name, [
        ...Object.keys(entity.params ?? {}),
        ...Object.keys(entity.fields),
        ...engineNames(entity),
      ])
    )
      continue
    if ((page.search ?? []).findIndex((other) => nameIn(other) === name) < index)
      report.add(source, pointer, 'check.twice', { name, other: 'search' })
    if (entity.params && Object.hasOwn(entity.params, name)) {
      if (typeof item === 'object' && item.as !== undefined) report.add(source, `${at}/search/${index}/as`, 'check.param-as', { name })
      continue
    }
    const field = entity.fields[name]
    const computed = field !== undefined && (field.value !== undefined || field.query !== undefined) && !field.stored
    if (computed && entity.view === undefined) report.add(source, pointer, 'check.not-stored', { name })
    isUnasked(report, source, pointer, name, field)
    // An id alone says nothing: rows of several entities have it.
    if (isMixed(field) && typeof item !== 'string' && (item.as ?? 'contains') !== 'contains')
      report.add(source, pointer, 'check.mixed-search', { name })
  }
  checkSort({ source, report }, at, page.sort, entity.fields, names)
  for (const name of Object.keys(page.params ?? {})) {
    report.known(source, `${at}/params/${name}`, 'field', name, Object.keys(entity.fields), { key: true })
    isUnasked(report, source, `${at}/params/${name}`, name, entity.fields[name], { key: true })
    // The form could neither show nor change a field that the address fixes; a searched field takes its value from the address anyway.
    if ((page.search ?? []).some((item) => nameIn(item) === name))
      report.add(source, `${at}/params/${name}`, 'check.twice', { name, other: `${at}/search` }, { key: true })
  }
  if (page.tree !== undefined && report.known(source, `${at}/tree`, 'field', page.tree, Object.keys(entity.fields))) {
    const field = entity.fields[page.tree]
    if (field?.type !== 'ref' || field.to !== screen.entity) report.add(source, `${at}/tree`, 'check.tree-parent', { name: page.tree })
  }
  if (page.refresh) checkSource(source, `${at}/refresh/while`, page.refresh.while, context.types, ['boolean'], report)
  checkSplit(context, `${at}/split`, page)
  checkListTabs(context, `${at}/tabs`, page)
  checkStored(context, `${at}/stored`, page.stored, entity.fields)
  if (page.side) checkSide(context, `${at}/side`, page.side, page)
  if (page.area !== undefined) {
    const widgets = Object.entries(screen.actions ?? {}).flatMap(([name, action]) => (action.does === 'widget' ? [name] : []))
    report.known(source, `${at}/area`, 'action', page.area, widgets)
  }
  if (page.expand) checkRelated(context, `${at}/expand`, page.expand)
  for (const [index, lines] of (page.exportLines ?? []).entries())
    report.known(source, `${at}/exportLines/${index}`, 'lines', lines, Object.keys(entity.lines ?? {}))
}

/** Rows must not be sorted by a field that is not shown. */
function checkSort(
  { source, report }: { source: string; report: Report },
  at: string,
  sort: { field: string } | undefined,
  fields: Record<string, Field>,
  names: string[],
): void {
  if (sort && report.known(source, `${at}/sort/field`, 'field', sort.field, names))
    isUnasked(report, source, `${at}/sort/field`, sort.field, fields[sort.field])
}

/** What the rows of a table have. */
interface Rows {
  fields: Record<string, Field>
  /** The summary of their entity, which names the field of their unit. */
  summary?: Entity['summary']
  names: string[]
  types: ExpressionScopeTypes
  /** Pages that a cell may open; those of the screen unless said. */
  pages?: string[]
  /** The columns belong to a list page; only there cells may open lists. */
  isList?: boolean
}

function checkColumns(
  context: ScreenContext,
  pointer: string,
  columns: Column[],
  { fields, summary, names, types, pages = Object.keys(context.screen.pages), isList }: Rows,
): void {
  const { source, report } = context
  for (const [index, column] of columns.entries()) {
    const name = typeof column === 'string' ? column : column.field
    const at = `${pointer}/${index}`
    if (!report.known(source, typeof column === 'string' ? at : `${at}/field`, 'field', name, names)) continue
    if (columns.findIndex((other) => nameIn(other) === name) < index) report.add(source, at, 'check.twice', { name, other: 'columns' })
    const field = fields[name]
    if (field?.secret) report.add(source, at, 'check.secret', { name })
    if (typeof column === 'string') continue
    checkTone(source, `${at}/tone`, column.tone, types, report)
    if (column.total && !(field && schemaTypeOf(field).summable)) report.add(source, `${at}/total`, 'check.total-of-text', { name })
    else if (column.total && field) checkUnitOfTotal(context, `${at}/total`, name, { fields, summary })
    if (typeof column.link === 'string') report.known(source, `${at}/link`, 'page', column.link, pages)
    else if (column.link && isList) checkRowList(context, `${at}/link`, column.link)
    else if (column.link) report.add(source, `${at}/link`, 'check.column-list', {})
  }
  const totals = columns.flatMap((column, index) =>
    typeof column === 'object' && column.total && Object.hasOwn(fields, column.field)
      ? [[`${pointer}/${index}/total`, column.field] as const]
      : [],
  )
  checkOneUnit(context, totals, { fields, summary })
}

function checkRecordPage(context: ScreenContext, at: string, page: RecordPage): void {
  const { source, report, screen } = context
  if (page.like !== undefined && report.known(source, `${at}/like`, 'page', page.like, Object.keys(screen.pages))) {
    const other = screen.pages[page.like]
    if (!other || !('kind' in other) || other.kind !== 'record') report.add(source, `${at}/like`, 'check.like-record', { name: page.like })
  }
  for (const field of Object.keys(page.variant ?? {})) report.known(source, `${at}/variant/${field}`, 'field', field, context.names)
  if (page.like === undefined && !page.sections) report.add(source, at, 'check.no-sections', {}, { key: true })
  const items = Object.values(page.sections ?? {}).flatMap((section): FormItem[] => (Array.isArray(section) ? section : section.fields))
  const shown = items.map((item) => (typeof item === 'string' ? item : item.field))
  checkKindsBeside(source, `${at}/sections`, shown, context.entity.fields, report)
  for (const [title, section] of Object.entries(page.sections ?? {})) checkSection(context, `${at}/sections/${escape(title)}`, section)
  const sections = sectionTitles(context.screen, page)
  for (const [title, tab] of Object.entries(page.tabs ?? {})) checkTab(context, `${at}/tabs/${escape(title)}`, tab, sections)
}

function escape(part: string): string {
  return part.replace(/~/g, '~0').replace(/\//g, '~1')
}

/** What a column, a search item or an item of a form shows. */
function nameIn(item: string | { field: string }): string {
  return typeof item === 'string' ? item : item.field
}

function checkSection(context: ScreenContext, at: string, section: Section): void {
  const { source, report, types, names, screen } = context
  const items: FormItem[] = Array.isArray(section) ? section : section.fields
  if (!Array.isArray(section) && section.visible !== undefined)
    checkSource(source, `${at}/visible`, section.visible, types, ['boolean'], report)
  for (const [index, item] of items.entries()) {
    const pointer = `${at}${Array.isArray(section) ? '' : '/fields'}/${index}`
    const name = nameIn(item)
    if (items.findIndex((other) => nameIn(other) === name) < index) report.add(source, pointer, 'check.twice', { name, other: at })
    if (typeof item === 'string') {
      report.known(source, pointer, 'field', item, names)
      continue
    }
    report.known(source, `${pointer}/field`, 'field', item.field, names)
    if (item.brings !== undefined)
      report.known(source, `${pointer}/brings`, 'endpoint', item.brings, Object.keys(screen.endpoints.extra ?? {}))
    for (const condition of ['visible', 'enabled', 'required'] as const) {
      const text = item[condition]
      if (text !== undefined) checkSource(source, `${pointer}/${condition}`, text, types, ['boolean'], report)
    }
  }
}

/** Of the page, or of the one that it is like. */
function sectionTitles({ pages }: Screen, { sections, like }: RecordPage): string[] {
  const other = like === undefined ? undefined : pages[like]
  return Object.keys(sections ?? (other && 'sections' in other ? other.sections : undefined) ?? {})
}

function checkTab(context: ScreenContext, at: string, tab: Tab, sections: readonly string[]): void {
  const { source, report, entity, sources, types } = context
  if (tab === 'timeline' && !entity.timeline) report.add(source, at, 'check.timeline-none', {})
  if (typeof tab === 'string') return
  if (tab.visible !== undefined) checkSource(source, `${at}/visible`, tab.visible, types, ['boolean'], report)
  if ('lines' in tab) {
    const line = entity.lines?.[tab.lines]
    if (!report.known(source, `${at}/lines`, 'lines', tab.lines, Object.keys(entity.lines ?? {})) || !line) return
    const lineTypes = typesOfFields(line.fields, sources)
    const rows = { fields: line.fields, names: Object.keys(lineTypes), types: typesOfRow(lineTypes, line.fields) }
    checkColumns(context, `${at}/columns`, tab.columns, rows)
    for (const word of ['import', 'pick', 'match'] as const)
      if (line.system && tab[word]) report.add(source, `${at}/${word}`, 'check.system-lines', { name: tab.lines })
    if (tab.pick) checkPicked(context, `${at}/pick`, tab.pick, tab.lines, line.fields)
    if (tab.match) {
      for (const side of ['from', 'to'] as const) checkPicked(context, `${at}/match/${side}`, tab.match[side], tab.lines, line.fields)
      checkMatch(context, `${at}/match`, tab.match, { name: tab.lines, fields: line.fields })
    }
    const columns = tab.columns.map((column) => (typeof column === 'string' ? column : column.field))
    checkKindsBeside(source, `${at}/columns`, referencesAmong(columns, line.fields, sources), line.fields, report)
    if (tab.before !== undefined) report.known(source, `${at}/before`, 'section', tab.before, sections)
    if (tab.import !== undefined) report.known(source, `${at}/import`, 'action', tab.import, importsInto(context, tab.lines))
  } else if ('related' in tab) checkRelated(context, at, tab)
  else if ('calculate' in tab) report.known(source, `${at}/calculate`, 'action', tab.calculate, calculating(context.screen))
}

/** Actions that calculate. */
function calculating({ actions = {} }: Screen): string[] {
  return Object.entries(actions).flatMap(([name, { does }]) => (does === 'calculate' ? [name] : []))
}

function checkPicked(context: ScreenContext, at: string, pick: Pick, lines: string, fields: Record<string, Field>): void {
  const { source, report, sources, screen } = context
  const field = pickedReference(source, at, pick, fields, report)
  if (pick.from !== undefined) {
    const answered = answeredColumns(source, at, pick, { screen, lines, fields, names: context.names }, report)
    if (!answered) return
    const types = typesOfFields(answered, sources)
    const names = Object.keys(types)
    checkColumns(context, `${at}/columns`, pick.columns, { fields: answered, names, types: typesOfRow(types, answered), pages: [] })
    for (const [index, name] of (pick.search ?? []).entries()) report.known(source, `${at}/search/${index}`, 'field', name, names)
    return
  }
  const to = typeof field?.to === 'string' ? field.to : undefined
  const own = to === undefined ? undefined : sources.entities[to]
  if (to === undefined || !own) return
  const target = resolveGroups(to, own, sources)
  const names = namesShown(target, sources)
  const types = typesOfRow(typesOfRecord(target, sources), target.fields)
  checkColumns(context, `${at}/columns`, pick.columns, { fields: target.fields, names, types, pages: [] })
  checkPick(source, at, pick, { fields, target, names }, report)
}

/** Fields that columns name, also by the display value of a reference. */
function referencesAmong(columns: readonly string[], fields: Record<string, Field>, sources: ProductSources): string[] {
  const byDisplay = new Map(Object.entries(fields).map(([name, field]) => [displayOf(name, field, sources), name]))
  return columns.map((name) => (Object.hasOwn(fields, name) ? name : (byDisplay.get(name) ?? name)))
}

/** Actions whose rows go into a line table. */
function importsInto({ screen }: ScreenContext, lines: string): string[] {
  return Object.entries(screen.actions ?? {}).flatMap(([name, action]) =>
    action.does === 'import' && action.into?.lines === lines && !action.into.record ? [name] : [],
  )
}

function checkRelated(context: ScreenContext, at: string, table: RelatedTable): void {
  const { source, report, sources, entity } = context
  if (!report.known(source, `${at}/related`, 'entity', table.related, sources.entities)) return
  const related = resolveGroups(table.related, sources.entities[table.related] as Entity, sources)
  const theirs = [...Object.keys(related.fields), ...builtInNames]
  const by = typeof table.by === 'string' ? { [table.by]: 'id' } : table.by
  for (const [their, ours] of Object.entries(by)) {
    const pointer = typeof table.by === 'string' ? `${at}/by` : `${at}/by/${their}`
    report.known(source, pointer, 'field', their, theirs, typeof table.by === 'string' ? {} : { key: true })
    report.known(source, pointer, 'field', ours, [...Object.keys(entity.fields), ...builtInNames])
    const type = related.fields[their] ? typeOf(related.fields[their]) : undefined
    if (ours === 'id' && type !== undefined && !areAlike(type, 'text') && !areAlike(type, { list: 'text' }))
      return report.add(source, pointer, 'check.related-type', { name: their, type: typeText(type) })
    isUnasked(report, source, pointer, their, related.fields[their])
    isUnasked(report, source, pointer, ours, entity.fields[ours])
  }
  checkSort(context, at, table.sort, related.fields, namesShown(related, sources))
  checkWhere({ source, sources, report, rows: related, around: typesOfRecord(entity, sources) }, `${at}/where`, table.where)
  const types = typesOfRecord(related, sources)
  const row = typesOfRow(types, related.fields)
  checkCharts({ source, sources, report, types, entity: related, entityName: table.related }, `${at}/charts`, table)
  const pages = checkHome(context, at, table)
  checkColumns(context, `${at}/columns`, table.columns, {
    fields: related.fields,
    summary: related.summary,
    names: namesShown(related, sources),
    types: row,
    pages,
  })
  checkTone(source, `${at}/tone`, table.tone, row, report)
  checkGroups(source, `${at}/groups`, table, report)
}
