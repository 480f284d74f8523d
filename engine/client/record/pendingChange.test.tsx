import { cleanup, render, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseExpression } from '../../core/expression'
import type { PendingChange } from '../../core/pending'
import type { BrowserScreenPlan, RecordPagePlan } from '../../core/plan'
import { fieldPlan, itemPlan, linesPlan } from '../../core/testing/fieldPlans'
import type { RecordValues } from '../../core/wire'
import { ActionScope } from '../actions/ActionScope'
import { fieldTypeOf } from '../fields'
import { refusalOf } from '../../core/record/offered'
import { RecordActions } from './RecordActions'
import { inRouter } from '../form/testing/inRouter'
import { confirm, findDialog } from '../testing/dialogs'
import { actionPlan, columnPlan, editPage, entityAction, screenPlan } from '../testing/plans'
import { Refusal, renderPage, type PageSetup, type ServedRequest } from '../testing/renderPage'
import { RecordPage } from './RecordPage'

const fields = {
  name: fieldPlan('name', 'text', { title: '名称', required: true, maxLength: 20 }),
  limit: fieldPlan('limit', 'money', { title: '额度' }),
  rating: fieldPlan('rating', 'text', { title: '评级', maxLength: 2 }),
  contact: fieldPlan('contact', 'text', { title: '联系人', maxLength: 20 }),
}
const phone = fieldPlan('phone', 'text', { title: '电话', maxLength: 20 })
const people = linesPlan('people', [phone], { title: '人员' })
const reason = fieldPlan('opinion', 'textarea', { title: '变更原因', required: true, maxLength: 100 })

const edit: RecordPagePlan = {
  ...editPage,
  title: '客户',
  sections: [{ title: '基本', items: Object.values(fields).map((field) => itemPlan(field)) }],
  tabs: [{ kind: 'lines', title: '人员', lines: 'people', columns: [columnPlan(phone)] }],
  actions: ['edit', 'approve', 'freeze'],
}
const change = {
  name: 'change',
  title: '变更',
  from: ['VALID'],
  to: ['AUDITING'],
  ask: [reason],
  set: {},
  danger: false,
  keyed: false,
  via: 'edit' as const,
  pending: ['limit', 'rating'],
}
const base = screenPlan()
const screen: BrowserScreenPlan = {
  ...base,
  label: 'name',
  states: {
    ...base.states,
    VALID: { code: 'VALID', title: '生效', color: 'success', initial: false, edit: true, only: ['contact'], delete: false },
  },
  pages: { ...base.pages, edit, detail: { ...edit, name: 'detail', mode: 'view', route: '/stock/detail' } },
  lines: { people },
  actions: {
    edit: actionPlan('edit', { kind: 'edit', page: 'edit', change }, { title: '编辑', states: ['DRAFT', 'VALID'] }),
    approve: actionPlan(
      'approve',
      entityAction('approve', {
        ask: [fieldPlan('opinion', 'textarea', { title: '意见', maxLength: 100 })],
        notBy: { field: 'submittedById', title: '提交人' },
        onPending: 'apply',
      }),
      { title: '同意', states: ['AUDITING'] },
    ),
    freeze: actionPlan('freeze', entityAction('freeze'), { title: '冻结', states: ['AUDITING', 'VALID'] }),
  },
}

const stored: RecordValues = {
  id: '7',
  version: 3,
  name: '演示乳品',
  limit: '100.00',
  rating: 'A',
  contact: '王',
  status: 'VALID',
  pendingChange: null,
  people: [{ id: '70', phone: '138' }],
}
const pendingChange: PendingChange = {
  action: 'change',
  title: '变更',
  fromStatus: 'VALID',
  values: { limit: '200.00' },
  clear: [],
  changes: [{ field: 'limit', title: '额度', before: '100.00', after: '200.00' }],
  opinion: '业务增长',
  requestedById: '5',
  requestedByName: '李四',
  requestedAt: '2026-11-20T02:00:00.000Z',
}
const waiting: RecordValues = { ...stored, status: 'AUDITING', pendingChange }

type Serve = NonNullable<PageSetup['serve']>
function open(record: RecordValues, plan: RecordPagePlan = edit, then: Serve = () => ({}), setup: PageSetup = {}) {
  const { element } = inRouter(<RecordPage screen={screen} page={plan} />)
  const serve: Serve = (request) => (request.method === 'GET' && request.path === '/api/stock/7' ? structuredClone(record) : then(request))
  return renderPage(element, { address: `/stock/${plan.name}?id=7`, serve, ...setup })
}
const sent = (requests: ServedRequest[]) => requests.flatMap(({ method, path, body }) => (method === 'GET' ? [] : [[method, path, body]]))
const press = (name: string) => userEvent.click(page.getByRole('button', { name }))

