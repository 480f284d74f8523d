import type { WidgetProps } from '../../../../engine/client/context'
import { formatDecimal } from '../../../../engine/core/decimal'
import type { ImportTax as Taxes, TaxLine } from '../../../rules/importTax'
import { extraEndpoint } from '../fieldForm/extraEndpoint'
import { Figures } from '../fieldForm/Figures'
import { GoodsQuestion } from '../goodsQuestion/GoodsQuestion'
import type { GoodsFigure } from '../goodsQuestion/GoodsTable'
import { useWholeRecord } from '../goodsQuestion/useWholeRecord'

interface TaxAnswer extends Taxes {
  exchangeRate: string
}

const head = ['customsMode', 'currency', 'exchangeRate', 'freight', 'insurance']
const columns = ['goodsId', 'amount']
const taxOf =
  (name: keyof TaxLine, decimals = 2): GoodsFigure<TaxAnswer>['of'] =>
  ({ lines }, index) =>
    lines[index] && formatDecimal(lines[index][name], decimals)
const figures: GoodsFigure<TaxAnswer>[] = [
  { title: '完税价格', of: taxOf('dutiableValue', 0) },
  { title: '关税', of: taxOf('duty') },
  { title: '消费税', of: taxOf('consumptionTax') },
  { title: '增值税', of: taxOf('vat') },
]

/** What importing goods costs in taxes (rule E-19), by the rates in the files of the goods. */
export function ImportTax({ screen, record: seen, onClose }: WidgetProps) {
  const { pending, record } = useWholeRecord(screen, seen)
  if (pending) return null
  return (
    <GoodsQuestion<TaxAnswer>
      screen={screen}
      record={record}
      endpoint={extraEndpoint(screen, 'taxCalculation')}
      title={record ? `税款计算：${String(record['loanNo'] ?? '')}` : '税款计算'}
      ask="计算"
      head={head}
      columns={columns}
      presets={{ customsMode: 'GENERAL', currency: 'USD' }}
      figures={figures}
      Result={Result}
      onClose={onClose}
    />
  )
}

function Result({ answer }: { answer: TaxAnswer }) {
  const { exchangeRate, insurance, dutiableValue, duty, consumptionTax, vat, totalTax } = answer
  const yuan = (value: string): string => `${formatDecimal(value, 2)} 元`
  const from = `完税价格 ${formatDecimal(dutiableValue, 0)} 元，汇率 ${exchangeRate}，含保险费 ${formatDecimal(insurance, 2)}（原币）`
  return (
    <Figures
      label="计算结果"
      figures={[
        { title: '关税', value: yuan(duty) },
        { title: '消费税', value: yuan(consumptionTax) },
        { title: '增值税', value: yuan(vat) },
        { title: '税款合计', value: yuan(totalTax), note: from },
      ]}
    />
  )
}
