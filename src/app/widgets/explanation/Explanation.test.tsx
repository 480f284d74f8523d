import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { screenPlan } from '../../../../engine/client/testing/plans'
import { Refusal, renderPage, type PageSetup } from '../../../../engine/client/testing/renderPage'
import { derive } from '../../../../engine/core/derivation'
import { penaltyRows } from '../../../rules/debt/accrual'
import { spoken } from '../../../rules/debt/explain'
import { noteOf } from '../../../rules/debt/testing'
import { Explanation } from './Explanation'

afterEach(cleanup)

const explain = {
  name: 'explain',
  method: 'GET' as const,
  url: '/api/finance/interest/{id}/explain',
  permission: 'interestquery_view',
  description: '',
  query: [],
  body: [],
}

const penalty = derive({
  title: 'owed.unpaidPenalty',
  formula: 'sum(rows)',
  rounding: { decimals: 2, mode: 'halfUp' },
  inputs: { rows: penaltyRows(noteOf(), '2026-09-09').map(({ derivation }) => derivation) },
})

function render(serve: PageSetup['serve'] = () => ({ unpaidPenalty: spoken(penalty) })) {
  const onClose = vi.fn<() => void>()
  return {
    ...renderPage(<Explanation screen={screenPlan({ extra: { explain } })} record={{ id: '7' }} onClose={onClose} />, { serve }),
    onClose,
  }
}

/** Opens an amount; the simulated browser has no clicks on summaries. */
function openAmount(summary: Element): void {
  const details = summary.closest('details')!
  details.open = true
  fireEvent(details, new Event('toggle'))
}

it('shows each amount, and its formula with the figures and the rounding once it is opened', async () => {
  render(() => ({ unpaidPenalty: spoken(penalty), unpaidInterest: { title: '未付利息', value: '1.00', text: '1.00' } }))
  const summary = await screen.findByText('未付罚息')
  expect(screen.getByText('335.41')).toBeDefined()
  expect(screen.queryByText(/当日罚息/)).toBeNull()
  openAmount(summary)
  expect(
    await screen.findByText('= 167.706000, 33.541200, 33.541200, …, 33.541200', {
      exact: false,
      normalizer: (text) => text.replace('合计(', '').replace(')', ''),
    }),
  ).toBeDefined()
  expect(screen.getAllByText('当日罚息')).toHaveLength(6)
  openAmount(screen.getAllByText('当日罚息')[0]!)
  expect(await screen.findByText('= 335,412.00 × 7.2000% × 50.0000% × 5 ÷ 360 = 167.706000（四舍五入到 6 位小数）')).toBeDefined()
  for (const figure of ['335,412.00', '7.2000%', '50.0000%', '5', '360']) expect(screen.getByText(figure)).toBeDefined()
})

it('says why a formula is the one, where one was chosen', async () => {
  const chosen = derive({ title: 'owed.total', formula: 'principal', because: ['到期日早于今日 成立'], inputs: { principal: penalty } })
  render(() => ({ totalDue: spoken(chosen) }))
  expect(await screen.findByText('因为 到期日早于今日 成立')).toBeDefined()
})

it('of a single amount shows the formula at once', async () => {
  render()
  expect(await screen.findAllByText('当日罚息')).toHaveLength(6)
})

it('says why it cannot be shown, tries again, and is closed', async () => {
  let broken = true
  const { onClose } = render(() => {
    if (broken) return new Refusal(417, { message: '借据已不在' })
    return { unpaidPenalty: spoken(penalty) }
  })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('借据已不在')
  broken = false
  await userEvent.click(screen.getByRole('button', { name: /重\s?试/ }))
  expect(await screen.findByText('未付罚息')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: /Close|关闭/ }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

it('names the record that a figure stands in, and opens its page where the reader has one', async () => {
  const bare = { title: '净敞口', value: '1.00', text: '1.00' }
  const inputs = [
    { ...bare, title: '保证金', source: { entity: 'bond', id: '3', label: 'BZ-3', href: '/bond/3' } },
    { ...bare, title: '到期未付费用', source: { entity: 'receivable', id: '4', label: 'YS-4' } },
  ]
  const { address } = render(() => ({ exposure: { ...bare, formula: '保证金', figures: '1.00', inputs } }))
  openAmount(await screen.findByText('净敞口'))
  expect((await screen.findByText('YS-4')).closest('a')).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'BZ-3' }))
  expect(address()).toBe('/bond/3')
})
