import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format, resolveConfig, version, type Options } from 'prettier'
import type { ProductPlan } from '../engine/core/plan'
import { documentTypes, shapeTypeName } from '../engine/server/documentTypes'
import { shapes } from '../src/server/shapes'
import { productTables, productTableShapes } from '../src/server/tables'
import { codeNamesSource } from './codeNames'
import { generatedFrom, typesOf } from './metaSchemaTypes'
import { removeOld } from './removeOld.mjs'

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
  // It writes the same as with the parser of TypeScript itself, which takes half as long again.
  const options = { ...(await resolveConfig(join(root, 'any.ts'))), parser: 'babel-ts' }
  await mkdir(cache, { recursive: true })
  await removeOld(cache, 7)
  return new Map(await Promise.all([...sources].map(async ([name, source]) => [name, await formatted(source, options)] as const)))
}

/** Formatted texts of the last week, by a hash of what they were made of. Most generated files are the same as in the run before. */
const cache = 'node_modules/.cache/formatted'

async function formatted(source: string, options: Options): Promise<string> {
  const made = createHash('sha256')
    .update(JSON.stringify([version, options, source]))
    .digest('hex')
  const file = join(cache, made.slice(0, 32))
  const kept = await readFile(file, 'utf8').catch(() => undefined)
  if (kept !== undefined) {
    // It is in use, so it stays for another week.
    await utimes(file, new Date(), new Date()).catch(() => undefined)
    return kept
  }
  const text = await format(source, options)
  const fresh = `${file}.${randomUUID()}`
  await writeFile(fresh, text)
  await rename(fresh, file)
  return text
}
