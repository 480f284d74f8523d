import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BrowserScreenPlan, RecordPagePlan } from '../../core/plan'
import { fieldPlan, itemPlan } from '../../core/testing/fieldPlans'
import type { HistoryEntry, RecordValues } from '../../core/wire'
import { ActionButton } from '../actions/ActionButton'
import { ActionScope } from '../actions/ActionScope'
import { inRouter } from '../form/testing/inRouter'
import { confirm, findDialog } from '../testing/dialogs'
import { createGate } from '../testing/gate'
import { actionPlan, columnPlan, detailPage, entityAction, screenPlan } from '../testing/plans'
import { Refusal, renderPage, type PageSetup } from '../testing/renderPage'
import { RecordPage } from './RecordPage'

const opinion = fieldPlan('opinion', 'textarea', { title: '审批意见' })
const proof = fieldPlan('proof', 'files', { title: '凭证' })
const detail: RecordPagePlan = {
  ...detailPage,
  route: '/stock/detail',
  sections: [{ title: '基本', items: [itemPlan(proof)] }],
  tabs: [
    { kind: 'attachments', title: '附件' },
    { kind: 'history', title: '审批记录' },
  ],
  actions: ['approve'],
}
const approve = actionPlan('approve', entityAction('approve', { ask: [opinion], to: ['APPROVED'] }), {
  title: '审批通过',
  states: ['AUDITING'],
})
const submit = actionPlan(
  'submit',
  entityAction('submit', { to: ['AUDITING'], set: { submittedAt: { kind: 'literal', value: 'x' } as never } }),
  {
    title: '提交',
    states: ['DRAFT'],
  },
)
const base = screenPlan()
const screen: BrowserScreenPlan = { ...base, pages: { ...base.pages, detail }, actions: { ...base.actions, approve, submit } }
const record: RecordValues = { id: '7', version: 3, no: 'KC-0007', status: 'AUDITING', proof: [{ id: 'p', name: '凭证.pdf', size: 2048 }] }

const step = (id: number, action: string, from?: string, to?: string, changes?: HistoryEntry['changes']): HistoryEntry => ({
  id: String(id),
  action,
  actionTitle: action,
  from,
  to,
  operator: '王芳',
  at: '2026-11-20T01:00:00.000Z',
  changes,
})
const first = [step(1, 'create', undefined, 'DRAFT'), step(2, 'submit', 'DRAFT', 'AUDITING')]
const changed = (count: number): HistoryEntry[] => [
  ...first,
  step(3, 'reject', 'AUDITING', 'DRAFT'),
  step(
    4,
    'edit',
    undefined,
    undefined,
    Array.from({ length: count }, (_, index) => ({ field: `f${index}`, title: `字段${index}`, before: '旧', after: `新${index}` })),
  ),
  step(5, 'submit', 'DRAFT', 'AUDITING', [{ field: 'submittedAt', title: '提交时间', before: '1', after: '2' }]),
]
const file = { id: 'a', name: '合同.pdf', size: 1024, type: 'application/pdf', uploadedBy: '张三', uploadedAt: '2026-03-05T01:02:03Z' }

function open(history: unknown, files: unknown = [], plan = screen, first: (method: string, path: string) => unknown = () => undefined) {
  const serve: PageSetup['serve'] = ({ method, path }) => {
    const own = first(method, path)
    if (own !== undefined) return own
    if (path.endsWith('/history/7')) return history
    if (path.endsWith('/attach/7')) return files
    return method === 'GET' ? structuredClone(record) : {}
  }
  return renderPage(
    <ActionScope screen={plan}>
      <ActionButton action={approve} record={record} />
    </ActionScope>,
    { serve },
  )
}
async function decide(): Promise<HTMLElement> {
  await userEvent.click(page.getByRole('button', { name: '审批通过' }))
  return findDialog('审批通过：KC-0007')
}

beforeEach(() => window.sessionStorage.clear())
afterEach(cleanup)

