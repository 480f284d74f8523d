import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { documentType } from '../engine/server/documentTypes'
import { formattedSources } from './generatedFiles'
import { testProduct } from '../tests/api/support/product'

const root = process.cwd()

it('the types that the playground shows are, formatted, those that npm run generate writes, of every entity', async () => {
  const plan = testProduct()
  const names = Object.keys(plan.entities)
  const shown = new Map(names.map((name) => [`${name}.ts`, documentType(plan, name) ?? '']))
  const formatted = await formattedSources(root, shown)
  expect(names.length).toBeGreaterThan(30)
  for (const [name, source] of formatted) {
    const written = await readFile(join(root, 'src/server/generated', name), 'utf8')
    expect(wordsOf(written).endsWith(wordsOf(source)) ? name : [name, written, source]).toBe(name)
  }
})

/** What is laid out by hand breaks lines where the formatter does not. */
function wordsOf(source: string): string {
  return source.replace(/[\s;|]/g, '')
}
