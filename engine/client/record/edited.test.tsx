import { act, cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { BrowserScreenPlan, FieldPlan, RecordPagePlan } from '../../core/plan'
import { fieldPlan, itemPlan, linesPlan } from '../../core/testing/fieldPlans'
import { inRouter } from '../form/testing/inRouter'
import { ListPage } from '../list/ListPage'
import { actionPlan, columnPlan, entityAction, listPagePlan, screenPlan, searchPlan } from '../testing/plans'
import { renderPage, type PageSetup } from '../testing/renderPage'
import { RecordPage } from './RecordPage'

/** What of the screen is edited in these tests. */
interface Edited {
  name?: Partial<FieldPlan>
  added?: FieldPlan
  minRows?: number
  reason?: Partial<FieldPlan>
  dialog?: boolean
}

function screenOf({ name = {}, added, minRows = 0, reason = {}, dialog = false }: Edited): BrowserScreenPlan {
  const base = screenPlan()
  const fields = [
    fieldPlan('name', 'text', { title: '名称', required: true, ...name }),
    fieldPlan('note', 'text', { title: '备注' }),
    ...(added ? [added] : []),
  ]
  const qty = fieldPlan('qty', 'digit', { title: '数量' })
  const goods = { ...linesPlan('goods', [qty], { title: '明细' }), minRows }
  const edit: RecordPagePlan = {
    kind: 'record',
    name: 'edit',
    title: '单据',
    ...(dialog ? {} : { route: '/stock/edit' }),
    as: dialog ? 'dialog' : 'page',
    mode: 'edit',
    onEnter: { clearCache: false, resetTab: false, fixedHeader: false },
    sections: [{ title: '基本', items: fields.map((field) => itemPlan(field)) }],
    tabs: [{ kind: 'lines', title: '明细', lines: 'goods', columns: [columnPlan(qty)] }],
    actions: ['close'],
  }
  const ask = [fieldPlan('reason', 'textarea', { title: '关闭原因', ...reason })]
  return {
    ...base,
    pages: {
      ...base.pages,
      list: listPagePlan({ search: [searchPlan(fields[0] ?? qty)], toolbar: ['add'] }),
      edit,
      detail: { ...edit, name: 'detail', mode: 'view', as: 'page', route: '/stock/detail' },
    },
    lines: { goods },
    actions: {
      add: actionPlan('add', { kind: 'add', page: 'edit' }, { title: '新增' }),
      close: actionPlan('close', entityAction('close', { ask }), { title: '关闭单据' }),
    },
  }
}

/** A page whose screen can be edited while it is open. */
function open(name: 'list' | 'edit' | 'detail', address: string, first: Edited = {}, setup: PageSetup = {}) {
  const live: { change?: (screen: BrowserScreenPlan) => void } = {}
  function Live() {
    const [screen, setScreen] = useState(() => screenOf(first))
    live.change = setScreen
    const plan = screen.pages[name]
    return plan?.kind === 'list' ? <ListPage screen={screen} page={plan} /> : <RecordPage screen={screen} page={plan as RecordPagePlan} />
  }
  const shown = renderPage(inRouter(<Live />).element, { address, ...setup })
  return { ...shown, edit: (edited: Edited) => act(() => live.change?.(screenOf(edited))) }
}

const record = { id: '7', version: 3, name: '旧名', note: null, goods: [], status: 'DRAFT' }
const field = <Element extends HTMLElement = HTMLInputElement>(label: string) => page.findByLabelText<Element>(label)

beforeEach(() => window.sessionStorage.clear())
afterEach(cleanup)

it('takes the new titles and fields of an open form, and keeps what was typed in it, rows too', async () => {
  const { edit, requests } = open('edit', '/stock/edit')
  const name = await field('名称*')
  await userEvent.type(name, '钢材')
  await userEvent.click(page.getByRole('button', { name: '新增一行' }))
  await userEvent.type(within(page.getByRole('table', { name: '明细' })).getByRole('textbox'), '12')
  await userEvent.click(name)

  edit({ name: { title: '品名', required: false }, added: fieldPlan('place', 'text', { title: '产地', default: '本地' }), minRows: 2 })
  expect((await field('品名')).value).toBe('钢材')
  expect(document.activeElement).toBe(await field('品名'))
  expect((await field('产地')).value).toBe('本地')
  expect(within(page.getByRole('table', { name: '明细' })).getByRole<HTMLInputElement>('textbox').value).toBe('12')

  await userEvent.click(page.getByRole('button', { name: '保 存' }))
  expect((await page.findByRole('alert')).textContent).toContain('明细')
  edit({ name: { title: '品名' }, added: fieldPlan('place', 'text', { title: '产地' }) })
  await userEvent.click(page.getByRole('button', { name: '保 存' }))
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({ name: '钢材', place: '本地', goods: [{ qty: 12 }] }),
  )
})

it('writes the draft of a form that was edited under it', async () => {
  const { edit, services } = open('edit', '/stock/edit')
  await userEvent.type(await field('名称*'), '钢')
  edit({ name: { title: '品名' } })
  await userEvent.type(await field('品名*'), '材')
  services.drafts.writeAll()
  expect(JSON.stringify(Object.values(window.sessionStorage))).toContain('钢材')
})

it('keeps what was typed into the dialog of a list', async () => {
  const { edit } = open('list', '/stock', { dialog: true }, { serve: () => ({ records: [], total: 0, page: 1, pageSize: 20 }) })
  await userEvent.click((await page.findAllByRole('button', { name: '新增' }))[0] ?? document.body)
  await userEvent.type(await field('名称*'), '钢材')
  edit({ dialog: true, name: { title: '品名' } })
  expect((await field('品名*')).value).toBe('钢材')
})

it('keeps what was typed into the dialog of an action, when the action asks otherwise', async () => {
  const { edit } = open('detail', '/stock/detail?id=7', {}, { serve: () => structuredClone(record) })
  await userEvent.click(await page.findByRole('button', { name: '关闭单据' }))
  await userEvent.type(await field<HTMLTextAreaElement>('关闭原因'), '可以')
  edit({ reason: { title: '关闭理由', required: true } })
  expect((await field<HTMLTextAreaElement>('关闭理由*')).value).toBe('可以')
})

it('keeps what was typed into a search form and not asked for', async () => {
  const { edit } = open('list', '/stock', {}, { serve: () => ({ records: [], total: 0, page: 1, pageSize: 20 }) })
  await userEvent.type(await field('名称'), '钢')
  edit({ name: { title: '品名' } })
  expect((await field('品名')).value).toBe('钢')
})

it('shows a record by the new titles', async () => {
  const { edit, requests } = open('detail', '/stock/detail?id=7', {}, { serve: () => structuredClone(record) })
  await page.findByText('旧名')
  const before = requests.length
  edit({ name: { title: '品名' } })
  expect(await page.findByText('品名')).toBeTruthy()
  expect(requests).toHaveLength(before)
})
