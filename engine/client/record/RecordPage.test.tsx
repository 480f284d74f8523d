import { act, cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Activity, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseExpression } from '../../core/expression'
import type { ActionPlan, BrowserScreenPlan, FieldPlan, ListPagePlan, RecordPagePlan } from '../../core/plan'
import { warning, warningKey } from '../../core/record/warnings'
import type { RecordValues } from '../../core/wire'
import { useServices } from '../context'
import { inRouter } from '../form/testing/inRouter'
import { fieldPlan, itemPlan, linesPlan } from '../../core/testing/fieldPlans'
import { actionPlan, columnPlan, editPage, entityAction, screenPlan } from '../testing/plans'
import { confirm } from '../testing/dialogs'
import { createGate } from '../testing/gate'
import { Refusal, renderPage, type PageSetup, type ServedRequest } from '../testing/renderPage'
import { RecordPage } from './RecordPage'

const fields = {
  no: fieldPlan('no', 'serial', { title: '单号', readOnly: true }),
  name: fieldPlan('name', 'text', { title: '名称', required: true, maxLength: 20 }),
  fee: fieldPlan('fee', 'money', { title: '费用' }),
  note: fieldPlan('note', 'text', { title: '备注', maxLength: 100 }),
  total: fieldPlan('total', 'money', { title: '总额', value: parseExpression('sum(goods.amount) + coalesce(fee, 0)'), readOnly: true }),
}
const qty = fieldPlan('qty', 'digit', { title: '数量', required: true })
const price = fieldPlan('price', 'money', { title: '单价' })
const amount = fieldPlan('amount', 'money', { title: '金额', value: parseExpression('qty * price'), readOnly: true })
const goods = linesPlan('goods', [qty, price, amount], { title: '明细' })

const edit: RecordPagePlan = {
  ...editPage,
  sections: [{ title: '基本', items: Object.values(fields).map((field) => itemPlan(field)) }],
  tabs: [
    {
      kind: 'lines',
      title: '明细',
      lines: 'goods',
      columns: [qty, price, amount].map((field) => columnPlan(field, { total: field === amount })),
    },
    { kind: 'attachments', title: '附件' },
    { kind: 'history', title: '审批记录' },
  ],
  actions: ['edit', 'approve', 'reject'],
}
const opinion = (required: FieldPlan['required']) => fieldPlan('opinion', 'textarea', { title: '审批意见', required, maxLength: 500 })
const base = screenPlan()
const screen: BrowserScreenPlan = {
  ...base,
  pages: { ...base.pages, edit, detail: { ...edit, name: 'detail', mode: 'view', route: '/stock/detail' } },
  lines: { goods },
  actions: {
    ...base.actions,
    submit: actionPlan('submit', entityAction('submit'), { title: '提交', states: ['DRAFT'] }),
    approve: actionPlan('approve', entityAction('approve', { ask: [opinion(false)] }), { title: '同意', states: ['AUDITING'] }),
    reject: actionPlan('reject', entityAction('reject', { ask: [opinion(true)], danger: true }), {
      title: '驳回',
      states: ['AUDITING'],
      danger: true,
    }),
  },
}

const stored: RecordValues = {
  id: '7',
  version: 3,
  no: 'KC-7',
  name: '旧名',
  fee: '1.00',
  note: null,
  total: '7.00',
  status: 'DRAFT',
  goods: [
    { id: '70', qty: 2, price: '1.50', amount: '3.00' },
    { id: '71', qty: 3, price: '1.00', amount: '3.00' },
  ],
}

