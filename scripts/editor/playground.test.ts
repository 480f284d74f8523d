import { expect, it } from 'vitest'
import { readSources } from '../../engine/core/check/sources'
import { compileProduct } from '../../engine/core/compile'
import { SchemaLanguage } from '../../engine/playground/worker/language'
import { changedPlan, PlanWriter } from '../../engine/playground/worker/planChanges'
import { SchemaBench } from '../../engine/playground/worker/schemaBench'
import { loadSchemas } from '../../engine/spec/load'
import { checkOptions } from '../checkOptions'
import { shippedContents } from './testing/contents'

const root = process.cwd()
const contents = shippedContents(root)
const book = contents.files.find(({ path }) => path.endsWith('/loansmgr.screen.json'))!

const shared = new SchemaBench(contents)

/** What is said of a text in place of a shipped one, which stands there again afterwards. */
function judgedWith(text: string, path = book.path) {
  shared.edit(path, text)
  const judged = shared.judge()
  shared.edit(path, contents.files.find((file) => file.path === path)!.text)
  return judged
}

it('finds the shipped texts sound, and makes the plan of them that the server makes', () => {
  const { problems, plan } = shared.judge()
  expect(problems).toEqual([])
  expect(plan).toEqual(compileProduct(readSources(loadSchemas(root), checkOptions(root)).sources!))
})

it('tells a mistake with its place, and makes no plan', () => {
  const { problems, plan } = judgedWith(book.text.replace('"columns"', '"colums"'))
  expect(plan).toBeUndefined()
  expect(problems).toEqual(expect.arrayContaining([expect.objectContaining({ file: book.path, suggestion: 'columns' })]))
})

it.each<[string, string, RegExp]>([
  ['a prototype in an expression', book.text.replace('"pages"', '"x": "constructor.constructor", "pages"'), /./],
  ['more than a megabyte', `{ "a": "${'a'.repeat(10_000_000)}" }`, /10000011.*1000000/],
  ['deep nesting', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, /嵌套超过/],
  ['deep nesting that never ends', '{"a":'.repeat(100_000), /嵌套超过/],
  ['a key that is there twice', '{ "language": 1, "language": 1 }', /重复的键/],
  ['a wrong value a hundred thousand times', `{ "pages": [${'0,'.repeat(100_000)}0] }`, /./],
  ['a hundred thousand unknown keys', `{ ${Array.from({ length: 60_000 }, (_each, index) => `"k${index}": 1`).join(', ')} }`, /./],
  ['one key of half a megabyte', `{ "${'columns'.repeat(70_000)}": 1 }`, /./],
  ['what is no text of a schema', 'null', /./],
])('refuses %s with a place, and comes to an end', (_what, text, found) => {
  const { problems } = judgedWith(text)
  const own = problems.filter(({ file }) => file === book.path)
  expect(own.length).toBeGreaterThan(0)
  expect(own.map((problem) => problem.found).join('\n')).toMatch(found)
  for (const { line, column } of own) expect([line, column].every((place) => place >= 1)).toBe(true)
})

it.each<[string, string, string]>([
  ['reaches for a prototype', '"visible": "constructor.constructor"', 'constructor'],
  ['reaches for a global', '"visible": "globalThis == null"', 'globalThis'],
  ['is longer than any', `"visible": "${'1 + '.repeat(1000)}1 == 1"`, '2000'],
])('refuses an expression that %s', (_what, condition, says) => {
  const entity = contents.files.find(({ path }) => path.endsWith('/loan.entity.json'))!
  const typed = entity.text.replace(
    '"actions": {',
    `"actions": { "zz": { "title": "甲", ${condition.replace('visible', 'when')}, "whenNot": "乙" },`,
  )
  expect(typed).not.toBe(entity.text)
  const { problems } = judgedWith(typed, entity.path)
  expect(JSON.stringify(problems)).toContain(says)
  expect(problems[0]).toMatchObject({ file: entity.path })
})

it.each([
  ['a catastrophic pattern', '"pattern": "(a+)+$", "patternMessage": "乙"'],
  ['a pattern with a choice that begins alike', '"pattern": "^(a|ab)*$", "patternMessage": "乙"'],
])('refuses %s', (_what, rule) => {
  const entity = contents.files.find(({ path }) => path.endsWith('/loan.entity.json'))!
  const typed = entity.text.replace('"fields": {', `"fields": { "zz": { "type": "text", "maxLength": 9, "title": "甲", ${rule} },`)
  const { problems } = judgedWith(typed, entity.path)
  expect(problems.filter(({ code }) => code === 'check.unsafe-pattern')).toEqual([expect.objectContaining({ file: entity.path })])
})

it('refuses an endpoint of another host that the product does not know', () => {
  const { problems } = judgedWith(book.text.replace(/"base": "[^"]*"/, '"base": "https://evil.example/api"'))
  expect(problems.find(({ file }) => file === book.path)).toBeDefined()
})

it('has forgotten all that was refused', () => {
  const { problems, plan } = shared.judge()
  expect(problems).toEqual([])
  expect(plan).toEqual(new SchemaBench(contents).judge().plan)
})

it('sends what an edit changes, from which the page has the same plan', () => {
  const bench = new SchemaBench(contents)
  const writer = new PlanWriter()
  const first = structuredClone(writer.changesTo(bench.judge().plan!))
  const before = changedPlan(undefined, first)
  expect(before).toEqual(bench.judge().plan)

  bench.edit(book.path, book.text.replace(/"title": "[^"]*"/, '"title": "另一个标题"'))
  const { plan } = bench.judge()
  const changes = structuredClone(writer.changesTo(plan!))
  expect(Object.keys(changes.maps)).toEqual(['screens'])
  expect(JSON.stringify(changes).length).toBeLessThan(200_000)
  const after = changedPlan(before, changes)
  expect(after).toEqual(plan)
  expect(after.entities).toBe(before.entities)
})

it('forgets what there is no more', () => {
  const writer = new PlanWriter()
  const { plan } = shared.judge()
  const before = changedPlan(undefined, writer.changesTo(plan!))
  const [gone = ''] = Object.keys(plan!.dictionaries)
  const { [gone]: _gone, ...dictionaries } = plan!.dictionaries
  const { schedule: _schedule, ...rest } = { ...plan!, dictionaries }
  expect(changedPlan(before, writer.changesTo(rest))).toEqual(rest)
})

it('proposes names and tells what a word means, also while the text is broken', async () => {
  const bench = new SchemaBench(contents)
  bench.judge()
  const language = new SchemaLanguage(contents)
  const at = book.text.indexOf('"columns": [', book.text.indexOf('"list": {')) + '"columns": ['.length
  const typed = `${book.text.slice(0, at)}"",${book.text.slice(at)}`
  bench.edit(book.path, typed)
  bench.judge()
  language.take(bench.soundFiles())
  const { options, from, to } = await language.proposals(book.path, typed, at + 1)
  expect(options.map(({ label }) => label)).toEqual(expect.arrayContaining(['loanNo', 'borrowerName']))
  expect(typed.slice(from, to)).toBe('""')
  const hover = await language.hover(book.path, typed, typed.indexOf('columns') + 2)
  expect(hover?.text).toMatch(/\S/)
})
