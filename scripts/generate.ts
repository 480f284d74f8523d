/**
 * Writes the TypeScript types of the meta-schemas to engine/spec/generated, their reference to engine/spec/reference.md, the types of the
 * product's documents and the names that the product's code has for schemas, by which the check knows them, to src/server/generated, and
 * what editors propose by to dist/editor, which is not in git.
 *   npm run generate              write the files
 *   npm run generate -- --check   change nothing; exit 1 when a file is out of date
 */
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import type { MetaSchema } from '../engine/spec/keywords'
import { loadSchemas } from '../engine/spec/load'
import { readProduct } from '../src/server/product'
import { codeNamesNow } from './codeNames'
import { runScript } from './database'
import { writeEditorSchemas } from './editor/writeEditorSchemas'
import { formattedSources, generatedOfProduct, type GeneratedFolder, type Sources } from './generatedFiles'
import { referenceOf } from './reference'
import { metaSchemaTypes } from './metaSchemaTypes'

const specFolder = 'engine/spec'

const check = process.argv.includes('--check')

await runScript(async () => {
  const root = process.cwd()
  const directory = process.env['SCHEMAS_DIR'] || undefined
  const product = readProduct(root, directory)
  const ofSpec = await metaSchemaTypes(specFolder)
  await put({ folder: `${specFolder}/generated`, source: 'meta-schema', sources: await formattedSources('.', ofSpec) })
  for (const output of await generatedOfProduct('.', product)) await put(output)
  await putReference()
  if (!check && directory === undefined) writeEditorSchemas(root, loadSchemas(root).files, codeNamesNow(root, product))
})

async function put({ folder, source, sources: wanted }: GeneratedFolder): Promise<void> {
  const present = await readPresent(folder)
  const outdated = [...new Set([...wanted.keys(), ...present.keys()])].sort().filter((name) => wanted.get(name) !== present.get(name))
  if (!check) return write(folder, wanted, outdated)
  if (outdated.length > 0) process.exitCode = 1
  for (const name of outdated) {
    const fault = !wanted.has(name) ? `has no ${source}` : !present.has(name) ? 'is missing' : 'is out of date'
    console.error(`${folder}/${name} ${fault}; npm run generate puts it right`)
  }
}

/** One file beside the meta-schemas, whose folder holds much that is written by hand. */
async function putReference(): Promise<void> {
  const file = `${specFolder}/reference.md`
  const names = (await readdir(specFolder)).filter((name) => name.endsWith('.schema.json')).sort()
  const schemas = await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(specFolder, name), 'utf8')) as MetaSchema))
  const wanted = await format(referenceOf(schemas), { ...(await resolveConfig(file)), parser: 'markdown' })
  if ((await readFile(file, 'utf8').catch(() => undefined)) === wanted) return
  if (!check) return writeFile(file, wanted)
  process.exitCode = 1
  console.error(`${file} is out of date; npm run generate puts it right`)
}

async function write(folder: string, wanted: Sources, outdated: string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of outdated) {
    const text = wanted.get(name)
    if (text === undefined) await rm(join(folder, name))
    else await writeFile(join(folder, name), text)
  }
}

async function readPresent(folder: string): Promise<Sources> {
  const files = await readdir(folder).catch(() => [])
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const)))
}