type Serve = NonNullable<PageSetup['serve']>
/** Nothing has happened to the record yet, and nothing is attached to it. */
const nothingElse: Serve = ({ path }) => (/\/(history|attach)\//.test(path) ? [] : {})
const serveRecord =
  (record: RecordValues = stored, then: Serve = nothingElse): Serve =>
  (request) =>
    request.method === 'GET' && request.path === `/api/stock/${record.id}` ? structuredClone(record) : then(request)

function open(search: string, serve: Serve, plan: RecordPagePlan = edit, setup: PageSetup = {}) {
  const { router, element } = inRouter(<RecordPage screen={screen} page={plan} />)
  return { router, ...renderPage(element, { address: `/stock/edit${search}`, serve, ...setup }) }
}

/** The same when the record has been fetched for the page already. */
function openKnown(search: string, serve: Serve) {
  function Known() {
    const { queries } = useServices()
    useState(() => queries.setQueryData(['record', screen.base, stored.id], stored))
    return <RecordPage screen={screen} page={edit} />
  }
  return renderPage(inRouter(<Known />).element, { address: `/stock/edit${search}`, serve })
}

const sent = (requests: ServedRequest[], method: string) => requests.filter((request) => request.method === method)
const field = (name: string) => page.findByLabelText(name)
const press = (name: string) => userEvent.click(page.getByRole('button', { name }))

beforeEach(() => window.sessionStorage.clear())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('a record to fill', () => {
  it('is loaded with one request and sends only what was changed, with its version', async () => {
    const { requests } = open(
      '?id=7',
      serveRecord(stored, () => ({ ...stored, version: 4 })),
    )
    const name = await field('名称*')
    expect(requests.map(({ path }) => path)).toEqual(['/api/stock/7'])
    await userEvent.clear(name)
    await userEvent.type(name, '新名')
    await press('保 存')
    await waitFor(() => expect(sent(requests, 'PATCH')).toHaveLength(1))
    expect(sent(requests, 'PATCH')[0]?.path).toBe('/api/stock/7')
    expect(sent(requests, 'PATCH')[0]?.body).toEqual({ name: '新名', version: 3 })
    expect(sent(requests, 'PATCH')[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  })

  it('names a field that was emptied', async () => {
    const { requests } = open('?id=7', serveRecord())
    await userEvent.clear(await field('费用'))
    await press('保 存')
    await waitFor(() => expect(sent(requests, 'PATCH')[0]?.body).toEqual({ clear: ['fee'], version: 3 }))
  })

  it('sends nothing when nothing was changed', async () => {
    const { requests } = open('?id=7', serveRecord())
    await field('名称*')
    await press('保 存')
    await page.findByText('没有需要保存的修改')
    expect(sent(requests, 'PATCH')).toEqual([])
  })

  it('saves once however often the button is pressed', async () => {
    let response: (value: unknown) => void = () => undefined
    const { requests } = open(
      '?id=7',
      serveRecord(stored, () => new Promise((resolve) => (response = resolve))),
    )
    await userEvent.type(await field('备注'), 'x')
    await userEvent.dblClick(page.getByRole('button', { name: '保 存' }))
    response({ ...stored, version: 4 })
    await waitFor(() => expect(sent(requests, 'PATCH')).toHaveLength(1))
  })

  describe('with something that must be confirmed', () => {
    const warnings = [{ when: parseExpression('fee > 100'), says: '费用 {fee} 偏高', field: 'fee' }]
    const careful = { ...screen, warnings }
    const openCareful = (serve: Serve) => {
      const { element } = inRouter(<RecordPage screen={careful} page={edit} />)
      return renderPage(element, { address: '/stock/edit?id=7', serve })
    }
    const button = (name: RegExp) => page.findByRole('button', { name })

    it('asks before it sends; back to the form marks the field and sends nothing', async () => {
      const { requests } = openCareful(serveRecord(stored, () => ({ ...stored, version: 4 })))
      const fee = await field('费用')
      await userEvent.clear(fee)
      await userEvent.type(fee, '120')
      await press('保 存')
      expect(await page.findByText('费用 120.00 偏高')).toBeDefined()
      await userEvent.click(await button(/返回修改/))
      expect((await page.findByRole('alert')).textContent).toContain('费用 120.00 偏高')
      expect(sent(requests, 'PATCH')).toEqual([])

      await press('保 存')
      await userEvent.click(await button(/仍要保存/))
      await waitFor(() => expect(sent(requests, 'PATCH')).toHaveLength(1))
      expect(sent(requests, 'PATCH')[0]?.headers.get('confirmed-warnings')).toBe(warningKey('费用 120.00 偏高'))
    })

    it('asks nothing about what it said before', async () => {
      const { requests } = openCareful(serveRecord({ ...stored, fee: '120.00' }, () => ({ ...stored, version: 4 })))
      await userEvent.type(await field('名称*'), '新')
      await press('保 存')
      await waitFor(() => expect(sent(requests, 'PATCH')).toHaveLength(1))
      expect(sent(requests, 'PATCH')[0]?.headers.get('confirmed-warnings')).toBeNull()
    })

    it('shows what only the server knows in the same confirmation', async () => {
      const problem = warning('name', '同名客户已存在')
      const { requests } = openCareful(
        serveRecord(stored, ({ headers }) =>
          headers.get('confirmed-warnings') === warningKey('同名客户已存在')
            ? { ...stored, version: 4 }
            : new Refusal(417, { code: 100415, detail: problem.detail, message: problem.detail, errors: [problem] }),
        ),
      )
      await userEvent.type(await field('名称*'), '新')
      await press('保 存')
      expect(await page.findByText('同名客户已存在')).toBeDefined()
      await userEvent.click(await button(/仍要保存/))
      await waitFor(() => expect(sent(requests, 'PATCH')).toHaveLength(2))
      expect(await page.findByText('保存成功')).toBeDefined()
    })
  })

  it('puts what the server refuses on its field and its cell, with links at the top', async () => {
    const errors = [
      { path: 'note', pointer: '/note', rule: 'unique', detail: '“备注”已存在，不能重复' },
      { path: 'goods.1.price', pointer: '/goods/1/price', rule: 'max', detail: '“明细”第 2 行的“单价”不能大于 5' },
    ]
    open(
      '?id=7',
      serveRecord(stored, () => new Refusal(422, { status: 422, detail: 'x', errors })),
    )
    await userEvent.type(await field('备注'), 'x')
    await press('保 存')
    const summary = await page.findByRole('alert')
    expect(within(summary).getByText('有 2 处需要修改')).toBeTruthy()
    expect((await field('备注')).getAttribute('aria-invalid')).toBe('true')
    const cell = page.getByLabelText('第 2 行单价')
    expect(cell.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(cell.getAttribute('aria-describedby') ?? '')?.textContent).toBe('“单价”不能大于 5')
    await userEvent.click(within(summary).getByRole('button', { name: /单价/ }))
    await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText('第 2 行单价')))
  })

  it('checks before it sends and goes to the first mistake', async () => {
    const { requests } = open('?id=7', serveRecord())
    const name = await field('名称*')
    await userEvent.clear(name)
    await press('保 存')
    expect(await page.findByRole('alert')).toBeTruthy()
    expect(sent(requests, 'PATCH')).toEqual([])
    expect(document.activeElement).toBe(name)
  })

  it('computes line, total and record exactly while it is typed', async () => {
    open('?id=7', serveRecord())
    const cell = await page.findByLabelText('第 1 行单价')
    await userEvent.clear(cell)
    await userEvent.type(cell, '0.07')
    const row = cell.closest('tr')
    expect(row && within(row).getByText('0.14')).toBeTruthy()
    expect(page.getByLabelText('总额').textContent).toBe('4.14')
    expect(page.getByText('合计').closest('tr')?.textContent).toContain('3.14')
  })

  it('is shown to read in a state that allows no change', async () => {
    open('?id=7', serveRecord({ ...stored, status: 'AUDITING' }))
    expect(await page.findByText('当前状态为“审批中”，不能编辑')).toBeTruthy()
    expect(page.queryByLabelText('名称*')).toBeNull()
  })

  it('is shown to read to who may not edit, and is not there to add for who may not add', async () => {
    const rights = { userId: '1', opens: () => true, can: (permission: string) => !['stock_edit', 'stock_add'].includes(permission) }
    open('?id=7', serveRecord(), edit, { rights })
    expect(await page.findByRole('heading', { name: 'KC-7' })).toBeTruthy()
    expect(page.queryByText(/不能编辑/)).toBeNull()
    expect(page.queryByLabelText('名称*')).toBeNull()
    cleanup()

    open('', serveRecord(), edit, { rights })
    expect(await page.findByText(/没有查看此页面的权限/)).toBeTruthy()
    expect(page.getByRole('button', { name: /返\s?回/ })).toBeTruthy()
  })
})

it('shows a line table that rules fill beside the form, and sends nothing of it', async () => {
  const system = { ...screen, lines: { goods: { ...goods, system: true as const } } }
  const { element } = inRouter(<RecordPage screen={system} page={edit} />)
  const { requests } = renderPage(element, { address: '/stock/edit?id=7', serve: serveRecord(stored, () => ({ ...stored, version: 4 })) })
  await userEvent.type(await field('备注'), 'x')
  expect(within(page.getByRole('table', { name: '明细' })).getByText('1.50')).toBeTruthy()
  expect(page.queryByLabelText('第 1 行数量')).toBeNull()
  expect(page.queryByRole('button', { name: '新增一行' })).toBeNull()
  await press('保 存')
  await waitFor(() => expect(sent(requests, 'PATCH')[0]?.body).toEqual({ note: 'x', version: 3 }))
})

describe('a new record', () => {
  /** On the page that shows records, where the screen adds by another one. */
  function askedToRead(adding: RecordPagePlan, search: string) {
    const reading = { ...edit, name: 'detail', mode: 'view', route: '/stock/detail' } as const
    const actions = { ...screen.actions, add: actionPlan('add', { kind: 'add', page: adding.name }, { title: '新增' }) }
    const { element } = inRouter(
      <RecordPage screen={{ ...screen, actions, pages: { ...screen.pages, [adding.name]: adding, detail: reading } }} page={reading} />,
    )
    return renderPage(element, { address: `/stock/detail${search}`, serve: () => ({ id: '8', version: 1 }) })
  }

  it('has one address, to which those of an older kind lead, with what it begins with', async () => {
    const { address } = open('?loan=7', serveRecord())
    await field('名称*')
    expect(address()).toBe('/stock/edit?loan=7&mode=add')
  })

  it('that is asked for where records are shown is begun on the page of the screen that adds them, with what that takes', async () => {
    const { address } = askedToRead({ ...edit, params: { fee: 'fee' } }, '?mode=add&fee=3&other=1')
    await waitFor(() => expect(address()).toBe('/stock/edit?mode=add&fee=3'))
  })

  it('whose form is a dialog of the list is filled where it was asked for', async () => {
    const { requests, address } = askedToRead({ ...edit, route: undefined, as: 'dialog' }, '?mode=add')
    await userEvent.type(await field('名称*'), '新')
    await press('保 存')
    await waitFor(() => expect(sent(requests, 'POST')[0]?.body).toEqual({ name: '新' }))
    await waitFor(() => expect(address()).toBe('/stock'))
  })

  it('is posted whole and leaves for the list', async () => {
    const { requests, address } = open('', () => ({ id: '8', version: 1 }))
    await userEvent.type(await field('名称*'), '新')
    await userEvent.click(page.getByRole('button', { name: '新增一行' }))
    await userEvent.type(await page.findByLabelText('第 1 行数量'), '2')
    await press('保 存')
    await waitFor(() => expect(sent(requests, 'POST')[0]?.body).toEqual({ name: '新', goods: [{ qty: 2 }] }))
    await waitFor(() => expect(address()).toBe('/stock'))
  })

  it('is saved, then submitted with the version it was given', async () => {
    const { requests } = open('', ({ path }) => (path === '/api/stock' ? { id: '8', version: 1 } : {}))
    await userEvent.type(await field('名称*'), '新')
    await press('提 交')
    await waitFor(() =>
      expect(sent(requests, 'POST').map(({ path, body }) => [path, body])).toEqual([
        ['/api/stock', { name: '新' }],
        ['/api/stock/submit/8', { version: 1 }],
      ]),
    )
  })

  it('asks for confirmation of the action before it is saved and submitted', async () => {
    const asking = {
      ...screen,
      actions: {
        ...screen.actions,
        submit: actionPlan('submit', entityAction('submit', { confirm: { text: '确认提交？', fields: {} } }), { title: '提交' }),
      },
    }
    const { element } = inRouter(<RecordPage screen={asking} page={edit} />)
    const { requests } = renderPage(element, { address: '/stock/edit', serve: () => ({ id: '8', version: 1 }) })
    await userEvent.type(await field('名称*'), '新')
    await press('提 交')
    await page.findAllByText('确认提交？')
    expect(sent(requests, 'POST')).toEqual([])
    await confirm()
    await waitFor(() => expect(sent(requests, 'POST')).toHaveLength(2))
  })

  it('is submitted as soon as what is typed meets the condition, and says until then why not', async () => {
    const submit = entityAction('submit', { when: parseExpression('note != null'), whenNot: '请先填写备注' })
    const asking = { ...screen, actions: { ...screen.actions, submit: actionPlan('submit', submit, { title: '提交', states: ['DRAFT'] }) } }
    const { element } = inRouter(<RecordPage screen={asking} page={edit} />)
    const { requests } = renderPage(element, {
      address: '/stock/edit?id=7',
      serve: serveRecord(stored, () => ({ ...stored, note: '已核对', version: 4 })),
    })
    await userEvent.type(await field('名称*'), '改')
    await press('提 交')
    await waitFor(() => expect(page.getByRole('toolbar').textContent).toContain('请先填写备注'))
    expect(sent(requests, 'PATCH')).toEqual([])
    await userEvent.type(await field('备注'), '已核对')
    await press('提 交')
    await waitFor(() => expect(sent(requests, 'POST').map(({ path }) => path)).toEqual(['/api/stock/submit/7']))
  })

  /** A new record that becomes number 8, and waits for its approval once this has been done to it. */
  function openNew(submit: ActionPlan) {
    const { element } = inRouter(<RecordPage screen={{ ...screen, actions: { ...screen.actions, submit } }} page={edit} />)
    let status = 'DRAFT'
    return renderPage(element, {
      address: '/stock/edit',
      serve(request) {
        if (request.path === '/api/stock/submit/8') status = 'AUDITING'
        return /^\/api\/stock(\/8)?$/.test(request.path) ? { ...stored, id: '8', status } : nothingElse(request)
      },
    })
  }

  const asked = { ask: [fieldPlan('reason', 'text', { title: '说明' })] }
  async function giveReason(): Promise<void> {
    await userEvent.type(await field('说明'), '请尽快')
    await userEvent.click(within(page.getByRole('dialog')).getByRole('button', { name: /提\s?交/ }))
  }

  it('is left for the list once it was submitted by a dialog that asks, as the record that it has become', async () => {
    const { address, requests } = openNew(actionPlan('submit', entityAction('submit', asked), { title: '提交', states: ['DRAFT'] }))
    await userEvent.type(await field('名称*'), '新')
    await press('提 交')
    await giveReason()
    await waitFor(() => expect(address()).toBe('/stock'))
    expect(sent(requests, 'POST').map(({ path }) => path)).toEqual(['/api/stock', '/api/stock/submit/8'])
    expect(page.queryByText(/不能编辑/)).toBeNull()
  })

  it.each([
    ['at once', {}],
    ['by a dialog that asks', asked],
  ])('gives way to the record where that is what its submission leads to, %s', async (_how, more) => {
    const submit = actionPlan('submit', entityAction('submit', more), { title: '提交', states: ['DRAFT'], leadsTo: 'view' })
    const { address, visited } = openNew(submit)
    await userEvent.type(await field('名称*'), '新')
    await press('提 交')
    if (more === asked) await giveReason()
    await waitFor(() => expect(address()).toBe('/stock/detail?id=8'))
    // The list is not shown in between.
    expect(visited).not.toContain('/stock')
  })

  it('keeps what the server has refused marked, and in focus, when the confirmation has closed', async () => {
    const asking = {
      ...screen,
      actions: {
        ...screen.actions,
        submit: actionPlan('submit', entityAction('submit', { confirm: { text: '确认提交？', fields: {} } }), {
          title: '提交',
          states: ['DRAFT'],
        }),
      },
    }
    const refused = new Refusal(422, {
      status: 422,
      detail: '有 1 处需要修改',
      errors: [{ path: 'fee', pointer: '/fee', rule: 'rule', detail: '费用超过余额' }],
    })
    const { element } = inRouter(<RecordPage screen={asking} page={edit} />)
    renderPage(element, { address: '/stock/edit?id=7', serve: serveRecord(stored, () => refused) })
    const fee = await field('费用')
    await userEvent.click(fee)
    await press('提 交')
    await page.findAllByText('确认提交？')
    await confirm()
    await waitFor(() => expect(page.queryByText('确认提交？')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText('费用')))
    await new Promise((resolve) => setTimeout(resolve, 300))
    await userEvent.tab()
    expect(page.getByLabelText('费用').getAttribute('aria-invalid')).toBe('true')
    expect(page.getAllByText('费用超过余额').length).toBeGreaterThan(0)
  })

  it('goes on as a record that exists when it is saved but cannot be submitted', async () => {
    const { address } = open('', ({ path, method }) => {
      if (method === 'GET') return { ...stored, id: '8' }
      return path === '/api/stock' ? { id: '8', version: 1 } : new Refusal(417, { message: '额度不足' })
    })
    await userEvent.type(await field('名称*'), '新')
    await press('提 交')
    expect(await page.findByText('内容已保存，但提交未成功：额度不足')).toBeTruthy()
    await waitFor(() => expect(address()).toBe('/stock/edit?id=8'))
    await waitFor(() => expect(page.getByRole('toolbar').textContent).toContain('内容已保存，但提交未成功：额度不足'))
    expect(page.getAllByText(/内容已保存/)).toHaveLength(1)
  })

  it('says beside its buttons why it was refused, until they are pressed again', async () => {
    let refused = true
    open('?id=7', ({ method }) => (method === 'PATCH' && refused ? new Refusal(417, { message: '额度不足' }) : { ...stored, version: 2 }))
    await userEvent.type(await field('名称*'), '新')
    await press('保 存')
    await waitFor(() => expect(page.getByRole('toolbar').textContent).toContain('额度不足'))
    expect(document.querySelector('.ant-message-notice')).toBeNull()
    refused = false
    await press('保 存')
    await waitFor(() => expect(page.queryByText('额度不足')).toBeNull())
  })
})

it('begins a kept page anew after its form was saved', async () => {
  const kept: { setMode?: (mode: 'visible' | 'hidden') => void } = {}
  // Its list has the same address, so that nothing but the page itself decides what is drawn.
  const beside: BrowserScreenPlan = {
    ...screen,
    pages: { ...screen.pages, list: { ...screen.pages['list'], route: '/stock/edit' } as ListPagePlan },
  }
  function Kept() {
    const [mode, set] = useState<'visible' | 'hidden'>('visible')
    kept.setMode = set
    return (
      <Activity mode={mode}>
        <RecordPage screen={beside} page={edit} />
      </Activity>
    )
  }
  const { requests } = renderPage(inRouter(<Kept />).element, { address: '/stock/edit', serve: () => ({ id: '8', version: 1 }) })
  await userEvent.type(await field('名称*'), '新')
  await press('保 存')
  await waitFor(() => expect(sent(requests, 'POST')).toHaveLength(1))
  act(() => kept.setMode?.('hidden'))
  act(() => kept.setMode?.('visible'))
  expect(page.getByLabelText<HTMLInputElement>('名称*').value).toBe('')
})

it('begins anew after its form was saved where going back leads nowhere else', async () => {
  const own: BrowserScreenPlan = {
    ...screen,
    pages: { ...screen.pages, list: { ...screen.pages['list'], route: '/stock/edit' } as ListPagePlan },
  }
  const served = { address: '/stock/edit', serve: () => ({ id: '8', version: 1 }) }
  const { requests } = renderPage(inRouter(<RecordPage screen={own} page={edit} />).element, served)
  await userEvent.type(await field('名称*'), '新')
  await press('保 存')
  await waitFor(() => expect(sent(requests, 'POST')).toHaveLength(1))
  await waitFor(() => expect(page.getByLabelText<HTMLInputElement>('名称*').value).toBe(''))
})

describe('somebody else has saved it meanwhile', () => {
  const conflict = (by = 'other') =>
    new Refusal(409, {
      status: 409,
      detail: 'x',
      current: { version: 4, updatedBy: '李四', updatedById: by, updatedAt: '2026-03-05T01:02:03Z' },
    })

  it.each([
    ['its page has asked for', open],
    ['was there before its page', openKnown],
  ])('merges what does not overlap and saves it under the new version, of a record that %s', async (_how, opened) => {
    let current = stored
    const { requests } = opened('?id=7', ({ method, body }) => {
      // Not at once, so that what is drawn meanwhile is drawn.
      if (method === 'GET') return new Promise((resolve) => setTimeout(resolve, 20, current))
      return body['version'] === 4 ? { ...current, version: 5 } : conflict()
    })
    await userEvent.type(await field('备注'), '我的')
    current = { ...stored, version: 4, fee: '9.00' }
    await press('保 存')
    expect(await page.findByText(/李四 于 2026-03-05 09:02:03/)).toBeTruthy()
    await press('对比并合并')
    await waitFor(() => expect(page.getByLabelText<HTMLInputElement>('费用').value).toBe('9.00'))
    await press('保 存')
    await waitFor(() => expect(sent(requests, 'PATCH').at(-1)?.body).toEqual({ note: '我的', version: 4 }))
  })

  it('asks which side counts where both have changed a field', async () => {
    let current = stored
    const { requests } = open('?id=7', ({ method, body }) => {
      if (method === 'GET') return current
      return body['version'] === 4 ? { ...current, version: 5 } : conflict()
    })
    await userEvent.type(await field('备注'), '我的')
    current = { ...stored, version: 4, note: '他的' }
    await press('保 存')
    await page.findByText(/李四/)
    await press('对比并合并')
    const row = (await page.findByRole('rowheader', { name: '备注' })).closest('tr')
    const [mine] = row ? within(row).getAllByRole('radio') : []
    if (mine) await userEvent.click(mine)
    await userEvent.keyboard('{Escape}')
    await press('继续编辑')
    await waitFor(() => expect(page.queryByText('放弃后，本次填写的内容不会保留。')).toBeNull())
    await press('合 并')
    await press('保 存')
    await waitFor(() => expect(sent(requests, 'PATCH').at(-1)?.body).toEqual({ note: '我的', version: 4 }))
  })

  it('is no other when it was the user, in another window', async () => {
    open('?id=7', ({ method }) => (method === 'GET' ? stored : conflict('1')))
    await userEvent.type(await field('备注'), '我的')
    await press('保 存')
    expect(await page.findByText('您在另一窗口修改了此记录')).toBeTruthy()
    expect(page.getByText(/您于 2026-03-05 09:02:03 在另一窗口保存了新的内容/)).toBeTruthy()
    expect(page.queryByText(/李四/)).toBeNull()
  })

  it('is loaded anew when the user gives up the own changes', async () => {
    let current = stored
    open('?id=7', ({ method }) => (method === 'GET' ? current : conflict()))
    await userEvent.type(await field('备注'), '我的')
    current = { ...stored, version: 4, note: '他的' }
    await press('保 存')
    await page.findByText(/李四/)
    await press('重新载入')
    await waitFor(() => expect(page.getByLabelText<HTMLInputElement>('备注').value).toBe('他的'))
  })
})

describe('what was typed and not saved', () => {
  it('is there again after a reload, and says so', async () => {
    open('?id=7', serveRecord())
    await userEvent.type(await field('备注'), '未保存')
    cleanup()
    open('?id=7', serveRecord())
    expect(await page.findByText(/已恢复上次未保存的内容/)).toBeTruthy()
    expect(page.getByLabelText<HTMLInputElement>('备注').value).toBe('未保存')
    await press('放弃')
    await waitFor(() => expect(page.getByLabelText<HTMLInputElement>('备注').value).toBe(''))
    expect(page.queryByText(/已恢复上次/)).toBeNull()
  })

  it('stays given up, even what was typed in the moment before', async () => {
    open('?id=7', serveRecord())
    await userEvent.type(await field('备注'), '一')
    cleanup()
    open('?id=7', serveRecord())
    await userEvent.type(await field('备注'), '二')
    await press('放弃')
    await waitFor(() => expect(page.queryByText(/已恢复上次/)).toBeNull())
    cleanup()
    open('?id=7', serveRecord())
    await field('备注')
    expect(page.queryByText(/已恢复上次/)).toBeNull()
  })

  it('is not shown to another user', async () => {
    open('?id=7', serveRecord())
    await userEvent.type(await field('备注'), '未保存')
    cleanup()
    open('?id=7', serveRecord(), edit, { rights: { userId: '2', opens: () => true, can: () => true } })
    expect(((await field('备注')) as HTMLInputElement).value).toBe('')
  })

  it('is gone once it is saved', async () => {
    const { requests } = open(
      '?id=7',
      serveRecord(stored, () => ({ ...stored, version: 4 })),
    )
    await userEvent.type(await field('备注'), '保存了')
    await press('保 存')
    await waitFor(() => expect(sent(requests, 'PATCH')).toHaveLength(1))
    cleanup()
    open('?id=7', serveRecord())
    expect(((await field('备注')) as HTMLInputElement).value).toBe('')
  })

  it('meets a change that was saved meanwhile when it is saved itself', async () => {
    open('?id=7', serveRecord())
    await userEvent.type(await field('备注'), '未保存')
    cleanup()
    const { requests } = open(
      '?id=7',
      serveRecord({ ...stored, version: 9, fee: '8.00' }, () => new Refusal(409)),
    )
    await page.findByText(/已恢复上次/)
    expect(page.getByLabelText<HTMLInputElement>('费用').value).toBe('8.00')
    await press('保 存')
    await waitFor(() => expect(sent(requests, 'PATCH')[0]?.body['version']).toBe(3))
  })

  it('keeps the key of a save that got no answer', async () => {
    const { requests } = open(
      '?id=7',
      serveRecord(stored, () => new Refusal(503)),
    )
    await userEvent.type(await field('备注'), 'x')
    await press('保 存')
    await waitFor(() => expect(sent(requests, 'PATCH')).toHaveLength(1))
    await waitFor(() => expect(page.getByRole('button', { name: '保 存' }).className).not.toContain('loading'))
    await press('保 存')
    await waitFor(() => expect(sent(requests, 'PATCH')).toHaveLength(2))
    const [first, second] = sent(requests, 'PATCH').map(({ headers }) => headers.get('idempotency-key'))
    expect(second).toBe(first)
  })

  it('is asked about before the page is left', async () => {
    const { router } = open('?id=7', serveRecord())
    await userEvent.type(await field('备注'), 'x')
    void router.navigate('/there')
    expect(await page.findByText('有未保存的内容')).toBeTruthy()
    await press('继续编辑')
    expect(page.queryByText('elsewhere')).toBeNull()
    void router.navigate('/there')
    await waitFor(() => expect(page.getAllByRole('button', { name: '离 开' })).toBeTruthy())
    await press('离 开')
    expect(await page.findByText('elsewhere')).toBeTruthy()
  })

  it('asks nothing when nothing was typed', async () => {
    const { router } = open('?id=7', serveRecord())
    await field('备注')
    void router.navigate('/there')
    expect(await page.findByText('elsewhere')).toBeTruthy()
  })
})

describe('a record to read', () => {
  const detail = screen.pages['detail'] as RecordPagePlan

  it('is asked for where the address names none, and nothing is added in its place', async () => {
    const { element } = inRouter(<RecordPage screen={screen} page={{ ...detail, name: 'reading' }} />)
    const { requests } = renderPage(element, { address: '/stock/detail' })
    expect(await page.findByText('地址中没有记录编号，请从列表打开')).toBeDefined()
    expect(requests).toEqual([])
  })

  it('shows name, state, values, lines and only the actions that are allowed', async () => {
    open('?id=7', serveRecord(), detail, { rights: { userId: '1', opens: () => true, can: (permission) => permission !== 'stock_reject' } })
    expect(await page.findByRole('heading', { name: 'KC-7' })).toBeTruthy()
    expect(page.getAllByText('草稿')).toHaveLength(1)
    expect(page.getByText('名称').nextElementSibling?.textContent).toBe('旧名')
    expect(page.getByRole('tab', { name: '明细 2' }).getAttribute('aria-selected')).toBe('true')
    expect(page.getByRole('button', { name: '编辑' })).toBeTruthy()
    expect(page.queryByRole('button', { name: '驳回' })).toBeNull()
  })

  it('reads a reference of a line by the name of what it points to', async () => {
    const storeId = fieldPlan('storeId', 'ref', {
      title: '仓库',
      ref: { entity: 'store', label: 'no', display: 'storeNo' } as FieldPlan['ref'],
    })
    const tabs: RecordPagePlan['tabs'] = [{ kind: 'lines', title: '明细', lines: 'goods', columns: [columnPlan(storeId)] }]
    const record = {
      ...stored,
      goods: [
        { id: '1', storeId: '41', storeNo: 'CK-41' },
        { id: '2', storeId: null, storeNo: null },
      ],
    }
    open('?id=7', serveRecord(record), { ...detail, tabs })
    expect(await page.findByText('CK-41')).toBeTruthy()
    expect(page.queryByText('41')).toBeNull()
  })

  it('keeps what belongs to another state behind 更多, where it says why', async () => {
    open('?id=7', serveRecord(), detail)
    await page.findByRole('heading', { name: 'KC-7' })
    expect(page.queryByRole('button', { name: '同意' })).toBeNull()
    // The pointer wakes antd's menu up, which takes the button's place.
    await userEvent.hover(page.getByRole('button', { name: 'KC-7 的更多操作' }))
    await waitFor(() => expect(page.getByLabelText('KC-7 的更多操作').className).toContain('ant-dropdown-trigger'))
    await press('KC-7 的更多操作')
    await userEvent.click(await page.findByRole('menuitem', { name: /同意/ }))
    expect(await page.findByText('当前状态为“草稿”，不能同意')).toBeTruthy()
  })

  it('asks for a tab when it is opened, not before', async () => {
    const { asked } = open(
      '?id=7',
      serveRecord(stored, ({ path }) =>
        path.includes('history')
          ? [
              {
                id: '1',
                action: 'submit',
                actionTitle: '提交',
                from: 'DRAFT',
                to: 'AUDITING',
                operator: '张三',
                at: '2026-03-05T01:02:03Z',
                opinion: '请审',
              },
            ]
          : [],
      ),
      detail,
    )
    await page.findByRole('heading', { name: 'KC-7' })
    expect(asked('history/7')).toEqual([])
    await userEvent.click(page.getByRole('tab', { name: /审批记录/ }))
    expect(await page.findByText(/张三/)).toBeTruthy()
    expect(page.getByText('意见：请审')).toBeTruthy()
    expect(page.getByText('2026-03-05 09:02:03')).toBeTruthy()
  })

  it('says that a record is not there, or not to be seen', async () => {
    open('?id=9', () => new Refusal(404), detail)
    expect(await page.findByText('记录不存在，或您没有查看权限')).toBeTruthy()
  })

  it('takes one opinion for all decisions, and demands it where it is required', async () => {
    const { requests } = open('?id=7&mode=approve', serveRecord({ ...stored, status: 'AUDITING' }), detail)
    const text = await page.findByLabelText('审批意见')
    await press('驳回')
    expect(await page.findByText('“审批意见”不能为空')).toBeTruthy()
    await userEvent.type(text, '材料不全')
    await press('驳回')
    await confirm()
    await waitFor(() => expect(sent(requests, 'POST')[0]?.body).toEqual({ opinion: '材料不全', version: 3 }))
    expect(sent(requests, 'POST')[0]?.path).toBe('/api/stock/reject/7')
  })

  it('asks before an opinion that was typed is lost with the page, and not once it was given', async () => {
    let version = 3
    const serve: Serve = ({ method, path }) => {
      if (method === 'POST') version += 1
      return path === '/api/stock/7' ? { ...stored, status: 'AUDITING', version } : []
    }
    const { router } = open('?id=7&mode=approve', serve, detail)
    await userEvent.type(await page.findByLabelText('审批意见'), '材料不全')
    await act(() => router.navigate('/other'))
    expect(await page.findByText('离开后，已填写的意见不会保留。')).toBeTruthy()
    await press('继续编辑')
    await waitFor(() => expect(page.queryByText('离开后，已填写的意见不会保留。')).toBeNull())
    expect(page.getByLabelText<HTMLTextAreaElement>('审批意见').value).toBe('材料不全')
    await press('驳回')
    await confirm()
    await waitFor(() => expect(page.getByLabelText<HTMLTextAreaElement>('审批意见').value).toBe(''))
    await act(() => router.navigate('/other'))
    expect(page.queryByText('离开后，已填写的意见不会保留。')).toBeNull()
  })

  it.each([
    ['demands an opinion as long as its condition holds for the record', '100.00', []],
    ['takes a decision without one where it does not hold', '99.99', ['/api/stock/approve/7']],
  ])('%s', async (_name, fee, paths) => {
    const ask = [opinion(parseExpression('fee >= 100'))]
    const approve = actionPlan('approve', entityAction('approve', { ask }), { title: '同意', states: ['AUDITING'] })
    const { element } = inRouter(<RecordPage screen={{ ...screen, actions: { ...screen.actions, approve } }} page={detail} />)
    const serve = serveRecord({ ...stored, fee, status: 'AUDITING' })
    const { requests } = renderPage(element, { address: '/stock/edit?id=7&mode=approve', serve })
    await page.findByLabelText('审批意见')
    await press('同意')
    if (paths.length === 0) expect(await page.findByText('“审批意见”不能为空')).toBeTruthy()
    else await confirm()
    await waitFor(() => expect(sent(requests, 'POST').map(({ path }) => path)).toEqual(paths))
  })

  describe('a file of a field', () => {
    const proof = fieldPlan('proof', 'files', { title: '凭证', maxCount: 2, stored: false })
    const withFiles = {
      ...screen,
      pages: { ...screen.pages, edit: { ...edit, sections: [{ title: '', items: [itemPlan(fields.note), itemPlan(proof)] }], tabs: [] } },
      actions: { ...screen.actions, attach: actionPlan('attach', { kind: 'attach' }, { title: '附件' }) },
    }
    const plan = withFiles.pages.edit as RecordPagePlan
    function draw(search: string, answer: () => unknown = () => ({ id: '2'.repeat(32), name: '新.pdf' })) {
      const { element } = inRouter(<RecordPage screen={withFiles} page={plan} />)
      return renderPage(element, {
        address: `/stock/edit${search}`,
        serve: serveRecord({ ...stored, proof: [{ id: '1'.repeat(32), name: '旧.pdf' }] }, ({ method }) =>
          method === 'PATCH' ? { ...stored, version: 4 } : answer(),
        ),
      })
    }
    const choose = async () =>
      userEvent.upload(await page.findByLabelText('上传文件 凭证', { selector: 'input' }), new File(['x'], '新.pdf'))

    it('is attached when it is chosen, and a new record is to be saved first', async () => {
      const { requests } = draw('?id=7')
      await choose()
      expect(await page.findByText('新.pdf')).toBeTruthy()
      expect(sent(requests, 'POST').map(({ path }) => path)).toEqual(['/api/stock/attach/7'])
      await userEvent.type(page.getByLabelText('备注'), 'x')
      await press('保 存')
      await waitFor(() => expect(sent(requests, 'PATCH')[0]?.body).toEqual({ note: 'x', version: 3 }))
      cleanup()
      draw('')
      expect((await page.findByLabelText('凭证')).textContent).toBe('保存后可上传文件')
    })

    it('is all that was to be saved when nothing else has changed', async () => {
      const { requests } = draw('?id=7')
      await choose()
      expect(await page.findByText('新.pdf')).toBeTruthy()
      await press('保 存')
      expect(await page.findByText('保存成功')).toBeTruthy()
      expect(sent(requests, 'PATCH')).toEqual([])
    })

    it('is waited for when the record is saved meanwhile', async () => {
      const slow = createGate()
      const { requests } = draw('?id=7', () => slow.opened.then(() => ({ id: '2'.repeat(32), name: '新.pdf' })))
      await choose()
      await userEvent.type(page.getByLabelText('备注'), 'x')
      await press('保 存')
      expect(sent(requests, 'PATCH')).toEqual([])
      slow.open()
      await waitFor(() => expect(sent(requests, 'PATCH')[0]?.body).toEqual({ note: 'x', version: 3 }))
    })
  })

  it('lists attachments, and lets who may attach upload and remove', async () => {
    const file = { id: '5', name: '合同.pdf', size: 2048, type: 'application/pdf', uploadedBy: '张三', uploadedAt: '2026-03-05T01:02:03Z' }
    const withAttach = { ...screen, actions: { ...screen.actions, attach: actionPlan('attach', { kind: 'attach' }, { title: '附件' }) } }
    const { element } = inRouter(<RecordPage screen={withAttach} page={detail} />)
    const { requests } = renderPage(element, {
      address: '/stock/detail?id=7',
      serve: serveRecord(stored, ({ method, path }) => (method === 'GET' && path.endsWith('/attach/7') ? [file] : {})),
    })
    await userEvent.click(await page.findByRole('tab', { name: /附件/ }))
    expect(await page.findByText('2.0 KB')).toBeTruthy()
    await userEvent.upload(await page.findByLabelText('上传文件', { selector: 'input' }), new File(['x'], '新.txt'))
    await waitFor(() => expect(sent(requests, 'POST').map(({ path }) => path)).toEqual(['/api/stock/attach/7']))
    await press('删除 合同.pdf')
    await confirm()
    await waitFor(() => expect(sent(requests, 'POST').at(-1)?.body).toEqual({ id: '5' }))
  })

  it('says why nothing can be attached where that takes the right to edit, and the record is closed', async () => {
    const file = { id: '5', name: '合同.pdf', size: 2048, type: 'application/pdf', uploadedBy: '张三', uploadedAt: '2026-03-05T01:02:03Z' }
    const attach = actionPlan('attach', { kind: 'attach' }, { title: '附件', permission: screen.actions['edit']?.permission })
    const closed = { ...stored, status: 'AUDITING' }
    const { element } = inRouter(<RecordPage screen={{ ...screen, actions: { ...screen.actions, attach } }} page={detail} />)
    renderPage(element, {
      address: '/stock/detail?id=7',
      serve: serveRecord(closed, ({ method, path }) => (method === 'GET' && path.endsWith('/attach/7') ? [file] : {})),
    })
    await userEvent.click(await page.findByRole('tab', { name: /附件/ }))
    expect(await page.findByText('2.0 KB')).toBeTruthy()
    expect(page.getByText(/不能编辑/)).toBeTruthy()
    expect(page.queryByLabelText('上传文件', { selector: 'input' })).toBeNull()
    expect(page.queryByLabelText('删除 合同.pdf')).toBeNull()
  })
})
