import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Tree } from './Tree'

afterEach(cleanup)

const groups = [
  {
    key: 'base',
    title: '图书',
    items: [
      { path: 'schemas/screens/base/book.screen.json', name: 'base/book', title: '藏书' },
      { path: 'schemas/screens/base/shelf.screen.json', name: 'base/shelf', title: '书架' },
    ],
  },
  { key: 'entity', title: '实体', items: [{ path: 'schemas/entities/base/book.entity.json', name: 'book', title: '图书档案' }] },
]
const [book = '', shelf = ''] = groups[0]!.items.map(({ path }) => path)
const onOpen = vi.fn<(path: string) => void>()

function draw(broken = new Map<string, number>(), changed = new Set<string>()) {
  return render(<Tree groups={groups} path={book} changed={changed} broken={broken} onOpen={onOpen} />)
}

const item = (name: RegExp) => screen.getByRole('treeitem', { name })
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })

beforeEach(() => onOpen.mockReset())

it('shows the group of the open file unfolded, the others folded', () => {
  draw()
  expect(item(/藏书/).getAttribute('aria-selected')).toBe('true')
  expect(item(/^.*图书 ?2/).getAttribute('aria-expanded')).toBe('true')
  expect(item(/实体/).getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('treeitem', { name: /图书档案/ })).toBeNull()
})

it('keeps the focus where it was when the files are grouped anew', () => {
  const { rerender } = draw()
  const regrouped = (key: string) => groups.map((group) => (group.key === 'base' ? { ...group, key } : group))
  const redraw = (key: string) =>
    rerender(<Tree groups={regrouped(key)} path={book} changed={new Set()} broken={new Map()} onOpen={onOpen} />)
  item(/书架/).focus()
  redraw('menu')
  expect(document.activeElement).toBe(item(/书架/))
  // A heading that is there no more gives it to the open file.
  press('Home')
  redraw('other menu')
  expect(document.activeElement).toBe(item(/藏书/))
  // A focus outside the tree is not taken.
  item(/藏书/).blur()
  redraw('menu')
  expect(document.activeElement).toBe(document.body)
})

it('is one tab stop, and arrows move, unfold and fold', () => {
  draw()
  const stops = screen.getAllByRole('treeitem').filter(({ tabIndex }) => tabIndex === 0)
  expect(stops).toEqual([item(/藏书/)])
  item(/藏书/).focus()
  press('ArrowDown')
  expect(document.activeElement).toBe(item(/书架/))
  press('ArrowDown')
  expect(document.activeElement).toBe(item(/实体/))
  press('ArrowRight')
  press('ArrowRight')
  expect(document.activeElement).toBe(item(/图书档案/))
  press('ArrowLeft')
  expect(document.activeElement).toBe(item(/实体/))
  press('ArrowLeft')
  expect(screen.queryByRole('treeitem', { name: /图书档案/ })).toBeNull()
  press('Home')
  press('ArrowLeft')
  expect(screen.queryByRole('treeitem', { name: /书架/ })).toBeNull()
  press('End')
  expect(document.activeElement).toBe(item(/实体/))
})

it('opens a file by Enter and by a click', () => {
  draw()
  item(/书架/).focus()
  press('Enter')
  expect(onOpen).toHaveBeenLastCalledWith(shelf)
  fireEvent.click(item(/藏书/))
  expect(onOpen).toHaveBeenLastCalledWith(book)
})

it('finds files, unfolded, and opens the first by Enter', () => {
  draw()
  const search = screen.getByRole('searchbox')
  fireEvent.change(search, { target: { value: '档案' } })
  expect(screen.getAllByRole('treeitem').map(({ textContent }) => textContent)).toEqual(['▾实体1', '图书档案 book'])
  fireEvent.keyDown(search, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(item(/实体/))
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(onOpen).toHaveBeenLastCalledWith('schemas/entities/base/book.entity.json')
  fireEvent.change(search, { target: { value: '没有这个' } })
  expect(screen.getByText('没有匹配的文件')).toBeTruthy()
})

it('marks files that differ from what runs, and those with problems', () => {
  draw(new Map([[shelf, 3]]), new Set([book]))
  expect(within(item(/藏书/)).getByText('已改')).toBeTruthy()
  expect(within(item(/书架/)).getByText('3 处错误')).toBeTruthy()
})
