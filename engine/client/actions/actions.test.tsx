import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Activity, useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { parseExpression } from '../../core/expression'
import type { ActionPlan, SummaryPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { fieldPlan } from '../../core/testing/fieldPlans'
import { rendersDuring } from '../testing/commits'
import { confirm, confirmingButton, findDialog, press } from '../testing/dialogs'
import { createGate } from '../testing/gate'
import { actionPlan, detailPage, entityAction, fields, screenPlan } from '../testing/plans'
import { Refusal, renderPage, type PageSetup } from '../testing/renderPage'
import { ActionButton } from './ActionButton'
import { ActionMenu } from './ActionMenu'
import { ActionScope } from './ActionScope'

// antd's menu comes when it is needed; on a busy machine that alone may take longer than a test waits.
beforeAll(() => import('../ui/DropdownMenu'))
afterEach(cleanup)

const draft: RecordValues = { id: '7', version: 3, no: 'KC-0007', status: 'DRAFT', amount: '100.00', createdById: '1' }
const recalcEndpoint = {
  name: 'recalc',
  method: 'POST' as const,
  url: '/api/stock/recalc/{id}',
  permission: 'stock_recalc',
  description: '',
  query: [],
  body: [],
}
const recalc: ActionPlan = actionPlan('recalc', {
  kind: 'request',
  endpoint: recalcEndpoint,
  ask: [],
  done: '已重新计算',
})

function renderButton(action: ActionPlan, setup: PageSetup & { record?: RecordValues } = {}) {
  const { record = draft, ...rest } = setup
  return renderPage(
    <ActionScope screen={screenPlan()}>
      <ActionButton action={action} record={record} />
    </ActionScope>,
    rest,
  )
}

describe('whether it may be pressed', () => {
  it('P3 is not on the page without the permission', () => {
    renderButton(actionPlan('approve', entityAction('approve')), {
      rights: { userId: '1', opens: () => true, can: (code) => code !== 'stock_approve' },
    })
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('is not on the page where its condition says so', () => {
    renderButton(actionPlan('pay', entityAction('pay'), { visible: parseExpression('amount > 100') }))
    expect(screen.queryByText('pay')).toBeNull()
    cleanup()
    renderButton(actionPlan('pay', entityAction('pay'), { visible: parseExpression('amount >= 100') }))
    expect(screen.getByText('pay')).toBeDefined()
  })

  it.each<[string, ActionPlan, string]>([
    ['the state', actionPlan('approve', entityAction('approve'), { title: '审批', states: ['AUDITING'] }), '当前状态为“草稿”，不能审批'],
    [
      'what can be printed',
      actionPlan(
        'print',
        { kind: 'print', templates: [{ name: 'slip', title: '借书单', when: parseExpression("status == 'LENT'") }] },
        { title: '打印' },
      ),
      '当前状态没有可打印的单据',
    ],
    [
      'what the rows of a list are found by',
      actionPlan('visits', { kind: 'list', screen: 'base/visit', page: 'list', by: { readerId: 'readerId' } }, { title: '到馆记录' }),
      '该数据没有对应的到馆记录',
    ],
    [
      'its condition, in its own words',
      actionPlan('pay', entityAction('pay', { when: parseExpression('amount < 50'), whenNot: '金额过大' })),
      '金额过大',
    ],
    [
      'its condition without words',
      actionPlan('pay', entityAction('pay', { when: parseExpression('amount < 50') }), { title: '付款' }),
      '当前不满足付款的条件',
    ],
    [
      'four eyes',
      actionPlan('pay', entityAction('pay', { notBy: { field: 'createdById', title: '创建人' } }), { title: '付款' }),
      '双人原则：创建人不能付款',
    ],
    [
      'that it is somebody else’s',
      actionPlan('pay', entityAction('pay', { onlyBy: { field: 'keeperId', title: '保管员' } }), { title: '付款' }),
      '只有保管员可以付款',
    ],
  ])('is grey, says %s, and sends nothing', async (_name, action, reason) => {
    const { requests } = renderButton(action)
    const button = screen.getByRole('button')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.title).toBe(reason)
    await userEvent.click(button)
    expect(await screen.findByText(reason)).toBeDefined()
    expect(requests).toEqual([])
  })
})

describe('one click, one effect', () => {
  it('sends once for two clicks in one frame and is busy meanwhile', async () => {
    const slow = createGate()
    const { requests } = renderButton(recalc, { serve: () => slow.opened.then(() => ({})) })
    const button = screen.getByRole('button')
    fireEvent.click(button)
    fireEvent.click(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    fireEvent.click(button)
    slow.open()
    expect(await screen.findByText('已重新计算')).toBeDefined()
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/stock/recalc/7'])
    expect(button.getAttribute('aria-busy')).toBeNull()
  })

  it('is at rest again when its page comes back from the background, where it was done', async () => {
    const slow = createGate()
    function Kept() {
      const [mode, setMode] = useState<'visible' | 'hidden'>('visible')
      return (
        <>
          <button onClick={() => setMode(mode === 'visible' ? 'hidden' : 'visible')}>页签</button>
          <Activity mode={mode}>
            <ActionScope screen={screenPlan()}>
              <ActionButton action={recalc} record={draft} />
            </ActionScope>
          </Activity>
        </>
      )
    }
    renderPage(<Kept />, { serve: () => slow.opened.then(() => ({})) })
    fireEvent.click(screen.getByRole('button', { name: 'recalc' }))
    await userEvent.click(screen.getByText('页签'))
    slow.open()
    await screen.findByText('已重新计算')
    await userEvent.click(screen.getByText('页签'))
    expect(screen.getByRole('button', { name: 'recalc' }).getAttribute('aria-busy')).toBeNull()
  })

  it('sends the version, and a key of its own at each opening', async () => {
    const { requests } = renderButton(actionPlan('approve', entityAction('approve', { keyed: true }), { title: '审批' }))
    for (let time = 1; time <= 2; time += 1) {
      await userEvent.click(screen.getByText('审批'))
      await confirm(await findDialog('确定要审批“KC-0007”吗？'))
      await waitFor(() => expect(requests).toHaveLength(time))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    expect(requests[0]?.path).toBe('/api/stock/approve/7')
    expect(requests[0]?.body).toEqual({ version: 3 })
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).not.toBe(keys[0])
  })
})

describe('an endpoint of its own', () => {
  const generate = actionPlan('generate', {
    kind: 'request',
    endpoint: { ...recalcEndpoint, url: '/api/stock/generate/{year}' },
    ask: [fieldPlan('year', 'digit', { title: '年度', decimals: 0 })],
    done: '新建 {created} 个，跳过 {skipped} 个',
  })

  it('is asked by what the dialog says where there is no record, and what it answers stands in the message', async () => {
    const { requests } = renderPage(
      <ActionScope screen={screenPlan()}>
        <ActionButton action={{ ...generate, title: '生成' }} />
      </ActionScope>,
      { serve: () => ({ created: 1, skipped: 0 }) },
    )
    await userEvent.click(screen.getByText('生成'))
    const dialog = await findDialog('生成')
    await userEvent.type(screen.getByLabelText(/年度/), '2028')
    await confirm(dialog)
    expect(await screen.findByText('新建 1 个，跳过 0 个')).toBeDefined()
    expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([['POST', '/api/stock/generate/2028', {}]])
  })
})

describe('asking first', () => {
  it('asks in the words of the schema, with the record’s values, and does nothing when the answer is no', async () => {
    const confirm = { text: '确认支付 {amount} 元？', fields: { amount: fieldPlan('amount', 'money') } }
    const { requests } = renderButton(actionPlan('pay', entityAction('pay', { confirm }), { title: '付款' }))
    await userEvent.click(screen.getByText('付款'))
    await press(await findDialog('确认支付 100.00 元？'), '取消')
    expect(requests).toEqual([])
  })

  it('names the button after the act, in a question as in a form', async () => {
    renderButton(actionPlan('approve', entityAction('approve'), { title: '审批通过' }))
    await userEvent.click(screen.getByText('审批通过'))
    await findDialog('确定要审批通过“KC-0007”吗？')
    expect(confirmingButton().textContent).toBe('审批通过')
    cleanup()
    const ask = [fieldPlan('opinion', 'textarea', { title: '审批意见' })]
    renderButton(actionPlan('reject', entityAction('reject', { ask }), { title: '退回修改', danger: true }))
    await userEvent.click(screen.getByText('退回修改'))
    await findDialog('退回修改：KC-0007')
    expect(confirmingButton().textContent).toBe('退回修改')
    expect(confirmingButton().className).toContain('dangerous')
  })

  it('asks for what an action needs, sends it with the version, and marks what is refused', async () => {
    let refused = true
    const ask = [fieldPlan('opinion', 'textarea', { title: '审批意见', required: true, maxLength: 200 })]
    const { requests } = renderButton(actionPlan('reject', entityAction('reject', { ask }), { title: '驳回' }), {
      serve: () =>
        refused
          ? new Refusal(422, {
              detail: '有误',
              error: '有误',
              errors: [{ pointer: '/opinion', path: 'opinion', rule: 'format', detail: '意见过短' }],
            })
          : {},
    })
    await userEvent.click(screen.getByText('驳回'))
    const dialog = await findDialog('驳回：KC-0007')
    await userEvent.type(screen.getByLabelText(/审批意见/), '不符')
    await confirm(dialog)
    expect((await screen.findAllByText(/意见过短/)).length).toBeGreaterThan(0)
    refused = false
    await confirm(dialog)
    expect(await screen.findByText('已驳回')).toBeDefined()
    expect(requests.map(({ path, body }) => [path, body])).toEqual(Array(2).fill(['/api/stock/reject/7', { version: 3, opinion: '不符' }]))
    expect(requests[1]?.headers.get('idempotency-key')).toBe(requests[0]?.headers.get('idempotency-key'))
  })
})

describe('what is decided', () => {
  const reader = fieldPlan('readerId', 'ref', { title: '读者' })
  const summary: SummaryPlan = {
    about: { ...reader, ref: { entity: 'reader', title: '读者', label: 'readerName', multiple: false, display: 'readerName' } },
    figures: [fields.amount, fieldPlan('count', 'digit', { title: '册数', unit: '册' })],
    sum: true,
    unit: fieldPlan('currency', 'text', { title: '币种' }),
    date: fields.day,
  }
  const about = { readerId: '3', readerName: '王芳', currency: 'CNY', count: 4, day: '2026-12-01' }
  const renderDecision = (action: ActionPlan, target: { record?: RecordValues; records?: RecordValues[] }) =>
    renderPage(
      <ActionScope screen={screenPlan({ summary })}>
        <ActionButton action={action} {...target} />
      </ActionScope>,
    )
  const factsIn = (dialog: HTMLElement): (string | null)[] =>
    [...dialog.querySelectorAll('.engine-decision :is(dt, dd)')].map((each) => each.textContent)

  it('stands above a confirmation: number, state, whom it is about, figures and date, without asking the server', async () => {
    const { requests } = renderDecision(actionPlan('pay', entityAction('pay'), { title: '付款' }), { record: { ...draft, ...about } })
    await userEvent.click(screen.getByText('付款'))
    const dialog = await findDialog('确定要付款“KC-0007”吗？')
    await waitFor(() => expect(factsIn(dialog)).toEqual(['读者', '王芳', '金额', '100.00 CNY', '册数', '4 册', '日期', '2026-12-01']))
    expect(dialog.querySelector('.engine-decision-name')?.textContent).toBe('KC-0007草稿')
    expect(requests).toEqual([])
  })

  it.each([
    ['begins with what has to be read before all else', '老读者', '例外原因 老读者'],
    ['begins with the number where there is nothing of the kind', null, 'KC-0007草稿'],
  ])('%s', async (_what, reason, begin) => {
    const first = [fieldPlan('reason', 'textarea', { title: '例外原因', maxLength: 200 })]
    renderPage(
      <ActionScope screen={screenPlan({ summary: { ...summary, first } })}>
        <ActionButton action={actionPlan('pay', entityAction('pay'), { title: '付款' })} record={{ ...draft, ...about, reason }} />
      </ActionScope>,
    )
    await userEvent.click(screen.getByText('付款'))
    const dialog = await findDialog('确定要付款“KC-0007”吗？')
    await waitFor(() => expect(dialog.querySelector('.engine-decision')?.firstElementChild?.textContent).toBe(begin))
  })

  it('has what is read first beside its title where it is short, amounts in their unit', async () => {
    const first = [fieldPlan('rate', 'percent', { title: '费率', decimals: 4 }), fieldPlan('amount', 'money', { title: '可用' })]
    renderPage(
      <ActionScope screen={screenPlan({ summary: { ...summary, first } })}>
        <ActionButton action={actionPlan('pay', entityAction('pay'), { title: '付款' })} record={{ ...draft, ...about, rate: '0.0450' }} />
      </ActionScope>,
    )
    await userEvent.click(screen.getByText('付款'))
    const dialog = await findDialog('确定要付款“KC-0007”吗？')
    await waitFor(() => expect(factsIn(dialog).slice(0, 6)).toEqual(['费率', '4.50%', '可用', '100.00 CNY', '读者', '王芳']))
    expect(dialog.querySelector('.engine-decision-first')).toBeNull()
  })

  it('stands above what an action asks for; what the row does not say is left out', async () => {
    const ask = [fieldPlan('opinion', 'textarea', { title: '审批意见' })]
    renderDecision(actionPlan('reject', entityAction('reject', { ask }), { title: '驳回' }), { record: { ...draft, day: null } })
    await userEvent.click(screen.getByText('驳回'))
    const dialog = await findDialog('驳回：KC-0007')
    await waitFor(() => expect(factsIn(dialog)).toEqual(['金额', '100.00']))
  })

  it('is which they are, how many, and the sum of the first figure by its unit, of several', async () => {
    const records = [
      { ...draft, ...about },
      { ...draft, ...about, id: '8', no: 'KC-0008', amount: '0.50' },
      { ...draft, ...about, id: '9', no: 'KC-0009', amount: '7.00', currency: 'USD' },
    ]
    renderDecision(actionPlan('pay', entityAction('pay'), { title: '付款' }), { records })
    await userEvent.click(screen.getByText('付款'))
    const dialog = await findDialog('确定要付款选中的 3 项吗？')
    await waitFor(() => expect(factsIn(dialog)).toEqual(['共选中', '3', '金额合计', '100.50 CNY、7.00 USD']))
    const names = [...dialog.querySelectorAll('.engine-decision li')].map((each) => each.textContent)
    expect(names).toEqual([
      'KC-0007 王芳 · 金额 100.00 CNY · 册数 4 册 · 日期 2026-12-01',
      'KC-0008 王芳 · 金额 0.50 CNY · 册数 4 册 · 日期 2026-12-01',
      'KC-0009 王芳 · 金额 7.00 USD · 册数 4 册 · 日期 2026-12-01',
    ])
  })

  it('shows of several what is to change of those that are in force', async () => {
    const changing = { ...draft, ...about, id: '8', no: 'KC-0008', status: 'AUDITING', effectiveStatus: 'ACTIVE' }
    const records = [{ ...draft, ...about, status: 'AUDITING', effectiveStatus: 'AUDITING' }, changing]
    const change = { field: 'amount', title: '金额', before: '0.50', after: '0.80' }
    const pendingChange = { action: 'change', title: '变更', from: 'ACTIVE', fromStatus: 'ACTIVE', requestedById: '2', changes: [change] }
    const ask = [fieldPlan('opinion', 'textarea', { title: '审批意见' })]
    const { requests } = renderPage(
      <ActionScope screen={screenPlan({ summary })}>
        <ActionButton
          action={actionPlan('approve', entityAction('approve', { ask, onPending: 'apply' }), { title: '审批通过' })}
          records={records}
        />
      </ActionScope>,
      { serve: () => ({ ...changing, pendingChange }) },
    )
    await userEvent.click(screen.getByText('审批通过'))
    const dialog = await findDialog('审批通过')
    const shown = await within(dialog).findByRole('region', { name: 'KC-0008' })
    expect(within(shown).getByText('0.80')).toBeDefined()
    expect(within(dialog).queryByRole('region', { name: 'KC-0007' })).toBeNull()
    // Only what changes is read again.
    expect(requests.map(({ path }) => path)).toEqual(['/api/stock/8'])
  })

  it('names five of many, and says how many more there are', async () => {
    const records = Array.from({ length: 7 }, (_, index) => ({ ...draft, ...about, id: String(index), no: `KC-${index}` }))
    renderDecision(actionPlan('pay', entityAction('pay'), { title: '付款' }), { records })
    await userEvent.click(screen.getByText('付款'))
    const dialog = await findDialog('确定要付款选中的 7 项吗？')
    await waitFor(() => expect(dialog.querySelectorAll('.engine-decision li').length).toBe(6))
    expect(dialog.querySelector('.engine-decision li:last-child')?.textContent).toBe('另有 2 项')
  })

  it.each([
    ['each under its number', ['例外一', null, '例外二'], ['KC-0 例外原因 例外一', 'KC-2 例外原因 例外二']],
    [
      'and says how many more there are',
      ['甲', '乙', '丙', '丁', '戊', '己', '庚'],
      [
        'KC-0 例外原因 甲',
        'KC-1 例外原因 乙',
        'KC-2 例外原因 丙',
        'KC-3 例外原因 丁',
        'KC-4 例外原因 戊',
        '另有 2 条说明未列出，请逐项打开查看后再决定',
      ],
    ],
  ])('begins with what has to be read first of several, %s', async (_how, reasons, begin) => {
    const first = [fieldPlan('reason', 'textarea', { title: '例外原因' })]
    const records = reasons.map((reason, index) => ({ ...draft, ...about, id: String(index), no: `KC-${index}`, reason }))
    renderPage(
      <ActionScope screen={screenPlan({ summary: { ...summary, first } })}>
        <ActionButton action={actionPlan('pay', entityAction('pay'), { title: '付款' })} records={records} />
      </ActionScope>,
    )
    await userEvent.click(screen.getByText('付款'))
    const dialog = await findDialog(`确定要付款选中的 ${records.length} 项吗？`)
    const texts = () => [...dialog.querySelectorAll('.engine-decision-first')].map((each) => each.textContent)
    await waitFor(() => expect(texts()).toEqual(begin))
  })

  it('is the confirmation alone where there is no summary', async () => {
    renderButton(actionPlan('pay', entityAction('pay'), { title: '付款' }), { record: { ...draft, ...about } })
    await userEvent.click(screen.getByText('付款'))
    const dialog = await findDialog('确定要付款“KC-0007”吗？')
    expect(factsIn(dialog)).toEqual([])
  })
})

describe('what the server says', () => {
  it('E2 shows why a rule refuses, and closes the confirmation', async () => {
    renderButton(recalc, { serve: () => new Refusal(417, { message: '额度不足，差 1,000.00 元', code: 100501 }) })
    await userEvent.click(screen.getByRole('button'))
    expect(await screen.findByText('额度不足，差 1,000.00 元')).toBeDefined()
  })

  it('E2 is silent about 100520', async () => {
    const { requests } = renderButton(recalc, { serve: () => new Refusal(417, { message: '静默', code: 100520 }) })
    await userEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).toBeNull())
    expect(requests).toHaveLength(1)
    expect(screen.queryByText('静默')).toBeNull()
  })

  it('C2 is not asked without what the address needs, and the operator is told once', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { requests } = renderButton(recalc, { record: { ...draft, id: '' } })
    await userEvent.click(screen.getByRole('button'))
    expect(await screen.findByText('请求地址 /api/stock/recalc/{id} 缺少参数 id')).toBeDefined()
    await waitFor(() => expect(error).toHaveBeenCalled())
    error.mockRestore()
    expect(document.querySelectorAll('.ant-message-notice')).toHaveLength(1)
    expect(requests).toHaveLength(0)
  })

  it('asks the page’s data again when somebody else was faster', async () => {
    const { services } = renderButton(recalc, { serve: () => new Refusal(409, { error: '单据已被他人修改', code: 100409 }) })
    services.queries.setQueryData(['list', 'x'], { records: [] })
    await userEvent.click(screen.getByRole('button'))
    expect(await screen.findByText('单据已被他人修改')).toBeDefined()
    expect(services.queries.getQueryState(['list', 'x'])?.isInvalidated).toBe(true)
  })

  it.each([
    ['goes on in the dialog with the record as it is now, where the action is possible', 'DRAFT', 1, '数据已被他人修改'],
    ['closes the dialog where it is not, and says why', 'AUDITING', 0, '当前状态为“审批中”，不能驳回'],
  ])('%s', async (_name, status, open, told) => {
    const ask = [fieldPlan('remark', 'textarea', { title: '说明' })]
    const action = actionPlan('reject', entityAction('reject', { ask }), { title: '驳回', states: ['DRAFT'] })
    const { requests } = renderButton(action, {
      serve: ({ method, body }) => {
        if (method === 'GET') return { ...draft, version: 9, status }
        return (body as { version: number }).version === 9 ? {} : new Refusal(409, { error: '数据已被他人修改', code: 100409 })
      },
    })
    await userEvent.click(screen.getByText('驳回'))
    const dialog = await findDialog('驳回：KC-0007')
    await userEvent.type(screen.getByLabelText(/说明/), '不符')
    await confirm(dialog)
    expect(await screen.findByText(told)).toBeDefined()
    await waitFor(() => expect(screen.queryAllByLabelText(/说明/)).toHaveLength(open))
    // What the dialog itself says stays there.
    expect(document.querySelectorAll('.ant-message-notice')).toHaveLength(1 - open)
    if (open === 0) return
    await confirm(dialog)
    expect(await screen.findByText('已驳回')).toBeDefined()
    expect(requests.at(-1)?.body).toEqual({ version: 9, remark: '不符' })
  })
})