describe('a dialog that decides', () => {
  it('shows the first lines that are decided on, the sums of all, and the way to the others', async () => {
    const qty = fieldPlan('qty', 'digit', { title: '数量', decimals: 0 })
    const columns = [
      { ...columnPlan(fieldPlan('goods', 'text', { title: '商品' })), card: 'number' as const },
      { ...columnPlan(qty), total: true, card: 'fact' as const },
    ]
    const shows = actionPlan('approve', entityAction('approve', { to: ['APPROVED'], shows: ['goods'] }), {
      title: '审批通过',
      states: ['AUDITING'],
    })
    const summary = { about: fieldPlan('no', 'text'), figures: [], lines: { goods: { title: '商品明细', columns } } }
    const plan = { ...screen, summary, actions: { ...screen.actions, approve: shows } }
    const goods = Array.from({ length: 10 }, (_, index) => ({ id: `g${index}`, goods: `货物${index}`, qty: 2 }))
    const serve: PageSetup['serve'] = ({ path }) => (/(?:history|attach)\/7$/.test(path) ? [] : { ...record, goods })
    renderPage(
      <ActionScope screen={plan}>
        <ActionButton action={shows} record={record} />
      </ActionScope>,
      { serve },
    )
    // It asks for nothing, and yet it is no mere question.
    const lines = within(await decide())
    const table = await lines.findByRole('table')
    expect(within(table).getAllByRole('row')).toHaveLength(1 + 8 + 1)
    expect(within(table).getByText('货物7')).toBeDefined()
    expect(within(table).queryByText('货物8')).toBeNull()
    expect(within(table).getAllByRole('row').at(-1)?.textContent).toBe('合计20')
    expect(lines.getByRole('region', { name: '商品明细（10 行）' })).toBeDefined()
    expect(lines.getByRole('link', { name: '还有 2 行' }).getAttribute('href')).toBe('/stock/detail?id=7')
  })

  it('shows what was changed since the last submission, asked for when it opens, and not what actions wrote', async () => {
    const { asked } = open(changed(2))
    expect(asked('/history/7')).toEqual([])
    const dialog = await decide()
    const block = (await within(dialog).findByText(/自上次提交以来的修改/)).closest('details')
    expect(block?.open).toBe(true)
    expect(block?.querySelector('summary')?.textContent).toBe('自上次提交以来的修改 (2)')
    expect([...(block?.querySelectorAll('dl > div') ?? [])].map((each) => each.textContent)).toEqual(['字段0旧 → 新0', '字段1旧 → 新1'])
  })

  it('folds more than five changes, and says how many there are', async () => {
    open(changed(6))
    const dialog = await decide()
    const block = (await within(dialog).findByText('自上次提交以来的修改 (6)')).closest('details')
    expect(block?.open).toBe(false)
  })

  it('says nothing of changes at a first submission, and nothing of files where there are none', async () => {
    const { asked } = open(first)
    const dialog = await decide()
    await waitFor(() => expect(asked('/history/7')).toHaveLength(1))
    await waitFor(() => expect(within(dialog).queryByText('加载中…')).toBeNull())
    expect(within(dialog).queryByText(/自上次提交/)).toBeNull()
    expect(within(dialog).getByText(/附件 \(1\)/)).toBeDefined()
    cleanup()
    const bare = { ...screen, pages: { ...screen.pages, detail: { ...detail, sections: [] } } }
    open(first, [], bare)
    const other = await decide()
    await waitFor(() => expect(within(other).queryByText('加载中…')).toBeNull())
    expect(within(other).queryByText(/附件/)).toBeNull()
  })

  it('names the files of the record and of its fields, with their size, each to be opened', async () => {
    open(first, [file])
    const dialog = await decide()
    const list = (await within(dialog).findByText('附件 (2)')).parentElement
    expect([...(list?.querySelectorAll('li') ?? [])].map((each) => each.textContent)).toEqual(['合同.pdf1.0 KB', '凭证凭证.pdf2.0 KB'])
    expect(within(dialog).getByRole('button', { name: '合同.pdf' }).title).toBe('预览文件')
  })

  it('can be confirmed while that is loading, and when it could not be loaded', async () => {
    const slow = createGate()
    const { requests } = open(slow.opened.then(() => new Refusal(500, { title: '服务器错误' })))
    const dialog = await decide()
    expect((await within(dialog).findAllByText('加载中…')).length).toBeGreaterThan(0)
    slow.open()
    expect(await within(dialog).findByText(/修改记录加载失败/)).toBeDefined()
    await userEvent.click(within(dialog).getByRole('button', { name: '审批通过' }))
    await waitFor(() =>
      expect(requests.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/api/stock/approve/7']),
    )
  })

  it('asks for no history that the server does not tell', async () => {
    const untold = { ...screen, pages: { ...screen.pages, detail: { ...detail, tabs: [] } } }
    const { asked } = open(changed(2), [file], untold)
    const dialog = await decide()
    await within(dialog).findByText('附件 (1)')
    expect([asked('/history/7'), asked('/attach/7')]).toEqual([[], []])
  })
})

describe('two people who decide on the same record', () => {
  it('are told who was first, by what and when; the opinion of the second stays to be copied, and the list is loaded again', async () => {
    const decided = [...first, { ...step(3, '审批通过', 'AUDITING', 'APPROVED'), opinion: '同意放款' }]
    const { requests } = open(first, [], screen, (method, path) => {
      if (method === 'POST') return new Refusal(409, { message: '记录已被修改', error: '记录已被修改', code: 100409 })
      if (path.endsWith('/history/7')) return decided
      return path === '/api/stock/7' ? { ...record, status: 'DRAFT', version: 4 } : undefined
    })
    const dialog = await decide()
    await userEvent.type(within(dialog).getByLabelText('审批意见'), '我看可以')
    await confirm(dialog)
    expect(await within(dialog).findByText(/^王芳 已于 .* 审批通过，意见：同意放款$/)).toBeDefined()
    expect(within(dialog).getByLabelText<HTMLTextAreaElement>('审批意见').value).toBe('我看可以')
    expect(within(dialog).getByText('填写的内容没有提交，仍在下方，可复制后关闭')).toBeDefined()
    expect(within(dialog).queryByRole('button', { name: '审批通过' })).toBeNull()
    await confirm(dialog)
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })
})

it('stands above the bar of an approval page too', async () => {
  const { element } = inRouter(<RecordPage screen={screen} page={detail} />)
  renderPage(element, {
    address: '/stock/detail?id=7&mode=approve',
    serve: ({ path }) => (path.endsWith('/history/7') ? changed(1) : path.endsWith('/attach/7') ? [] : structuredClone(record)),
  })
  expect(await page.findByText('自上次提交以来的修改 (1)')).toBeDefined()
})
