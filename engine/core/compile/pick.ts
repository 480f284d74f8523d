import { schemaError } from '../schemaMessages'
import type { Pick as Said } from '../../spec/generated/screen'
import type { EntityPlan, ExtraEndpointPlan, LinesPlan, PickPlan, RefPlan } from '../plan'
import { knowing, namesFrom, type Where } from '../where'
import { compileColumn, compileColumns, resolveName } from './column'
import { displaysOf } from './displays'
import { lookUp } from '../sources/lookUp'
import { optional } from '../sources/optional'

export interface PickContext {
  lines: LinesPlan
  entities: Record<string, EntityPlan>
  extra: Record<string, ExtraEndpointPlan>
  where: string
}

export function compilePick(pick: Said, { lines, entities, extra, where }: PickContext): PickPlan {
  const place = `${where} ${lines.name}`
  const field = lookUp(lines.fields, pick.field, 'field', place)
  const { ref } = field
  if (!ref) throw schemaError('compile.unknown-name', { what: 'reference', name: pick.field, where: place })
  if (pick.from !== undefined) return compileAnswered(pick, ref, lines, lookUp(extra, pick.from, 'endpoint', place), place)
  const entity = lookUp(entities, ref.entity, 'entity', place)
  const label = lookUp(entity.fields, entity.label, 'field', place)
  const { narrowed, filled } = splitWhere(ref, lines)
  return {
    key: `${lines.name}.${pick.field}`,
    field: pick.field,
    title: pick.title ?? ref.title,
    columns: compileColumns(pick, entity, place),
    search: (pick.search ?? []).map((name) => ({ name, title: resolveName(name, entity.fields, entity.displays, place).field.title })),
    fill: { ...filled, ...ref.fill, ...pick.fill },
    label: label.ref && !label.ref.by ? label.ref.display : label.name,
    given: namesFrom(narrowed),
    ...optional({ sort: pick.sort, states: entity.states }),
  }
}

/** What an endpoint answers is chosen from: each row is a line as it comes. */
function compileAnswered(pick: Said, ref: RefPlan, lines: LinesPlan, { url, query, answer }: ExtraEndpointPlan, place: string): PickPlan {
  const rows = answer?.lines.find(({ of }) => of === lines.name)
  if (!rows) throw schemaError('compile.unknown-name', { what: 'lines', name: lines.name, where: `${place} ${pick.from}` })
  const { fields } = rows.table
  const owner = { fields, displays: displaysOf(fields) }
  return {
    key: `${lines.name}.${pick.field}`,
    field: pick.field,
    title: pick.title ?? ref.title,
    // They come in the order in which they are offered.
    columns: pick.columns.map((column) => ({ ...compileColumn(column, owner, place), sort: undefined })),
    search: (pick.search ?? []).map((name) => ({ name, title: resolveName(name, fields, owner.displays, place).field.title })),
    fill: {},
    label: ref.display,
    given: query.map(({ name }) => name),
    needed: query.filter(({ required }) => required === true).map(({ name }) => name),
    from: { url, rows: rows.table.name },
  }
}

/**
 * The `where` of a reference that is chosen before there is a line: what the line would have to be equal to follows from the choice and is
 * filled (ours → theirs), the rest narrows it as far as the record alone says; the save judges all of it.
 */
export function splitWhere({ where = {} }: RefPlan, lines: Pick<LinesPlan, 'fields'>): { narrowed: Where; filled: Record<string, string> } {
  const filled = Object.entries(where).flatMap(([theirs, value]) =>
    typeof value === 'object' && value !== null && 'from' in value && Object.hasOwn(lines.fields, value.from) ? [[value.from, theirs]] : [],
  )
  return { narrowed: knowing(where, (name) => !Object.hasOwn(lines.fields, name)), filled: Object.fromEntries(filled) }
}
