import type { Action, Entity, Field } from '../../../spec/generated/entity'
import type { Ledger } from '../../../spec/generated/ledger'
import { resolveGroups, type ProductSources, type ResolvedEntity } from '../../compile'
import { movementTypes } from '../../compile/effects'
import type { MovementTypePlan } from '../../plan/effects'
import { schemaTypeOf } from '../../fields/schemas'
import type { Report } from '../report'

/** A ledger with its types settled. */
export interface KnownLedger {
  name: string
  source: Ledger
  types: Record<string, MovementTypePlan>
}

/** A product as the checks of effects read it: its entities with what their groups bring, its ledgers with their types. */
export interface Effects {
  sources: ProductSources
  report: Report
  entities: Readonly<Record<string, ResolvedEntity>>
  ledgers: Readonly<Record<string, KnownLedger>>
}

/** @param sources all groups that they name are there */
export function effectsOf(sources: ProductSources, report: Report): Effects {
  return {
    sources,
    report,
    entities: Object.fromEntries(Object.entries(sources.entities).map(([name, entity]) => [name, resolveGroups(name, entity, sources)])),
    ledgers: Object.fromEntries(
      Object.entries(sources.ledgers ?? {}).map(([name, source]) => [name, { name, source, types: movementTypes(source) }] as const),
    ),
  }
}

/** Entities that have a table. */
export function tablesOf({ entities }: Effects): string[] {
  return Object.entries(entities).flatMap(([name, { view }]) => (view === undefined ? [name] : []))
}

/** Every action, with what groups say of it. */
export function actionsOf({ entities }: Effects): { entity: string; name: string; action: Action }[] {
  return Object.entries(entities).flatMap(([entity, { actions = {} }]) =>
    Object.entries(actions).map(([name, action]) => ({ entity, name, action })),
  )
}

/** Entities that a reference to one row by its id may point to; undefined for what is none. */
export function targetsOf(field: Field | undefined): string[] | undefined {
  return field?.type === 'ref' && field.by === undefined && !field.multiple ? [field.to].flat() : undefined
}

/** A number field's places behind the point. */
export function decimalsOfField(name: string, field: Field, sources: ProductSources): number | undefined {
  return schemaTypeOf(field).expression(field) === 'number' ? schemaTypeOf(field).options(field, sources, '', name).decimals : undefined
}

/** Counts and amounts can be added up; shares cannot. */
export function isNumber(field: Field | undefined): boolean {
  return field !== undefined && schemaTypeOf(field).summable
}

/** Whether the engine keeps a field itself: buckets of ledgers, sums over other records. */
export function isKept(entity: string, name: string, { entities, ledgers }: Effects): boolean {
  const field = entities[entity]?.fields[name]
  if (field && 'sumOf' in field && field.sumOf !== undefined) return true
  return Object.values(ledgers).some(({ source }) => Object.hasOwn(source.balances, entity) && Object.hasOwn(source.buckets, name))
}

/** Held buckets that a type takes from (`-1`) or adds to (`1`). */
export function heldBuckets({ source, types }: KnownLedger, type: string, sign: 1 | -1): string[] {
  return Object.entries(types[type]?.by ?? {}).flatMap(([bucket, signs]) =>
    source.buckets[bucket]?.held !== undefined && Object.values(signs).includes(sign) ? [bucket] : [],
  )
}

export function initialState(states: Entity['states']): string | undefined {
  return Object.entries(states ?? {}).find(([, { initial }]) => initial)?.[0]
}
