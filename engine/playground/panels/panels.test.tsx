import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Request, RequestCall } from '../../client/request'
import type { ProductPlan, ScreenPlan } from '../../core/plan'
import { smallPlan } from '../testing/fakeWorker'
import { CompiledPanel, EndpointsPanel, FormilyPanel } from './PlanPanels'
import { ReferencePanel } from './ReferencePanel'
import { TryPanel } from './TryPanel'

afterEach(cleanup)

const path = 'schemas/screens/base/book.screen.json'
const title = { name: 'title', type: 'text', title: '书名', required: true, maxLength: 20 }
const edit = { name: 'edit', kind: 'record', mode: 'edit', live: ['title'], tabs: [], actions: [] }
const book = {
  id: 'base/book',
  title: '藏书',
  base: '/api/book',
  menuName: 'base_book',
  entity: 'book',
  lines: {},
  access: { options: {} },
  pages: {
    list: { name: 'list', kind: 'list', batchActions: ['download'] },
    edit: { ...edit, sections: [{ title: '基本', items: [{ field: title, span: 1 }] }] },
  },
  actions: {
    add: { name: 'add', title: '新增', permission: 'book_add', does: { kind: 'add', page: 'edit' } },
    edit: { name: 'edit', title: '编辑', permission: 'book_edit', does: { kind: 'edit', page: 'edit' } },
    lend: { name: 'lend', title: '借出', permission: 'book_lend', does: { kind: 'action', action: { preview: true } } },
    download: { name: 'download', title: '下载', permission: 'book_download', does: { kind: 'download' } },
    view: { name: 'view', title: '查看', does: { kind: 'view', page: 'edit' } },
  },
  extra: {
    count: { name: 'count', method: 'GET', url: '/api/book/count', permission: 'view', description: '册数' },
  },
} as unknown as ScreenPlan
const plan: ProductPlan = { ...smallPlan, screens: { 'base/book': book } }

it('shows what a file compiles to, and of one that does not by itself says so', () => {
  const { rerender } = render(<CompiledPanel path={path} plan={plan} />)
  expect(JSON.parse(screen.getByText(/"base\/book"/).textContent)).toMatchObject({ id: 'base/book' })
  rerender(<CompiledPanel path="schemas/groups/common.group.json" plan={plan} />)
  expect(screen.getByText(/不单独编译/)).toBeTruthy()
})

it('shows endpoints with their rights', () => {
  const { rerender } = render(<EndpointsPanel path={path} plan={plan} />)
  const rows = screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent).join(' '))
  expect(rows).toEqual([
    '方法 地址 权限 说明',
    'GET /api/book/list base_book 列表',
    'POST /api/book/list base_book 列表，条件较长时',
    'GET /api/book/{id} base_book 一条记录',
    'POST /api/book/export base_book 导出列表',
    'GET /api/book/attach/{id} base_book 附件',
    'POST /api/book book_add 新增',
    'PATCH /api/book/{id} book_edit 编辑',
    'POST /api/book/lend/{id} book_lend 借出',
    'GET /api/book/download/{id} book_download 下载',
    'POST /api/book/batchDownload book_download 下载',
    'GET /api/book/count base_book 册数',
  ])
  rerender(<EndpointsPanel path="schemas/menus.json" plan={plan} />)
  expect(screen.getByText(/没有接口/)).toBeTruthy()
})

it('shows a form in the words of Formily', () => {
  const { rerender } = render(<FormilyPanel path={path} plan={plan} />)
  const form: unknown = JSON.parse(screen.getByText(/x-decorator/).textContent)
  expect(form).toMatchObject({
    type: 'object',
    properties: { section1: { title: '基本', properties: { title: { type: 'string', title: '书名', required: true, maxLength: 20 } } } },
  })
  rerender(<FormilyPanel path="schemas/menus.json" plan={plan} />)
  expect(screen.getByText('此页面没有表单')).toBeTruthy()
})

function tried(response: Awaited<ReturnType<Request>>) {
  const calls: RequestCall[] = []
  const request = ((call: RequestCall) => {
    calls.push(call)
    return Promise.resolve(response)
  }) as Request
  return { calls, request }
}

it('tries a body and shows the answer', async () => {
  const { calls, request } = tried({ success: true, status: 200, message: '', body: { values: { title: 'A' } } })
  render(<TryPanel screen={book} runs request={request} />)
  fireEvent.change(screen.getByLabelText(/请求内容/), { target: { value: '{ "title": "A" }' } })
  fireEvent.click(screen.getByRole('button', { name: '试算' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('"title": "A"'))
  expect(calls).toEqual([{ method: 'POST', url: '/api/book/try', values: { title: 'A' }, quiet: true }])
})

it('asks for the record that an action is tried on, and shows a refusal', async () => {
  const refusal = { success: false, status: 417, message: '不能借出', shown: false, body: { code: 100410 } } as const
  const { calls, request } = tried(refusal)
  render(<TryPanel screen={book} runs={false} request={request} />)
  expect(screen.getByText(/草稿尚未运行/)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('操作'), { target: { value: '/api/book/try/lend/{id}' } })
  fireEvent.click(screen.getByRole('button', { name: '试算' }))
  expect(calls).toEqual([])
  fireEvent.change(screen.getByLabelText(/记录编号/), { target: { value: '7/8' } })
  fireEvent.click(screen.getByRole('button', { name: '试算' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/417 不能借出[^]*100410/))
  expect(calls[0]?.url).toBe('/api/book/try/lend/7%2F8')
})

it('sends nothing that is no JSON, and has nothing to try where nothing is tried', () => {
  const { calls, request } = tried({ success: true, status: 200, message: '', body: {} })
  const { rerender } = render(<TryPanel screen={book} runs request={request} />)
  fireEvent.change(screen.getByLabelText(/请求内容/), { target: { value: '{' } })
  fireEvent.click(screen.getByRole('button', { name: '试算' }))
  expect(screen.getByRole('status').textContent).toMatch(/不是 JSON/)
  expect(calls).toEqual([])
  rerender(<TryPanel screen={undefined} runs request={request} />)
  expect(screen.getByText('此页面没有可试算的操作')).toBeTruthy()
})

it('says what the keyword at the cursor means, and finds others', async () => {
  const text = '{ "title": "藏书", "pages": {} }'
  render(<ReferencePanel path={path} text={text} cursor={text.indexOf('pages') + 2} />)
  expect(await screen.findByText('光标处：pages')).toBeTruthy()
  expect(screen.getAllByRole('term')[0]?.textContent).toMatch(/^pages/)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'four eyes' } })
  await vi.waitFor(() => expect(screen.getAllByRole('definition')[0]?.textContent).toMatch(/four eyes/i))
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'no such word' } })
  expect(screen.getByText(/没有匹配的关键字|将光标放在/)).toBeTruthy()
})
