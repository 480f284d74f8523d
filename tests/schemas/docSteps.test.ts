/** What a voucher was drawn at stands in its key as a code, to some of which a figure is added; people read what the step is called. */
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readSources } from '../../engine/core/check/sources'
import { compileProduct } from '../../engine/core/compile'
import { evaluateExpression } from '../../engine/core/expression'
import { loadSchemas } from '../../engine/spec/load'

const sources = readSources(loadSchemas(fileURLToPath(new URL('../..', import.meta.url)))).sources!
const plan = compileProduct(sources)
const environment = { today: '2026-11-20', now: '2026-11-20T00:00:00Z' }

function kindOf(docStep: string): string {
  const formula = plan.entities['voucher']?.fields['docStepKind']?.value
  if (!formula) throw new TypeError('the voucher has no docStepKind')
  const code = String(evaluateExpression(formula, { docStep }, environment))
  return plan.dictionaries['docStep']?.items.find((item) => item.code === code)?.title ?? code
}

it.each([
  ['IN', '收款入账'],
  ['WAIVE-12345', '费用减免'],
  ['REFUND-100', '退还'],
  ['RETURN-2026-04-16', '赎货款转预存'],
  ['2026-03', '月度计提'],
])('reads %s as %s', (docStep, title) => {
  expect(kindOf(docStep)).toBe(title)
})

it('has a title for every step that schemas draw a voucher at', () => {
  const { entities, templates } = sources
  const steps = [...JSON.stringify({ entities, templates }).matchAll(/"docStep":"(?:concat\()?'([^']+)'/g)].map(([, step = '']) => step)
  expect(steps.length).toBeGreaterThan(5)
  expect(steps.filter((step) => kindOf(step) === step)).toEqual([])
})
