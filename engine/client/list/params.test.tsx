import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { columnPlan, fields, listPagePlan, screenPlan, searchPlan, stockRows } from '../testing/plans'
import { fieldPlan } from '../../core/testing/fieldPlans'
import { renderPage } from '../testing/renderPage'
import { ListPage } from './ListPage'

afterEach(cleanup)

it('asks for rows as they are for an argument, and for what belongs to a row likewise; emptied it has its default again', async () => {
  const factor = fieldPlan('factor', 'digit', { title: '系数', decimals: 2 })
  const page = listPagePlan({
    search: [searchPlan(factor, { as: 'param', default: '1' })],
    rowActions: [],
    expand: { key: 'part', entity: 'part', by: { stockId: 'id' }, columns: [columnPlan(fields.name)] },
  })
  const { asked, address } = renderPage(<ListPage screen={screenPlan({ pages: { list: page } })} page={page} />, {
    serve: () => ({ records: stockRows(1), total: 1, page: 1, pageSize: 20 }),
  })
  await screen.findByText('KC-0001')
  const input = screen.getByLabelText<HTMLInputElement>('系数')
  expect(input.value).toBe('1')
  expect(asked('/list')[0]?.query.get('factor')).toBe('1')
  expect(address()).toBe('/stock')

  await userEvent.clear(input)
  await userEvent.type(input, '2.5{Enter}')
  expect(asked('/list').at(-1)?.query.get('factor')).toBe('2.5')
  expect(address()).toBe('/stock?factor=2.5')

  fireEvent.click(screen.getByRole('button', { name: '展开 KC-0001' }))
  await screen.findByText('货物1', { selector: '.engine-row-detail td' })
  expect(asked('/related/part/1').at(-1)?.query.get('factor')).toBe('2.5')

  await userEvent.clear(input)
  await userEvent.type(input, '{Enter}')
  expect(input.value).toBe('1')
  expect(address()).toBe('/stock')
})
