import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { MetaSchema } from '../../engine/spec/keywords'
import { loadSchemas } from '../../engine/spec/load'
import type { SchemaFile } from '../../engine/spec/schemaFiles'
import type { CodeNames } from '../../engine/core/check/codeNames'
import { codeNames } from '../../src/server/generated/codeNames'
import { editorSchemas, type EditorGiven } from '../../engine/core/editing/editorSchemas'

/** Where schema files look for their schema (`$schema`), and .vscode/settings.json for that of a file that says none yet. Not in git. */
export const editorFolder = 'dist/editor'

const specFolder = 'engine/spec'

/** Writes the schemas that an editor proposes names by. A file that would be the same is left alone, so that an editor reads anew only what is new. */
export function writeEditorSchemas(
  root: string,
  files: readonly SchemaFile[] = loadSchemas(root).files,
  code: CodeNames = codeNames,
): void {
  const wanted = new Map([...editorSchemas(editorGiven(root, files, code))].map(([name, schema]) => [name, JSON.stringify(schema)]))
  const folder = join(root, editorFolder)
  for (const name of present(folder)) if (!wanted.has(name)) rmSync(join(folder, name))
  for (const [name, text] of wanted) {
    const file = join(folder, name)
    if (textOf(file) === text) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** What the names are made of, read from the repository. */
export function editorGiven(root: string, files: readonly SchemaFile[], code: CodeNames = codeNames): EditorGiven {
  const names = readdirSync(join(root, specFolder)).filter((name) => name.endsWith('.schema.json'))
  const metaSchemas = names.map((name) => JSON.parse(readFileSync(join(root, specFolder, name), 'utf8')) as MetaSchema)
  return { metaSchemas, files, code, icons: iconNames(readFileSync(join(root, 'src/app/shell/menuIcons.tsx'), 'utf8')) }
}

/** The browser program cannot be loaded here: it imports what only its own build has. Its icons are one literal, read as text. */
export function iconNames(source: string): string[] {
  const [, block = ''] = /^const icons[^{]*\{[^=]*= \{\n((?: {2}.*\n)*)/m.exec(source) ?? []
  return [...block.matchAll(/^ {2}'?([\w-]+)'?:/gm)].map(([, name = '']) => name)
}

function present(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.replaceAll('\\', '/'))
  } catch {
    return []
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
