import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import type { ProductPlan } from '../engine/core/plan'
import { documentTypes, shapeTypeName } from '../engine/server/documentTypes'
import { shapes } from '../src/server/shapes'
import { productTables, productTableShapes } from '../src/server/tables'
import { codeNamesSource } from './codeNames'
import { generatedFrom, typesOf } from './metaSchemaTypes'

/** File name → source. */
export type Sources = Map<string, string>

export interface GeneratedFolder {
  folder: string
  /** What each of its files is made of. */
  source: string
  sources: Sources
}

/** What `npm run generate` writes of the product: the types of its documents, and the names that its code has for schemas. @param root of the repository */
export async function generatedOfProduct(root: string, product: ProductPlan): Promise<GeneratedFolder[]> {
  const sources = new Map([...(await productTypes(root, product)), ['codeNames.ts', codeNamesSource(root, product)] as const])
  return [{ folder: 'src/server/generated', source: 'entity', sources: await formattedSources(root, sources) }]
}

async function productTypes(root: string, product: ProductPlan): Promise<Sources> {
  const spec = join(root, 'engine/spec')
  const own = { tables: productTables, shapes: productTableShapes }
  const types = documentTypes(product, { engine: '../../../engine', own })
  const declarations = await Promise.all(Object.entries(shapes).map(([name, schema]) => typesOf(schema, shapeTypeName(name), spec)))
  const sources: Sources = new Map([['shapes.ts', `${generatedFrom('src/server/shapes.ts')}\n\n${declarations.join('\n')}`]])
  for (const [name, source] of types) sources.set(`${name}.ts`, `${generatedFrom('schemas')}\n\n${source}`)
  return sources
}

/** Generated TypeScript as the formatter writes it. */
export async function formattedSources(root: string, sources: Sources): Promise<Sources> {
  const options = { ...(await resolveConfig(join(root, 'any.ts'))), parser: 'typescript' }
  return new Map(await Promise.all([...sources].map(async ([name, source]) => [name, await format(source, options)] as const)))
}
