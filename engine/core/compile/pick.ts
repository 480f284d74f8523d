import { schemaError } from '../schemaMessages'
import type { Pick as Said } from '../../spec/generated/screen'
import type { EntityPlan, LinesPlan, PickPlan, RefPlan } from '../plan'
import { knowing, namesFrom, type Where } from '../where'
import { compileColumns, resolveName } from './column'
import { lookUp } from '../sources/lookUp'
import { optional } from '../sources/optional'

export function compilePick(pick: Said, lines: LinesPlan, entities: Record<string, EntityPlan>, where: string): PickPlan {
  const place = `${where} ${lines.name}`
  const field = lookUp(lines.fields, pick.field, 'field', place)
  const { ref } = field
  if (!ref) throw schemaError('compile.unknown-name', { what: 'reference', name: pick.field, where: place })
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
