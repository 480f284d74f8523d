import { Modal } from 'antd'
import { useId, useState, type ComponentType, type FormEvent, type ReactNode } from 'react'
import { useEnvironment, useServices, type WidgetProps } from '../../../../engine/client/context'
import { optionsLoader } from '../../../../engine/client/data/options'
import { narrowing } from '../../../../engine/core/record/references'
import type { BrowserScreenPlan, ExtraEndpointPlan, FieldPlan } from '../../../../engine/core/plan'
import type { RecordValues } from '../../../../engine/core/wire'
import { checkValues, type Values } from '../fieldForm/checkValues'
import { askedField } from '../fieldForm/extraEndpoint'
import { FieldRow } from '../fieldForm/FieldRow'
import { useAsking } from '../fieldForm/useAsking'
import { GoodsTable, type GoodsFigure } from './GoodsTable'
import { askedRows, checkRows, goodsFields, goodsOf, headOf, type GoodsRow } from './goodsRows'
import '../widgets.css'

interface GoodsQuestionProps<Answer> {
  screen: BrowserScreenPlan
  /** The application that answers most of it; absent: nothing is known yet. */
  record: RecordValues | undefined
  endpoint: ExtraEndpointPlan
  title: string
  /** On the button that asks. */
  ask: string
  /** Fields of the question, and columns of its goods. */
  head: readonly string[]
  columns: readonly string[]
  /** What the fields begin with where the application says nothing. */
  presets?: Values
  /** The head after a field has changed, where one takes others with it. */
  changed?: (values: Values, name: string) => Values
  /** Columns that the answer adds to the goods. */
  figures: readonly GoodsFigure<Answer>[]
  Result: ComponentType<{ answer: Answer }>
  onClose: WidgetProps['onClose']
}

/** A dialog that asks the server about goods and shows its answer beside them, before anything is applied for or for an application. */
export function GoodsQuestion<Answer>({
  screen,
  record,
  endpoint,
  title,
  head: names,
  columns,
  Result,
  ...props
}: GoodsQuestionProps<Answer>) {
  const { request } = useServices()
  const environment = useEnvironment()
  const formId = useId()
  const head = names.map((name) => askedField(screen, endpoint, name))
  const fields = goodsFields(screen, columns)
  const [values, setValues] = useState<Values>(() => ({ ...props.presets, ...headOf(record, names) }))
  const [rows, setRows] = useState<readonly GoodsRow[]>(() => goodsOf(record))
  const { answer, problems, busy, setProblems, ask } = useAsking<Answer>(endpoint)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const found = { ...checkValues(head, values, environment()), ...checkRows(fields, rows, environment()) }
    setProblems(found)
    if (Object.keys(found).length === 0) void ask({ ...values, goods: askedRows(fields, rows) })
  }

  function enter(name: string, value: unknown): void {
    const next = { ...values, [name]: value }
    setValues(props.changed?.(next, name) ?? next)
  }

  /** References have the choices of the application's own form. */
  function headField(field: FieldPlan): ReactNode {
    const { name, ref } = field
    return (
      <FieldRow
        key={name}
        field={field}
        value={values[name]}
        display={ref && values[name] === record?.[name] ? record?.[ref.display] : undefined}
        loadOptions={ref && optionsLoader(request, screen.base, name, () => narrowing(field, (source) => values[source]))}
        problem={problems[name]}
        onChange={(value) => enter(name, value)}
      />
    )
  }
  return (
    <Modal
      open
      width={960}
      title={title}
      okText={props.ask}
      cancelText="关闭"
      mask={{ closable: false }}
      confirmLoading={busy}
      okButtonProps={{ htmlType: 'submit', form: formId }}
      onCancel={() => props.onClose?.()}
    >
      <form id={formId} className="app-dialog-top" noValidate aria-label={`${props.ask}条件`} onSubmit={submit}>
        <div className="app-form app-form-columns">{head.map(headField)}</div>
        <GoodsTable
          screen={screen}
          fields={fields}
          rows={rows}
          values={values}
          problems={problems}
          figures={props.figures}
          answer={answer}
          onChange={setRows}
        />
      </form>
      {problems['goods'] && <p className="app-form-problem">{problems['goods']}</p>}
      {answer && <Result answer={answer} />}
    </Modal>
  )
}
