import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { specText } from './messages'
import type { LocatedJson } from './position'
import type { SchemaProblem } from './problem'
import { validateFile, type SchemaKind } from './validate'

/** A schema file that was read: `source` is folder and key as the cross-checks name it, e.g. `entities/book`, `screens/base/book`, `menus`. */
export interface SchemaFile {
  kind: SchemaKind
  source: string
  key: string
  /** Relative to the repository. */
  path: string
  json?: LocatedJson
}

export interface LoadedSchemas {
  files: SchemaFile[]
  problems: SchemaProblem[]
}

const folders: { folder: string; kind: SchemaKind; ending: string }[] = [
  { folder: 'groups', kind: 'group', ending: '.group.json' },
  { folder: 'entities', kind: 'entity', ending: '.entity.json' },
  { folder: 'dictionaries', kind: 'dictionary', ending: '.dictionary.json' },
  { folder: 'screens', kind: 'screen', ending: '.screen.json' },
  { folder: 'ledgers', kind: 'ledger', ending: '.ledger.json' },
  { folder: 'templates', kind: 'templates', ending: '.templates.json' },
]
const singles: SchemaKind[] = ['product', 'menus', 'roles', 'schedule']

/** Reads every file below the schemas folder; a file that belongs nowhere is a problem too. `root` is the repository. */
export function loadSchemas(root: string, folder = 'schemas'): LoadedSchemas {
  const loaded: LoadedSchemas = { files: [], problems: [] }
  for (const path of filesBelow(join(root, folder))) {
    const shown = relative(root, path).split(sep).join('/')
    const file = fileOf(relative(join(root, folder), path).split(sep).join('/'))
    if (!file) {
      loaded.problems.push({ file: shown, line: 1, column: 1, code: 'stray-file', found: specText('file.stray'), allowed: endings() })
      continue
    }
    const twin = loaded.files.find((other) => other.source === file.source)
    if (twin)
      loaded.problems.push({ file: shown, line: 1, column: 1, code: 'same-name', found: specText('file.twin', { path: twin.path }) })
    const { json, problems } = validateFile(file.kind, shown, readFileSync(path, 'utf8'))
    loaded.files.push({ ...file, path: shown, ...(json && problems.length === 0 ? { json } : {}) })
    loaded.problems.push(...problems)
  }
  return loaded
}

function endings(): string {
  return [...folders.map(({ folder, ending }) => `${folder}/…${ending}`), ...singles.map((name) => `${name}.json`)].join(', ')
}

/** What a path below the schemas folder stands for. An entity's area is for people only; a screen's permission group is part of its key. */
function fileOf(path: string): Pick<SchemaFile, 'kind' | 'source' | 'key'> | undefined {
  const single = singles.find((name) => path === `${name}.json`)
  if (single) return { kind: single, source: single, key: single }
  const found = folders.find(({ folder, ending }) => path.startsWith(`${folder}/`) && path.endsWith(ending))
  if (!found) return undefined
  const name = basename(path, found.ending)
  const group = path.split('/').at(-2) ?? ''
  const key = found.kind === 'screen' ? `${group}/${name}` : name
  return { kind: found.kind, source: `${found.folder}/${key}`, key }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
