import { expressionDependencies, type Expression } from '../expression'
import { displayOf, isTyped, ofKind, targetsOf } from '../fields'
import { ofOthersField } from '../authored'
import { effectiveField, pendingField } from '../pending'
import { expressionOf } from '../record/defaults'
import { namesBeyond } from '../record/scope'
import { besideOf } from '../record/summary'
import type {
  ActionPlan,
  CalculationPlan,
  ColumnPlan,
  EntityPlan,
  FieldPlan,
  LinesPlan,
  ListPagePlan,
  OwnScreenPlan,
  RecordPagePlan,
  RelatedTablePlan,
  ScreenAccess,
  ScreenPlan,
  SearchPlan,
  TextPlan,
} from '../plan'
import { readByColumn, totalsOf } from './column'
import { printedFields } from './print'
import { decides, decisionFields, summaryReads } from './summary'
import { textReads } from './text'
import { toneReads } from './tone'
import { holesIn, warningReads } from '../record/warnings'
import { namesFrom } from '../where'

const always = ['id', 'version']

/**
 * The field lists of the endpoints, derived from what the pages show: a field that no page shows, asks for or decides by is neither
 * answered, accepted, filtered nor sorted.
 */
export function deriveAccess(screen: Omit<ScreenPlan, 'access' | 'dictionaries'>, entity: EntityPlan): ScreenAccess {
  const pages = Object.values(screen.pages)
  const lists = pages.filter((page): page is ListPagePlan => page.kind === 'list')
  const records = pages.filter((page): page is RecordPagePlan => page.kind === 'record')
  const edits = screen.actions.add !== undefined || screen.actions.edit !== undefined
  const shared = [...always, ...addressFields(screen, entity), ...actionFields(screen.actions, entity)]
  const items = records.flatMap((page) => page.sections.flatMap((section) => section.items))
  const linesShown = shownTables(records)
  const calculations = calculationsOf(screen.actions)
  const decided = Object.values(screen.actions).flatMap(({ does }) => (does.kind === 'action' ? (does.action.shows ?? []) : []))
  const writableItems = edits ? items.map((item) => item.field).filter(isTyped) : []
  const recordNames = [
    ...shared,
    ...summarised(screen),
    ...(entity.pending ? [pendingField] : []),
    ...items.flatMap((item) => withDisplay(item.field, entity)),
    ...items.flatMap((item) => dependencies([item.visible, item.enabled, item.required, ...formulas(item.field)])),
    ...Object.values(screen.lines).flatMap(readOfRecord),
    ...records.flatMap((page) => dependencies([...page.sections, ...page.tabs].map(({ visible }) => visible))),
    ...records.flatMap((page) => page.tabs.flatMap((tab) => (tab.kind === 'related' ? ownFieldsOf(tab) : []))),
    ...writableItems.flatMap((field) => targetsOf(field).flatMap(({ fill }) => Object.keys(fill ?? {}))),
    ...screen.checks.flatMap((check) => dependencies([check.that])),
    ...calculations.flatMap(({ items }) => items.flatMap(({ field }) => withDisplay(field, entity))),
    ...warningReads(screen.warnings),
    'createdByName',
    'createdAt',
    'updatedByName',
    'updatedAt',
  ]
  const searched = lists.flatMap((page) => page.search)
  const listNames = [
    ...shared,
    ...(decides(screen.actions) ? summarised(screen) : []),
    ...lists.flatMap((page) => page.columns.flatMap(readByColumn)),
    ...lists.flatMap((page) => (page.tree ? [page.tree] : [])),
    ...lists.flatMap((page) => dependencies([page.refresh?.while])),
    ...lists.flatMap((page) => toneReads([page, ...page.columns])),
    ...lists.flatMap((page) => (page.expand ? ownFieldsOf(page.expand) : [])),
    ...lists.flatMap(({ split }) => (split?.kind === 'list' ? Object.values(split.by) : [])),
    ...lists.flatMap(({ stored }) => Object.values(stored ?? {})),
    ...lists.flatMap((page) => page.columns.flatMap(({ opens }) => (opens ? Object.values(opens.by) : []))),
  ]
  return {
    listFields: known(listNames, entity),
    // Without a page for it a record is answered as its row.
    recordFields: known(records.length > 0 ? recordNames : [...listNames, ...recordNames], entity),
    recordLines: unique([...linesShown, ...decided, ...calculations.flatMap(({ lines }) => lines.map(({ of }) => of))]),
    writable: unique(writableItems.map((field) => field.name)),
    writableLines: edits ? linesShown.filter((name) => !entity.lines[name]?.system) : [],
    filters: {
      ...Object.fromEntries(lists.flatMap((page) => Object.keys(page.params)).map((name) => [name, addressed(entity.fields[name])])),
      ...filtersOf(searched),
      ...filtersOf(lists.flatMap((page) => page.side?.filter ?? [])),
    },
    sorts: unique([
      ...columnsOf(lists).flatMap((column) => (column.sort ? [column.sort] : [])),
      ...lists.flatMap((page) => page.sort?.field ?? []),
    ]),
    ...(lists.some(({ paging }) => paging === 'cursor') ? { cursor: true as const } : {}),
    ...totalsOf(columnsOf(lists)),
    options: optionsOf(
      screen,
      writableItems,
      searched.map((item) => item.field),
    ),
  }
}

