import { expect, it } from 'vitest'
import { transferStateTitle } from '../../src/rules/transferStates'
import { testProduct } from '../api/support/product'

const { entities, dictionaries } = testProduct()

it('refusals call the states of a transfer what its schema calls them', () => {
  const states = Object.values(entities['awxTransfer']?.states ?? {})
  expect(states.length).toBeGreaterThan(0)
  expect(states.map(({ code }) => [code, transferStateTitle(code)])).toEqual(states.map(({ code, title }) => [code, title]))
})

it('and those that a notice tells what their dictionary calls them', () => {
  const items = Object.values(dictionaries['awxNoticeStatus']?.items ?? {})
  expect(items.length).toBeGreaterThan(0)
  expect(items.map(({ code }) => [code, transferStateTitle(code)])).toEqual(items.map(({ code, title }) => [code, title]))
  expect(transferStateTitle('UNHEARD_OF')).toBe('UNHEARD_OF')
})
