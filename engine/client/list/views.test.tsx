import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ListPagePlan } from '../../core/plan'
import type { ListView, ViewContent } from '../../core/wire'
import { createGate } from '../testing/gate'
import { findDialog, press } from '../testing/dialogs'
import { columnPlan, fields, listPagePlan, screenPlan, stockRows } from '../testing/plans'
import { Refusal, renderPage, type PageSetup, type ServedRequest } from '../testing/renderPage'
import { ListPage } from './ListPage'

beforeEach(() => {
  Object.assign(window, { innerWidth: 1500 })
})
afterEach(cleanup)

const roles = [{ code: 'OP', name: '操作员' }]
const drafts = (content: ViewContent = {}, more: Partial<ListView> = {}): ListView => ({
  id: '7',
  name: '草稿',
  version: 3,
  mine: true,
  ownerName: '林晓',
  content: { filters: { status: 'DRAFT', kind: ['A'] }, sort: [{ field: 'amount', order: 'descend' }], pageSize: 50, ...content },
  ...more,
})

/** A server that has these views, and keeps what it is sent. */
function render(kept: ListView[], setup: PageSetup & { plan?: Partial<ListPagePlan>; refuse?: (request: ServedRequest) => unknown } = {}) {
  let views = kept
  const serve = (request: ServedRequest): unknown => {
    const { method, path, body } = request
    const refusal = setup.refuse?.(request)
    if (refusal !== undefined) return refusal
    if (path.endsWith('/list')) return { records: stockRows(3), total: 3, page: 1, pageSize: 20 }
    if (path === '/api/views' && method === 'GET') return { views, roles }
    const { screen: _screen, page: _page, ...written } = body as unknown as ListView & { screen: string; page: string }
    if (path === '/api/views') {
      views = [...views, { ...written, id: '9', version: 1, mine: true, ownerName: '林晓' }]
      return { id: '9' }
    }
    const id = path.split('/').at(-1)
    if (method === 'DELETE') views = views.filter((view) => view.id !== id)
    else views = views.map((view) => (view.id === id ? { ...view, ...written, version: view.version + 1 } : view))
    return { version: 4 }
  }
  const viewNames = () => views.map(({ id, name, mine }) => ({ id, name, mine, screen: 'inventory/stock', page: 'list' }))
  return renderPage(<ListPage screen={screenPlan()} page={listPagePlan(setup.plan)} />, { serve, viewNames, ...setup })
}

const open = async (label: RegExp | string = '视图') => userEvent.click(await page.findByRole('button', { name: label }))
const choose = (name: RegExp) => page.findByRole('button', { name }).then((button) => userEvent.click(button))
const heads = () =>
  within(page.getByRole('table'))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)

describe('a list without a view', () => {
  it('asks for no content, until somebody wants to choose', async () => {
    const { asked } = render([drafts()])
    await page.findByText('KC-0002')
    expect(asked('/api/views')).toHaveLength(0)
    await open()
    await waitFor(() => expect(asked('/api/views').map(({ query }) => query.toString())).toEqual(['screen=inventory%2Fstock&page=list']))
  })

  it('has its views as tabs: pressed one opens, pressed again it is left', async () => {
    const { asked, address } = render([drafts(), drafts({}, { id: '8', name: '大额' })], {
      viewNames: () => [
        { id: '7', name: '草稿', mine: true, screen: 'inventory/stock', page: 'list' },
        { id: '8', name: '大额', mine: true, screen: 'inventory/stock', page: 'list' },
        { id: '6', name: '别处的', mine: true, screen: 'inventory/other', page: 'list' },
      ],
    })
    const tabs = within(await page.findByRole('group', { name: '视图' })).getAllByRole('button')
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['草稿', '大额'])
    await userEvent.click(tabs[0]!)
    await waitFor(() => expect(asked('/list').at(-1)?.query.get('status')).toBe('DRAFT'))
    await waitFor(() => expect(tabs.map((tab) => tab.getAttribute('aria-pressed'))).toEqual(['true', 'false']))
    expect(new URLSearchParams(address().split('?')[1]).get('view')).toBe('7')
    await userEvent.click(tabs[0]!)
    await waitFor(() => expect(tabs.map((tab) => tab.getAttribute('aria-pressed'))).toEqual(['false', 'false']))
    expect(address()).toBe('/stock?view=&page=1')
  })

  it('says so when a view was deleted since its tab was drawn', async () => {
    render([], { viewNames: () => [{ id: '7', name: '草稿', mine: true, screen: 'inventory/stock', page: 'list' }] })
    await userEvent.click(await page.findByRole('button', { name: '草稿' }))
    expect(await page.findByText(/视图不存在/)).toBeDefined()
  })
})

