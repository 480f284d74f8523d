import { readFileSync } from 'node:fs'
import * as prettier from 'prettier'
import { expect, it } from 'vitest'
import { loadSchemas } from '../../engine/spec/load'
import { formatJson } from '../../engine/playground/format'

const style = { ...(JSON.parse(readFileSync('.prettierrc.json', 'utf8')) as prettier.Options), parser: 'json' }
const texts = loadSchemas(process.cwd()).files.map(({ path }) => [path, readFileSync(path, 'utf8')] as const)

it('leaves every shipped file as it is', () => {
  for (const [path, text] of texts) expect([path, formatJson(text)]).toEqual([path, text])
})

it('writes what was written in one line, or with each part on its own, as the formatter of the repository does', async () => {
  for (const [path, text] of texts.filter((_each, index) => index % 3 === 0)) {
    for (const typed of [JSON.stringify(JSON.parse(text)), JSON.stringify(JSON.parse(text), null, 7)])
      expect([path, formatJson(typed)]).toEqual([path, await prettier.format(typed, style)])
  }
})

it.each([
  ['{}'],
  ['[]'],
  ['"a"'],
  ['{"a":[],"b":{}}'],
  ['{"a":1,\n\n\n"b":2}'],
  ['{\n"a":1,\n\n\n"b":2}'],
  [`[${Array.from({ length: 90 }, (_each, index) => index).join(',')}]`],
  ['[[1,2],[3,4]]'],
  ['[{"a":1},{"b":2}]'],
  ['[{"a":1,"b":2},{"b":2,"c":3}]'],
  ['{"a":{\n"b":1}}'],
  [`{"甲":"${'宽'.repeat(66)}"}`],
  [`{"甲":["${'宽'.repeat(30)}","${'宽'.repeat(31)}"]}`],
])('writes %s as the formatter of the repository does', async (text) => {
  expect(formatJson(text)).toBe(await prettier.format(text, style))
})

it('does not touch what is no JSON', () => {
  expect(formatJson('{"a":')).toBeUndefined()
  expect(formatJson('{"a": 1,}')).toBeUndefined()
})
