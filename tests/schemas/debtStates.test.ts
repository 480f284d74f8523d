import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { loadSchemas } from '../../engine/spec/load'
import { readSources } from '../../engine/core/check/sources'
import { compileProduct } from '../../engine/core/compile'

const plan = compileProduct(readSources(loadSchemas(fileURLToPath(new URL('../..', import.meta.url)))).sources!)

it('the list of interest calls the states of debt notes what the debt notes call them', () => {
  const items = Object.values(plan.dictionaries['debtStatus']?.items ?? {})
  const states = Object.values(plan.entities['debtNote']?.states ?? {})
  expect(items.map(({ code, title }) => [code, title])).toEqual(states.map(({ code, title }) => [code, title]))
})

it('movements of interest are shown under the codes of their dictionary, taken back or not', () => {
  const { types, journal } = plan.ledgers['accrual']!
  const codes = new Set(Object.values(types).map(({ name, shown }) => shown ?? name))
  expect([...codes].toSorted()).toEqual(
    Object.values(plan.dictionaries['accrualType']?.items ?? {})
      .map(({ code }) => code)
      .toSorted(),
  )
  for (const { name, inverse, shown } of Object.values(types)) {
    if (inverse === undefined) expect(name).toBe('INTEREST')
    else expect(types[inverse]?.shown ?? inverse).toBe(shown ?? name)
  }
  expect(journal?.noted).toEqual(['accrualDate', 'basePrincipal', 'annualRate', 'days', 'docNo'])
})
