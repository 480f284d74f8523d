import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { anchorsIn, codeBelow, deadReferences, referencesIn } from './documents'

const documents = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  // What a run of all tests writes, and what is made of the meta-schemas, have tests of their own.
  .filter((file) => file.endsWith('README.md'))
const read = (path: string): string => readFileSync(path, 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
/** Commands that npm has without a script. */
const ownCommands = new Set(['test', 'start', 'run', 'is', 'are'])

describe.each(documents)('%s', (file) => {
  const text = read(file)

  it('names files, folders and headings that exist', () => {
    expect(deadReferences(file, text, read)).toEqual([])
  })

  it('names commands that exist', () => {
    const unknown = referencesIn(text, file).scripts.filter((name) => scripts[name] === undefined && !ownCommands.has(name))
    expect(unknown).toEqual([])
  })

  // Checked where they are read: JSON and SQL by tests/schemas/readme.test.ts, commands by tests/api/tutorial.test.ts.
  it('shows no code that nothing checks', () => {
    const checked = file === 'schemas/README.md' ? ['text', 'json', 'sql', 'sh'] : ['text', '']
    expect(referencesIn(text, file).languages.filter((language) => !checked.includes(language))).toEqual([])
  })
})

it('finds the documents', () => {
  expect(documents.sort()).toEqual(['README.md', 'engine/README.md', 'schemas/README.md', 'tests/README.md'])
})

it('every word of the glossary names the one file where it lives', () => {
  const rows = read('engine/README.md').split('## Glossary')[1]?.split('\n## ')[0]?.split('\n') ?? []
  const places = rows.filter((row) => /^\| (?!-|word )/.test(row)).map((row) => row.split('|').map((cell) => cell.trim()))
  expect(places.length).toBeGreaterThan(20)
  expect(places.filter(([, , , place = '']) => !/^`(spec|core|client|server)\/[^`]+\.tsx?`$/.test(place))).toEqual([])
})

describe('deadReferences', () => {
  it.each([
    ['a link to a file', '[it](core/nothing.ts)', 'engine/README.md links to core/nothing.ts'],
    ['a link to a heading', '[it](#nowhere)', 'engine/README.md links to #nowhere, which has no such heading'],
    ['a path from the root', 'in `src/server/nothing.ts`', 'engine/README.md names src/server/nothing.ts'],
    ['a short path', 'in `core/nothing.ts`', 'engine/README.md names core/nothing.ts'],
    ['a folder', 'in `client/nothing/`', 'engine/README.md names client/nothing/'],
    ['a path in a diagram', '```text\ncore/nothing.ts ─► it\n```', 'engine/README.md names core/nothing.ts'],
  ])('tells of %s that is not there', (_name, text, sentence) => {
    expect(deadReferences('engine/README.md', `# Head\n\n${text}\n`, read)).toEqual([sentence])
  })

  it.each([
    '[it](core/wire.ts)',
    '[it](../README.md#configuration)',
    '[it](#head)',
    '[it](https://example.org/nothing)',
    'by `core/wire.ts` of `engine/core`',
    'a pattern: `schemas/entities/<area>/<entity>.entity.json`, `spec/*.schema.json`',
    'no path: `application/json`, `and/or`',
    'what the document shows itself:\n\n`schemas/nothing.json`\n\n```json\n{}\n```',
  ])('lets %s be', (text) => {
    expect(deadReferences('engine/README.md', `# Head\n\n${text}\n`, read)).toEqual([])
  })
})

it('anchorsIn makes of a heading what a link to it says', () => {
  expect(anchorsIn('# One\n## How a `request` travels …\n```text\n# no heading\n```\n')).toEqual(['one', 'how-a-request-travels-'])
})

it('codeBelow takes the code that comes next, and throws when there is none', () => {
  const text = '**One** and\n\n```json\n{}\n```\n\n**Two**\n\n```sql\nselect 1\n```\n'
  expect(codeBelow(text, '**Two**')).toBe('select 1\n')
  expect(() => codeBelow(text, '**Three**')).toThrow('no code below **Three**')
})