/** Fields of the record that find the rows of a related table, and that a new row takes over. */
function ownFieldsOf({ by, own }: RelatedTablePlan): string[] {
  return [...Object.values(by), ...Object.values(own?.add ?? {})]
}

/** Fields that links and buttons need of a record: its name, its state, whether others have created it, and the fields that choose a variant of its page. */
function addressFields({ pages }: Pick<ScreenPlan, 'pages'>, entity: EntityPlan): string[] {
  const variants = Object.values(pages).flatMap((page) => (page.kind === 'record' ? Object.keys(page.variant ?? {}) : []))
  const { label, statusField, pending, authored } = entity
  return [
    label,
    ...(statusField ? [statusField] : []),
    ...(pending ? [effectiveField] : []),
    ...(authored ? [ofOthersField] : []),
    ...variants,
  ]
}

/**
 * What a related table answers of its rows besides its columns, to who may open their own screen: what their links and buttons need.
 * The list of that screen answers the same.
 */
export function fieldsAtHome(screen: ScreenPlan, entity: EntityPlan, { rowActions }: OwnScreenPlan): string[] {
  const actions = Object.fromEntries(Object.entries(screen.actions).filter(([name]) => rowActions.includes(name)))
  const deciding = decides(actions) ? summarised(screen) : []
  return known([...always, ...addressFields(screen, entity), ...actionFields(actions, entity), ...deciding], entity)
}

/** What a record must carry for the head of its page, and a row for that of dialogs that decide. */
function summarised({ summary }: Pick<ScreenPlan, 'summary'>): string[] {
  return summary ? summaryReads(decisionFields(summary)) : []
}

/** An address may name several records (`{ids}` of a link); in a text a comma is a comma. */
function addressed(field: FieldPlan | undefined): 'equals' | 'multiple' {
  return field?.name === 'id' || (field?.ref && !field.ref.by) || field?.mixed ? 'multiple' : 'equals'
}

/** Arguments of a read model are no filters. */
function filtersOf(items: SearchPlan[]): ScreenAccess['filters'] {
  return Object.fromEntries(items.flatMap(({ name, as }) => (as === 'param' ? [] : [[name, as] as const])))
}

function columnsOf(lists: ListPagePlan[]): ColumnPlan[] {
  return lists.flatMap((page) => page.columns)
}

function shownTables(records: RecordPagePlan[]): string[] {
  return unique(records.flatMap((page) => page.tabs.flatMap((tab) => (tab.kind === 'lines' ? [tab.lines] : []))))
}

/** A reference is answered with its display value. */
function withDisplay(field: FieldPlan, entity: EntityPlan): string[] {
  const display = displayOf(field)
  // Which kind of record it is belongs to a reference, in what it is counted to a quantity, of which dictionary they are to codes.
  const own = [field.name, field.mixed?.kind ?? [], besideOf(field) ?? []].flat()
  return display !== undefined && Object.hasOwn(entity.displays, display) ? [...own, display] : own
}

/** Fields that buttons decide by or show in their dialogs. */
function actionFields(actions: Record<string, ActionPlan>, { states = {}, displays }: Pick<EntityPlan, 'states' | 'displays'>): string[] {
  const named = (text: TextPlan | undefined): string[] => (text ? textReads(text, displays) : [])
  return Object.values(actions).flatMap((action) => {
    const { does } = action
    const own = dependencies([action.visible])
    if (does.kind === 'list') return [...own, ...Object.values(does.by)]
    if (does.kind === 'link') return [...own, ...holesIn(does.to), ...(does.same ?? []).map(({ name }) => name)]
    if (does.kind === 'request') return [...own, ...named(does.confirm), ...does.ask.flatMap(asks)]
    if (does.kind === 'delete') return [...own, ...dependencies(Object.values(states).map(({ deletable }) => deletable?.when))]
    if (does.kind === 'calculate') return [...own, ...Object.values(does.given ?? {})]
    if (does.kind === 'print' && 'templates' in does) return [...own, ...dependencies(does.templates.map(({ when }) => when))]
    if (does.kind !== 'action') return own
    const { when, notBy, onlyBy, confirm, ask } = does.action
    return [
      ...own,
      ...dependencies([when]),
      ...[notBy, onlyBy].flatMap((person) => person?.field ?? []),
      ...named(confirm),
      ...ask.flatMap((field) => [field.name, ...asks(field)]),
    ]
  })
}

function calculationsOf(actions: Record<string, ActionPlan>): CalculationPlan[] {
  return Object.values(actions).flatMap(({ does }) => (does.kind === 'calculate' ? [does] : []))
}

function dependencies(expressions: (Expression | undefined)[]): string[] {
  const names: string[] = []
  for (const expression of expressions)
    if (expression) for (const path of expressionDependencies(expression)) names.push(path.split('.', 1)[0] ?? path)
  return names
}

