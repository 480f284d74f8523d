import { Modal } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { useServices, type WidgetProps } from '../../../../engine/client/context'
import { optionsLoader } from '../../../../engine/client/data/options'
import { narrowing } from '../../../../engine/client/form/references'
import { recordQuery } from '../../../../engine/client/record/useRecord'
import type { BrowserScreenPlan, FieldPlan } from '../../../../engine/core/plan'
import type { RecordValues } from '../../../../engine/core/wire'
import { checkValues, type Problems, type Values } from '../fieldForm/checkValues'
import { askedField, extraEndpoint } from '../fieldForm/extraEndpoint'
import { FieldRow } from '../fieldForm/FieldRow'
import { useAsking } from '../fieldForm/useAsking'
import { LoanTrialResult } from './LoanTrialResult'
import { TrialGoods, type GoodsRow } from './TrialGoods'
import { goodsOf, headOf, type LoanTrialAnswer } from './trialValues'
import '../widgets.css'

/** What goods can be financed with under a product, before anything is applied for or for an application that there is. */
export function LoanTrial({ screen, record, onClose }: WidgetProps) {
  const { request } = useServices()
  const whole = useQuery({ ...recordQuery(request, screen, record?.id ?? ''), enabled: record !== undefined })
  if (record && whole.isPending) return null
  return <LoanTrialDialog screen={screen} record={whole.data ?? record} onClose={onClose} />
}

const headNames = ['productId', 'borrowerId', 'customerLineId', 'warehouseId', 'appliedAmount', 'startDate']

function LoanTrialDialog({ screen, record, onClose }: Pick<WidgetProps, 'screen' | 'record' | 'onClose'>) {
  const endpoint = extraEndpoint(screen, 'trial')
  const formId = useId()
  const head = headNames.map((name) => askedField(screen, endpoint, name))
  const [values, setValues] = useState<Values>(() => headOf(record, headNames))
  const [rows, setRows] = useState<readonly GoodsRow[]>(() => goodsOf(record))
  const { answer, problems, busy, setProblems, ask } = useAsking<LoanTrialAnswer>(endpoint)
  const goodsFields = goodsFieldsOf(screen)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const found = { ...checkValues(head, values), ...checkRows(goodsFields, rows) }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    const goods = rows.map(({ goodsId, stockBatchId, qty, unitPrice }) => ({ goodsId, stockBatchId, qty, unitPrice }))
    void ask({ ...values, goods })
  }
  return (
    <Modal
      open
      width={960}
      title={record ? `融资试算：${String(record['loanNo'] ?? '')}` : '融资试算'}
      okText="试算"
      cancelText="关闭"
      mask={{ closable: false }}
      confirmLoading={busy}
      okButtonProps={{ htmlType: 'submit', form: formId }}
      onCancel={onClose}
    >
      <form id={formId} className="app-dialog-top" noValidate aria-label="试算条件" onSubmit={submit}>
        <div className="app-form app-form-columns">
          {head.map((field) => (
            <HeadField
              key={field.name}
              screen={screen}
              field={field}
              record={record}
              values={values}
              problem={problems[field.name]}
              onChange={setValues}
            />
          ))}
        </div>
        <TrialGoods
          screen={screen}
          fields={goodsFields}
          rows={rows}
          values={values}
          problems={problems}
          valued={answer?.goods}
          onChange={setRows}
        />
      </form>
      {rows.length === 0 && <p className="app-form-problem">请至少填写一行商品</p>}
      {answer && <LoanTrialResult answer={answer} />}
    </Modal>
  )
}

interface HeadFieldProps {
  screen: BrowserScreenPlan
  field: FieldPlan
  record: RecordValues | undefined
  values: Values
  problem: string | undefined
  onChange: (values: Values) => void
}

/** References have the choices of the application's own form. */
function HeadField({ screen, field, record, values, problem, onChange }: HeadFieldProps) {
  const { request } = useServices()
  const { name, ref } = field
  return (
    <FieldRow
      field={field}
      value={values[name]}
      display={ref && values[name] === record?.[name] ? record?.[ref.display] : undefined}
      loadOptions={ref && optionsLoader(request, screen.base, name, () => narrowing(field, (source) => values[source]))}
      problem={problem}
      onChange={(value) =>
        onChange({ ...values, [name]: value, ...(name === 'productId' || name === 'borrowerId' ? { customerLineId: undefined } : {}) })
      }
    />
  )
}

/** The columns of the application's line table that the trial asks for. */
function goodsFieldsOf(screen: BrowserScreenPlan): FieldPlan[] {
  const fields = screen.lines['goods']?.fields ?? {}
  return ['goodsId', 'stockBatchId', 'qty', 'unitPrice'].flatMap((name) => fields[name] ?? [])
}

function checkRows(fields: readonly FieldPlan[], rows: readonly GoodsRow[]): Problems {
  const found = rows.flatMap((row, index) =>
    Object.entries(checkValues(fields, row)).map(([name, text]) => [`goods.${index}.${name}`, text] as const),
  )
  return { ...Object.fromEntries(found), ...(rows.length === 0 ? { goods: '' } : {}) }
}
