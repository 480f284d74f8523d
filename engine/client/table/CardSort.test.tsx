import { act, cleanup, render, screen as page } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { RecordValues } from '../../core/wire'
import { CardSort } from './CardSort'
import type { TableColumn } from './tableColumn'

const [wide, narrow] = [window.innerWidth, 375]

function resize(width: number): void {
  window.innerWidth = width
  window.dispatchEvent(new Event('resize'))
}
afterEach(() => {
  cleanup()
  resize(wide)
})

const column = (key: string, title: string, sort?: string): TableColumn<RecordValues> => ({
  key,
  title,
  width: 100,
  align: 'left',
  className: '',
  cell: () => '',
  ...(sort === undefined ? {} : { sort }),
})
const columns = [column('no', '单号', 'no'), column('about', '客户'), column('paidAt', '付款日', 'paidAt')]

function draw(sort?: Parameters<typeof CardSort>[0]['sort'], shown = columns) {
  const onSort = vi.fn<(sort: unknown) => void>()
  resize(narrow)
  render(<CardSort columns={shown} sort={sort} onSort={onSort} />)
  return onSort
}
const select = () => page.getByRole('button', { name: /^排序/ })

it('sorts by a column that a head could be pressed of, and in the list’s own order again', async () => {
  const onSort = draw()
  expect(select().textContent).toBe('默认排序')
  expect(page.queryByRole('button', { name: /序 [↑↓]/ })).toBeNull()
  await userEvent.click(select())
  expect(page.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['默认排序', '单号', '付款日'])
  await userEvent.click(page.getByRole('option', { name: '付款日' }))
  expect(onSort).toHaveBeenLastCalledWith({ field: 'paidAt', order: 'ascend' })
  cleanup()

  const again = draw({ field: 'paidAt', order: 'ascend' })
  await userEvent.click(select())
  await userEvent.click(page.getByRole('option', { name: '默认排序' }))
  expect(again).toHaveBeenLastCalledWith(undefined)
})

it('says the direction, turns it, and keeps it for another column', async () => {
  const onSort = draw({ field: 'no', order: 'descend' })
  await userEvent.click(page.getByRole('button', { name: '降序 ↓' }))
  expect(onSort).toHaveBeenLastCalledWith({ field: 'no', order: 'ascend' })
  await userEvent.click(select())
  await userEvent.click(page.getByRole('option', { name: '付款日' }))
  expect(onSort).toHaveBeenLastCalledWith({ field: 'paidAt', order: 'descend' })
})

it('is there on a phone alone, and where something can be sorted', () => {
  draw(undefined, [column('about', '客户')])
  expect(page.queryByRole('group', { name: '排序' })).toBeNull()
  cleanup()
  draw()
  expect(page.getByRole('group', { name: '排序' })).toBeDefined()
  act(() => resize(wide))
  expect(page.queryByRole('group', { name: '排序' })).toBeNull()
})
