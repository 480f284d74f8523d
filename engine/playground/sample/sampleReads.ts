/** What the reading endpoints of a screen answer, by the first part of their path behind its base. */
import { asMasked, displayOf, referenceIn } from '../../core/fields'
import { evaluateExpression } from '../../core/expression'
import type {
  EntityPlan,
  ExtraEndpointPlan,
  FieldPlan,
  FigurePlan,
  ListPagePlan,
  ProductPlan,
  RelatedTablePlan,
  ScreenPlan,
} from '../../core/plan'
import { asksToPick } from '../../core/compile/match'
import type { Environment } from '../../core/record/scope'
import type { Values } from '../../core/record/values'
import { matches } from '../../core/where'
import type { HistoryEntry, ListResponse, Option, RecordValues, StateCountsResponse } from '../../core/wire'
import { sayPreview } from '../previewMessages'
import { answered, filteredRows, pageOf, rowsOfScreen, sortedRows, sortOf, type Query } from './sampleList'
import { chartOf, figureOf, sideOf } from './sampleNumbers'
import type { SampleRecords } from './sampleRecords'
import { sampleValue } from './sampleValue'

export interface ReadContext {
  plan: ProductPlan
  screen: ScreenPlan
  entity: EntityPlan
  records: SampleRecords
  handlers: Readonly<Record<string, object>>
  environment: Environment
  outside: boolean
  empty: boolean
  /** Who asks lacks a right; of a mask, the one that shows the whole value. */
  lacks: (permission: string | undefined) => boolean
}

interface ReadCall {
  method: string
  path: string
  /** Of the path, behind the base of the screen. */
  parts: string[]
  query: Query
}

/** Undefined where nothing is read, or there is nothing of that name. */
export function answerRead(context: ReadContext, call: ReadCall): unknown {
  const { screen, records, environment } = context
  const [what = '', name = '', id] = call.parts
  const extra = extraAt(screen, call)
  if (extra) return answerExtra(context, extra, call.query)
  if (what === 'list') return listOf(context, call.query)
  if (call.method !== 'GET') return undefined
  switch (what) {
    case 'states':
      return statesOf(context, call.query)
    case 'figures':
      return { figures: figuresOf(context, name, call.query) }
    case 'charts':
      return { charts: chartsOf(context, name, id, call.query) }
    case 'side': {
      const side = listPages(screen).find((page) => page.side)?.side
      return side && sideOf(side, listedRows(context))
    }
    case 'options': {
      const field = screen.access.options[name]
      return field && optionsOf(context, field, call.query)
    }
    case 'pick': {
      const pick = picksOf(screen).find(({ key }) => key === name)
      const target = pick && referenceOf(context, pick.key)
      return target && pageOf(records.rowsOf(target), call.query, { totals: [] })
    }
    case 'attach':
      return []
    case 'history':
      return historyOf(context, name)
    case 'related': {
      const related = relatedOf(screen).find(({ key }) => key === name)
      return related && pageOf(relatedRows(context, related, id), call.query, { totals: [] })
    }
    case 'print': {
      const print = screen.prints?.[name]
      const ids = [call.query['ids']].flat().map(String)
      return (
        print && {
          print,
          records: ids.flatMap((each) => oneRecord(context, each) ?? []),
          by: sayPreview('sample.operator'),
          at: environment.now,
        }
      )
    }
    default: {
      const record = call.parts.length === 1 ? oneRecord(context, what) : undefined
      return record && shown(context, record, [...screen.access.recordFields, ...screen.access.recordLines])
    }
  }
}

function ownRows({ screen, entity, records, environment }: ReadContext): readonly RecordValues[] {
  return rowsOfScreen(screen, entity, records.rowsOf(entity.name), environment.today)
}

function listedRows(context: ReadContext): readonly RecordValues[] {
  return context.empty ? [] : ownRows(context)
}

/** A record may be asked for that the list of the screen does not have: a link leads there. */
function oneRecord(context: ReadContext, id: string): RecordValues | undefined {
  return ownRows(context).find((row) => row.id === id) ?? context.records.byId(context.entity.name, id)
}

/** A row as it leaves the server: what the screen reads, of what is masked a part, and nothing internal for who comes from outside. */
function shown({ entity, lacks, outside, empty }: ReadContext, row: RecordValues, names: readonly string[]): RecordValues {
  const fields = Object.values(entity.fields).filter(({ name }) => names.includes(name))
  const masked = fields.filter(({ mask }) => mask && (mask.unless === undefined || lacks(mask.unless)))
  const internal = new Set(outside ? fields.flatMap((field) => (field.internal ? [field.name, displayOf(field) ?? ''] : [])) : [])
  return {
    ...answered(
      row,
      names.filter((name) => !internal.has(name)),
    ),
    ...Object.fromEntries(masked.map((field) => [field.name, asMasked(field, row[field.name])])),
    ...(empty ? Object.fromEntries(Object.keys(entity.lines).map((name) => [name, []])) : {}),
  }
}

