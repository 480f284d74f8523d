import type { Field } from '../../spec/generated/entity'
import { type ProductSources, type ResolvedEntity, resolveGroups } from '../compile'

/** What has fields: an entity, one of its line tables, or what several entities have together. */
export interface Table {
  /** Which generated file keeps its names. */
  file: string
  /** Of the entity; absent where it stands for several. */
  name?: string
  entity: ResolvedEntity
  /** Of a line table. */
  lines?: string
}

/** The table of an entity. */
export function tableOf(name: string, sources: ProductSources): Table | undefined {
  const entity = wholeEntity(name, sources)
  return entity && { file: `rows.${name}`, name, entity }
}

/** The line tables of an entity, by name. */
export function linesOf(table: Table): [name: string, table: Table][] {
  return Object.keys(table.entity.lines ?? {}).map((lines) => [lines, { ...table, lines }])
}

/** An entity with its groups; one that includes a group which there is not yet has what it says itself. */
export function wholeEntity(name: string, sources: ProductSources): ResolvedEntity | undefined {
  const entity = sources.entities[name]
  if (!entity) return undefined
  try {
    return resolveGroups(name, entity, sources)
  } catch {
    const lines = Object.entries(entity.lines ?? {}).map(([key, line]) => [key, { ...line, fields: line.fields ?? {} }] as const)
    return { ...entity, lines: Object.fromEntries(lines) }
  }
}

export function entitiesOf(sources: ProductSources): [string, ResolvedEntity][] {
  return Object.keys(sources.entities).flatMap((name) => {
    const entity = wholeEntity(name, sources)
    return entity ? [[name, entity]] : []
  })
}

/** What entities have together: all of their fields, states, line tables and actions. */
export function tableOfAll(file: string, names: readonly string[], sources: ProductSources): Table | undefined {
  const [first, ...more] = names.flatMap((name) => wholeEntity(name, sources) ?? [])
  if (!first) return undefined
  const entity = more.reduce<ResolvedEntity>(
    (all, each) => ({
      ...all,
      fields: { ...each.fields, ...all.fields },
      lines: { ...each.lines, ...all.lines },
      states: { ...each.states, ...all.states },
      actions: { ...each.actions, ...all.actions },
    }),
    first,
  )
  return { file, entity }
}

export function fieldsOf({ entity, lines }: Table): Record<string, Field> {
  return lines === undefined ? entity.fields : (entity.lines?.[lines]?.fields ?? {})
}

export function linesAsFields(entity: ResolvedEntity): Record<string, Field> {
  return Object.fromEntries(
    Object.entries(entity.lines ?? {}).map(([name, { title }]) => [name, { type: 'lines', title: title ?? name } as unknown as Field]),
  )
}