describe('saving', () => {
  it('keeps what the list asks for and how it is shown, privately, and opens it', async () => {
    const { requests, address } = render([], {
      address: '/stock?name=a&status=DRAFT&pageSize=50&sortField=amount&sortOrder=descend',
      preferences: new Map<string, unknown>([
        ['list:inventory/stock:list:columns', { order: ['no', 'amount'], off: ['amount'] }],
        ['list:density', 'large'],
      ]),
    })
    await page.findByText('KC-0002')
    await open()
    await choose(/^保存为视图/)
    await userEvent.type(page.getByLabelText('视图名称'), '我的草稿')
    await choose(/^保存$/)
    await page.findByRole('button', { name: '视图：我的草稿' })
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      screen: 'inventory/stock',
      page: 'list',
      name: '我的草稿',
      content: {
        filters: { name: 'a', status: 'DRAFT' },
        sort: [{ field: 'amount', order: 'descend' }],
        columns: { order: ['no', 'amount'], off: ['amount'] },
        density: 'large',
        pageSize: 50,
        titles: { name: '名称', status: '状态', amount: '金额', no: '单号' },
      },
    })
    expect(new URLSearchParams(address().split('?')[1]).get('view')).toBe('9')
  })

  it('shares it with a role of the user, and makes it the usual one', async () => {
    const preferences = new Map<string, unknown>()
    const { requests } = render([], { preferences })
    await open()
    await choose(/^保存为视图/)
    await userEvent.type(page.getByLabelText('视图名称'), '大家的')
    await userEvent.selectOptions(page.getByLabelText('可见范围'), '共享给操作员')
    await userEvent.click(page.getByLabelText(/^设为默认/))
    await choose(/^保存$/)
    await waitFor(() => expect(preferences.get('list:inventory/stock:list:view')).toBe('9'))
    expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({ name: '大家的', role: 'OP' })
  })

  it('stays open where the server refuses, with what was typed', async () => {
    render([], {
      refuse: ({ method }) => (method === 'POST' ? new Refusal(417, { message: '每个列表最多保存 50 个视图', code: 100500 }) : undefined),
    })
    await open()
    await choose(/^保存为视图/)
    await userEvent.type(page.getByLabelText('视图名称'), '多余')
    await choose(/^保存$/)
    expect(await page.findByText('每个列表最多保存 50 个视图')).toBeDefined()
    expect(page.getByLabelText<HTMLInputElement>('视图名称').value).toBe('多余')
  })
})

