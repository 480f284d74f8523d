import { specText } from './messages'
import type { LocatedJson } from './position'
import type { SchemaProblem } from './problem'
import { validateFile } from './validate'
import { endings, schemaFileAt, type PathMeaning } from './schemaPaths'

export interface SchemaFile extends PathMeaning {
  /** Relative to the repository. */
  path: string
  /** Absent for a file that is wrong by itself. */
  json?: LocatedJson
}

export interface LoadedSchemas {
  files: SchemaFile[]
  problems: SchemaProblem[]
}

/** What stands at a path: a text, or why there is none. */
export type FileContent = { text: string } | { unreadable: Unreadable }

export interface Unreadable {
  line: number
  column: number
  code: string
  found: string
}

/** Says how the files beside it are written. */
const manual = 'README.md'

/**
 * Reads every file; one that belongs nowhere is a problem too.
 * @param folder of the schemas, as problems shall name it @param paths below it, sorted
 */
export function readSchemas(
  folder: string,
  paths: readonly string[],
  contentOf: (path: string) => FileContent,
  read = readFile,
): LoadedSchemas {
  const loaded: LoadedSchemas = { files: [], problems: [] }
  const bySource = new Map<string, SchemaFile>()
  for (const path of paths) {
    if (path === manual) continue
    const shown = `${folder}/${path}`
    const schemaFile = schemaFileAt(path)
    if (!schemaFile) {
      loaded.problems.push({ file: shown, line: 1, column: 1, code: 'stray-file', found: specText('file.stray'), allowed: endings() })
      continue
    }
    const twin = bySource.get(schemaFile.source)
    if (twin) {
      loaded.problems.push({ file: shown, line: 1, column: 1, code: 'same-name', found: specText('file.twin', { path: twin.path }) })
      continue
    }
    const content = contentOf(path)
    const { file, problems } =
      'text' in content
        ? read({ ...schemaFile, path: shown }, content.text)
        : { file: { ...schemaFile, path: shown }, problems: [{ file: shown, ...content.unreadable }] }
    bySource.set(file.source, file)
    loaded.files.push(file)
    loaded.problems.push(...problems)
  }
  return loaded
}

/** Reads one file by itself. */
export function readFile(
  { kind, source, key, path }: Pick<SchemaFile, 'kind' | 'source' | 'key' | 'path'>,
  text: string,
): { file: SchemaFile; problems: SchemaProblem[] } {
  const { json, problems } = validateFile(kind, path, text)
  return { file: { kind, source, key, path, ...(json && problems.length === 0 ? { json } : {}) }, problems }
}

/** Reads a file again only when its text is another: of a folder that is loaded after each edit, one file is. */
export function rememberingRead(): typeof readFile {
  const last = new Map<string, { text: string; result: ReturnType<typeof readFile> }>()
  return (schemaFile, text) => {
    const known = last.get(schemaFile.path)
    if (known?.text === text) return known.result
    const result = readFile(schemaFile, text)
    last.set(schemaFile.path, { text, result })
    return result
  }
}
