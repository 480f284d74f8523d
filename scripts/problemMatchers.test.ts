import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** The steps of `npm run check` are run on files that are wrong, and read as the task `check` of .vscode/tasks.json reads them. */

interface Pattern {
  regexp: string
  file?: number
  line?: number
  column?: number
  message?: number
}

interface Tasks {
  tasks: { problemMatcher: { owner: string; pattern: Pattern | Pattern[] }[] }[]
}

type Found = Partial<Record<'file' | 'line' | 'column' | 'message', string>>

let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a mistake in a schema is read with its place and what was found', () => {
  const schemas = join(folder, 'schemas')
  cpSync('schemas', schemas, { recursive: true })
  const screen = join(schemas, 'screens/base/basicdata.screen.json')
  writeFileSync(screen, readFileSync(screen, 'utf8').replace('"columns": [', '"columns": ["nothing", '))
  const output = run('scripts/run.mjs', 'scripts/check-schemas.ts', schemas)
  const line =
    readFileSync(screen, 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('"nothing"')) + 1
  expect(read('schemas', output)).toEqual([
    {
      file: screen,
      line: String(line),
      column: expect.stringMatching(/^\d+$/) as string,
      message: expect.stringContaining('nothing') as string,
    },
  ])
})

it('a mistake of types is read', () => {
  const file = wrongFile('types.ts', "export const count: number = 'one'\n")
  const [found] = read('types', run('node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false', '--ignoreConfig', file))
  expect(found).toMatchObject({ line: '1', column: '14', message: expect.stringContaining("'string'") as string })
  expect(found?.file).toMatch(/types\.ts$/)
})

it('a mistake that lint finds is read', () => {
  const file = wrongFile('lint.ts', 'export function isAny(value: number) {\n  debugger\n  return value\n}\n')
  const [found] = read('lint', run('node_modules/oxlint/bin/oxlint', '--deny-warnings', file))
  expect(found).toMatchObject({ line: '2', column: '3', message: expect.stringContaining('debugger') as string })
  expect(found?.file).toMatch(/lint\.ts$/)
})

it('a file that is not formatted is read', () => {
  const file = wrongFile('format.ts', 'export const  a = 1;\n')
  const [found] = read('format', run('node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', file))
  expect(found?.file).toMatch(/format\.ts$/)
})

it('a generated file that is out of date is read, and what goes well is nobody’s problem', () => {
  const output =
    '✓ types (3.1 s)\n✗ generated files (2.0 s)\nsrc/server/generated/codeNames.ts is out of date; npm run generate puts it right'
  expect(read('generated', output).map(({ file }) => file)).toEqual(['src/server/generated/codeNames.ts'])
  for (const owner of ['schemas', 'types', 'lint', 'format']) expect(read(owner, output)).toEqual([])
})

function wrongFile(name: string, text: string): string {
  const file = join(folder, 'src', name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

/**
 * Runs a step and returns its output as an editor reads it: without colours. Tools that see GITHUB_ACTIONS write annotations for GitHub
 * instead, so it is taken out of the environment.
 */
function run(...command: string[]): string {
  const { GITHUB_ACTIONS: _server, ...env } = process.env
  const { stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env })
  return stripVTControlCharacters(stdout + stderr)
}

/** What an editor reads of an output: lines that follow one another where a matcher has several patterns. */
function read(owner: string, output: string): Found[] {
  const { tasks } = JSON.parse(readFileSync('.vscode/tasks.json', 'utf8')) as Tasks
  const matcher = tasks.flatMap(({ problemMatcher }) => problemMatcher).find((each) => each.owner === owner)
  const patterns = [matcher?.pattern ?? []].flat()
  const lines = output.split('\n')
  return lines.flatMap((_line, index) => {
    const matches = patterns.map(({ regexp }, offset) => new RegExp(regexp).exec(lines[index + offset] ?? ''))
    if (!matches.every((match) => match !== null)) return []
    const found: Found = {}
    for (const [at, pattern] of patterns.entries())
      for (const part of ['file', 'line', 'column', 'message'] as const) {
        const group = pattern[part]
        if (group !== undefined) found[part] = matches[at]?.[group]
      }
    return [found]
  })
}
