import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeTexts } from './mergeTexts'

const base = 'a\nb\nc\nd\ne\nf'

describe('the changes of two people', () => {
  it.each<[string, string, string, string]>([
    ['are none', base, base, base],
    ['are one’s', base, 'a\nb\nC\nd\ne\nf', 'a\nb\nC\nd\ne\nf'],
    ['are the other’s', 'a\nB\nc\nd\ne\nf', base, 'a\nB\nc\nd\ne\nf'],
    ['stand in different places', 'A\nb\nc\nd\ne\nf', 'a\nb\nc\nd\ne\nF', 'A\nb\nc\nd\ne\nF'],
    ['stand a line apart', 'a\nB\nc\nd\ne\nf', 'a\nb\nc\nD\ne\nf', 'a\nB\nc\nD\ne\nf'],
    ['add at both ends', `first\n${base}`, `${base}\nlast`, `first\n${base}\nlast`],
    ['take away and add', 'a\nc\nd\ne\nf', 'a\nb\nc\nd\nd2\ne\nf', 'a\nc\nd\nd2\ne\nf'],
    ['are the same', 'a\nX\nc\nd\ne\nf', 'a\nX\nc\nd\ne\nf', 'a\nX\nc\nd\ne\nf'],
    ['take all away', '', base, ''],
  ])('%s', (_name, mine, theirs, text) => {
    expect(mergeTexts(base, mine, theirs)).toEqual({ text, conflicts: 0 })
  })

  it.each<[string, string, string, string, number]>([
    ['one line', 'a\nMINE\nc\nd\ne\nf', 'a\nTHEIRS\nc\nd\ne\nf', 'a\nMINE\nc\nd\ne\nf', 1],
    ['lines beside each other', 'a\nMINE\nc\nd\ne\nf', 'a\nb\nTHEIRS\nd\ne\nf', 'a\nMINE\nc\nd\ne\nf', 1],
    ['what is added behind one line', 'a\nMINE\nb\nc\nd\ne\nf', 'a\nTHEIRS\nb\nc\nd\ne\nf', 'a\nMINE\nb\nc\nd\ne\nf', 1],
    ['a line that the other has taken away', 'a\nMINE\nc\nd\ne\nf', 'a\nc\nd\ne\nf', 'a\nMINE\nc\nd\ne\nf', 1],
    ['a block over two of the other’s lines', 'a\nMINE\ne\nf', 'a\nB\nc\nD\ne\nF', 'a\nMINE\ne\nF', 1],
    ['a line that is emptied and taken away', 'a\n\nc\nd\ne\nf', 'a\nc\nd\ne\nf', 'a\n\nc\nd\ne\nf', 1],
    ['two places', 'A1\nb\nc\nd\ne\nF1', 'A2\nb\nC\nd\ne\nF2', 'A1\nb\nC\nd\ne\nF1', 2],
  ])('that meet in %s are counted, and there the first one’s stand', (_name, mine, theirs, text, conflicts) => {
    expect(mergeTexts(base, mine, theirs)).toEqual({ text, conflicts })
  })

  const line = fc.constantFrom('a', 'b', 'c', '{', '}', '')
  const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'))

  it('are there where one of several empty lines at the beginning goes', () => {
    expect(mergeTexts('\n\nb\na', '\nb\na', '\n\nb\na')).toEqual({ text: '\nb\na', conflicts: 0 })
  })

  it('are all there: merging with what nobody has changed is the text of who has', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(mergeTexts(before, after, before)).toEqual({ text: after, conflicts: 0 })
        expect(mergeTexts(before, before, after)).toEqual({ text: after, conflicts: 0 })
        expect(mergeTexts(before, after, after)).toEqual({ text: after, conflicts: 0 })
      }),
    )
  })

  it('that do not meet merge to the same text, whoever is the first; that meet are as many either way', () => {
    fc.assert(
      fc.property(text, text, text, (before, mine, theirs) => {
        const [one, other] = [mergeTexts(before, mine, theirs), mergeTexts(before, theirs, mine)]
        expect(one.conflicts).toBe(other.conflicts)
        if (one.conflicts === 0) expect(one.text).toBe(other.text)
      }),
    )
  })
})
