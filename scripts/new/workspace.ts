import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { format, resolveConfig } from 'prettier'
import type { CodeKind } from '../../engine/core/check/codeNames'
import { readSources, type SourceOptions } from '../../engine/core/check/sources'
import { compileProduct, type ProductSources } from '../../engine/core/compile'
import type { ProductPlan } from '../../engine/core/plan'
import { createMigration, snapshotMatches } from '../../engine/server/database/migrations'
import { schemaTexts } from '../../engine/spec/load'
import { readSchemas, rememberingRead, type FileContent, type LoadedSchemas } from '../../engine/spec/schemaFiles'
import { tablesOf } from '../../src/server/tables'
import { checkOptions } from '../checkOptions'
import { migrationFolder } from '../database'
import { generatedOfProduct } from '../generatedFiles'
import { serverPaths } from '../serverPaths.mjs'
import type { Present } from './filePlan'
import { NotDone } from './refusal'

/** Where the command works. */
export interface Place {
  /** The repository. */
  root: string
  /** Folder of the schemas. Migrations and generated types belong to those of the repository alone. */
  schemas: string
}

/** All files of one run, by absolute path. Nothing is written before they are known to be sound. */
export type Outputs = Map<string, string>

export interface Prepared {
  outputs: Outputs
  /** What is to be known of them. */
  notes: string[]
}

/** Of the browser program, beside the beginnings that the server answers. */
const programAddresses = ['/partnerLogin']

/** Reads and checks the schemas as they are. */
export function readPresent({ root, schemas }: Place): Present & { plan: ProductPlan } {
  const { sources, loaded } = readSound(schemas, schemaTexts(root, schemas), checkOptions(root))
  const plan = compileProduct(sources)
  const folder = resolve(root, schemas)
  const files = loaded.files.map((file) => {
    const absolute = resolve(root, file.path)
    return [file.source, { path: relative(folder, absolute).replaceAll('\\', '/'), text: readFileSync(absolute, 'utf8') }] as const
  })
  const tables = new Set([...tablesOf(plan).map(({ name }) => name), 'schema_migration'])
  return { sources, files: new Map(files), tables, addresses: [...serverPaths, ...programAddresses], plan }
}

/** Most files are as they were when they are read with new ones. */
const read = rememberingRead()

/** @param folder of the schemas @param texts by their path below it */
function readSound(
  folder: string,
  texts: ReadonlyMap<string, FileContent>,
  options: SourceOptions,
): { sources: ProductSources; loaded: LoadedSchemas } {
  const loaded = readSchemas(folder, [...texts.keys()].sort(), (path) => texts.get(path)!, read)
  const { sources, problems } = readSources(loaded, options)
  if (!sources) throw new NotDone(problems)
  return { sources, loaded }
}

/**
 * Tries the files beside the schemas: they are formatted, checked with all others as `npm run check` does, and compiled; the migration and the
 * generated types follow from that. Throws what is wrong with them.
 * @param files path below the folder of schemas → text
 * @param before the product as it is
 * @param migration its name
 * @param coming a name that the schemas have for code which is written with them
 */
export async function prepare(
  { root, schemas }: Place,
  files: ReadonlyMap<string, string>,
  { before, migration, coming }: { before: ProductPlan; migration: string; coming?: { kind: CodeKind; name: string } },
): Promise<Prepared> {
  const folder = resolve(root, schemas)
  const texts = schemaTexts(root, schemas)
  const outputs: Outputs = new Map()
  for (const [path, text] of files) {
    const target = join(folder, path)
    const written = await formattedJson(root, target, text)
    outputs.set(target, written)
    texts.set(path, { text: written })
  }
  const plan = compileProduct(readSound(schemas, texts, optionsWith(root, coming)).sources)
  const notes: string[] = []
  if (folder === join(root, 'schemas')) {
    for (const [path, text] of await migrationOf(root, { before, plan, name: migration }, notes)) outputs.set(path, text)
    for (const { folder: generated, sources } of await generatedOfProduct(root, plan))
      for (const [name, text] of sources) addIfOther(outputs, join(root, generated, name), text)
  }
  return { outputs, notes }
}

function optionsWith(root: string, coming: { kind: CodeKind; name: string } | undefined): SourceOptions {
  const options = checkOptions(root)
  if (!coming || !options.codeNames) return options
  const { [coming.kind]: known } = options.codeNames
  return { ...options, codeNames: { ...options.codeNames, [coming.kind]: [...known, coming.name] } }
}

/** Written by the same code as `npm run db:migrate -- --create`, in a copy of the folder. */
async function migrationOf(
  root: string,
  { before, plan, name }: { before: ProductPlan; plan: ProductPlan; name: string },
  notes: string[],
): Promise<Outputs> {
  const copy = mkdtempSync(join(tmpdir(), 'new-'))
  try {
    cpSync(join(root, migrationFolder), copy, { recursive: true })
    const isAhead = !(await snapshotMatches(copy, tablesOf(before)))
    const created = await createMigration({ folder: copy, name, tables: tablesOf(plan) })
    if (created && isAhead) notes.push(`注意：模式先前的改动还没有迁移，已一并写入 ${migrationFolder}/${created.file}`)
    const outputs: Outputs = new Map()
    for (const file of readdirSync(copy)) addIfOther(outputs, join(root, migrationFolder, file), readFileSync(join(copy, file), 'utf8'))
    return outputs
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function addIfOther(outputs: Outputs, path: string, text: string): void {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) outputs.set(path, text)
}

/** As `npm run format` writes the files of the repository. A file that somebody has written otherwise keeps its own looks. */
async function formattedJson(root: string, path: string, text: string): Promise<string> {
  const options = { ...(await resolveConfig(join(root, 'any.json'))), parser: 'json' }
  if (existsSync(path)) {
    const before = readFileSync(path, 'utf8')
    if ((await format(before, options)) !== before) return text
  }
  return format(text, options)
}

/** TypeScript as `npm run format` writes it. */
export async function formattedCode(root: string, files: ReadonlyMap<string, string>): Promise<Outputs> {
  const outputs: Outputs = new Map()
  for (const [path, text] of files) {
    const target = join(root, path)
    outputs.set(target, await format(text, { ...(await resolveConfig(target)), parser: 'typescript' }))
  }
  return outputs
}

/** Writes all files and does what follows from them; where either fails, all is as it was before. */
export async function putInPlace(outputs: Outputs, follow?: () => Promise<void>): Promise<void> {
  const before = new Map([...outputs.keys()].map((path) => [path, existsSync(path) ? readFileSync(path) : undefined]))
  try {
    for (const [path, text] of outputs) write(path, text)
    await follow?.()
  } catch (error) {
    for (const [path, content] of before) {
      if (content === undefined) rmSync(path, { force: true })
      else writeFileSync(path, content)
    }
    throw error
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** What was written, in words. */
export function writtenText(root: string, outputs: Outputs): string {
  const paths = [...outputs.keys()].map((path) => relative(root, path).replaceAll('\\', '/'))
  const shown = paths.filter((path) => !path.includes('/generated/'))
  const generated = paths.length - shown.length
  return `已写：${shown.join('、')}${generated > 0 ? `，以及 ${generated} 个生成的文件` : ''}`
}
