import { describe, expect, it } from 'vitest'
import { sortKey } from './sortKey'

function sorted(...labels: string[]): string[] {
  return labels
    .map((label) => ({ label, key: Buffer.from(sortKey(label)) }))
    .toSorted((a, b) => a.key.compare(b.key))
    .map(({ label }) => label)
}

describe('sortKey', () => {
  it('orders Chinese by syllable, not by code point', () => {
    expect(sorted('张江', '北京', '上海', '阿里')).toEqual(['阿里', '北京', '上海', '张江'])
  })
  it('knows characters that are read differently in words', () => {
    expect(sorted('长沙', '重庆', '朝阳')).toEqual(['长沙', '朝阳', '重庆'])
  })
  it('puts a shorter syllable before a longer one that starts alike', () => {
    expect(sorted('西安', '先生')).toEqual(['西安', '先生'])
  })
  it('does not tell upper from lower case', () => {
    expect(sortKey('ABC')).toBe(sortKey('abc'))
  })
  it('stays short for a long text', () => {
    expect(sortKey('长'.repeat(5000)).length).toBeLessThanOrEqual(120)
  })
})
