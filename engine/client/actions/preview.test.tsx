import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { EffectsResponse, RecordValues, TryResponse } from '../../core/wire'
import { fieldPlan } from '../../core/testing/fieldPlans'
import { confirm, confirmingButton, findDialog } from '../testing/dialogs'
import { createGate } from '../testing/gate'
import { actionPlan, entityAction, screenPlan } from '../testing/plans'
import { Refusal, renderPage, type PageSetup, type ServedRequest } from '../testing/renderPage'
import { ActionButton } from './ActionButton'
import { ActionScope } from './ActionScope'

beforeAll(() => import('../dialogs/ActionDialogs'))
afterEach(cleanup)

const record: RecordValues = { id: '7', version: 3, no: 'KC-0007', status: 'DRAFT' }
const approve = actionPlan('approve', entityAction('approve', { preview: true, ask: [fieldPlan('amount', 'money', { title: '金额' })] }), {
  title: '审批',
})
const close = actionPlan('close', entityAction('close', { preview: true }), { title: '关闭' })

function effects(after: string, more: Partial<EffectsResponse> = {}): EffectsResponse {
  const reserved = { title: '已占用', unit: '元', before: '0.00', after }
  const left = { title: '可用', before: '10', after: '7' }
  return {
    hash: after.padStart(64, '0'),
    figures: [],
    balances: [
      { ledger: '额度', title: '卡', label: 'C-1', buckets: [reserved] },
      { ledger: '库存', title: '书', label: '地图集', buckets: [left] },
    ],
    holds: [
      { ledger: '额度', label: 'C-1', bucket: reserved },
      { ledger: '包裹', label: 'P-1', bucket: { title: '已接管', before: '2', after: '0' } },
    ],
    created: [{ title: '出库单' }],
    changed: [{ title: '心愿', label: 'W-1', from: '等待', to: '已唤醒' }],
    ...more,
  }
}
const response = (given: Partial<TryResponse>): TryResponse => ({ asOf: '2026-11-20T02:03:04.000Z', problems: [], ...given })

function open(action: typeof approve, serve: NonNullable<PageSetup['serve']>) {
  const page = renderPage(
    <ActionScope screen={screenPlan()}>
      <ActionButton action={action} record={record} />
    </ActionScope>,
    { serve },
  )
  const tried = (): ServedRequest[] => page.asked(`/try/${action.name}/7`)
  const done = (): ServedRequest[] => page.requests.filter(({ path }) => path === `/api/stock/${action.name}/7`)
  return { ...page, tried, done }
}
const pressButton = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const isTry = ({ path }: ServedRequest) => path.includes('/try/')
const panel = () => screen.findByRole('region', { name: '确认后将产生的变动' })
const cells = async () =>
  within(await panel())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

it('shows what an action will book before it is confirmed, and confirms that', async () => {
  const { tried, done } = open(approve, (request) => (isTry(request) ? response({ effects: effects('4.50') }) : record))
  await pressButton('审批')
  await waitFor(async () => expect(await cells()).toEqual(['卡 C-1已占用0.00 → 4.50 元', '书 地图集可用10 → 7', '本单占用 P-1已接管2 → 0']))
  const items = within(await panel()).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent?.trim())).toEqual(['将生成：出库单', '心愿 W-1：等待 → 已唤醒'])
  expect(tried().map(({ body }) => body)).toEqual([{ version: 3 }])
  expect(done()).toEqual([])
  await confirm()
  await waitFor(() => expect(done()).toHaveLength(1))
  expect(done()[0]?.query.get('preview')).toBe(effects('4.50').hash)
})

it('says which figures of the record itself are reckoned anew', async () => {
  const figures = [{ title: '利息', unit: '元', before: '10.00', after: '12.00' }]
  open(approve, (request) => (isTry(request) ? response({ effects: effects('4.50', { figures }) }) : record))
  await pressButton('审批')
  await waitFor(async () => expect((await cells())[0]).toBe('本单 利息10.00 → 12.00 元'))
  expect((await panel()).textContent).toContain('本单金额与现在显示的不同')
})

it('says documents of one kind that have no number yet once, with their count, and that their balances are new', async () => {
  const fresh = (after: string) => ({ ledger: '台账', title: '书', label: '', buckets: [{ title: '可用', before: '0', after }] })
  const created = [{ title: '书' }, { title: '书' }, { title: '出库单' }]
  const several = { ...effects('4.50'), balances: [fresh('3'), fresh('1')], holds: [], created, changed: [] }
  open(approve, (request) => (isTry(request) ? response({ effects: several }) : record))
  await pressButton('审批')
  await waitFor(async () => expect(await cells()).toEqual(['书（新）可用0 → 3', '书（新）可用0 → 1']))
  const items = within(await panel()).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent?.trim())).toEqual(['将生成：书 2 条', '将生成：出库单'])
})