/** Changes what may be saved and what has to be approved, and says why. */
async function saveContactAndLimit(): Promise<void> {
  await userEvent.type(await page.findByLabelText('联系人'), '五')
  const limit = page.getByLabelText('额度')
  await userEvent.clear(limit)
  await userEvent.type(limit, '200')
  await press('保 存')
  const dialog = await findDialog('变更')
  await userEvent.type(within(dialog).getByLabelText('变更原因*'), '增长')
  await confirm(dialog)
}

beforeEach(() => window.sessionStorage.clear())
afterEach(cleanup)

describe('a record in force, in its form', () => {
  it('says what goes how, and lets nothing else be changed', async () => {
    open(stored)
    expect(await page.findByText('这里的修改须经审批：保存时说明原因，通过后才生效；联系人可直接修改')).toBeTruthy()
    expect(page.getByLabelText('额度').getAttribute('disabled')).toBeNull()
    expect(page.getByLabelText('联系人').tagName).toBe('INPUT')
    // Neither written directly nor by approval: it is only read.
    expect(page.queryByRole('textbox', { name: /名称/ })).toBeNull()
    expect(page.getAllByText('演示乳品').length).toBe(2)
    // The same for a line table.
    expect(page.getByText('138')).toBeTruthy()
    expect(page.queryByRole('button', { name: '新增一行' })).toBeNull()
  })

  it('saves directly what may be', async () => {
    const { requests } = open(stored, edit, () => ({ ...stored, version: 4 }))
    await userEvent.type(await page.findByLabelText('联系人'), '五')
    await press('保 存')
    await waitFor(() => expect(sent(requests)).toEqual([['PATCH', '/api/stock/7', { contact: '王五', version: 3 }]]))
    expect(page.queryByRole('dialog')).toBeNull()
  })

  it('asks why, and sends what waits by the action', async () => {
    const { requests, address } = open(stored, edit, () => ({ ...waiting, version: 4 }))
    const limit = await page.findByLabelText('额度')
    await userEvent.clear(limit)
    await userEvent.type(limit, '200')
    await userEvent.clear(page.getByLabelText('评级'))
    await press('保 存')
    const dialog = await findDialog('变更')
    // Without a reason nothing is sent.
    await confirm(dialog)
    await within(dialog).findByText('“变更原因”不能为空')
    expect(sent(requests)).toEqual([])
    await userEvent.type(within(dialog).getByLabelText('变更原因*'), '业务增长')
    await confirm(dialog)
    await waitFor(() =>
      expect(sent(requests)).toEqual([
        ['POST', '/api/stock/change/7', { limit: '200', clear: ['rating'], opinion: '业务增长', version: 3 }],
      ]),
    )
    await page.findByText('已提交变更，审批通过后生效')
    await waitFor(() => expect(address()).toBe('/stock'))
  })

  it('sends files with what waits, those that stay and those that were uploaded for it, and attaches none', async () => {
    const proofs = fieldPlan('proofs', 'files', { title: '证照', maxCount: 3 })
    const form = { ...edit, sections: [{ title: '基本', items: [itemPlan(fields.name), itemPlan(proofs)] }] }
    const asked = { ...change, pending: ['proofs'] }
    const plan = {
      ...screen,
      actions: { ...screen.actions, edit: actionPlan('edit', { kind: 'edit', page: 'edit', change: asked }, { states: ['VALID'] }) },
    }
    const [old, kept] = ['旧证.pdf', '留存.pdf'].map((name, index) => ({
      id: String(index).repeat(32),
      name,
      size: 3,
      type: 'application/pdf',
    }))
    const added = { id: '9'.repeat(32), name: '新证.pdf', size: 3, type: 'application/pdf' }
    const record = { ...stored, proofs: [old, kept] }
    const { element } = inRouter(<RecordPage screen={plan} page={form} />)
    const { requests } = renderPage(element, {
      address: '/stock/edit?id=7',
      serve: ({ method, path }) =>
        method === 'GET' ? structuredClone(record) : path === '/file/upload' ? added : { ...waiting, version: 4 },
    })
    await userEvent.upload(await page.findByLabelText(/证照/, { selector: 'input' }), new File(['abc'], '新证.pdf'))
    expect(await page.findByText('新证.pdf')).toBeTruthy()
    await press('删除文件 旧证.pdf')
    await press('保 存')
    const dialog = await findDialog('变更')
    await userEvent.type(within(dialog).getByLabelText('变更原因*'), '换证')
    await confirm(dialog)
    await waitFor(() =>
      expect(sent(requests).map(([method, path]) => [method, path])).toEqual([
        ['POST', '/file/upload'],
        ['POST', '/api/stock/change/7'],
      ]),
    )
    expect(sent(requests).at(-1)?.[2]).toMatchObject({ proofs: [{ id: kept?.id }, { id: added.id }], opinion: '换证', version: 3 })
  })

  it('saves first what may be saved, and asks for the rest with the version that it has then', async () => {
    const { requests } = open(stored, edit, ({ method }) => (method === 'PATCH' ? { ...stored, contact: '王五', version: 4 } : waiting))
    await saveContactAndLimit()
    await waitFor(() =>
      expect(sent(requests)).toEqual([
        ['PATCH', '/api/stock/7', { contact: '王五', version: 3 }],
        ['POST', '/api/stock/change/7', { limit: '200', opinion: '增长', version: 4 }],
      ]),
    )
  })

  it('keeps what is refused in the form, marked, and says what is saved already', async () => {
    const errors = [{ path: 'limit', pointer: '/limit', rule: 'max', detail: '“额度”不能大于 150' }]
    open(stored, edit, ({ method }) =>
      method === 'PATCH' ? { ...stored, contact: '王五', version: 4 } : new Refusal(422, { status: 422, detail: 'x', errors }),
    )
    await saveContactAndLimit()
    await page.findByText('其余修改已保存，变更未提交')
    await waitFor(() => expect(page.getByLabelText('额度').getAttribute('aria-invalid')).toBe('true'))
    expect(page.getByLabelText<HTMLInputElement>('额度').value).toBe('200.00')
    expect(page.getByLabelText<HTMLInputElement>('联系人').value).toBe('王五')
  })

  it('is only read while a change waits', async () => {
    open(waiting)
    expect(await page.findByText('当前状态为“审批中”，不能编辑')).toBeTruthy()
    expect(page.queryByLabelText('额度')).toBeNull()
  })
})

