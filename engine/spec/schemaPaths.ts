import type { SchemaKind } from './metaSchemas'

/** What a file is: `source` is folder and key as the cross-checks name it, e.g. `entities/book`, `screens/base/book`, `menus`. */
export interface PathMeaning {
  kind: SchemaKind
  source: string
  key: string
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

/** How files may be called. */
export function endings(): string {
  return [...folders.map(({ folder, ending }) => `${folder}/…${ending}`), ...singles.map((name) => `${name}.json`)].join(', ')
}

/** What a path below the schemas folder stands for. An entity's area is for people only; a screen's permission group is part of its key. */
export function schemaFileAt(path: string): PathMeaning | undefined {
  const single = singles.find((name) => path === `${name}.json`)
  if (single) return { kind: single, source: single, key: single }
  const found = folders.find(({ folder, ending }) => path.startsWith(`${folder}/`) && path.endsWith(ending))
  if (!found) return undefined
  const [name = '', group = ''] = path.slice(0, -found.ending.length).split('/').reverse()
  const key = found.kind === 'screen' ? `${group}/${name}` : name
  return { kind: found.kind, source: `${found.folder}/${key}`, key }
}
