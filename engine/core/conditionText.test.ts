import { describe, expect, it } from 'vitest'
import { compileProduct } from './compile'
import { conditionText, valuesText } from './conditionText'
import { parseExpression } from './expression'
import { librarySources } from './testing/library'

describe('a condition in words', () => {
  const { entities, dictionaries } = compileProduct(librarySources())
  const words = { fields: entities['book']!.fields, titles: { dictionaries } }

  it.each([
    ["genre == 'NOVEL' and price >= 10", '(类别 = “小说”) 且 (价格 ≥ 10)'],
    ["not (genre in ['NOVEL', 'POETRY'])", '非 (类别 属于 “小说”、“诗”)'],
    ["price != null or bookTitle == 'NOVEL'", '(价格 ≠ 空) 或 (书名 = “NOVEL”)'],
    ['createdById == user', '创建人 = 当前用户'],
    ['coalesce(bookedOn, today()) >= today()', 'bookedOn ≥ 今日'],
    ['price > 1 ? true : false', '若 价格 > 1 则 是，否则 否'],
    ['-price < sum(lines.amount)', '-价格 < sum(lines.amount)'],
  ])('%s', (source, text) => {
    expect(conditionText(parseExpression(source), words)).toBe(text)
  })

  it('is said with the values that it read', () => {
    const values = { genre: 'POETRY', price: '1234.5', branchId: '3', branchName: '东馆', copies: [1, 2] }
    expect(valuesText(parseExpression("genre == 'NOVEL' and price > 1 and branchId == null"), values, words)).toBe(
      '类别为 诗；价格为 1,234.50；分馆为 东馆',
    )
    expect(valuesText(parseExpression('count(copies) > missing'), values, words)).toBe('copies为 2 行；missing为 空')
    expect(valuesText(parseExpression('true'), values, words)).toBe('')
  })
})
