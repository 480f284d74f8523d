import { expect, it } from 'vitest'
import { deepestIndent, onlyTop, treeRows } from './tree'

const records = [
  { id: '1', parentId: null },
  { id: '2', parentId: '1' },
  { id: '3', parentId: '2' },
  { id: '4', parentId: 'gone' },
]
const read = (open: string[], list: { id: string; parentId: string | null }[] = records): string => {
  const { rows, levelOf } = treeRows(list, 'parentId', new Set(open))
  return rows.map((row) => `${row.id}:${levelOf(row)}`).join(' ')
}

it('shows the children of open rows below them', () => {
  expect(read([])).toBe('1:0 4:0')
  expect(read(['1'])).toBe('1:0 2:1 4:0')
  expect(read(['1', '2'])).toBe('1:0 2:1 3:2 4:0')
})

it('keeps a row closed below a closed one', () => {
  expect(read(['2'])).toBe('1:0 4:0')
})

it('shows rows of a circle at the top rather than nowhere', () => {
  expect(
    read(
      [],
      [
        { id: '1', parentId: '2' },
        { id: '2', parentId: '1' },
        { id: '3', parentId: '3' },
      ],
    ),
  ).toBe('3:0 1:0')
})

it('opens the one row that all others lie below, and none of several', () => {
  expect(onlyTop(records.slice(0, 3), 'parentId')).toEqual(['1'])
  expect(onlyTop(records, 'parentId')).toEqual([])
})

it('moves the values of the deepest row in, whether it is open or not', () => {
  expect(deepestIndent(records, 'parentId')).toBe(23 + 2 * 20)
  expect(deepestIndent([], 'parentId')).toBe(23)
})
