import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSources, sourcesOf } from '../core/check/sources'
import type { ProductSources } from '../core/compile'
import { schemaTexts } from '../spec/load'
import type { SchemaProblem } from '../spec/problem'
import { readSchemas, type FileContent } from '../spec/schemaFiles'
import { schemaFileAt } from '../spec/schemaPaths'

export interface SchemaPlace {
  /** Of the repository. */
  root: string
  folder?: string
  /**
   * Where a start of the program notes which texts it has found sound, so that the next one need not judge the same texts again: of many screens
   * that takes most of a start. Absent: they are always judged.
   */
  known?: { file: string; program: string }
}

type Texts = ReadonlyMap<string, FileContent>

/** The sources of a product from its files. @param place `known.program` is the URL of the running program, whose check it was */
export function readSoundSources({ root, folder = 'schemas', known }: SchemaPlace): {
  sources?: ProductSources
  problems: SchemaProblem[]
} {
  const texts: Texts = schemaTexts(root, folder)
  const print = known && fingerprint(texts, known.program)
  if (known && print !== undefined && print === notedAt(known.file)) return { sources: parsed(texts), problems: [] }
  const judged = readSources(readSchemas(folder, [...texts.keys()], (path) => texts.get(path)!))
  if (known && print !== undefined && judged.sources) note(known.file, print)
  return judged
}

/** Of all texts and of the program that judges them; undefined where one cannot be read. */
function fingerprint(texts: Texts, program: string): string | undefined {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(program)))
  for (const [path, content] of texts) {
    if (!('text' in content)) return undefined
    hash.update(JSON.stringify([path, content.text]))
  }
  return hash.digest('hex')
}

/** Of texts that were found sound. */
function parsed(texts: Texts): ProductSources {
  const files = [...texts].flatMap(([path, content]) => {
    const file = schemaFileAt(path)
    return file && 'text' in content ? [{ ...file, path, json: { value: JSON.parse(content.text) as unknown } }] : []
  })
  return sourcesOf(files)
}

function notedAt(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Where it cannot be noted, the next start judges again. */
function note(file: string, print: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    const written = `${file}.${process.pid}`
    writeFileSync(written, print)
    renameSync(written, file)
  } catch {
    // Nothing depends on it.
  }
}
