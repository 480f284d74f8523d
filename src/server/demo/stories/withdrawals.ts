import type { Decimal } from '../../../../engine/core/decimal'
import type { Withdrawal } from '../../generated/withdrawal'
import { businesses } from '../flows/business'
import type { Press } from '../office'
import type { World } from '../world'

const screen = 'funds/customerWithdrawalPayment'

type WithdrawalEnd = 'DRAFT' | 'AUDITING' | 'REJECTED' | 'APPROVED' | 'PAYING' | 'PAID' | 'FAILED' | 'CANCELLED'

/** S01, S24: what a customer takes out of its advance deposit, a withdrawal for each state. */
export function planWithdrawals(world: World): void {
  const ends: [day: string, until: WithdrawalEnd, amount: Decimal, reason: string][] = [
    ['2026-11-12', 'PAID', '20000.00', '结余货款提回'],
    ['2026-11-13', 'CANCELLED', '5000.00', '预存款用于下月还款，不再提现'],
    ['2026-11-16', 'FAILED', '8000.00', '补充流动资金'],
    ['2026-11-17', 'REJECTED', '12000.00', '支付运费'],
    ['2026-11-18', 'PAYING', '6000.00', '支付包装费'],
    ['2026-11-19', 'APPROVED', '9000.00', '补充流动资金'],
    ['2026-11-19', 'AUDITING', '7500.00', '支付检测费'],
    ['2026-11-20', 'DRAFT', '3000.00', '结余提现'],
  ]
  for (const [day, until, amount, reason] of ends)
    world.diary.at(day, '16:05', 'a withdrawal', () => withdraw(world, until, amount, reason))
}

async function withdraw({ office, names, clock }: World, until: WithdrawalEnd, amount: Decimal, withdrawReason: string): Promise<void> {
  const { borrower, party } = businesses.dairy
  const [borrowerId, fundingPartyId] = [names.id('enterprise', borrower), names.id('enterprise', party)]
  const owner = { borrowerId, fundingPartyId, fundAccountKind: 'ADVANCE', currency: 'CNY' }
  const [account] = await office.system.work((tools) => tools.find('fundAccount', owner))
  let current: Withdrawal = await (
    await office.as('op01')
  ).add(screen, {
    borrowerId,
    fundingPartyId,
    departmentId: account?.departmentId ?? '',
    fundAccountId: account?.id ?? '',
    currency: 'CNY',
    amount,
    feeAmount: '10.00',
    payeeAccountId: names.id('account', borrower),
    payChannel: 'BANK',
    withdrawReason,
  })
  const act: Press<typeof screen> = async (userName, action, ...form) => {
    current = await (await office.as(userName)).act(screen, current.id, action, ...form)
  }
  if (until === 'DRAFT') return
  await act('op01', 'submit')
  if (until === 'AUDITING') return
  if (until === 'REJECTED') return act('fm01', 'reject', { opinion: '请补充用途证明' })
  if (until === 'CANCELLED') {
    await act('op01', 'withdraw')
    return act('op01', 'cancel', { opinion: '客户撤回申请' })
  }
  await act('fm01', 'approve', { opinion: '同意' })
  if (until === 'APPROVED') return
  const bankAccountId = names.id('bankAccount', `${party}放款户`)
  await act('fn01', 'pay', { bankAccountId, bankSerialNo: `TX-${current.withdrawalNo}`, paidAt: clock.now() })
  if (until === 'PAID') await act('fm01', 'confirmPaid')
  if (until === 'FAILED') await act('fn01', 'fail', { failReason: '收款行退汇：账户名不符' })
}