function meantRows(context: ReadContext, query: Query): RecordValues[] {
  const { screen, entity, environment } = context
  const { usual, filters } = screen.access
  const meant = filteredRows(listedRows(context), filters, entity, { query, today: environment.today })
  if (!usual || usual.unless.some((name) => query[name] !== undefined)) return meant
  const now = meant.filter((row) => matches(usual.where, row, { fields: entity.fields, today: environment.today }))
  return now.length > 0 ? now : meant
}

function listOf(context: ReadContext, query: Query): ListResponse {
  const { screen, entity } = context
  const rows = sortedRows(meantRows(context, query), sortOf(screen, query, undefined), entity)
  const { totals, totalsBy, cursor, listFields } = screen.access
  const isTree = listPages(screen).some(({ tree }) => tree !== undefined) && query['page'] === undefined
  const page = pageOf(rows, query, { totals, totalsBy, cursor, whole: isTree })
  return { ...page, records: page.records.map((row) => shown(context, row, listFields)) }
}

/** As the list asks, in whichever state. */
function statesOf(context: ReadContext, query: Query): StateCountsResponse | undefined {
  const { statusField } = context.screen
  if (statusField === undefined) return undefined
  const rows = meantRows(context, { ...query, [statusField]: undefined })
  const counts: Record<string, number> = {}
  for (const row of rows) counts[String(row[statusField])] = (counts[String(row[statusField])] ?? 0) + 1
  return { counts, total: rows.length }
}

function figuresOf(context: ReadContext, name: string, query: Query): Record<string, unknown> {
  const page = context.screen.pages[name]
  const figures = page?.kind === 'list' ? (page.figures ?? []) : []
  return Object.fromEntries(
    figures.map((figure) => [
      figure.name,
      figureOf(figure, meantRows(context, askedBy(figure, query, context.environment)), context.environment),
    ]),
  )
}

/** The query of one figure: the list's, without what the figure disregards, and with its own filters. */
function askedBy(figure: FigurePlan, query: Query, environment: Environment): Query {
  const { regardless = [] } = figure
  const left = Object.entries(query).filter(([name]) => !regardless.includes(name))
  return { ...Object.fromEntries(left), ...filterOf(figure, environment) }
}

function filterOf({ filter = {} }: FigurePlan, environment: Environment): Values {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      name,
      typeof value === 'object' && 'expression' in value ? evaluateExpression(value.expression, {}, environment) : value,
    ]),
  )
}

function chartsOf(context: ReadContext, name: string, id: string | undefined, query: Query): Record<string, unknown> {
  const { screen, environment } = context
  const page = screen.pages[name]
  const related = id === undefined ? undefined : relatedOf(screen).find(({ key }) => key === name)
  const charts = related ? related.charts : page?.kind === 'list' ? page.charts : undefined
  const rows = related ? relatedRows(context, related, id) : meantRows(context, query)
  return Object.fromEntries((charts ?? []).map((chart) => [chart.name, chartOf(chart, rows, environment)]))
}

/** Rows that belong to the record; where none of the samples does, the first few are made to. */
function relatedRows(
  { plan, entity, records, environment, empty }: ReadContext,
  { entity: name, by, where }: RelatedTablePlan,
  id = '',
): RecordValues[] {
  const target = plan.entities[name]
  const record = records.byId(entity.name, id)
  if (!target || !record || empty) return []
  const given = Object.fromEntries(Object.entries(by).map(([theirs, ours]) => [theirs, record[ours]]))
  const scope = { fields: target.fields, today: environment.today, given: record }
  const rows = records.rowsOf(name).filter((row) => matches(where, row, scope))
  const own = rows.filter((row) => Object.entries(given).every(([field, value]) => row[field] === value))
  return own.length > 0 ? own : (rows.length > 0 ? rows : records.rowsOf(name)).slice(0, 3).map((row) => ({ ...row, ...given }))
}

function optionsOf({ plan, records, environment }: ReadContext, field: FieldPlan, query: Query): Option[] {
  const ref = referenceIn(field, query)?.ref
  const target = ref && plan.entities[ref.entity]
  if (!ref || !target) return []
  const wanted = query['values'] === undefined ? undefined : new Set([query['values']].flat().map(String))
  const keyword = typeof query['keyword'] === 'string' ? query['keyword'] : ''
  const rows = records.rowsOf(ref.entity)
  const meant = rows.filter((row) => matches(ref.where, row, { fields: target.fields, today: environment.today, given: query }))
  return (meant.length > 0 && !wanted ? meant : rows)
    .map((row) => optionOf(ref, row))
    .filter(({ value, label }) => (wanted ? wanted.has(value) : label.includes(keyword)))
}

