import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import fieldSchema from '../../spec/field.schema.json'
import type { FieldPlan, FieldType } from '../plan'
import { boundText, isEmptyValue, readValue, sameValue, shownOf, textOf, InvalidValue, type Titles, type ValueChecks } from './index'

const checks: ValueChecks = {
  hasCode: (_dictionary, code) => ['A', 'B'].includes(code),
  formats: { evenLength: { test: (text) => text.length % 2 === 0, message: '字数应为双数' } },
  hasShape: (shape, value) => shape === 'box' && typeof value === 'object',
}

const field = (type: FieldType, more: Partial<FieldPlan> = {}): FieldPlan => ({
  name: 'value',
  type,
  title: '值',
  required: false,
  requiredFor: [],
  readOnly: false,
  secret: false,
  stored: true,
  ...more,
})
/** Every type that the language has. */
const types = Object.keys(fieldSchema.$defs).flatMap((name) => (/^(.+)Field$/.exec(name)?.[1] ?? []) as FieldType[])
const money = field('money', { decimals: 2 })
const integer = field('digit', { decimals: 0 })
const owner = field('ref', { ref: { entity: 'member', title: '读者', label: 'memberName', multiple: false, display: 'valueName' } })
const owners: FieldPlan = { ...owner, multiple: true, ref: { ...owner.ref!, multiple: true } }
const currency: FieldPlan = { ...owner, ref: { ...owner.ref!, by: 'code' } }

const ruleOf = (value: unknown): unknown => (value instanceof InvalidValue ? value.rule : { taken: value })

describe('a value that fits', () => {
  it.each<[string, FieldPlan, unknown, unknown]>([
    ['a text without the blanks around it', field('text', { maxLength: 3 }), ' 仓单 ', '仓单'],
    ['a text without what nobody sees in it', field('text', { maxLength: 4 }), '\u202dSK01\ufeff\u202c', 'SK01'],
    ['a text of exactly the longest length, counted in characters', field('text', { maxLength: 2 }), '𠮷𠮷', '𠮷𠮷'],
    ['lines of a textarea', field('textarea', { maxLength: 9 }), 'a\nb\tc', 'a\nb\tc'],
    ['a text that the pattern describes wholly', field('text', { maxLength: 9, pattern: 'a|bc' }), 'bc', 'bc'],
    ['a decimal text with all its places', money, '12.5', '12.50'],
    ['C6 a number as id', owner, 17, '17'],
    ['a decimal number', money, 12.5, '12.50'],
    ['superfluous zeros', money, '1.5000', '1.50'],
    ['zero', money, 0, '0.00'],
    ['the most that a column holds', money, '9999999999999999.99', '9999999999999999.99'],
    ['a border value', field('money', { decimals: 2, min: '0.01', max: '5' }), '0.01', '0.01'],
    ['an integer', integer, 12, 12],
    ['an integer as text', integer, '12', 12],
    ['a day', field('date'), '2026-02-28', '2026-02-28'],
    ['a moment, in UTC', field('dateTime'), '2026-11-20T08:00:00+08:00', '2026-11-20T00:00:00.000Z'],
    ['a code', field('select', { dictionary: 'letter' }), 'A', 'A'],
    ['several codes', field('select', { dictionary: 'letter', multiple: true }), ['B', 'A'], ['B', 'A']],
    ['no as a value', field('switch'), false, false],
    ['an id', owner, '17', '17'],
    ['several ids', owners, ['1', '2'], ['1', '2']],
    ['a key', currency, 'CNY', 'CNY'],
    [
      'files by id or as they were answered',
      field('files', { maxCount: 2 }),
      ['a'.repeat(32), { id: 'b'.repeat(32), name: 'x' }],
      ['a'.repeat(32), 'b'.repeat(32)],
    ],
    ['a shaped value', field('json', { shape: 'box' }), { width: 1 }, { width: 1 }],
  ])('is taken: %s', (_what, plan, raw, taken) => {
    expect(ruleOf(readValue(plan, raw, checks))).toEqual({ taken })
  })

  it.each([null, undefined, ''])('is nothing when it is %j', (raw) => {
    expect(readValue(money, raw, checks)).toBeNull()
  })

  it.each(['   ', '\u200b', ' \ufeff ', '\u200d', '\u061c', '\ufe0f'])('is nothing when a text has only blanks: %j', (raw) => {
    expect(readValue(field('text', { maxLength: 5 }), raw, checks)).toBeNull()
  })
})