describe('opening', () => {
  it('by a link shows the list as it was saved, which asks once, and not before it is known for what', async () => {
    const gate = createGate()
    const { asked, address } = render([drafts({ columns: { order: ['amount', 'no', 'name', 'status'], off: ['name'] } })], {
      address: '/stock?view=7',
      refuse: (request) =>
        request.path === '/api/views'
          ? gate.opened.then(() => ({ views: [drafts({ columns: { order: ['amount', 'no', 'name', 'status'], off: ['name'] } })], roles }))
          : undefined,
    })
    await waitFor(() => expect(asked('/api/views')).toHaveLength(1))
    expect(asked('/list')).toHaveLength(0)
    gate.open()
    await page.findByText('KC-0002')
    expect(asked('/list').map(({ query }) => query.toString())).toEqual([
      'status=DRAFT&kind=A&page=1&pageSize=50&sortField=amount&sortOrder=descend',
    ])
    expect(heads().slice(2, 5)).toEqual(['金额', '单号', '状态'])
    expect(address()).toBe('/stock?view=7&status=DRAFT&kind=A&pageSize=50&sortField=amount&sortOrder=descend')
    expect(page.getByRole('button', { name: '视图：草稿' })).toBeDefined()
  })

  it('happens by itself where it is the usual one and the list is opened without a query', async () => {
    const preferences = new Map<string, unknown>([['list:inventory/stock:list:view', '7']])
    const { asked, address } = render([drafts()], { preferences })
    await page.findByText('KC-0002')
    expect(asked('/list').map(({ query }) => query.get('status'))).toEqual(['DRAFT'])
    expect(address()).toContain('view=7')
    cleanup()
    const other = render([drafts()], { preferences, address: '/stock?name=a' })
    await page.findByText('KC-0002')
    expect(other.asked('/list').map(({ query }) => [query.get('name'), query.get('status')])).toEqual([['a', null]])
    expect(other.asked('/api/views')).toHaveLength(0)
  })

  it('is chosen from the menu, and left again, with the columns that the user has without it', async () => {
    const preferences = new Map<string, unknown>([
      ['list:inventory/stock:list:columns', { order: [], off: [] }],
      ['list:inventory/stock:list:view', '7'],
    ])
    const { address, asked } = render([drafts({ columns: { order: ['no', 'name'], off: ['name'] } })], { preferences })
    await open('视图：草稿')
    expect(heads()).not.toContain('名称')
    await choose(/^不使用视图/)
    await waitFor(() => expect(heads()).toContain('名称'))
    expect(address()).toBe('/stock?view=&page=1')
    expect(asked('/list').at(-1)?.query.get('status')).toBeNull()
    await open()
    await userEvent.click(within(await page.findByRole('list', { name: '视图' })).getByRole('button', { name: /^草稿/ }))
    await waitFor(() => expect(heads()).not.toContain('名称'))
    expect(address()).toContain('view=7&status=DRAFT')
  })

  it('is left by 重置, which leaves none of its filters', async () => {
    const { address, asked } = render([drafts()], { address: '/stock?view=7' })
    await page.findByRole('button', { name: '视图：草稿' })
    await choose(/^重置$/)
    expect(await page.findByRole('button', { name: '视图' })).toBeDefined()
    expect(address()).toBe('/stock?view=&page=1')
    expect(asked('/list').at(-1)?.query.get('status')).toBeNull()
  })

  it('says that there is none for this user, and shows the list as usual', async () => {
    const preferences = new Map<string, unknown>([['list:inventory/stock:list:view', '8']])
    const { address } = render([drafts()], { address: '/stock?view=8', preferences })
    expect(await page.findByText(/^视图不存在，或没有共享给您/)).toBeDefined()
    expect(await page.findByText('KC-0002')).toBeDefined()
    expect(new URLSearchParams(address().split('?')[1]).get('view')).toBe('')
    expect(preferences.get('list:inventory/stock:list:view')).toBeUndefined()
    await userEvent.click(page.getByRole('button', { name: '知道了' }))
    expect(page.queryByText(/^视图不存在/)).toBeNull()
  })

  it('leaves the list usable where views cannot be loaded', async () => {
    render([], { address: '/stock?view=7', refuse: ({ path }) => (path === '/api/views' ? new Refusal(500) : undefined) })
    expect(await page.findByText('KC-0002')).toBeDefined()
  })

  it('does not repeat all that somebody else has written into a shared view', async () => {
    const names = ['甲', '乙', '丙', '丁', '戊', '己', '庚']
    const text = '请拨打这个号码并告诉对方您的口令和验证码以便我们为您处理'
    const shared = drafts({
      filters: { status: 'DRAFT', ...Object.fromEntries(names.map((name) => [`gone${name}`, 'x'])) },
      titles: { ...Object.fromEntries(names.map((name) => [`gone${name}`, name])), gone甲: text },
    })
    render([shared], { address: '/stock?view=7' })
    const notice = await page.findByText(/在此列表中已不存在，未应用$/)
    expect(notice.textContent).toBe(`视图“草稿”中的${text.slice(0, 20)}…、乙、丙、丁、戊、…在此列表中已不存在，未应用`)
    expect(notice.textContent).not.toContain(text)
  })

  it('leaves out what the list no longer has, says it by its name, and keeps the rest by a press', async () => {
    const old = drafts({
      filters: { status: 'DRAFT', region: 'N', name: ['a', 'b'] },
      sort: [{ field: 'weight', order: 'ascend' }],
      columns: { order: ['no', 'colour', 'hidden', 'status'], off: ['hidden'], widths: { colour: 90, no: 200 } },
      titles: { region: '地区', weight: '重量' },
    })
    const { asked, requests } = render([old], { address: '/stock?view=7' })
    expect(await page.findByText('视图“草稿”中的地区、name、重量、colour在此列表中已不存在，未应用')).toBeDefined()
    expect(asked('/list').map(({ query }) => query.toString())).toEqual(['status=DRAFT&page=1&pageSize=50'])
    await userEvent.click(page.getByRole('button', { name: '更新视图' }))
    await waitFor(() => expect(page.queryByText(/在此列表中已不存在/)).toBeNull())
    expect(requests.find(({ method }) => method === 'PATCH')).toMatchObject({
      path: '/api/views/7',
      body: {
        version: 3,
        name: '草稿',
        content: { filters: { status: 'DRAFT' }, columns: { order: ['no', 'status'], off: [], widths: { no: 200 } } },
      },
    })
  })
})

