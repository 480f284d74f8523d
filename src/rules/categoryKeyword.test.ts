import { expect, it } from 'vitest'
import { keywordFinder } from './categoryKeyword'

const keyword = (text: string, matchMode: string, priority = 0) => ({ keyword: text, matchMode, priority })
const found = (name: string, ...keywords: ReturnType<typeof keyword>[]) => keywordFinder(keywords)(name)?.keyword

it('takes an exact match before one of the beginning, and that before one anywhere, whatever their priorities', () => {
  const all = [keyword('奶粉', 'CONTAINS', 99), keyword('婴配', 'PREFIX', 50), keyword('婴配奶粉', 'EXACT', 1)]
  expect(found('婴配奶粉', ...all)).toBe('婴配奶粉')
  expect(found('婴配奶粉1段', ...all)).toBe('婴配')
  expect(found('全脂奶粉', ...all)).toBe('奶粉')
  expect(found('电解铜', ...all)).toBeUndefined()
})

it('takes the higher priority of one way of matching, then the longer keyword, then the first', () => {
  expect(found('成人奶粉', keyword('成人奶粉', 'CONTAINS', 1), keyword('奶粉', 'CONTAINS', 2))).toBe('奶粉')
  expect(found('成人奶粉', keyword('奶粉', 'CONTAINS', 1), keyword('成人奶粉', 'CONTAINS', 1))).toBe('成人奶粉')
  expect(
    keywordFinder([
      { ...keyword('奶粉', 'EXACT'), id: '1' },
      { ...keyword('奶粉', 'EXACT'), id: '2' },
    ])('奶粉'),
  ).toMatchObject({ id: '1' })
})

it('looks at letters, not at their size, width or the spaces around', () => {
  expect(found(' Lldpe 7042 ', keyword('LLDPE', 'PREFIX'))).toBe('LLDPE')
  expect(found('ＬＬＤＰＥ', keyword('lldpe', 'EXACT'))).toBe('lldpe')
  expect(found('任何', keyword(' ', 'CONTAINS'))).toBeUndefined()
})
