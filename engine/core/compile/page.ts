import { schemaError } from '../schemaMessages'
import type { CustomPage, ListPage, OnEnter, RecordPage, RelatedTable, Screen, Section, Tab } from '../../spec/generated/screen'
import type {
  CustomPagePlan,
  EntityPlan,
  ExtraEndpointPlan,
  FieldPlan,
  ListPagePlan,
  OnEnterPlan,
  OwnScreenPlan,
  PagePlan,
  RecordPagePlan,
  RelatedTablePlan,
  SearchPlan,
  SectionPlan,
  SidePlan,
  TabPlan,
} from '../plan'
import { schemaTypeOf } from '../fields/schemas'
import { displaysOf } from './displays'
import { isDecision, OPINION } from '../decisions'
import { compileCharts } from './chart'
import { compileColumn, compileColumns, isOrderedByIndex, judgedFirst, resolveName } from './column'
import { compileExpression, compileOptional } from './expression'
import { lookUp } from '../sources/lookUp'
import { compileFigures } from './figure'
import { optional } from '../sources/optional'
import { isAtHome, ownScreenOf } from './ownScreen'
import { compileMatch } from './match'
import { compilePick } from './pick'
import { readPermissionOf } from './readPermission'
import { compileRowList } from './rowList'
import { stateTabs } from './stateTabs'
import type { ProductSources } from '../sources/sources'
import { compileTone } from './tone'
import { compileOptionalWhere } from '../sources/where'

export interface PageContext {
  /** Screen id, for messages. */
  id: string
  menu: string
  screen: Screen
  entity: EntityPlan
  entities: Record<string, EntityPlan>
  extra: Record<string, ExtraEndpointPlan>
  /** Titles of pages by route, from the menu table. */
  titles: Record<string, string>
  screens: ProductSources['screens']
  /** What is asked for under each key of a related table. */
  relatedKeys: Map<string, string>
}

type Page = NonNullable<Screen['pages'][string]>

export function compilePage(name: string, page: Page, context: PageContext): PagePlan {
  if (name === 'list' || (page as { kind?: string }).kind === 'list') return compileListPage(name, page as ListPage, context)
  const other = page as RecordPage | CustomPage
  return other.kind === 'custom' ? compileCustomPage(name, other, context) : compileRecordPage(name, other, context)
}

function compileListPage(name: string, page: ListPage, context: PageContext): ListPagePlan {
  const { entity, id, screens, screen } = context
  const { params = {}, paging } = page
  const search = (page.search ?? []).map((item) => compileSearch(item, entity, id))
  const where = compileOptionalWhere(screen.endpoints.where, () => entity.states)
  const { states, figures } = stateTabs({ search, params, paging, figures: compileFigures(page.figures, entity, id) }, entity, where)
  return {
    ...base(name, page, context),
    kind: 'list',
    params,
    search,
    columns: judgedFirst(page.paging === 'cursor' ? orderedColumns(page, context) : compileColumns(page, entity, id, screens), entity),
    toolbar: page.toolbar ?? [],
    rowActions: page.rowActions ?? [],
    batchActions: forSelection(page, context),
    ...optional({
      sort: page.sort,
      paging,
      tone: compileTone(page.tone),
      states,
      figures: figures?.length ? figures : undefined,
      charts: compileCharts(page.charts, entity, id),
      tree: page.tree,
      area: page.area,
      exportLines: page.exportLines,
      side: page.side && compileSide(page.side, entity, id),
      split: compileSplit(page.split, context),
      tabs: compileListTabs(page.tabs, context),
      stored: page.stored,
      refresh: page.refresh && { seconds: page.refresh.seconds, while: compileExpression(page.refresh.while) },
      expand: page.expand && compileRelated(page.expand, context),
    }),
  }
}

/**
 * What a list offers for selected rows: what it names, and unless that is nothing the decisions of its rows that ask nothing which differs from record
 * to record, so no more than an opinion that may be left out.
 */
function forSelection({ batchActions: named, rowActions = [] }: ListPage, { entity, screen }: PageContext): string[] {
  if (named?.length === 0) return []
  const decisions = rowActions.filter((name) => {
    const action = screen.actions?.[name] === undefined ? entity.actions[name] : undefined
    if (!action || action.danger || action.askLines || !isDecision(action)) return false
    return action.ask.every((field) => field.name === OPINION && !field.required)
  })
  return [...new Set([...(named ?? []), ...decisions])]
}

/** The columns of a list that is paged by cursor; only those an index orders can be sorted. */
function orderedColumns(page: ListPage, { entity, id, screens }: PageContext): ListPagePlan['columns'] {
  return compileColumns(page, entity, id, screens).map(({ sort, ...column }) =>
    sort !== undefined && isOrderedByIndex(entity, sort) ? { ...column, sort } : column,
  )
}

