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
  expect(read(undefined, 'G', 'G', undefined, 'H')).toBe('a G(bc) d H(e) | bce')
})

it('says the title again where a user has moved columns of a group apart', () => {
  expect(read(undefined, 'G', undefined, 'G', 'H', 'G')).toBe('a G(b) c G(d) H(e) G(f) | bdef')
})

it('leaves the pinned column alone, and says its group with its title', () => {
  expect(read('G', 'G', 'G')).toBe('G / a G(bc) | bc')
})
