import { expect, it } from 'vitest'
import { ExportLimit } from './exportLimit'

it('lets an account run two exports at once, and another when one has ended', () => {
  const limit = new ExportLimit()
  const first = limit.take('1')
  expect(limit.take('1')).toBeDefined()
  expect(limit.take('1')).toBeUndefined()
  expect(limit.take('2')).toBeDefined()
  first?.()
  expect(limit.take('1')).toBeDefined()
  expect(limit.take('1')).toBeUndefined()
})

it('counts an end that is told twice once', () => {
  const limit = new ExportLimit()
  const first = limit.take('1')
  limit.take('1')
  first?.()
  first?.()
  limit.take('1')
  expect(limit.take('1')).toBeUndefined()
})
