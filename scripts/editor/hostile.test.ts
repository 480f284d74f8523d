import { parseTree, type Node } from 'jsonc-parser'
import { beforeAll, describe, expect, it } from 'vitest'
import { SchemaBench } from '../../engine/playground/worker/schemaBench'
import { fragmentOf, sharedDraft } from '../../engine/playground/share/shareLink'
import { shippedContents } from './testing/contents'

/**
 * Texts that somebody might bring by a link, paste, or publish. Each is judged by what judges in the browser and on the server: it is
 * refused with a place in its file, and the judge is as it was before.
 */
const contents = shippedContents(process.cwd())
const textOf = (end: string) => contents.files.find(({ path }) => path.endsWith(end))!
const screen = textOf('/loansmgr.screen.json')
// One of which few others tell: each text is judged with all that it may change.
const entity = textOf('/advanceDeposit.entity.json')

let bench: SchemaBench
beforeAll(() => {
  bench = new SchemaBench(contents)
  bench.judge()
})

/** What is said of a text in place of a file, and nothing is left of it. */
function judged({ path, text: shipped }: { path: string; text: string }, text: string) {
  bench.edit(path, text)
  const { problems, plan } = bench.judge()
  bench.edit(path, shipped)
  return { plan, problems, own: problems.filter(({ file }) => file === path) }
}

function refused(file: { path: string; text: string }, text: string): string {
  const { plan, own } = judged(file, text)
  expect(plan).toBeUndefined()
  expect(own.length).toBeGreaterThan(0)
  const lines = text.split('\n')
  for (const { line, column } of own) {
    expect(line).toBeGreaterThanOrEqual(1)
    expect(line).toBeLessThanOrEqual(lines.length)
    expect(column).toBeGreaterThanOrEqual(1)
    expect(column).toBeLessThanOrEqual(lines[line - 1]!.length + 1)
  }
  // Whoever is told is not told the whole text again.
  expect(Math.max(...own.map(({ found }) => found.length))).toBeLessThan(2_000)
  return own.map(({ found }) => found).join('\n')
}

const withField = (field: object) => entity.text.replace('"fields": {', `"fields": { "zz": ${JSON.stringify(field)},`)
const withAction = (when: string) =>
  entity.text.replace('"actions": {', `"actions": { "zz": { "title": "甲", "when": ${JSON.stringify(when)}, "whenNot": "乙" },`)

describe('an expression', () => {
  const names = [
    'constructor',
    '__proto__',
    'prototype',
    'globalThis',
    'window',
    'self',
    'document',
    'process',
    'this',
    'arguments',
    'eval',
  ]
  it.each(names)('does not know %s, nor as a function', (name) => {
    expect(refused(entity, withAction(`${name} == null`))).toContain(name)
    expect(refused(entity, withAction(`${name}('1') == null`))).toContain(name)
  })

  it.each([
    'constructor.constructor("return this")()',
    'depositNo["constructor"]',
    'depositNo.constructor == null',
    'depositNo.__proto__ == null',
    '(() => 1)()',
    '`${1}`',
    'new Date()',
    'depositNo = "1"',
    '1; 2',
    '/a/',
    'import("x")',
    'toString()',
    'hasOwnProperty("x")',
    'depositNo.length.constructor',
    '\u0000',
    '\ud800 == 1',
    '\u202e1 == 1',
    '/* 1 */ 1 == 1',
  ])('is no program: %j', (source) => {
    expect(refused(entity, withAction(source))).toMatch(/\S/)
  })

  it.each([
    ['parentheses', `${'('.repeat(900)}1${')'.repeat(900)} == 1`],
    ['negations', `${'not '.repeat(480)}true`],
    ['minus signs', `${'-'.repeat(1_900)}1 == 1`],
    ['choices', `${'true ? 1 : '.repeat(180)}1 == 1`],
    ['lists', `${'['.repeat(900)}${']'.repeat(900)} == 1`],
    ['calls', `${'abs('.repeat(400)}1${')'.repeat(400)} == 1`],
  ])('of nested %s is refused, or judged like any other', (_what, source) => {
    const { own, problems } = judged(entity, withAction(source))
    // It does not throw, and says nothing about other files.
    expect(own).toEqual(problems)
  })
})

describe('a pattern', () => {
  it.each(['(a+)+$', '^(a|a)*$', '^(a|ab)*$', '(.*)*x', '^(\\w+\\s?)*$', '(x+x+)+y', '([a-z]+)*[0-9]'])(
    'of which texts take for ever: %s',
    (pattern) => {
      expect(refused(entity, withField({ type: 'text', maxLength: 99, title: '甲', pattern, patternMessage: '乙' }))).toMatch(/\S/)
    },
  )

  it.each(['(', '[', '(?<n>a)(?<n>b)', '\\', 'a{2,1}', '(?<=a'])('that is none: %s', (pattern) => {
    expect(refused(entity, withField({ type: 'text', maxLength: 99, title: '甲', pattern, patternMessage: '乙' }))).toMatch(/\S/)
  })
})

