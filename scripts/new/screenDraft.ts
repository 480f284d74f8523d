import { resolveGroups, type ProductSources } from '../../engine/core/compile'
import { displayOf, typeOf } from '../../engine/core/check/types'
import { isAttached } from '../../engine/core/fields'
import { schemaTypeOf } from '../../engine/core/fields/schemas'
import type { Field } from '../../engine/spec/generated/entity'
import { textOfNew } from './jsonText'

/** More than these make a table that nobody reads at a glance; the others stand on the record's page. */
const MOST_COLUMNS = 8
const MOST_SEARCHED = 6
/** A longer form gets a page of its own in place of a dialog. */
const MOST_IN_DIALOG = 12
/** What fits behind its key on a line of the file. */
const LINE_WIDTH = 116

export interface ScreenWish {
  title: string
  entity: string
  /** `base/vehicle` */
  path: string
}

/** A list with search, a record page, and its form: what a screen file holds for an entity. */
export function screenDraft({ title, entity, path }: ScreenWish, sources: ProductSources): object {
  const own = sources.entities[entity]
  if (!own) throw new Error(`no entity ${entity}`)
  const { fields, actions = {}, states } = resolveGroups(entity, own, sources)
  const shown = Object.entries(fields).filter(([, field]) => !field.secret)
  const typed = shown.filter(([, field]) => isTyped(field) || field.type === 'status' || field.type === 'serial').map(([name]) => name)
  const buttons = Object.entries(actions)
    .filter(([, { system }]) => !system)
    .map(([name]) => name)
  const canEdit = own.view === undefined && !own.appendOnly
  return {
    $schema: '../../../dist/editor/screen.schema.json',
    language: 1,
    title,
    entity,
    endpoints: { base: `/api/${path}` },
    pages: {
      list: {
        search: searchOf(shown),
        columns: columnsOf(shown, own.label, entity, sources),
        toolbar: canEdit ? ['add', 'import', 'export'] : ['export'],
        ...(canEdit ? { rowActions: ['edit', ...buttons, 'delete'] } : {}),
      },
      detail: { kind: 'record', sections: sectionsOf(title, typed, fields, states !== undefined), tabs: { 操作记录: 'history' } },
      ...(canEdit
        ? { edit: { kind: 'record', ...(typed.length > MOST_IN_DIALOG ? {} : { as: 'dialog' }), like: 'detail', tabs: {} } }
        : {}),
    },
  }
}

/** How a column or a search item of a field is written. */
export function columnOf(name: string, field: Field, sources: ProductSources): string | undefined {
  if (isAttached(field) || typeOf(field) === 'any' || field.type === 'textarea') return undefined
  return displayOf(name, field, sources) ?? name
}

function columnsOf(fields: [string, Field][], label: string, entity: string, sources: ProductSources): unknown[] {
  const names = fields.filter(([name, field]) => name !== label && field.type !== 'status' && columnOf(name, field, sources) !== undefined)
  const states = fields.filter(([, field]) => field.type === 'status')
  // The state stands behind what the row is about.
  const ordered = [...names.slice(0, 1), ...states, ...names.slice(1)].map(([name, field]) => columnOf(name, field, sources) ?? name)
  const labelled = sources.entities[entity]?.fields[label]
  const first = { field: labelled ? (displayOf(label, labelled, sources) ?? label) : label, link: 'detail' }
  return onOneLine([first, ...ordered].slice(0, MOST_COLUMNS))
}

/** Names, references and codes are looked for as they are, days within a range. */
function searchOf(fields: [string, Field][]): unknown[] {
  const items = fields.flatMap(([name, field]): unknown[] => {
    if (field.value !== undefined || field.query !== undefined || field.internal || ('mask' in field && field.mask)) return []
    if (field.type === 'date' || field.type === 'dateTime') return [{ field: name, as: 'range' }]
    const isKnown = schemaTypeOf(field).key && typeOf(field) !== 'number' && field.type !== 'kind'
    return field.type === 'ref' || field.type === 'status' || isKnown ? [name] : []
  })
  const isState = (item: unknown): boolean => fields.some(([name, field]) => name === item && field.type === 'status')
  const states = items.filter(isState)
  const others = items.filter((item) => !isState(item)).slice(0, MOST_SEARCHED - states.length)
  return [...onOneLine(others, LINE_WIDTH - widthOf(states)), ...states]
}

/** As many as stand on one line: a list that is longer is not read at a glance either. */
function onOneLine(items: unknown[], width = LINE_WIDTH): unknown[] {
  const fitting = items.findLastIndex((_item, index) => widthOf(items.slice(0, index + 1)) <= width)
  return items.slice(0, fitting + 1)
}

/** As the formatter writes it. */
function widthOf(items: unknown[]): number {
  return `[${items.map((item) => textOfNew(item, [], 'item')).join(', ')}]`.length
}

/** One section while it fits on a line, else one for each sort of field. */
function sectionsOf(title: string, names: string[], fields: Record<string, Field>, hasStates: boolean): Record<string, unknown[]> {
  const itemsOf = (some: string[]): unknown[] =>
    some.map((name) => (hasStates && fields[name]?.type === 'status' ? { field: name, visible: 'id != null' } : name))
  if (widthOf(itemsOf(names)) <= LINE_WIDTH) return { [title]: itemsOf(names) }
  const sorts: Record<string, string[]> = {}
  for (const name of names) {
    const field = fields[name]
    if (field) (sorts[sortOf(field)] ??= []).push(name)
  }
  return Object.fromEntries(Object.entries(sorts).flatMap(([sort, some]) => linesOf(sort, itemsOf(some))))
}

/** A section for each line that the items of one sort fill. */
function linesOf(sort: string, items: unknown[], part = 1): [string, unknown[]][] {
  const line = onOneLine(items)
  const own: [string, unknown[]] = [part === 1 ? sort : `${sort} ${part}`, line]
  return line.length === items.length ? [own] : [own, ...linesOf(sort, items.slice(line.length), part + 1)]
}

function sortOf(field: Field): string {
  if (typeOf(field) === 'number') return '数量与金额'
  if (typeOf(field) === 'date' || typeOf(field) === 'dateTime') return '日期'
  return isAttached(field) || field.type === 'textarea' ? '说明与附件' : '基本'
}

function isTyped(field: Field): boolean {
  return !field.system && field.value === undefined && field.query === undefined
}
