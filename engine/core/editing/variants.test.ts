// oxlint-disable unicorn/no-thenable -- `then` is a word of JSON schema, and nothing here is awaited
import { expect, it } from 'vitest'
import { addedTo, all, open } from './variants'

const text = { type: 'string' }
const names = { enum: ['bookTitle'] }
const more = { properties: { width: { enum: [1] } } }

it('a text is an alternative, so that it is proposed where nothing is written yet', () => {
  const added = addedTo([
    { schema: text, added: names },
    { schema: { type: 'object', required: ['field'] }, added: more },
  ])
  expect(added?.['anyOf']).toEqual([names, expect.objectContaining({ type: expect.not.arrayContaining(['string']) as string[] })])
})

it('names that are only proposed let every text pass', () => {
  const added = addedTo([
    { schema: text, added: open(names) },
    { schema: { type: 'object' }, added: more },
  ])
  expect(added?.['anyOf']).toEqual([open(names), expect.not.objectContaining({ type: expect.anything() as unknown })])
})

it('objects are told apart by the value that is theirs alone', () => {
  const link = { type: 'object', required: ['does', 'to'], properties: { does: { const: 'link' } } }
  expect(addedTo([{ schema: link, added: more }])).toEqual({
    if: { properties: { does: { const: 'link' } }, required: ['does'] },
    then: more,
  })
})

it('an object that needs no word is the one that has none of the others’', () => {
  const added = addedTo([
    { schema: { type: 'object', required: ['as'] }, added: undefined },
    { schema: { type: 'object' }, added: more },
  ])
  expect(added).toEqual({ if: { not: { anyOf: [{ properties: { as: {} }, required: ['as'] }] } }, then: more })
})

it('adds nothing where no variant has a name', () => {
  expect(addedTo([{ schema: text, added: undefined }])).toBeUndefined()
  expect(all([undefined])).toBeUndefined()
})
