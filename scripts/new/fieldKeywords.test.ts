import { describe, expect, it } from 'vitest'
import { fieldKeywords, readFieldKeywords } from './fieldKeywords'

const schema = {
  $defs: {
    common: { properties: { title: { type: 'string' }, required: { const: true }, hidden: { const: true }, help: { type: 'string' } } },
    short: { type: 'string' },
    mark: { type: 'object' },
    text: {
      properties: {
        type: { const: 'text' },
        maxLength: { type: 'integer' },
        decimals: { enum: [0, 2] },
        mask: { $ref: '#/$defs/short' },
        mark: { $ref: '#/$defs/mark' },
        when: { oneOf: [{ type: 'object' }, { type: 'string' }] },
        default: { type: 'object' },
      },
      required: ['type', 'title', 'maxLength'],
    },
    digit: { properties: { type: { const: 'digit' }, decimals: { type: 'integer' } }, required: ['type', 'title'] },
    date: { properties: { type: { const: 'date' } }, required: ['type', 'title'] },
  },
  oneOf: [{ $ref: '#/$defs/text' }, { $ref: '#/$defs/digit' }, { $ref: '#/$defs/date' }],
}

describe('what the notation knows of a type', () => {
  const types = fieldKeywords(schema)

  it('is how each keyword is written, but for those with an object and those that have a sign of their own', () => {
    expect(types['text']?.kinds).toEqual({
      maxLength: 'number',
      decimals: 'number',
      mask: 'text',
      when: 'text',
      default: 'default',
      hidden: 'flag',
      help: 'text',
    })
  })

  it('is which keyword needs no name: what the type must say, or else its decimals', () => {
    expect(Object.values(types).map(({ first }) => first)).toEqual(['maxLength', 'decimals', undefined])
    expect(types['text']?.required).toEqual(['maxLength'])
  })
})

it('is read from the meta-schema, so that every type that there is can be written', () => {
  const types = readFieldKeywords(process.cwd())
  expect(types).toMatchObject({
    text: { first: 'maxLength', kinds: { maxLength: 'number' } },
    select: { first: 'dictionary', kinds: { dictionary: 'text', default: 'default' } },
    ref: { first: 'to', kinds: { to: 'text' } },
    digit: { first: 'decimals' },
    money: { first: 'decimals' },
    date: { first: undefined },
  })
  for (const { kinds } of Object.values(types)) expect(Object.keys(kinds)).not.toContain('required')
})