function compileSide({ field, title }: NonNullable<ListPage['side']>, entity: EntityPlan, where: string): SidePlan {
  const titleField = title === undefined ? undefined : lookUp(entity.fields, title, 'field', where)
  const by = lookUp(entity.fields, field, 'field', where)
  const filter: SearchPlan = { name: field, field: by, as: 'equals', title: by.title }
  return { filter, heading: titleField?.title ?? by.title, ...optional({ title }) }
}

function compileSplit(split: ListPage['split'], { screens }: PageContext): ListPagePlan['split'] {
  if (typeof split === 'string') return { kind: 'record', page: split }
  return split && { kind: 'list', ...compileRowList(split, screens) }
}

function compileListTabs(tabs: ListPage['tabs'], { screens }: PageContext): ListPagePlan['tabs'] {
  return tabs && Object.entries(tabs).map(([title, tab]) => (tab === 'own' ? { title } : { title, list: compileRowList(tab, screens) }))
}

function compileSearch(item: NonNullable<ListPage['search']>[number], entity: EntityPlan, where: string): SearchPlan {
  const declared = typeof item === 'string' ? { field: item } : item
  const param = entity.params && Object.hasOwn(entity.params, declared.field) ? entity.params[declared.field] : undefined
  if (param)
    return {
      name: declared.field,
      field: param,
      as: 'param',
      title: param.title,
      ...optional({ default: declared.default ?? defaultOf(param) }),
    }
  const { field } = resolveName(declared.field, entity.fields, entity.displays, where)
  // A row of one of several entities is looked for by what it is called; its id alone says nothing.
  const as = declared.as ?? (field.mixed ? 'contains' : schemaTypeOf(field).search)
  const name = field.mixed && Object.hasOwn(entity.displays, field.mixed.display) ? field.mixed.display : declared.field
  return { name, field, as, title: field.title, ...optional({ default: declared.default }) }
}

/** As a search form takes it. */
function defaultOf({ default: value }: FieldPlan): SearchPlan['default'] {
  return typeof value === 'number' ? String(value) : Array.isArray(value) ? undefined : value
}

function compileRecordPage(name: string, page: RecordPage, context: PageContext): RecordPagePlan {
  const layout = page.like === undefined ? page : { ...layoutOf(page.like, context), ...optional({ ...page, like: undefined }) }
  const rowActions = context.screen.pages.list?.rowActions ?? []
  return {
    ...base(name, page, context),
    kind: 'record',
    as: page.as ?? 'page',
    mode: page.mode ?? (name === 'edit' ? 'edit' : 'view'),
    sections: Object.entries(layout.sections ?? {}).map(([title, section]) => compileSection(title, section, context)),
    tabs: Object.entries(layout.tabs ?? {}).map(([title, tab]) => compileTab(title, tab, context)),
    actions: layout.actions ?? rowActions.filter((action) => action !== 'view'),
    ...optional({ variant: page.variant, params: page.params, live: page.live }),
  }
}

/** Sections, tabs and actions of the page that another one is like. */
function layoutOf(name: string, context: PageContext): Pick<RecordPage, 'sections' | 'tabs' | 'actions'> {
  const page = lookUp(context.screen.pages as Record<string, Page>, name, 'page', context.id) as RecordPage
  const inherited = page.like === undefined || page.like === name ? {} : layoutOf(page.like, context)
  return { ...inherited, ...optional({ sections: page.sections, tabs: page.tabs, actions: page.actions }) }
}

function compileCustomPage(name: string, page: CustomPage, context: PageContext): CustomPagePlan {
  return { ...base(name, page, context), kind: 'custom', open: page.open === true, widget: page.widget, actions: page.actions ?? [] }
}

function base(name: string, page: { title?: string; route?: string; as?: string; onEnter?: OnEnter }, context: PageContext) {
  const own = page.route ?? (name === 'list' ? `/${context.menu}` : `/${context.menu}/${name}`)
  const route = page.as === undefined || page.as === 'page' ? own : undefined
  return {
    name,
    // What the menu calls its own list is not the name of another one, which is opened over it.
    title: page.title ?? (route === undefined && name === 'list' ? undefined : context.titles[own]) ?? context.screen.title,
    onEnter: compileOnEnter(page.onEnter),
    ...optional({ route }),
  }
}

function compileOnEnter(onEnter: OnEnter | undefined): OnEnterPlan {
  return {
    clearCache: onEnter?.clearCache === true,
    resetTab: onEnter?.resetTab === true,
    fixedHeader: onEnter?.fixedHeader === true,
    ...optional({ resetStored: onEnter?.resetStored }),
  }
}

