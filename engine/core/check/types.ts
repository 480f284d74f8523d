import type { Field } from '../../spec/generated/entity'
import type { ExpressionScopeTypes, ExpressionType } from '../expression'
import { displayName } from '../sources/names'
import { hasPending } from '../compile/pending'
import { mixedDisplay } from '../fields/ref'
import { schemaTypeOf } from '../fields/schemas'
import type { ProductSources, ResolvedEntity } from '../compile'
import { effectiveField, pendingField } from '../pending'

type Known<T extends object> = WeakMap<ProductSources, Map<T, ExpressionScopeTypes>>

const fieldTypes: Known<Record<string, Field>> = new WeakMap()
const recordTypes: Known<ResolvedEntity> = new WeakMap()

/** Every screen, reference and expression asks for the same types; they are worked out once for each set of sources. */
function onceEach<T extends object>(
  known: Known<T>,
  sources: ProductSources,
  of: T,
  types: (of: T, sources: ProductSources) => ExpressionScopeTypes,
): ExpressionScopeTypes {
  const inSources = known.get(sources) ?? new Map<T, ExpressionScopeTypes>()
  known.set(sources, inSources)
  const found = inSources.get(of) ?? types(of, sources)
  inSources.set(of, found)
  return found
}

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
  return onceEach(fieldTypes, sources, fields, fieldTypesOf)
}

function fieldTypesOf(fields: Record<string, Field>, sources: ProductSources): ExpressionScopeTypes {
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

/** What lists and pages may show of an entity: its fields, display values, and what the engine adds. */
export function namesShown(entity: ResolvedEntity, sources: ProductSources): string[] {
  const { fields } = entity
  const displays = Object.entries(fields).flatMap(([name, field]) => displayOf(name, field, sources) ?? [])
  return [...new Set([...Object.keys(fields), ...displays, ...engineNames(entity), 'createdByName', 'updatedByName'])]
}

/** Of an entity with changes that wait. */
const pendingTypes: ExpressionScopeTypes = {
  [effectiveField]: 'text',
  [pendingField]: { record: { action: 'text', fromStatus: 'text', opinion: 'text', requestedById: 'text', requestedAt: 'dateTime' } },
}

/** The scope of an expression about a record: its fields, display values and line tables. Groups are resolved already. */
export function typesOfRecord(entity: ResolvedEntity, sources: ProductSources): ExpressionScopeTypes {
  return onceEach(recordTypes, sources, entity, recordTypesOf)
}

function recordTypesOf(entity: ResolvedEntity, sources: ProductSources): ExpressionScopeTypes {
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