describe('the actions of a row', () => {
  const actions = ['edit', 'submit', 'approve', 'view', 'delete'].map((name) =>
    actionPlan(name, name === 'view' ? { kind: 'view', page: 'detail' } : entityAction(name), {
      title: name,
      states: name === 'approve' || name === 'submit' ? ['AUDITING'] : [],
    }),
  )
  const renderMenu = (): ReturnType<typeof renderPage> =>
    renderPage(
      <ActionScope screen={screenPlan({ pages: { detail: detailPage } })}>
        <ActionMenu actions={actions} record={draft} />
      </ActionScope>,
    )

  it('shows the next step, and the rest behind ⋯', async () => {
    renderMenu()
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['edit', '⋯'])
    // The pointer wakes antd's menu up, which takes the button's place.
    await userEvent.hover(screen.getByLabelText('KC-0007 的更多操作'))
    await waitFor(() => expect(screen.getByLabelText('KC-0007 的更多操作').className).toContain('ant-dropdown-trigger'))
    await userEvent.click(screen.getByLabelText('KC-0007 的更多操作'))
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['view', 'delete', 'submit', 'approve'])
    fireEvent.click(screen.getByText('approve'))
    expect(await screen.findByText('当前状态为“草稿”，不能approve')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('KC-0007 的更多操作'))
  })

  it('renders what is behind ⋯ once while it opens', async () => {
    renderMenu()
    await userEvent.hover(screen.getByLabelText('KC-0007 的更多操作'))
    await waitFor(() => expect(screen.getByLabelText('KC-0007 的更多操作').className).toContain('ant-dropdown-trigger'))
    const renders = await rendersDuring(() => userEvent.click(screen.getByLabelText('KC-0007 的更多操作')))
    expect(screen.getAllByRole('menuitem')).toHaveLength(4)
    expect(renders.get('Items')).toBe(1)
  })

  it('shows how to open the record where there is no step, and nothing else that only shows', () => {
    const print = actionPlan('print', { kind: 'print', page: 'detail' }, { title: 'print' })
    renderPage(
      <ActionScope screen={screenPlan({ pages: { detail: detailPage } })}>
        <ActionMenu actions={[print, ...actions.filter(({ name }) => name !== 'edit' && name !== 'delete')]} record={draft} />
      </ActionScope>,
    )
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['view', '⋯'])
  })

  it('says when ⋯ is alone, which takes no line of a card', () => {
    const [long, other] = ['打开这条记录的全部详情', '打印这条记录的全部内容'].map((title, index) =>
      actionPlan(`long${index}`, { kind: 'print', page: 'detail' }, { title }),
    )
    const menuOf = (more: typeof actions) =>
      renderPage(
        <ActionScope screen={screenPlan({ pages: { detail: detailPage } })}>
          <ActionMenu actions={more} record={draft} />
        </ActionScope>,
      )
    menuOf([long!, other!])
    expect(screen.getByRole('button').closest('[data-alone]')?.textContent).toBe('⋯')
    cleanup()
    menuOf([long!, ...actions])
    expect(document.querySelector('[data-alone]')).toBeNull()
  })

  it('gives no room to what cannot be taken back', () => {
    const closing = actionPlan('close', entityAction('close'), { title: 'close', danger: true })
    renderPage(
      <ActionScope screen={screenPlan({ pages: { detail: detailPage } })}>
        <ActionMenu actions={[closing, ...actions]} record={draft} />
      </ActionScope>,
    )
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['edit', '⋯'])
  })

  it('gives no room to what leads back to an earlier state', () => {
    const back = actionPlan('back', entityAction('back', { to: ['DRAFT'] }), { title: 'back' })
    renderPage(
      <ActionScope screen={screenPlan({ pages: { detail: detailPage } })}>
        <ActionMenu actions={[back, ...actions]} record={{ ...draft, status: 'AUDITING' }} />
      </ActionScope>,
    )
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['edit', '⋯'])
  })

  it('opens the page of a record by its address', async () => {
    const { address } = renderPage(
      <ActionScope screen={screenPlan({ pages: { detail: detailPage } })}>
        <ActionMenu actions={actions.filter(({ name }) => name === 'view')} record={draft} />
      </ActionScope>,
    )
    await userEvent.click(screen.getByText('view'))
    expect(address()).toBe('/stock/7')
  })
})

