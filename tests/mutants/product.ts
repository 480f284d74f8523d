import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSources } from '../../engine/core/check/sources'
import { displayName, resolveGroups, type ProductSources, type ResolvedEntity } from '../../engine/core/compile'
import { formatProblem } from '../../engine/spec/problem'
import { loadSchemas } from '../../engine/spec/load'
import type { LoadedSchemas } from '../../engine/spec/schemaFiles'
import { placesOf, sourceFile, type Place, type SourceFile } from './places'
import type { Field } from '../../engine/spec/generated/entity'

/** The shipped schemas, as the mutants are made of them. */
export interface Shipped {
  loaded: LoadedSchemas
  files: readonly SourceFile[]
  places: readonly Place[]
  sources: ProductSources
  /** Groups resolved. */
  entities: Readonly<Record<string, ResolvedEntity>>
  /** Every word that stands anywhere in a schema or that the engine adds: what is none of them names nothing. */
  words: ReadonlySet<string>
  /** Display values that stand beside references, `borrowerName`. */
  displays: ReadonlySet<string>
}

/** Fields, actions and holes that no schema has to say. */
export const engineWords = [
  'id version createdById createdByName createdAt updatedById updatedByName updatedAt user form it of by on doc held value sum limit',
  'add edit view delete export import attach print download list detail open session ids mode effective pending action fromStatus',
  'opinion requestedById requestedAt',
].flatMap((line) => line.split(' '))

export function shippedProduct(root: string): Shipped {
  const loaded = loadSchemas(root)
  const { sources, problems } = readSources(loaded)
  if (!sources) throw new Error(`The schemas are wrong already:\n${problems.map(formatProblem).join('\n')}`)
  const files = loaded.files.map(({ path, kind, key }) => sourceFile(path, kind, key, readFileSync(join(root, path), 'utf8')))
  const entities = Object.fromEntries(
    Object.entries(sources.entities).map(([name, entity]) => [name, resolveGroups(name, entity, sources)]),
  )
  const references = Object.values(entities).flatMap((entity) =>
    Object.entries({ ...entity.fields, ...Object.assign({}, ...Object.values(entity.lines ?? {}).map(({ fields }) => fields)) } as Record<
      string,
      Field
    >),
  )
  const displays = references.flatMap(([name, field]) =>
    field.type === 'ref' ? [field.to].flat().map((to) => displayName(name, sources.entities[to]?.label ?? '')) : [],
  )
  return {
    loaded,
    files,
    places: files.flatMap((file) => placesOf(file)),
    sources,
    entities,
    words: new Set([...engineWords, ...displays, ...files.flatMap(({ text }) => text.match(/\w+/g) ?? [])]),
    displays: new Set(displays),
  }
}

/** The entity whose records a file is about; none for a group, a dictionary, … */
export function entityOf({ sources, entities }: Shipped, file: SourceFile): ResolvedEntity | undefined {
  const name = file.kind === 'entity' ? file.key : file.kind === 'screen' ? sources.screens[file.key]?.entity : undefined
  return name === undefined ? undefined : entities[name]
}

/** Every field of this name in the product is one that has codes. */
export function hasCodes({ entities }: Shipped, name: string): boolean {
  const fields = Object.values(entities).flatMap(({ fields, lines = {} }) => [
    fields[name],
    ...Object.values(lines).map((line) => line.fields[name]),
  ])
  const there = fields.filter((field) => field !== undefined)
  return there.length > 0 && there.every(({ type }) => type === 'select' || type === 'status')
}