describe('a view that is open', () => {
  it('may be narrowed further and stays open', async () => {
    const { address, asked } = render([drafts({ filters: { name: 'a' }, sort: [], pageSize: 20 })], { address: '/stock?view=7' })
    await page.findByRole('button', { name: '视图：草稿' })
    await userEvent.clear(page.getByLabelText('名称'))
    await userEvent.type(page.getByLabelText('名称'), 'ab')
    await choose(/^查询$/)
    await waitFor(() => expect(asked('/list').at(-1)?.query.get('name')).toBe('ab'))
    expect(address()).toContain('view=7')
    expect(page.getByRole('button', { name: '视图：草稿' })).toBeDefined()
  })

  it('is updated with what is shown now, in the version that was seen', async () => {
    const { requests } = render([drafts({}, { role: 'OP' })], { address: '/stock?view=7&name=x' })
    await open('视图：草稿')
    await choose(/^更新视图/)
    await waitFor(() => expect(requests.some(({ method }) => method === 'PATCH')).toBe(true))
    const { body } = requests.find(({ method }) => method === 'PATCH')!
    expect(body).toMatchObject({ version: 3, name: '草稿', role: 'OP', content: { filters: { name: 'x' }, pageSize: 20 } })
  })

  it('is renamed without a change of what it holds', async () => {
    const { requests } = render([drafts()], { address: '/stock?view=7&name=x' })
    await open('视图：草稿')
    await choose(/^重命名/)
    await userEvent.clear(page.getByLabelText('视图名称'))
    await userEvent.type(page.getByLabelText('视图名称'), '旧的')
    await choose(/^保存$/)
    await page.findByRole('button', { name: '视图：旧的' })
    expect(requests.find(({ method }) => method === 'PATCH')?.body).toMatchObject({ name: '旧的', content: drafts().content })
  })

  it('is deleted after a question, and the list stays', async () => {
    const { requests, address } = render([drafts()], { address: '/stock?view=7' })
    await open('视图：草稿')
    await choose(/^删除$/)
    await press(await findDialog('确定要删除视图“草稿”吗？'), '删除')
    await waitFor(() => expect(requests.some(({ method }) => method === 'DELETE')).toBe(true))
    await waitFor(() => expect(new URLSearchParams(address().split('?')[1]).get('view')).toBe(''))
  })

  it('of somebody else is neither changed nor deleted, but may be the usual one, and sent on', async () => {
    const preferences = new Map<string, unknown>()
    render([drafts({}, { mine: false, role: 'OP', ownerName: '王伟' })], { address: '/stock?view=7', preferences })
    await open('视图：草稿')
    expect(within(await page.findByRole('list', { name: '视图' })).getByText('草稿').parentElement?.textContent).toBe('草稿王伟 共享')
    expect(['更新视图', '重命名与共享…', '删除'].map((name) => page.queryByRole('button', { name }))).toEqual([null, null, null])
    await choose(/^设为默认$/)
    expect(preferences.get('list:inventory/stock:list:view')).toBe('7')
    const copied = vi.fn<() => boolean>()
    Object.assign(document, { execCommand: copied })
    await choose(/^复制链接$/)
    expect(copied).toHaveBeenCalledWith('copy')
    expect(await page.findByText('链接已复制')).toBeDefined()
  })
})

it('keeps the columns that are arranged in a view for it alone', async () => {
  const preferences = new Map<string, unknown>()
  render([drafts()], { address: '/stock?view=7', preferences, plan: { columns: [columnPlan(fields.no), columnPlan(fields.name)] } })
  await page.findByText('KC-0002')
  await open('列设置')
  await userEvent.click(page.getByLabelText('名称', { selector: 'input[type=checkbox]' }))
  await waitFor(() => expect(heads()).not.toContain('名称'))
  expect(preferences.get('list:inventory/stock:list:columns')).toBeUndefined()
})
