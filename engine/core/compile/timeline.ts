import type { Entity } from '../../spec/generated/entity'
import { schemaTypeOf } from '../fields/schemas'
import type { FieldPlan, TimelinePlan } from '../plan'
import { resolveGroups, type ResolvedEntity } from '../sources/groups'
import { lookUp } from '../sources/lookUp'
import type { ProductSources } from '../sources/sources'
import { compileField } from './field'

type Timeline = NonNullable<Entity['timeline']>

/** @param name the entity whose records the others refer to */
export function compileTimeline({ lanes, line }: Timeline, name: string, sources: ProductSources): TimelinePlan {
  const resolved = (entity: string): ResolvedEntity => resolveGroups(entity, lookUp(sources.entities, entity, 'entity', name), sources)
  const field = (entity: string, key: string): FieldPlan =>
    compileField(key, lookUp(resolved(entity).fields, key, 'field', entity), sources, entity)
  const by = (entity: string): string => {
    const [only] = referencesTo(name, resolved(entity))
    return lookUp(Object.fromEntries(only === undefined ? [] : [[name, only]]), name, 'reference', entity)
  }
  return {
    lanes: Object.entries(lanes).map(([title, of]) => ({
      title,
      of: of === 'history' ? [] : Object.entries(of).map(([entity, at]) => ({ entity, at: field(entity, at), by: by(entity) })),
    })),
    ...(line
      ? { line: { entity: line.of, at: field(line.of, line.at), by: by(line.of), values: line.values.map((key) => field(line.of, key)) } }
      : {}),
  }
}

/** Fields by which records of an entity refer to one record of another. */
export function referencesTo(name: string, { fields }: ResolvedEntity): string[] {
  return Object.entries(fields).flatMap(([key, field]) =>
    field.type === 'ref' &&
    field.to === name &&
    field.by === undefined &&
    field.multiple !== true &&
    schemaTypeOf(field).typed &&
    !field.secret
      ? [key]
      : [],
  )
}
