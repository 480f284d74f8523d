import { useState, type FormEvent } from 'react'
import { Button } from '../../../../engine/client/actions/Button'
import { useServices, type WidgetProps } from '../../../../engine/client/context'
import { formatDecimal } from '../../../../engine/core/decimal'
import { checkValues, type Values } from '../fieldForm/checkValues'
import { extraEndpoint } from '../fieldForm/extraEndpoint'
import { FieldRow } from '../fieldForm/FieldRow'
import { Figures } from '../fieldForm/Figures'
import { useAsking } from '../fieldForm/useAsking'
import { useWaterFigure } from '../fieldForm/useWaterFigure'
import '../widgets.css'

interface TrialAnswer {
  dueDate: string
  graceEndDate: string
  days: number
  interest: string
  overdueDays: number
  penalty: string
  exposure: string
  ltv?: string
  waterLevel?: string
}

/** What a loan under this product would cost, and how far it would be covered; the server reckons. */
export function ProductTrial({ screen, record }: WidgetProps) {
  const { environment } = useServices()
  const endpoint = extraEndpoint(screen, 'trial')
  const fields = endpoint.body.filter((field) => field.name !== 'productId')
  const [values, setValues] = useState<Values>(() => ({ startDate: environment().today }))
  const { answer, problems, busy, setProblems, ask } = useAsking<TrialAnswer>(endpoint)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const found = checkValues(fields, values, environment())
    setProblems(found)
    if (Object.keys(found).length === 0) void ask({ ...values, productId: record?.id })
  }
  return (
    <div className="app-trial">
      <form className="app-form app-trial-form" noValidate aria-label="试算条件" onSubmit={submit}>
        {fields.map((field) => (
          <FieldRow
            key={field.name}
            field={field}
            value={values[field.name]}
            problem={problems[field.name]}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
        <Button type="submit" look="primary" busy={busy}>
          试算
        </Button>
      </form>
      <ProductTrialResult answer={answer} />
    </div>
  )
}

function ProductTrialResult({ answer }: { answer: TrialAnswer | undefined }) {
  const waterFigure = useWaterFigure()
  if (!answer) return <p className="app-trial-empty">填写条件后点击“试算”，此处显示利息、罚息与水位。</p>
  return (
    <Figures
      label="试算结果"
      figures={[
        { title: '利息', value: `${formatDecimal(answer.interest, 2)} 元`, note: `计息 ${answer.days} 天` },
        {
          title: '罚息',
          value: `${formatDecimal(answer.penalty, 2)} 元`,
          note: answer.overdueDays > 0 ? `逾期 ${answer.overdueDays} 天` : '未逾期',
          tone: answer.overdueDays > 0 ? 'error' : undefined,
        },
        { title: '到期日', value: answer.dueDate, note: `宽限至 ${answer.graceEndDate}` },
        { title: '敞口', value: `${formatDecimal(answer.exposure, 2)} 元`, note: '本金与息费减保证金' },
        ...(answer.ltv === undefined ? [] : [waterFigure('融资比例', answer.ltv, answer.waterLevel)]),
      ]}
    />
  )
}