it('asks for a confirmation of an action that asks nothing', async () => {
  const { done } = open(close, (request) =>
    isTry(request) ? response({ effects: effects('1.00', { balances: [], holds: [], created: [], changed: [] }) }) : record,
  )
  await pressButton('关闭')
  const dialog = await findDialog('关闭：KC-0007')
  expect(dialog.textContent).toContain('关闭')
  await waitFor(async () => expect((await panel()).textContent).toContain('除本单状态外，没有其他变动'))
  await confirm()
  await waitFor(() => expect(done()).toHaveLength(1))
})

it('computes anew while the dialog is filled, and hears the newest answer alone', async () => {
  const first = createGate()
  const { tried } = open(approve, async (request) => {
    if (request.body['amount'] === undefined) {
      await first.opened
      return response({ effects: effects('9.99') })
    }
    return response({ effects: effects(`${String(request.body['amount'])}.00`) })
  })
  await pressButton('审批')
  await userEvent.type(await screen.findByLabelText('金额'), '25')
  expect(confirmingButton().disabled).toBe(true)
  await waitFor(async () => expect((await cells())[0]).toContain('→ 25.00'))
  // Both digits came before the rest was over.
  expect(tried().map(({ body }) => body['amount'])).toEqual([undefined, '25'])
  expect(tried()[0]?.signal?.aborted).toBe(true)
  await act(async () => first.open())
  expect((await cells())[0]).toContain('→ 25.00')
  expect(confirmingButton().disabled).toBe(false)
})

it('shows the new figures marked, when they have become others, and confirms those', async () => {
  const now = effects('5.00')
  let confirmed = 0
  const { done } = open(approve, (request) => {
    if (isTry(request)) return response({ effects: effects('4.50') })
    confirmed += 1
    return confirmed === 1 ? new Refusal(409, { type: '/problems/preview-changed', detail: 'x', code: 100413, effects: now }) : record
  })
  await pressButton('审批')
  await waitFor(async () => expect((await cells())[0]).toContain('4.50'))
  await confirm()
  await waitFor(async () => expect((await panel()).textContent).toContain('数据有变动'))
  expect(await cells()).toEqual(['卡 C-1已占用0.00 → 5.00 元有变', '书 地图集可用10 → 7', '本单占用 P-1已接管2 → 0'])
  await confirm()
  await waitFor(() => expect(done()).toHaveLength(2))
  expect(done().map(({ query }) => query.get('preview'))).toEqual([effects('4.50').hash, now.hash])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it.each([
  ['once where the preview has told it', '额度不足', 1],
  ['beside another one that the preview has told', '额度已冻结', 2],
])('says why the action was refused %s', async (_how, refusal, alerts) => {
  const problems = [{ pointer: '', path: '', rule: 'refused', detail: '额度不足' }]
  open(approve, (request) => {
    if (isTry(request)) return response({ problems })
    return request.method === 'GET' ? record : new Refusal(417, { message: refusal, code: 100501 })
  })
  await pressButton('审批')
  await waitFor(async () => expect((await panel()).textContent).toContain('额度不足'))
  const dialog = await findDialog('审批：KC-0007')
  await confirm()
  await waitFor(() => expect(dialog.textContent).toContain(refusal))
  await waitFor(() => expect(confirmingButton().disabled).toBe(false))
  expect(
    within(dialog)
      .getAllByRole('alert')
      .map(({ textContent }) => textContent),
  ).toHaveLength(alerts)
})

it('does not say that it may be confirmed all the same when somebody else has changed the record', async () => {
  open(approve, (request) => (isTry(request) ? new Refusal(409, { detail: '数据已被他人修改', error: '数据已被他人修改' }) : record))
  await pressButton('审批')
  await waitFor(async () => expect((await panel()).textContent).toContain('数据已被他人修改'))
  expect((await panel()).textContent).not.toContain('仍可确认')
})

it.each<[string, TryResponse | Refusal, string]>([
  ['why it would be refused', response({ problems: [{ pointer: '', path: '', rule: 'refused', detail: '额度不足' }] }), '额度不足'],
  ['what is missing', response({ problems: [{ pointer: '/amount', path: 'amount', rule: 'required', detail: '金额' }] }), '填写完整后显示'],
  ['what it may not show', response({ effects: effects('1.00', { hidden: true }) }), '另有您无权查看的变动'],
  ['that it cannot be computed', new Refusal(503, { detail: '忙', error: '忙' }), '暂时无法计算'],
])('tells %s', async (_what, told, text) => {
  const { done } = open(approve, (request) => (isTry(request) ? told : record))
  await pressButton('审批')
  await waitFor(async () => expect((await panel()).textContent).toContain(text))
  // The server decides; a preview that did not come keeps nobody from working.
  await confirm()
  await waitFor(() => expect(done()).toHaveLength(1))
})