function compileSection(title: string, section: Section, context: PageContext): SectionPlan {
  const declared = Array.isArray(section) ? { fields: section } : section
  return {
    title,
    items: declared.fields.map((item) => {
      const { field: name, ...rest } = typeof item === 'string' ? { field: item } : item
      const { field } = resolveName(name, context.entity.fields, context.entity.displays, context.id)
      return {
        field,
        span: rest.span ?? schemaTypeOf(field).span,
        ...optional({
          visible: compileOptional(rest.visible),
          enabled: compileOptional(rest.enabled),
          required: compileOptional(rest.required),
          as: rest.as,
          brings: rest.brings === undefined ? undefined : lookUp(context.extra, rest.brings, 'endpoint', context.id).url,
        }),
      }
    }),
    ...(declared.visible === undefined ? {} : { visible: compileExpression(declared.visible) }),
  }
}

function compileTab(title: string, tab: Tab, context: PageContext): TabPlan {
  if (tab === 'attachments' || tab === 'history') return { kind: tab, title }
  if (tab === 'timeline') {
    const { timeline } = context.entity
    return { kind: tab, title, timeline: lookUp(timeline ? { timeline } : {}, tab, 'word', context.id) }
  }
  const visible = optional({ visible: compileOptional(tab.visible) })
  if ('lines' in tab) {
    const lines = lookUp(context.entity.lines, tab.lines, 'lines', context.id)
    const owner = { fields: lines.fields, displays: displaysOf(lines.fields) }
    const { entities, extra, id: where } = context
    const pick = tab.pick && compilePick(tab.pick, { lines, entities, extra, where })
    const match = tab.match && compileMatch(tab.match, { lines, entities, extra, where })
    const columns = tab.columns.map((column) => compileColumn(column, owner, `${context.id} ${tab.lines}`, context.screens))
    return {
      kind: 'lines',
      title,
      lines: tab.lines,
      columns,
      ...visible,
      ...optional({ import: tab.import, pick, match, before: tab.before }),
    }
  }
  if ('related' in tab) return { kind: 'related', title, ...compileRelated(tab, context) }
  if ('calculate' in tab) return { kind: 'calculate', title, action: tab.calculate, ...visible }
  return { kind: 'widget', title, widget: tab.widget, ...visible }
}

/** Rows that name this record by a reference with several targets name it by its kind, too. */
function ofThisKind(
  where: RelatedTablePlan['where'],
  by: RelatedTablePlan['by'],
  related: EntityPlan,
  { name }: EntityPlan,
): RelatedTablePlan['where'] {
  const kinds = Object.entries(by).flatMap(([their, our]) => (our === 'id' ? (related.fields[their]?.mixed?.kind ?? []) : []))
  return kinds.length === 0 ? where : { ...where, ...Object.fromEntries(kinds.map((kind) => [kind, name])) }
}

function compileRelated(table: RelatedTable, context: PageContext): RelatedTablePlan {
  const entity = lookUp(context.entities, table.related, 'entity', context.id)
  const by = typeof table.by === 'string' ? { [table.by]: 'id' } : table.by
  const columns = compileColumns(table, entity, `${context.id} ${table.related}`, context.screens)
  const own = compileOwn(table, by, context)
  return {
    key: keyOf(table, by, own, context),
    entity: table.related,
    by,
    columns: columns.map((column, index) => (index === 0 && table.link !== undefined ? { ...column, link: table.link } : column)),
    ...optional({
      own,
      where: ofThisKind(
        compileOptionalWhere(table.where, () => entity.states),
        by,
        entity,
        context.entity,
      ),
      sort: table.sort,
      charts: compileCharts(table.charts, entity, `${context.id} ${table.related}`),
      states: entity.states,
      tone: compileTone(table.tone),
      visible: compileOptional(table.visible),
    }),
  }
}

function compileOwn(table: RelatedTable, by: Record<string, string>, { id, screens }: PageContext): OwnScreenPlan | undefined {
  if (!isAtHome(table)) return undefined
  const screen = ownScreenOf(table, screens)
  if (screen === undefined) throw schemaError('compile.unknown-name', { what: 'screen', name: table.screen ?? table.related, where: id })
  const rest = optional({ readPermission: readPermissionOf(screen, screens), add: table.add === true ? by : table.add })
  return { screen, rowActions: table.rowActions ?? [], ...rest }
}

/** The key in the address: the entity, numbered where a screen asks in several ways for rows of one entity. */
function keyOf(table: RelatedTable, by: Record<string, string>, own: OwnScreenPlan | undefined, { relatedKeys }: PageContext): string {
  const asked = JSON.stringify([sorted(by), sorted(table.where ?? {}), own?.screen, table.charts])
  for (let number = 1; ; number++) {
    const key = number === 1 ? table.related : `${table.related}${number}`
    if ((relatedKeys.get(key) ?? asked) !== asked) continue
    relatedKeys.set(key, asked)
    return key
  }
}

function sorted(map: object): unknown {
  return Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1))
}
