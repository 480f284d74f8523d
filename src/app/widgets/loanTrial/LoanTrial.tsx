import type { WidgetProps } from '../../../../engine/client/context'
import { formatDecimal, formatPercent } from '../../../../engine/core/decimal'
import type { Values } from '../fieldForm/checkValues'
import { extraEndpoint } from '../fieldForm/extraEndpoint'
import { Figures } from '../fieldForm/Figures'
import { useWaterFigure } from '../fieldForm/useWaterFigure'
import { GoodsQuestion } from '../goodsQuestion/GoodsQuestion'
import type { GoodsFigure } from '../goodsQuestion/GoodsTable'
import { useWholeRecord } from '../goodsQuestion/useWholeRecord'

interface ValuedGoods {
  /** Absent when no base rate covers the goods. */
  pledgeRate?: string
  financeAmount?: string
}

interface LoanTrialAnswer {
  goods: ValuedGoods[]
  financeable: string
  bondAmount: string
  dueDate: string
  interest: string
  /** Absent when the goods are worth nothing. */
  initialRate?: string
  ltv: string
  waterLevel: string
  available?: string
}

const head = ['productId', 'borrowerId', 'customerLineId', 'warehouseId', 'appliedAmount', 'startDate']
const columns = ['goodsId', 'stockBatchId', 'qty', 'unitPrice']
const figures: GoodsFigure<LoanTrialAnswer>[] = [
  { title: '质押率', of: ({ goods }, index) => goods[index] && percentOf(goods[index]) },
  { title: '可融资额', of: ({ goods }, index) => goods[index] && formatDecimal(goods[index].financeAmount, 2) },
]

/** What goods can be financed with under a product. */
export function LoanTrial({ screen, record: seen, onClose }: WidgetProps) {
  const { pending, record } = useWholeRecord(screen, seen)
  if (pending) return null
  return (
    <GoodsQuestion<LoanTrialAnswer>
      screen={screen}
      record={record}
      endpoint={extraEndpoint(screen, 'trial')}
      title={record ? `融资试算：${String(record['loanNo'] ?? '')}` : '融资试算'}
      ask="试算"
      head={head}
      columns={columns}
      changed={withoutLine}
      figures={figures}
      Result={Result}
      onClose={onClose}
    />
  )
}

/** A line belongs to one borrower and product. */
function withoutLine(values: Values, name: string): Values {
  return name === 'productId' || name === 'borrowerId' ? { ...values, customerLineId: undefined } : values
}

function percentOf({ pledgeRate }: ValuedGoods): string {
  return pledgeRate === undefined ? '无适用质押率' : formatPercent(pledgeRate, 2)
}

function Result({ answer }: { answer: LoanTrialAnswer }) {
  const { financeable, bondAmount, dueDate, interest, initialRate, ltv, waterLevel, available } = answer
  const waterFigure = useWaterFigure()
  const money = (value: string): string => `${formatDecimal(value, 2)} 元`
  return (
    <Figures
      label="试算结果"
      figures={[
        { title: '可融资额合计', value: money(financeable) },
        ...(available === undefined ? [] : [{ title: '额度可用', value: money(available) }]),
        { title: '保证金', value: money(bondAmount) },
        { title: '到期利息', value: money(interest), note: `到期日 ${dueDate}` },
        ...(initialRate === undefined ? [] : [{ title: '初始质押率', value: formatPercent(initialRate, 2) }]),
        waterFigure('初始水位', ltv, waterLevel),
      ]}
    />
  )
}