/** Names that a dialog needs for the expressions of a field and for its choices; they may be fields of the record too. */
function asks(field: FieldPlan): string[] {
  return [...dependencies([...formulas(field), expressionOf(field.default)]), ...choiceReads(field)]
}

/** Names of the fields whose values narrow the choices of a reference (`from` in its `where`). */
function choiceReads(field: FieldPlan): string[] {
  const kinds = field.mixed ? Object.keys(field.mixed.to).flatMap((entity) => ofKind(field, entity) ?? []) : [field]
  return kinds.flatMap(({ ref }) => namesFrom(ref?.where))
}

/** What a form evaluates about a field. */
function formulas({ value, follows, required, requiredWhen }: FieldPlan): Expression[] {
  // Most fields have none.
  if (value === undefined && follows === undefined && typeof required !== 'object' && requiredWhen === undefined) return none
  return [value, follows, required, requiredWhen].filter((formula) => typeof formula === 'object')
}

const none: Expression[] = []

/** What formulas of a line table read of the record around it. */
function readOfRecord({ fields }: LinesPlan): string[] {
  return Object.values(fields).flatMap((field) => formulas(field).flatMap((formula) => namesBeyond(fields, formula)))
}

/**
 * Keeps the names that the entity has and that may leave the server: a dialog's own field or a line table read by a formula is no field of
 * a row.
 */
export function known(names: string[], entity: Pick<EntityPlan, 'fields' | 'displays'>): string[] {
  const { fields, displays } = entity
  return unique(names).filter((name) => (Object.hasOwn(fields, name) ? !fields[name]?.secret : Object.hasOwn(displays, name)))
}

function optionsOf(
  screen: Pick<ScreenPlan, 'actions' | 'lines' | 'pages'>,
  writable: FieldPlan[],
  searched: FieldPlan[],
): Record<string, FieldPlan> {
  const options: Record<string, FieldPlan> = {}
  const add = (key: string, field: FieldPlan): void => {
    if (field.ref ?? field.mixed) options[key] = field
  }
  for (const field of searched) add(`search:${field.name}`, field)
  for (const field of writable) add(field.name, field)
  const filled = Object.values(screen.lines).filter(({ system }) => !system)
  for (const line of filled) for (const field of Object.values(line.fields)) add(`${line.name}.${field.name}`, field)
  for (const action of Object.values(screen.actions)) {
    const asked = action.does.kind === 'action' ? action.does.action.ask : action.does.kind === 'request' ? action.does.ask : []
    for (const field of asked) add(`${action.name}:${field.name}`, field)
    const lines = action.does.kind === 'action' ? action.does.action.askLines : undefined
    for (const field of lines?.fill ?? []) add(`${action.name}:${lines?.lines}.${field.name}`, field)
    if (action.does.kind === 'calculate') {
      for (const { field } of action.does.items) add(`${action.name}:${field.name}`, field)
      for (const { table } of action.does.lines)
        for (const field of Object.values(table.fields)) if (isTyped(field)) add(`${action.name}:${table.name}.${field.name}`, field)
    }
  }
  return options
}

/** All dictionaries that the pages or print templates of the screen use. */
export function dictionariesOf({
  pages,
  actions,
  lines,
  summary,
  prints,
}: Pick<ScreenPlan, 'pages' | 'actions' | 'lines' | 'summary' | 'prints'>): string[] {
  const fields = [
    ...Object.values(pages).flatMap((page) => {
      if (page.kind === 'list') return [...page.search, ...page.columns, ...(page.expand?.columns ?? [])].map((item) => item.field)
      if (page.kind === 'custom') return []
      const tables = page.tabs.flatMap((tab) => ('columns' in tab ? [tab, ...('pick' in tab && tab.pick ? [tab.pick] : [])] : []))
      const tabs = tables.flatMap(({ columns }) => columns.map((column) => column.field))
      return [...page.sections.flatMap((section) => section.items.map((item) => item.field)), ...tabs]
    }),
    ...Object.values(actions).flatMap(({ does }) => {
      if (does.kind === 'action') return [...does.action.ask, ...(does.action.askLines?.show ?? []), ...(does.action.askLines?.fill ?? [])]
      if (does.kind === 'calculate')
        return [...does.items.map(({ field }) => field), ...does.answer, ...does.lines.flatMap(({ table }) => Object.values(table.fields))]
      return does.kind === 'request' ? does.ask : []
    }),
    ...Object.values(lines).flatMap((line) => Object.values(line.fields)),
    ...(summary ? decisionFields(summary) : []),
    ...Object.values(summary?.lines ?? {}).flatMap(({ columns }) => columns.map(({ field }) => field)),
    ...Object.values(prints ?? {}).flatMap(printedFields),
  ]
  return unique(fields.flatMap((field) => [field.dictionary ?? [], ...Object.values(field.codes?.in ?? {})].flat())).sort()
}

function unique<T>(values: T[]): T[] {
  return [...new Set(values)]
}