describe('a value that does not fit', () => {
  it.each<[string, FieldPlan, unknown, string]>([
    ['a number for a text', field('text', { maxLength: 3 }), 5, 'type'],
    ['a text that is too long', field('text', { maxLength: 3 }), '仓单号码', 'maxLength'],
    ['a line break in one line of text', field('text', { maxLength: 3 }), 'a\nb', 'characters'],
    ['a NUL in a textarea', field('textarea', { maxLength: 9 }), 'a\u0000b', 'characters'],
    ['half a character', field('text', { maxLength: 3 }), '\ud842', 'characters'],
    ['a text that the pattern describes in part', field('text', { maxLength: 9, pattern: 'a|bc' }), 'bcd', 'pattern'],
    ['a text that a named check refuses', field('text', { maxLength: 9, format: 'evenLength' }), 'abc', 'format'],
    ['more decimals than declared', money, '1.005', 'decimals'],
    ['a number that is not exact', money, 0.1 + 0.2, 'type'],
    ['a number in words', money, '1,000.00', 'type'],
    ['a number with an exponent', money, '1e3', 'type'],
    ['infinity', money, Infinity, 'type'],
    ['more than the column holds', money, '10000000000000000', 'max'],
    ['less than the smallest', field('money', { decimals: 2, min: '0.01' }), '0', 'min'],
    ['more than the largest', field('money', { decimals: 2, max: '5' }), '5.01', 'max'],
    ['a fraction for an integer', integer, 1.5, 'type'],
    ['an integer beyond its column', integer, 2147483648, 'max'],
    ['a day that the calendar has not', field('date'), '2026-02-30', 'type'],
    ['a moment of a day that the calendar has not', field('dateTime'), '2026-02-30T08:00:00Z', 'type'],
    ['a moment without offset', field('dateTime'), '2026-11-20T08:00:00', 'type'],
    ['an unknown code', field('select', { dictionary: 'letter' }), 'C', 'dictionary'],
    ['a code that is a number', field('select', { dictionary: 'letter' }), 1, 'dictionary'],
    ['one code for several', field('select', { dictionary: 'letter', multiple: true }), 'A', 'type'],
    ['a code twice', field('select', { dictionary: 'letter', multiple: true }), ['A', 'A'], 'repeated'],
    ['a word for yes', field('switch'), 'true', 'type'],
    ['a number that is no exact id', owner, 2 ** 53, 'reference'],
    ['a negative id', owner, -17, 'reference'],
    ['an id that is no number', owner, '17 or 1=1', 'reference'],
    ['an id beyond bigint', owner, '9'.repeat(19), 'reference'],
    ['a key with a NUL', currency, 'CN\u0000', 'reference'],
    ['a path as file', field('files'), ['../../etc/passwd'], 'file'],
    ['too many files', field('files', { maxCount: 1 }), ['a'.repeat(32), 'b'.repeat(32)], 'maxCount'],
    ['a value of another shape', field('json', { shape: 'box' }), 'text', 'shape'],
  ])('is refused: %s', (_what, plan, raw, rule) => {
    expect(ruleOf(readValue(plan, raw, checks))).toBe(rule)
  })

  it('names the pattern in the words of the schema', () => {
    const plan = field('text', { maxLength: 9, pattern: '\\d+', patternMessage: '只能是数字' })
    expect(readValue(plan, 'x', checks)).toMatchObject({ text: '只能是数字' })
  })
})

