import { expect, it } from 'vitest'
import page from '../../spec/reference.md?raw'
import { entriesFor, entriesOf, found } from './reference'

const entries = entriesOf(page)

it('has every keyword of the reference, with the section that it stands in', () => {
  expect(entries.length).toBe(page.match(/^- \*\*`/gm)?.length)
  expect(entries.find(({ path, section }) => path === 'serial' && section === 'entity')?.text).toMatch(/Document number/)
})

it('finds by words, those that are named so first', () => {
  const hits = found(entries, 'columns')
  expect(hits[0]?.path).toMatch(/columns$/)
  expect(found(entries, 'no such word at all')).toEqual([])
  expect(found(entries, ' ')).toHaveLength(entries.length)
})

it('says of a keyword what its own kind of file says first', () => {
  expect(entriesFor(entries, 'ledger', 'title')[0]).toMatchObject({ section: 'ledger', path: 'title' })
  expect(entriesFor(entries, 'entity', 'title')[0]).toMatchObject({ section: 'entity', path: 'title' })
  expect(entriesFor(entries, 'entity', 'nothing')).toEqual([])
})
