import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { messages as clientMessages } from '../../engine/client/laterMessages'
import { printMessages } from '../../engine/client/printMessages'
import { messages as coreMessages } from '../../engine/core/messages'
import { schemaMessages } from '../../engine/core/schemaMessages'
import { messages as playgroundMessages } from '../../engine/playground/messages'
import { previewMessages } from '../../engine/playground/previewMessages'
import { serverMessages } from '../../engine/server/messages'
import { refusals } from '../../src/rules/refusals'

const root = fileURLToPath(new URL('../..', import.meta.url))
const catalogues = [
  'engine/core/messages.ts',
  'engine/core/schemaMessages.ts',
  'engine/server/messages.ts',
  'engine/client/messages.ts',
  'engine/client/laterMessages.ts',
  'engine/client/printMessages.ts',
  'engine/playground/messages.ts',
  'engine/playground/previewMessages.ts',
  'src/rules/refusals.ts',
]

/** All sources but tests and the catalogues themselves; a schema names refusals too. */
const sources = ['engine', 'src', 'scripts', 'schemas']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .filter(
    (name) =>
      (/\.tsx?$/.test(name) || name.endsWith('.ledger.json') || name.endsWith('.entity.json')) &&
      !/\.test\.tsx?$/.test(name) &&
      !name.includes('/testing/') &&
      !catalogues.includes(name),
  )
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n')

/** Codes that are put together: `action.${name}`, by their beginning. */
const composed = [...sources.matchAll(/`([a-z][A-Za-z.-]*[.-])\$\{/g)].map((match) => match[1] ?? '')

function isUsed(code: string): boolean {
  return (
    sources.includes(`'${code}'`) ||
    sources.includes(`"${code}"`) ||
    sources.includes(`messages.${code}`) ||
    composed.some((beginning) => code.startsWith(beginning))
  )
}

it.each([
  ['engine/core', Object.keys(coreMessages)],
  ['engine/core, of schemas', Object.keys(schemaMessages)],
  ['engine/server', Object.keys(serverMessages)],
  ['engine/client', Object.keys(clientMessages)],
  ['engine/client, of printing', Object.keys(printMessages)],
  ['engine/playground', Object.keys(playgroundMessages)],
  ['engine/playground, of the preview', Object.keys(previewMessages)],
  ['src/rules', Object.keys(refusals)],
])('every text of %s is said somewhere', (_layer, codes) => {
  expect(codes.filter((code) => !isUsed(code))).toEqual([])
})

it('no two refusals have one number, and none a number with a meaning of its own', () => {
  // 1005xx, and as they run out 1006xx to 1019xx.
  const numbers = Object.values(refusals).map((refusal) => refusal.number)
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const number of numbers) expect(number > 100500 && number < 102000 && number !== 100520).toBe(true)
})
