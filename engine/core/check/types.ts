import type { Field } from '../../spec/generated/entity'
import type { ExpressionScopeTypes, ExpressionType } from '../expression'
import { displayName } from '../compile/names'
import { hasPending } from '../compile/pending'
import { mixedDisplay } from '../fields/ref'
import { schemaTypeOf } from '../fields/schemas'
import type { ProductSources, ResolvedEntity } from '../compile'
import { effectiveField, pendingField } from '../pending'

/** What a field is called in expressions. */
export function typeOf(field: Field): ExpressionType {
  return schemaTypeOf(field).expression(field)
}

/** The fields that every entity has. */
export const builtInTypes: ExpressionScopeTypes = {
  id: 'text',
  version: 'number',
  createdById: 'text',
  createdAt: 'dateTime',
  updatedById: 'text',
  updatedAt: 'dateTime',
}

/** Names of the fields that every entity has. */
export const builtInNames = Object.keys(builtInTypes)

export function typesOfFields(fields: Record<string, Field>, sources: ProductSources): ExpressionScopeTypes {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const own: [string, ExpressionType][] = [[name, typeOf(field)]]
      const display = displayOf(name, field, sources)
      return display !== undefined && !Object.hasOwn(fields, display)
        ? [...own, [display, field.type === 'ref' && field.multiple ? { list: 'text' as const } : 'text']]
        : own
    }),
  )
}

/** Fields that the engine adds to an entity, as a list, a search or a condition may name them. */
export function engineNames(entity: Pick<ResolvedEntity, 'actions'>): string[] {
  return [...builtInNames, ...(hasPending(entity) ? [effectiveField] : [])]
}

/** Of an entity with changes that wait. */
const pendingTypes: ExpressionScopeTypes = {
  [effectiveField]: 'text',
  [pendingField]: { record: { action: 'text', fromStatus: 'text', opinion: 'text', requestedById: 'text', requestedAt: 'dateTime' } },
}

/** The scope of an expression about a record: its fields, display values and line tables. Groups are resolved already. */
export function typesOfRecord(entity: ResolvedEntity, sources: ProductSources): ExpressionScopeTypes {
  const lines = Object.entries(entity.lines ?? {}).map(([name, line]) => [name, { lines: typesOfFields(line.fields, sources) }] as const)
  return {
    ...builtInTypes,
    createdByName: 'text',
    updatedByName: 'text',
    ...(hasPending(entity) ? pendingTypes : {}),
    ...typesOfFields(entity.fields, sources),
    ...Object.fromEntries(lines),
  }
}

/** The display value of a reference, when its target exists. */
export function displayOf(name: string, field: Field, sources: ProductSources): string | undefined {
  if (field.type !== 'ref' || field.by) return undefined
  if (typeof field.to !== 'string') return mixedDisplay(name, field.to, sources)
  const target = sources.entities[field.to]
  return target && displayName(name, target.label)
}