it('opens a link of the schema with the record’s values', async () => {
  const { address } = renderButton(actionPlan('audit', { kind: 'link', to: '/stock/auditing?id={id}' }))
  await userEvent.click(screen.getByRole('button'))
  expect(address()).toBe('/stock/auditing?id=7')
})

it('opens the product’s dialog for a widget, and names what is missing', async () => {
  const widget = actionPlan('match', { kind: 'widget', widget: 'bankFlow' })
  renderButton(widget, {
    extensions: { widgets: { bankFlow: ({ record, onClose }) => <button onClick={onClose}>流水 {record?.id}</button> } },
  })
  await userEvent.click(screen.getByText('match'))
  await userEvent.click(await screen.findByText('流水 7'))
  expect(screen.queryByText('流水 7')).toBeNull()
  cleanup()
  renderButton(widget)
  await userEvent.click(screen.getByText('match'))
  expect((await screen.findByRole('alert')).textContent).toContain('bankFlow')
})

describe('what follows an action', () => {
  const issue = actionPlan('issue', entityAction('issue', { ask: [fieldPlan('reason', 'text', { title: '原因' })] }), {
    title: '开具',
    leadsTo: 'look',
  })
  const look = actionPlan('look', { kind: 'widget', widget: 'look' }, { title: '查看' })
  const Look = ({ record }: { record?: RecordValues }) => <p>预览 {String(record?.['no'])}</p>
  const renderIssue = (setup: PageSetup = {}) =>
    renderPage(
      <ActionScope screen={screenPlan({ actions: { issue, look } })}>
        <ActionButton action={issue} record={draft} />
      </ActionScope>,
      { extensions: { widgets: { look: Look } }, ...setup },
    )

  it('opens in the place of its dialog when it is done', async () => {
    renderIssue()
    await userEvent.click(screen.getByRole('button', { name: '开具' }))
    await confirm(await findDialog('开具：KC-0007'))
    expect(await screen.findByText('预览 KC-0007')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText('预览 KC-0007')).toBeDefined()
  })

  it('does not when it was refused, or without the right to it', async () => {
    renderIssue({ serve: () => new Refusal(417, { message: '不能开具' }) })
    await userEvent.click(screen.getByRole('button', { name: '开具' }))
    await confirm(await findDialog('开具：KC-0007'))
    expect(await screen.findByText('不能开具')).toBeDefined()
    expect(screen.queryByText('预览 KC-0007')).toBeNull()
    cleanup()
    const { asked } = renderIssue({ rights: { userId: '1', opens: () => true, can: (code) => code !== 'stock_look' } })
    await userEvent.click(screen.getByRole('button', { name: '开具' }))
    await confirm(await findDialog('开具：KC-0007'))
    await waitFor(() => expect(asked('/issue/7')).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText('预览 KC-0007')).toBeNull()
  })
})
