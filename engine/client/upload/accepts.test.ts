import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accepts } from './accepts'

const file = (name: string, type = '') => ({ name, type })
/** Letters that have one big and one small form. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', '0', '1'), minLength: 1, maxLength: 6 })
const mixed = (text: string): string => text.replace(/(.)(.?)/g, (_pair, first: string, second: string) => first.toUpperCase() + second)

describe('I5 a file is accepted', () => {
  it.each([
    ['by its extension', file('合同.PDF'), '.pdf', true],
    ['by one of several extensions', file('a.xls'), '.xlsx, .xls', true],
    ['as jpeg where jpg is asked for', file('a.jpeg'), ['.jpg'], true],
    ['by a family of types', file('scan', 'image/png'), 'image/*', true],
    ['by its exact type, whatever its name', file('a', 'application/pdf'), 'application/pdf', true],
    ['whose type has a parameter', file('a.txt', 'text/plain; charset=utf-8'), 'text/plain', true],
    ['where anything goes', file('a'), '*/*', true],
    ['where nothing is said', file('a.exe'), undefined, true],
    ['not by an extension in the middle of its name', file('a.pdf.exe'), '.pdf', false],
    ['not by its name being the extension without a point', file('pdf'), '.pdf', false],
    ['not by the beginning of a type', file('a', 'application/pdfx'), 'application/pdf', false],
    ['not by the beginning of a family', file('a', 'imagery/png'), 'image/*', false],
    ['not when it has no type and types are asked for', file('a.png'), 'image/*', false],
    ['not by a word that is no extension and no type', file('pdf', 'pdf/pdf'), 'pdf', false],
  ])('%s', (_how, each, accept, expected) => {
    expect(accepts(each, accept)).toBe(expected)
  })

  it('by its extension in any letter case, and refused by any other', () => {
    fc.assert(
      fc.property(word, word, word, (stem, extension, other) => {
        expect(accepts(file(`${stem}.${mixed(extension)}`), `.${extension}`)).toBe(true)
        expect(accepts(file(`${stem}.${extension}`), `.${other}`)).toBe(`${stem}.${extension}`.endsWith(`.${other}`))
      }),
    )
  })

  it('by its family exactly when the part before the stroke is the same', () => {
    fc.assert(
      fc.property(word, word, word, (family, other, kind) => {
        expect(accepts(file('a', `${family}/${kind}`), `${other}/*`)).toBe(family === other)
        expect(accepts(file('a', `${family}/${kind}`), `${mixed(family)}/${kind}`)).toBe(true)
      }),
    )
  })

  it('by a list exactly when one of its words accepts it, however the list is written', () => {
    const entry = fc.oneof(
      word.map((extension) => `.${extension}`),
      fc.tuple(word, word).map(([family, kind]) => `${family}/${kind}`),
      word.map((family) => `${family}/*`),
    )
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 4 }), word, word, word, (list, name, family, kind) => {
        const each = file(name, `${family}/${kind}`)
        const expected = list.some((one) => accepts(each, one))
        expect(accepts(each, list)).toBe(expected)
        expect(accepts(each, list.join(' , '))).toBe(expected)
      }),
    )
  })
})