/** Where a path or an address stands in the shipped files: one place of each kind. */
function places(): { name: string; file: { path: string; text: string }; node: Node }[] {
  const found = new Map<string, { name: string; file: { path: string; text: string }; node: Node }>()
  for (const file of contents.files) {
    const kind = file.path.split('.').at(-2) ?? ''
    walk(parseTree(file.text), '', (node, key) => {
      const name = `${kind} ${key}`
      if (typeof node.value === 'string' && /^\/\w/.test(node.value) && !found.has(name)) found.set(name, { name, file, node })
      if (key === 'icon' && !found.has(name)) found.set(name, { name, file, node })
    })
  }
  return [...found.values()]
}

function walk(node: Node | undefined, key: string, visit: (node: Node, key: string) => void): void {
  if (!node) return
  if (node.type === 'property') return walk(node.children?.[1], String(node.children?.[0]?.value), visit)
  if (node.type === 'string') visit(node, key)
  for (const child of node.children ?? []) walk(child, key, visit)
}

describe('an address', () => {
  const all = places()

  it('may stand in several places', () => {
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['screen base', 'screen url', 'screen route', 'screen to']))
  })

  it.each(all.map((place) => [place.name, place] as const))('of another server is none for %s', (_name, { file, node }) => {
    const inPlace = (address: string) =>
      file.text.slice(0, node.offset) + JSON.stringify(address) + file.text.slice(node.offset + node.length)
    for (const address of [
      'https://evil.example/x',
      '//evil/x',
      '//{loanNo}/x',
      '/\\evil/x',
      'javascript:alert(1)',
      'data:text/html,<script>1</script>',
      '/../x',
      '/x?to=https://evil.example',
      '',
    ]) {
      const { plan, problems } = judged(file, inPlace(address))
      expect([address, plan === undefined, problems.length > 0]).toEqual([address, true, true])
    }
  })
})

describe('a text', () => {
  const start = screen.text.trimEnd().slice(0, -1)
  it.each<[string, string, RegExp?]>([
    ['of 10 MB', `${start}, "x": "${'a'.repeat(10_000_000)}" }`, /1000000/],
    ['of 10 MB of blanks', `${screen.text}${' '.repeat(10_000_000)}`, /1000000/],
    ['of 10 MB of lines', `${screen.text}${'\n'.repeat(10_000_000)}`, /1000000/],
    ['nested a hundred thousand times', `${start}, "x": ${'['.repeat(100_000)}`],
    ['of objects in each other', `${start}, "x": ${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)} }`],
    ['with a key twice', `${start}, "title": "乙" }`, /重复的键 "title"/],
    ['with __proto__ as a key', `${start}, "__proto__": { "title": "乙" } }`],
    ['with constructor as a key', `${start}, "constructor": {} }`],
    ['with 10,000 columns of one name', screen.text.replace('"columns": [', `"columns": [${'"loanNo", '.repeat(10_000)}`)],
    [
      'with 10,000 columns that there are not',
      screen.text.replace('"columns": [', `"columns": [${Array.from({ length: 10_000 }, (_each, at) => `"c${at}", `).join('')}`),
    ],
    ['with a single line of 900,000 signs', `${start}, "x": [${'1,'.repeat(440_000)}1] }`],
    ['that begins with a byte order mark', `\ufeff${screen.text}`],
    ['with a control character', screen.text.replace('"title": "', '"title": "\u0001')],
    ['with an escaped control character', screen.text.replace('"title": "', '"title": "\\u0000')],
    ['with half a sign', screen.text.replace('"title": "', '"title": "\\ud800')],
    ['with comments', `// 1\n${screen.text}`],
    ['with a comma too many', screen.text.replace(/\}\s*$/, ',}')],
    ['with single quotes', screen.text.replace('"title"', "'title'")],
    ['with two values', `${screen.text}{}`],
    ['of nothing', ''],
    ['of blanks', ' \n '],
    ['that is a number', '1e999'],
    ['that is a list', '[]'],
  ])('%s is refused', (_what, text, found = /./) => {
    expect(text).not.toBe(screen.text)
    expect(refused(screen, text)).toMatch(found)
  })

  it('of another kind of file is refused: an entity for a screen, a screen for the menus', () => {
    expect(refused(screen, entity.text)).toMatch(/\S/)
    expect(refused(textOf('schemas/menus.json'), screen.text)).toMatch(/\S/)
    expect(refused(textOf('schemas/product.json'), '{}')).toMatch(/\S/)
  })

  it('leaves no trace of what was refused', () => {
    expect(bench.judge().problems).toEqual([])
    expect(({} as Record<string, unknown>)['title']).toBeUndefined()
  })

  it('comes out of a link as it went in, and is judged like one that was typed', async () => {
    const texts = ['\ufeff{}', '{ "a": "\u0001\u202e\ud83d\ude00" }', `${'['.repeat(2_000)}`, '<script>alert(1)</script>', '__proto__']
    for (const text of texts) {
      const shared = await sharedDraft(await fragmentOf({ path: screen.path, text }))
      expect(shared).toEqual({ path: screen.path, text })
      expect(refused(screen, shared!.text)).toMatch(/\S/)
    }
    // Half a sign has no bytes of its own.
    expect((await sharedDraft(await fragmentOf({ path: 'a', text: '\ud800' })))?.text).toMatch(/^[\ud800\ufffd]$/)
    const more = { path: 'a', text: 'b', other: 1 }
    expect(Object.keys((await sharedDraft(await fragmentOf(more)))!)).toEqual(['path', 'text'])
  })
})
