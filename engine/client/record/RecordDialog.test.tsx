import { cleanup, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BrowserScreenPlan, RecordPagePlan } from '../../core/plan'
import { inRouter } from '../form/testing/inRouter'
import { fieldPlan, itemPlan } from '../../core/testing/fieldPlans'
import { detailPage, screenPlan } from '../testing/plans'
import { renderPage, type PageSetup } from '../testing/renderPage'
import { CustomPage } from './CustomPage'
import { RecordDialog } from './RecordDialog'

const name = fieldPlan('name', 'text', { title: '名称', required: true })
const { route: _none, ...withoutRoute } = detailPage
const dialog: RecordPagePlan = {
  ...withoutRoute,
  as: 'dialog',
  mode: 'edit',
  name: 'edit',
  sections: [{ title: '', items: [itemPlan(name)] }],
}
const preset: RecordPagePlan = { ...dialog, sections: [{ title: '', items: [itemPlan({ ...name, default: 'a' })] }] }
const screen: BrowserScreenPlan = screenPlan({ pages: { edit: dialog } })

function open(id: string | undefined, plan: RecordPagePlan, serve: NonNullable<PageSetup['serve']>) {
  const onDone = vi.fn<() => void>()
  const onClose = vi.fn<() => void>()
  const mode = plan.mode === 'view' ? 'view' : id === undefined ? 'add' : 'edit'
  const { element } = inRouter(<RecordDialog screen={screen} page={plan} mode={mode} id={id} onDone={onDone} onClose={onClose} />)
  return { onDone, onClose, ...renderPage(element, { serve }) }
}

beforeEach(() => window.sessionStorage.clear())
afterEach(cleanup)

it('adds a record over the list, which is then asked anew', async () => {
  const { requests, onDone, onClose } = open(undefined, dialog, () => ({ id: '1', version: 1 }))
  expect(page.getByText('新增库存')).toBeTruthy()
  await userEvent.type(await page.findByLabelText('名称*'), 'x')
  await userEvent.click(page.getByRole('button', { name: '保 存' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onDone).toHaveBeenCalled()
  expect(requests[0]).toMatchObject({ method: 'POST', path: '/api/stock', body: { name: 'x' } })
})

const record = { id: '1', version: 1, name: 'a', status: 'DRAFT' }

describe.each([
  ['取消', () => userEvent.click(page.getByRole('button', { name: '取 消' }))],
  ['×', () => userEvent.click(page.getByRole('button', { name: '关闭' }))],
  ['Esc', () => userEvent.keyboard('{Escape}')],
])('closed by %s', (_name, leave) => {
  it('asks before it gives up what was typed, and keeps no draft of it', async () => {
    const { onClose } = open('1', dialog, () => record)
    await userEvent.type(await page.findByLabelText('名称*'), 'bc')
    await leave()
    expect(await page.findByText('放弃后，本次填写的内容不会保留。')).toBeTruthy()
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.click(page.getByRole('button', { name: '放 弃' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    cleanup()
    open('1', dialog, () => record)
    expect((await page.findByLabelText<HTMLInputElement>('名称*')).value).toBe('a')
    expect(page.queryByText(/已恢复上次未保存的内容/)).toBeNull()
  })

  it('just closes when nothing was typed', async () => {
    const { onClose } = open(undefined, preset, () => record)
    await page.findByLabelText('名称*')
    await leave()
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(page.queryByText('放弃后，本次填写的内容不会保留。')).toBeNull()
  })
})

it('goes on with what was typed when its user stays', async () => {
  const { onClose } = open(undefined, dialog, () => record)
  await userEvent.type(await page.findByLabelText('名称*'), 'x')
  await userEvent.click(page.getByRole('button', { name: '取 消' }))
  await userEvent.click(await page.findByRole('button', { name: '继续编辑' }))
  expect(onClose).not.toHaveBeenCalled()
  expect(page.getByLabelText<HTMLInputElement>('名称*').value).toBe('x')
})

it('keeps what was typed when nobody closed it, as at a reload', async () => {
  open('1', dialog, () => record)
  await userEvent.type(await page.findByLabelText('名称*'), 'bc')
  cleanup()
  open('1', dialog, () => record)
  expect(await page.findByText(/已恢复上次未保存的内容/)).toBeTruthy()
  expect(page.getByLabelText<HTMLInputElement>('名称*').value).toBe('abc')
})

it('shows a record in a drawer', async () => {
  open('1', { ...dialog, as: 'drawer', mode: 'view' }, () => ({ id: '1', version: 1, no: 'KC-1', name: '甲', status: 'DRAFT' }))
  expect(await page.findByRole('heading', { name: 'KC-1' })).toBeTruthy()
  expect(document.querySelector('.ant-drawer')).toBeTruthy()
})

it('shows a record with wide tables in a drawer over the whole window', async () => {
  open('1', { ...dialog, as: 'fullDrawer', mode: 'view' }, () => ({ id: '1', version: 1, no: 'KC-1', name: '甲', status: 'DRAFT' }))
  expect(await page.findByRole('heading', { name: 'KC-1' })).toBeTruthy()
  expect(document.querySelector<HTMLElement>('.ant-drawer-content-wrapper')?.style.width).toBe('100vw')
})

it('names the file and the known pages where a custom page is not registered', () => {
  const custom = {
    kind: 'custom' as const,
    name: 'x',
    title: 'x',
    open: false,
    widget: 'missing',
    actions: [],
    onEnter: detailPage.onEnter,
  }
  renderPage(<CustomPage screen={screen} page={custom} />, { extensions: { pages: { board: () => null } } })
  expect(page.getByRole('alert').textContent).toBe(
    '未注册的页面组件“missing”（schemas/screens/inventory/stock.screen.json），已注册：board',
  )
})