function optionOf(ref: NonNullable<FieldPlan['ref']>, row: RecordValues): Option {
  const label = row[ref.label]
  const fill = Object.fromEntries(Object.entries(ref.fill ?? {}).map(([ours, theirs]) => [ours, row[theirs] ?? null]))
  return {
    value: ref.by === undefined ? row.id : String(row[ref.by]),
    label: typeof label === 'string' && label !== '' ? label : `${ref.title}${row.id}`,
    ...(ref.fill ? { fill } : {}),
  }
}

/** One entry for having come to be, and one for the state that the record is in. */
function historyOf({ entity, records }: ReadContext, id: string): HistoryEntry[] {
  const record = records.byId(entity.name, id)
  const state = entity.states?.[String(record?.[entity.statusField ?? ''])]
  if (!record) return []
  const led = Object.values(entity.actions).find(({ to }) => state && to.includes(state.code))
  const operator = String(record['createdByName'] ?? sayPreview('sample.operator'))
  const created: HistoryEntry = {
    id: '1',
    action: 'add',
    actionTitle: sayPreview('sample.action'),
    operator,
    at: String(record['createdAt']),
  }
  if (!led || !state) return [created]
  const [from] = led.from
  return [
    {
      id: '2',
      action: led.name,
      actionTitle: led.title,
      ...(from === undefined ? {} : { from }),
      to: state.code,
      operator,
      at: String(record['createdAt']),
    },
    created,
  ]
}

function listPages({ pages }: ScreenPlan): ListPagePlan[] {
  return Object.values(pages).filter((page): page is ListPagePlan => page.kind === 'list')
}

function relatedOf({ pages }: ScreenPlan): RelatedTablePlan[] {
  return Object.values(pages).flatMap((page) => {
    if (page.kind === 'list') return page.expand ?? []
    return page.kind === 'record' ? page.tabs.filter((tab) => tab.kind === 'related') : []
  })
}

function picksOf({ pages }: ScreenPlan) {
  return Object.values(pages).flatMap((page) => (page.kind === 'record' ? page.tabs.flatMap(asksToPick) : []))
}

/** Entity that a column of a line table points to, by `<lines>.<field>`. */
function referenceOf({ entity }: ReadContext, key: string): string | undefined {
  const [lines = '', field = ''] = key.split('.')
  return entity.lines[lines]?.fields[field]?.ref?.entity
}

/** First parts of the endpoints that every screen has; beside an id, they go before an extra one that begins with a hole. */
const ownParts = new Set(['list', 'states', 'figures', 'charts', 'side', 'options', 'pick', 'attach', 'history', 'related', 'print'])

function extraAt({ extra, base }: ScreenPlan, { method, path, parts: behind }: ReadCall): ExtraEndpointPlan | undefined {
  const wanted = path.split('/')
  const [what = ''] = behind
  const isOwn = ownParts.has(what) || (behind.length === 1 && /^\d+$/.test(what))
  const fits = ({ url }: ExtraEndpointPlan): boolean => {
    const parts = url.split('/')
    if (isOwn && url.startsWith(`${base}/{`)) return false
    return parts.length === wanted.length && parts.every((part, at) => part.startsWith('{') || part === wanted[at])
  }
  // A fixed part goes before a hole.
  const found = Object.values(extra).filter((each) => each.method === method && fits(each))
  return found.toSorted((a, b) => a.url.split('{').length - b.url.split('{').length)[0]
}

function answerExtra(context: ReadContext, { method, list, answer, handler = '' }: ExtraEndpointPlan, query: Query): unknown {
  const { plan, entity, records, environment, handlers } = context
  if (list) {
    const rows = context.empty ? [] : list.of === undefined ? ownRows(context) : records.rowsOf(list.of)
    const of = list.of === undefined ? entity : plan.entities[list.of]
    const page = pageOf(of ? sortedRows(rows, list.sort, of) : rows, query, { totals: [], whole: list.whole })
    return { ...page, records: page.records.map((row) => answered(row, list.fields)) }
  }
  if (Object.hasOwn(handlers, handler)) return handlers[handler]
  if (answer) {
    const value = (field: FieldPlan, at: number): [string, unknown] => [
      field.name,
      sampleValue(field, { number: at + 1, today: environment.today, dictionaries: plan.dictionaries, place: at }),
    ]
    const lines = answer.lines.map(({ table }) => [table.name, [Object.fromEntries(Object.values(table.fields).map(value))]])
    return { ...Object.fromEntries(answer.fields.map(value)), ...Object.fromEntries(lines) }
  }
  return method === 'GET' ? {} : undefined
}
