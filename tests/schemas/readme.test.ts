import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSources } from '../../engine/core/check/sources'
import { compileProduct } from '../../engine/core/compile'
import type { ProductPlan } from '../../engine/core/plan'
import { diffTables } from '../../engine/server/database/tableDifference'
import { migrationText } from '../../engine/server/database/migrationFolder'
import { keywordsOf, type MetaSchema } from '../../engine/spec/keywords'
import { loadSchemas } from '../../engine/spec/load'
import { formatProblem } from '../../engine/spec/problem'
import { tablesOf } from '../../src/server/tables'
import { codeBelow } from '../layers/documents'
import { servedContract } from './servedContract'
import { readme, readTutorial, writeTutorial } from './tutorial'

const root = fileURLToPath(new URL('../..', import.meta.url))
const written = readTutorial().files

/** A copy of the shipped schemas with the example in it. */
let copy = ''
let plan: ProductPlan

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'readme-'))
  cpSync(join(root, 'schemas'), join(copy, 'schemas'), { recursive: true, filter: (path) => !path.endsWith('README.md') })
  writeTutorial(copy, written)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** What the check says of the copy. */
function check() {
  const { sources, problems } = readSources(loadSchemas(copy))
  return { sources, messages: problems.map(formatProblem) }
}

describe('the tutorial of schemas/README.md', () => {
  it('ends in a product that is sound and compiles', () => {
    expect(written).toHaveLength(3)
    const { sources, messages } = check()
    expect(messages).toEqual([])
    plan = compileProduct(sources!)
    expect(plan.screens['base/vehicle']?.menuName).toBe('base_vehicle')
  })

  it('shows the migration that its entity needs', () => {
    const before = tablesOf({ ...plan, entities: Object.fromEntries(Object.entries(plan.entities).filter(([name]) => name !== 'vehicle')) })
    expect(readTutorial().said.migration).toBe(migrationText(diffTables(before, tablesOf(plan))))
  })

  it('names the endpoints that serve its screen', async () => {
    const paths = await servedContract(plan, 'base_vehicle')
    const served = Object.entries(paths).flatMap(([path, methods]) =>
      path.startsWith('/api/base/vehicle') ? Object.keys(methods).map((method) => `${method.toUpperCase().padEnd(7)}${path}`) : [],
    )
    expect(codeBelow(readme, 'From here on each saved edit').trimEnd().split('\n')).toEqual(served)
  })

  it('is answered as it says when a slip is made', () => {
    const slips = [...codeBelow(readme, '## Mistakes').matchAll(/^(\S+): (.*) → (.*)\n {2}(.*)$/gm)]
    expect(slips.length).toBeGreaterThan(10)
    for (const [, file = '', right = '', wrong = '', response = ''] of slips) {
      const { path, text } = written.find((each) => each.path.endsWith(`/${file}`))!
      expect(text.split(right), `${right} stands once in ${file}`).toHaveLength(2)
      writeFileSync(join(copy, path), text.replace(right, wrong === '(nothing)' ? '' : wrong))
      const { messages } = check()
      writeFileSync(join(copy, path), text)
      expect(messages, `${right} → ${wrong}`).toHaveLength(1)
      // A long list of what is allowed is cut.
      const [told = ''] = messages
      const isCut = response.endsWith(' …')
      expect(isCut ? told.slice(0, path.length + response.length - 1) : told).toBe(`${path}:${isCut ? response.slice(0, -2) : response}`)
    }
  })
})

describe('the pieces of JSON in schemas/README.md', () => {
  const folder = join(root, 'engine/spec')
  const schemas = readdirSync(folder)
    .filter((name) => name.endsWith('.schema.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as MetaSchema)
  const keywords = keywordsOf(schemas)
  const ajv = new Ajv2020({ discriminator: true, strict: false, formats: { regex: true } })
  for (const schema of schemas) ajv.addSchema(schema)

  const pieces = [...readme.slice(readme.indexOf('## How to say')).matchAll(/`(\{? ?"\w+": .*?)`/g)].map(([, piece = '']) => piece)

  it('are there', () => expect(pieces.length).toBeGreaterThan(30))

  it.each(pieces)('%s', (piece) => {
    const values = JSON.parse(piece.startsWith('{') ? piece : `{${piece}}`) as Record<string, unknown>
    for (const [key, value] of Object.entries(values)) {
      const places = keywords.filter(({ pointer }) => pointer.endsWith(`/properties/${key}`))
      const fitting = places.filter(({ file, pointer }) => ajv.validate({ $ref: `${file}#${encodeURI(pointer)}` }, value))
      expect(fitting, `${key} of ${piece}`).not.toEqual([])
    }
  })
})