describe('a change that waits', () => {
  it('stands beside the values in force, with who asks for it and why', async () => {
    open(waiting, screen.pages['detail'] as RecordPagePlan)
    const pending = await page.findByRole('region', { name: '待批变更' })
    expect(
      within(pending)
        .getAllByRole('row')
        .map((row) => [...row.children].map((cell) => cell.textContent)),
    ).toEqual([
      ['字段', '原值', '新值'],
      ['额度', '100.00', '200.00'],
    ])
    expect(pending.textContent).toContain('李四 于 2026-11-20 10:00:00 发起')
    expect(pending.textContent).toContain('原因：业务增长')
  })

  it('has its files to look at', async () => {
    const files = [{ id: '9'.repeat(32), name: '新证.pdf', size: 3, type: 'application/pdf' }]
    const changes = [{ field: 'proofs', title: '证照', before: '旧证.pdf', after: '新证.pdf', files }]
    open({ ...waiting, pendingChange: { ...pendingChange, changes } }, screen.pages['detail'] as RecordPagePlan)
    const pending = await page.findByRole('region', { name: '待批变更' })
    expect(within(pending).getByRole('button', { name: /新证\.pdf/ })).toBeTruthy()
  })

  it('is shown in the dialog that decides over it, also from a list, whose rows do not have it', async () => {
    // A condition of a button may have brought along what the list shows of the change: nothing.
    const shown = { ...pendingChange, values: {}, changes: [] }
    const row = { id: '7', version: 3, name: '演示乳品', status: 'AUDITING', submittedById: '5', pendingChange: shown }
    const approve = screen.actions['approve']
    const { requests } = renderPage(
      <ActionScope screen={screen}>
        <RecordActions screen={screen} actions={approve ? [approve] : []} record={row} />
      </ActionScope>,
      { serve: ({ method }) => (method === 'GET' ? structuredClone(waiting) : { ...stored, version: 5 }) },
    )
    await press('同意')
    const dialog = await findDialog('同意：演示乳品')
    expect(within(dialog).getByRole('region', { name: '待批变更' }).textContent).toContain('200.00')
    await confirm(dialog)
    await waitFor(() => expect(sent(requests)).toEqual([['POST', '/api/stock/approve/7', { version: 3 }]]))
  })

  it('is what the inputs of an approval begin with', async () => {
    const approve = actionPlan(
      'approve',
      entityAction('approve', { ask: [{ ...fields.limit, required: true }, fields.rating], onPending: 'apply' }),
      { title: '同意', states: ['AUDITING'] },
    )
    const record = { ...waiting, pendingChange: { ...pendingChange, clear: ['rating'] } }
    const { requests } = renderPage(
      <ActionScope screen={screen}>
        <RecordActions screen={screen} actions={[approve]} record={record} />
      </ActionScope>,
      { serve: ({ method }) => (method === 'GET' ? structuredClone(record) : { ...stored, version: 5 }) },
    )
    await press('同意')
    const dialog = await findDialog('同意：演示乳品')
    expect(within(dialog).getByLabelText<HTMLInputElement>('额度*').value).toBe('200.00')
    expect(within(dialog).getByLabelText<HTMLInputElement>('评级').value).toBe('')
    await confirm(dialog)
    await waitFor(() => expect(sent(requests)).toEqual([['POST', '/api/stock/approve/7', { limit: '200.00', version: 3 }]]))
  })

  it('is asked for, not done, when the dialog of its action is sent', async () => {
    const renew = actionPlan('renew', entityAction('renew', { ask: [fields.limit], pending: ['limit'] }), { title: '续期' })
    renderPage(
      <ActionScope screen={screen}>
        <RecordActions screen={screen} actions={[renew]} record={stored} />
      </ActionScope>,
      { serve: () => ({ ...stored, version: 5 }) },
    )
    await press('续期')
    await confirm(await findDialog('续期：演示乳品'))
    expect(await page.findByText('已提交续期，审批通过后生效')).toBeDefined()
    expect(page.queryByText('已续期')).toBeNull()
  })

  it('is told by a row of a list, which does not have it', () => {
    const row = { id: '7', version: 3, name: '演示乳品', status: 'AUDITING', effectiveStatus: 'VALID' }
    const cell = fieldTypeOf(fieldPlan('status', 'status')).cell(columnPlan(fieldPlan('status', 'status')), {
      dictionaries: {},
      states: screen.states,
    })
    const { container } = render(cell('AUDITING', row))
    expect(container.textContent).toBe('审批中变更待批')
    expect(container.querySelector('[title]')?.getAttribute('title')).toBe('变更批准前仍为“生效”')
    cleanup()
    expect(render(cell('AUDITING', { ...row, effectiveStatus: 'AUDITING' })).container.textContent).toBe('审批中')
    const facts = { screen, environment: { today: '2026-11-20', now: '2026-11-20T02:00:00.000Z', user: '1' } }
    const { freeze, edit: change } = screen.actions
    expect(freeze && refusalOf(freeze, row, facts)).toBe('有待审批的变更，不能冻结')
    expect(change && refusalOf({ ...change, states: ['AUDITING'] }, row, facts)).toBe('有待审批的变更，不能编辑')
  })

  it('leaves deletion to the condition of the state, told on the button', () => {
    const deletable = { when: parseExpression('limit == 0'), whenNot: '有额度，不能删除' }
    const states = { ...screen.states, DRAFT: { ...screen.states!['DRAFT']!, delete: true, deletable } }
    const remove = actionPlan('delete', { kind: 'delete' }, { title: '删除', states: ['DRAFT'] })
    const facts = { screen: { ...screen, states }, environment: { today: '2026-11-20', now: '2026-11-20T02:00:00.000Z', user: '1' } }
    expect(refusalOf(remove, { ...stored, status: 'DRAFT' }, facts)).toBe('有额度，不能删除')
    expect(refusalOf(remove, { ...stored, status: 'DRAFT', limit: '0.00' }, facts)).toBeUndefined()
  })

  it('leaves only decisions over it possible, and none to whoever has asked for it', () => {
    const refusal = (name: string, userId: string, record = waiting): string | undefined => {
      const action = screen.actions[name]
      return (
        action && refusalOf(action, record, { screen, environment: { today: '2026-11-20', now: '2026-11-20T02:00:00.000Z', user: userId } })
      )
    }
    expect(refusal('freeze', '1')).toBe('有待审批的变更，不能冻结')
    expect(refusal('approve', '1')).toBeUndefined()
    expect(refusal('approve', '5')).toBe('双人原则：变更发起人不能同意')
    expect(refusal('freeze', '1', stored)).toBeUndefined()
  })
})
