import fc from 'fast-check'
import { expect, it } from 'vitest'
import { asMasked, hiddenPart, maskedText } from './mask'

it.each<[string, [number, number], string, string]>([
  ['the beginning and the end', [3, 4], '6222021234567890', '622****7890'],
  ['the beginning alone', [3, 0], '6222021234', '622****'],
  ['the end alone', [0, 2], '6222021234', '****34'],
  ['nothing', [0, 0], '6222', '****'],
  ['nothing, where three characters would be hidden', [3, 4], '1234567890', '****'],
  ['the parts, where four are', [3, 4], '12345678901', '123****8901'],
  ['characters, not halves of them', [1, 1], '𠮷234567𠮷', '𠮷****𠮷'],
])('shows %s', (_name, keep, value, shown) => {
  expect(maskedText({ keep }, value)).toBe(shown)
})

it('tells neither what is hidden nor how long it is', () => {
  const digits = fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: 4, maxLength: 30 })
  fc.assert(
    fc.property(digits, digits, fc.nat(5), fc.nat(5), (one, other, start, end) => {
      const mask = { keep: [start, end] as const }
      const around = (hidden: string): string => maskedText(mask, 'a'.repeat(start) + hidden + 'z'.repeat(end))
      expect(around(one)).toBe(around(other))
      expect(around(one)).toBe('a'.repeat(start) + hiddenPart + 'z'.repeat(end))
    }),
  )
})

it('leaves alone what has no mask, and what is empty', () => {
  expect(asMasked({}, '6222021234567890')).toBe('6222021234567890')
  expect(asMasked({ mask: { keep: [0, 0] } }, null)).toBe(null)
})
