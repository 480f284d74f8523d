import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EntityPlan, ProductPlan } from '../../../engine/core/plan'
import { documentTypes } from '../../../engine/server/documentTypes'
import { readProduct } from '../product'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const plan = readProduct(root)

/** A copy of the rules beside the engine they are written against, to be compiled with other types. */
describe('rules compiled against the types of their entities', { timeout: 60_000 }, () => {
  let copy: string
  beforeAll(() => {
    mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
    copy = mkdtempSync(join(root, 'node_modules/.cache/renamed-'))
    mkdirSync(join(copy, 'src'))
    for (const name of ['engine', 'src/rules', 'tsconfig.base.json']) symlinkSync(join(root, name), join(copy, name))
    cpSync(join(root, 'src/server'), join(copy, 'src/server'), { recursive: true })
    const compilerOptions = { noEmit: true, emitDeclarationOnly: false, composite: false, declarationMap: false, types: ['node'] }
    writeFileSync(
      join(copy, 'tsconfig.json'),
      JSON.stringify({ extends: './tsconfig.base.json', compilerOptions, files: ['src/server/extensions.ts'] }),
    )
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  /** What the compiler says with the types of this plan, one line per mistake. */
  function mistakes(changed: ProductPlan): string[] {
    for (const [name, source] of documentTypes(changed, { engine: '../../../engine' }))
      writeFileSync(join(copy, 'src/server/generated', `${name}.ts`), source)
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', copy, '--pretty', 'false'], { encoding: 'utf8' })
    return stdout.split('\n').filter((line) => line.includes('error TS'))
  }

  it('compile as the schemas are, and not where a field, a state or an action is called something else', () => {
    expect(mistakes(plan)).toEqual([])
    const found = mistakes(
      withLoan(({ fields, states = {}, actions, ...loan }) => ({
        ...loan,
        fields: renamed(fields, 'appliedAmount', 'requestedAmount'),
        states: renamed(states, 'APPROVED', 'GRANTED'),
        actions: renamed(actions, 'approve', 'accept'),
      })),
    )
    for (const mistake of [/'appliedAmount'/, /LoanState.*"APPROVED"/, /"approve"/])
      expect(found).toContainEqual(expect.stringMatching(new RegExp(`rules/loan\\.ts.*${mistake.source}`)))
  })
})

function withLoan(change: (loan: EntityPlan) => EntityPlan): ProductPlan {
  const { loan } = plan.entities
  if (!loan) throw new TypeError('there is no entity loan')
  return { ...plan, entities: { ...plan.entities, loan: change(loan) } }
}

function renamed<T extends object>(map: Record<string, T>, from: string, to: string): Record<string, T> {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => (name === from ? [to, { ...value, name: to }] : [name, value])))
}
