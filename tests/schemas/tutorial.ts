import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeBelow } from '../layers/documents'

/** schemas/README.md. */
export const readme = readFileSync(fileURLToPath(new URL('../../schemas/README.md', import.meta.url)), 'utf8')

interface WrittenFile {
  path: string
  text: string
}

/** The tutorial as its text has it. */
interface Tutorial {
  /** In the order of the steps. */
  files: WrittenFile[]
  /** What is typed into a terminal, in the order of the steps. */
  commands: string[]
  /** Of the migration. */
  name: string
  /** What step 8 types and says. */
  said: Record<'migration' | 'operator' | 'password' | 'plateNo' | 'loadTons' | 'found' | 'notFound' | 'other', string>
}

/** @throws Error where the text does not say what it is expected to */
export function readTutorial(): Tutorial {
  const written = readme.matchAll(/^`(schemas\/\S+\.json)`\n\n```json\n([^]*?)```$/gm)
  return {
    files: Array.from(written, ([, path = '', text = '']) => ({ path, text })),
    commands: Array.from(readme.matchAll(/^```sh\n([^]*?)\n```$/gm), ([, command = '']) => command),
    name: told(/npm run db:migrate -- --create (\w+)\n/),
    said: {
      migration: codeBelow(readme, '`src/server/migrations/<date>T<time>'),
      operator: told(/sign in as `(\w+)` with/),
      password: told(/sign in as `\w+` with `([^`]+)`/),
      plateNo: told(/type 车牌号 `([^`]+)`/),
      loadTons: told(/type 载重 `([^`]+)`/),
      found: told(/type `([^`]+)` into 车牌号 above the list/),
      notFound: told(/the row; with `([^`]+)` there is none/),
      other: told(/sign in as `(\w+)` +\|/),
    },
  }
}

function told(pattern: RegExp): string {
  const found = pattern.exec(readme)?.[1]
  if (found === undefined) throw new Error(`The tutorial does not say ${pattern.source}`)
  return found
}

/** Writes the files, the menu and the role of the text into a copy of the schemas. */
export function writeTutorial(folder: string, files: readonly WrittenFile[]): void {
  for (const { path, text } of files) writeFileSync(join(folder, path), text)
  edit(join(folder, 'schemas/menus.json'), (file) => {
    ;(file as { menus: unknown[] }).menus.push(...(JSON.parse(codeBelow(readme, '**4. The menu.**')) as unknown[]))
  })
  edit(join(folder, 'schemas/roles.json'), (file) => {
    Object.assign((file as { roles: { OP: { menus: object } } }).roles.OP.menus, JSON.parse(codeBelow(readme, '**5. The role.**')))
  })
}

function edit(path: string, change: (file: unknown) => void): void {
  const file: unknown = JSON.parse(readFileSync(path, 'utf8'))
  change(file)
  writeFileSync(path, JSON.stringify(file, null, 2))
}