it('never changes the value of a decimal: what is taken equals what was sent', () => {
  const cents = fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n })
  fc.assert(
    fc.property(cents, (amount) => {
      const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
      const text = `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
      expect(readValue(money, text, checks)).toBe(text)
    }),
  )
})

it('answers every value whatever it is with a value or a reason, never with a failure', () => {
  const plans = [
    field('text', { maxLength: 5 }),
    money,
    integer,
    field('date'),
    field('dateTime'),
    field('switch'),
    owner,
    owners,
    field('files'),
  ]
  fc.assert(
    fc.property(fc.constantFrom(...plans), fc.anything(), (plan, raw) => {
      readValue(plan, raw, checks)
    }),
  )
})

it('takes zero and no for values, and a list without items for none', () => {
  expect([0, false, '0.00', ['a']].map(isEmptyValue)).toEqual([false, false, false, false])
  expect([null, undefined, []].map(isEmptyValue)).toEqual([true, true, true])
})

describe('how values read', () => {
  const titles: Titles = {
    dictionaries: {
      letter: {
        name: 'letter',
        title: '字母',
        items: [
          { code: 'A', title: '甲' },
          { code: 'B', title: '乙' },
        ],
      },
    },
    states: { DRAFT: { title: '草稿' } },
  }

  it.each<[string, FieldPlan, unknown, string]>([
    ['a year', field('digit', { decimals: 0, plain: true }), 2026, '2026'],
    ['a quantity with its unit', field('digit', { decimals: 4, unit: '吨' }), '1234.5', '1,234.5000 吨'],
    ['an amount without one', field('money', { decimals: 2, unit: '元' }), '1234.5', '1,234.50'],
    ['a fraction in per cent', field('percent', { decimals: 4 }), '0.0435', '4.35%'],
    ['a moment by the clock of Shanghai', field('dateTime'), '2026-11-20T16:00:01.5Z', '2026-11-21 00:00:01'],
    ['codes by their titles, a lost one as itself', field('select', { dictionary: 'letter', multiple: true }), ['A', 'OLD'], '甲、OLD'],
    ['a state by its title', field('status'), 'DRAFT', '草稿'],
    ['a state of another entity by its dictionary', field('status', { dictionary: 'letter' }), 'B', '乙'],
    ['no', field('switch'), false, '否'],
    [
      'files by their names',
      field('files'),
      [
        { id: '1', name: 'a.pdf' },
        { id: '2', name: 'b.pdf' },
      ],
      'a.pdf、b.pdf',
    ],
    [
      'a template by what its placeholders are called',
      field('text', { placeholders: { no: '单号' } }),
      '还款 {no} {other} {toString}',
      '还款 〔单号〕 {other} {toString}',
    ],
    ['a structured value as JSON', field('json', { shape: 'box' }), [{ width: 1 }], '[{"width":1}]'],
    ['nothing as a dash', integer, null, '-'],
    ['a list without items as a dash', field('select', { multiple: true }), [], '-'],
  ])('%s', (_what, plan, value, text) => {
    expect(textOf(plan, titles)(value)).toBe(text)
  })

  it('a reference by the display value beside it, by a key as the key', () => {
    const record = { value: '17', valueName: '张三' }
    expect([shownOf(owner, record), shownOf(owner, { value: '17' }), shownOf(currency, record)]).toEqual(['张三', '17', '17'])
  })

  it.each(types)("E6 nothing of type %s as '-'", (type) => {
    const text = textOf(field(type), titles)
    expect([null, undefined, '', []].map(text)).toEqual(['-', '-', '-', '-'])
  })

  it("E6 an amount that is none as '-'", () => {
    expect(['abc', '1e5', Number.NaN, {}].map(textOf(money, titles))).toEqual(['-', '-', '-', '-'])
  })

  it('bounds with the places they have, without the unit', () => {
    expect(boundText(field('digit', { decimals: 4, unit: '吨' }), '1000.5')).toBe('1,000.5')
    expect([boundText(field('percent', { decimals: 6 }), '0.5'), boundText(field('percent'), '0.12345')]).toEqual(['50%', '12.345%'])
  })
})

describe('values that mean the same', () => {
  it.each<[string, FieldPlan, unknown, unknown, boolean]>([
    ['decimals with and without zeros', money, '1.5', '1.50', true],
    ['decimals that differ', money, '1.5', '1.51', false],
    ['an amount and what is none', money, '1.5', 'x', false],
    ['nothing, whatever it is written as', field('text'), null, '  ', true],
    ['nothing and zero', integer, null, 0, false],
    ['texts but for blanks around them', field('text'), ' a', 'a', true],
    ['one moment in two zones', field('dateTime'), '2026-11-20T08:00:00+08:00', '2026-11-20T00:00:00.000Z', true],
    ['codes in the same order', field('select', { multiple: true }), ['A', 'B'], ['A', 'B'], true],
    ['codes in another order', field('select', { multiple: true }), ['A', 'B'], ['B', 'A'], false],
    ['an id as number and as text', owner, 17, '17', true],
    ['a file by its id', field('files'), ['a'], [{ id: 'a', name: 'x' }], true],
    ['objects whose keys the database has moved', field('json'), { a: 1, b: [2] }, { b: [2], a: 1 }, true],
    ['objects that differ in depth', field('json'), { a: { b: 1 } }, { a: { b: 2 } }, false],
    ['a list and an object', field('json'), [], { a: 1 }, false],
  ])('%s', (_what, plan, one, other, same) => {
    expect([sameValue(plan, one, other), sameValue(plan, other, one)]).toEqual([same, same])
  })
})
