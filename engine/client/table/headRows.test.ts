import { expect, it } from 'vitest'
import { headRows } from './headRows'
import type { TableColumn } from './tableColumn'

function columns(...groups: (string | undefined)[]): TableColumn[] {
  return groups.map((group, index) => {
    const title = String.fromCharCode(97 + index)
    return { key: title, title, group, width: 100, align: 'left', className: '', cell: () => title }
  })
}

/** `a` for a column of its own, `G(bc)` for a group. */
function read(...groups: (string | undefined)[]): string {
  const { first, second } = headRows(columns(...groups))
  const titles = first.map((cell) => ('columns' in cell ? `${cell.title}(${cell.columns.map(({ title }) => title).join('')})` : cell.title))
  return `${titles.join(' ')} | ${second.map(({ title }) => title).join('')}`
}

it('has one row where nothing is grouped', () => {
  expect(read(undefined, undefined)).toBe('a b | ')
})

it('puts the title of a group above its columns', () => {
  expect(read(undefined, 'G', 'G', undefined, 'H', 'H')).toBe('a G(bc) d H(ef) | bcef')
})

it('says the title of a group again where others of it stand apart, and of one column alone not at all', () => {
  expect(read(undefined, 'G', 'G', undefined, 'G', 'G')).toBe('a G(bc) d G(ef) | bcef')
  expect(read(undefined, 'G', undefined, 'G', 'G', 'H')).toBe('a b c G(de) f | de')
  expect(read(undefined, 'G', undefined, 'G')).toBe('a b c d | ')
})

it('leaves the pinned column alone', () => {
  expect(read('G', 'G', 'G')).toBe('a G(bc) | bc')
})

it('says the group of a column that stands alone where another one is called the same', () => {
  const twice = columns('G', undefined, 'H').map((column, index) => ({ ...column, title: index === 1 ? 'b' : 'a' }))
  expect(headRows(twice).first.map(({ title }) => title)).toEqual(['G / a', 'b', 'H / a'])
})
