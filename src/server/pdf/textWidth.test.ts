import { describe, expect, it } from 'vitest'
import { textWidth, wrapText } from './textWidth'

it('knows how wide a text is: Chinese characters are square, Latin ones have their own width', () => {
  expect(textWidth('发票')).toBe(2)
  expect(textWidth('¥11.00')).toBeCloseTo(0.556 * 5 + 0.278)
})

describe('wrapping', () => {
  it('breaks Chinese text anywhere', () => {
    expect(wrapText('金装婴配奶粉', 10, 30)).toEqual(['金装婴', '配奶粉'])
  })
  it('keeps figures whole where it can', () => {
    expect(wrapText('奶粉 400g×6 盒', 10, 50)).toEqual(['奶粉 400g', '×6 盒'])
    expect(wrapText('1234567890', 10, 12)).toEqual(['12', '34', '56', '78', '90'])
  })
  it('leaves an empty text one empty line', () => {
    expect(wrapText('', 10, 30)).toEqual([''])
  })
})
