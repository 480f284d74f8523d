import { formatDecimal, formatPercent } from '../../../../engine/core/decimal'
import { Figures } from '../fieldForm/Figures'
import type { LoanTrialAnswer } from './trialValues'

export function LoanTrialResult({ answer }: { answer: LoanTrialAnswer }) {
  const { financeable, bondAmount, dueDate, interest, initialRate, available } = answer
  const money = (value: string): string => `${formatDecimal(value, 2)} 元`
  return (
    <Figures
      label="试算结果"
      figures={[
        { title: '可融资额合计', value: money(financeable) },
        ...(available === undefined ? [] : [{ title: '额度可用', value: money(available) }]),
        { title: '保证金', value: money(bondAmount) },
        { title: '到期利息', value: money(interest), note: `到期日 ${dueDate}` },
        { title: '初始融资比例', value: formatPercent(initialRate, 2) },
      ]}
    />
  )
}
