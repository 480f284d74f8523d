import { sourcesOf } from '../check/sources'
import type { ProductSources } from '../compile'
import type { Screen } from '../../spec/generated/screen'
import type { SchemaFile } from '../../spec/schemaFiles'
import type { MetaSchema } from '../../spec/keywords'
import type { SchemaKind } from '../../spec/metaSchemas'
import { tableOf, tableOfAll } from './tables'
import type { EditorSources } from './name'
import { Overlay, type Owner } from './overlay'
import { when, type Schema } from './variants'

/** The input of the generated schemas: the meta-schemas, the schema files, and the names that the program has. */
export interface EditorGiven extends Omit<EditorSources, 'sources'> {
  metaSchemas: readonly MetaSchema[]
  /** Those that are wrong by themselves say nothing, and the names of the others are there all the same. */
  files: readonly SchemaFile[]
}

/** Where the meta-schemas themselves stand, beside the schemas that add names to them. */
const metaFolder = 'meta'

/**
 * The schemas by which an editor knows what may be written in a schema file: file name → schema. `<kind>.schema.json` is that of a kind of file:
 * its meta-schema, and beside it the names of the product, of the entity that the file is about, and of the file itself. An editor does not tell
 * a schema which file it is used for, so what is of one file stands under a condition on what only that file says.
 */
export function editorSchemas({ metaSchemas, files, code, icons }: EditorGiven): Map<string, Schema> {
  const sources = sourcesOf(files)
  const overlay = new Overlay(metaSchemas, { sources, code, icons })
  const kinds = metaSchemas.flatMap(({ $id, properties }) => (properties ? [$id.replace('.schema.json', '') as SchemaKind] : []))
  const schemas = new Map<string, Schema>()
  for (const kind of kinds) {
    const added = [overlay.ofFile(kind, { file: 'product', isProduct: true }), ...ofOneFile(kind, sources, overlay)].filter(
      (part) => part !== undefined,
    )
    schemas.set(`${kind}.schema.json`, {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      allOf: [{ $ref: `${metaFolder}/${kind}.schema.json` }, ...added],
    })
  }
  for (const schema of metaSchemas) schemas.set(`${metaFolder}/${schema.$id}`, withoutExamples(schema) as Schema)
  for (const [file, schema] of overlay.files) schemas.set(file, schema)
  return schemas
}

/** The names of one entity, screen, group or ledger, each under a condition that only its own file fulfils. */
function ofOneFile(kind: SchemaKind, sources: ProductSources, overlay: Overlay): Schema[] {
  const added = (words: Schema, owner: Owner): Schema[] => {
    const found = overlay.ofFile(kind, owner)
    return found ? [when(words, found)] : []
  }
  const ofEntity = (name: string, words: Schema): Schema[] => {
    const table = tableOf(name, sources)
    return table ? added(words, { file: `entity.${name}`, rows: table, record: table }) : []
  }
  switch (kind) {
    case 'entity':
      return Object.entries(sources.entities).flatMap(([name, { title, label }]) =>
        ofEntity(name, { title: { const: title }, label: { const: label } }),
      )
    case 'screen':
      return [
        ...Object.keys(sources.entities).flatMap((name) => ofEntity(name, { entity: { const: name } })),
        // A screen that is being written is none of those below, and has the buttons of its entity all the same.
        ...Object.keys(sources.entities).flatMap((name) =>
          added({ entity: { const: name } }, { file: `screens.${name}`, screen: emptyScreen(name), isAnyScreen: true }),
        ),
        ...Object.entries(sources.screens).flatMap(([id, screen]) =>
          added(
            { endpoints: { properties: { base: { const: screen.endpoints.base } }, required: ['base'] } },
            { file: `screen.${id.replace('/', '.')}`, screen },
          ),
        ),
      ]
    case 'group':
      return Object.entries(sources.groups).flatMap(([name, { title }]) => {
        const table = tableOfAll(`rows.group.${name}`, includers(name, sources), sources)
        return table ? added({ title: { const: title } }, { file: `group.${name}`, rows: table, record: table }) : []
      })
    case 'ledger':
      return Object.entries(sources.ledgers ?? {}).flatMap(([name, ledger]) => {
        const table = tableOfAll(`rows.ledger.${name}`, Object.keys(ledger.balances), sources)
        return added({ title: { const: ledger.title } }, { file: `ledger.${name}`, ledger, ...(table ? { rows: table } : {}) })
      })
    case 'product': {
      const table = tableOf(sources.product?.userEntity, sources)
      return table ? added({}, { file: 'user', rows: table }) : []
    }
    default:
      return []
  }
}

function emptyScreen(entity: string): Screen {
  return { language: 1, title: '', entity, endpoints: { base: '' }, pages: {} }
}

/** Entities that a group is part of, by themselves or by one of their line tables. */
function includers(group: string, { entities }: ProductSources): string[] {
  return Object.entries(entities).flatMap(([name, { include = [], lines = {} }]) => {
    const all = [...include, ...Object.values(lines).flatMap((line) => line.include ?? [])]
    return all.includes(group) ? [name] : []
  })
}

/** The examples of the meta-schemas are of a library, and an editor would propose its names here. */
function withoutExamples(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutExamples)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).flatMap(([key, value]) => (key === 'examples' && Array.isArray(value) ? [] : [[key, withoutExamples(value)]])),
  )
}
