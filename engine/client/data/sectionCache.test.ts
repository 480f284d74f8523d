import { expect, it } from 'vitest'
import { createSectionCache } from './sectionCache'

it('R8 keeps what is remembered inside a section and forgets it when the section is left', () => {
  const cache = createSectionCache()
  cache.enter('/stock')
  cache.set('list', 1)
  cache.enter('/stock/7')
  expect(cache.get('list')).toBe(1)
  cache.enter('/stocks')
  expect(cache.get('list')).toBeUndefined()
})

it('keeps what was there before the first page was entered', () => {
  const cache = createSectionCache()
  cache.set('list', 1)
  cache.enter('/stock')
  expect(cache.get('list')).toBe(1)
})

it('forgets one screen when asked to', () => {
  const cache = createSectionCache()
  cache.set('a:list:state', 1)
  cache.set('b:list:state', 2)
  cache.clear('a:')
  expect([cache.get('a:list:state'), cache.get('b:list:state')]).toEqual([undefined, 2])
})
