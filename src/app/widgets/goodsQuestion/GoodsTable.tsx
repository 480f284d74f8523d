import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useServices } from '../../../../engine/client/context'
import { fieldTypeOf } from '../../../../engine/client/fields'
import { optionsLoader } from '../../../../engine/client/data/options'
import { narrowing } from '../../../../engine/core/record/references'
import { readOf, readOfRow } from '../../../../engine/core/record/scope'
import type { BrowserScreenPlan, FieldPlan } from '../../../../engine/core/plan'
import type { Option } from '../../../../engine/core/wire'
import type { Problems, Values } from '../fieldForm/checkValues'
import { emptyRow, type GoodsRow } from './goodsRows'

/** A column of the answer. */
export interface GoodsFigure<Answer> {
  title: string
  /** What it says of a row; rows that were added since say nothing. */
  of: (answer: Answer, index: number) => string | undefined
}

interface GoodsTableProps<Answer> {
  screen: BrowserScreenPlan
  fields: readonly FieldPlan[]
  rows: readonly GoodsRow[]
  /** The rest of the question, which batches depend on. */
  values: Values
  problems: Problems
  figures: readonly GoodsFigure<Answer>[]
  /** Of the rows as they were last asked about. */
  answer: Answer | undefined
  onChange: (rows: readonly GoodsRow[]) => void
}

export function GoodsTable<Answer>({ screen, fields, rows, values, problems, figures, answer, onChange }: GoodsTableProps<Answer>) {
  const setRow = (index: number, change: Partial<GoodsRow>): void =>
    onChange(rows.map((row, position) => (position === index ? { ...row, ...change } : row)))
  return (
    <div className="app-goods">
      <table>
        <thead>
          <tr>
            {fields.map(({ name, title }) => (
              <th key={name} scope="col">
                {title}
              </th>
            ))}
            {figures.map(({ title }) => (
              <th key={title} scope="col" className="app-goods-figure">
                {title}
              </th>
            ))}
            <th scope="col" aria-label="操作" />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.key}>
              {fields.map((field) => (
                <td key={field.name} title={problems[`goods.${index}.${field.name}`]}>
                  <GoodsInput
                    screen={screen}
                    field={field}
                    row={row}
                    number={index + 1}
                    values={values}
                    problem={problems[`goods.${index}.${field.name}`]}
                    onChange={(change) => setRow(index, change)}
                  />
                </td>
              ))}
              {figures.map(({ title, of }) => (
                <td key={title} className="app-goods-figure">
                  {answer && of(answer, index)}
                </td>
              ))}
              <td>
                <button
                  type="button"
                  className="app-tool"
                  aria-label={`删除第 ${index + 1} 行`}
                  onClick={() => onChange(rows.filter((_row, position) => position !== index))}
                >
                  <DeleteOutlined aria-hidden />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" className="engine-link app-goods-add" onClick={() => onChange([...rows, emptyRow(rows)])}>
        <PlusOutlined aria-hidden /> 新增一行
      </button>
    </div>
  )
}

interface GoodsInputProps {
  screen: BrowserScreenPlan
  field: FieldPlan
  row: GoodsRow
  /** From 1. */
  number: number
  values: Values
  problem: string | undefined
  onChange: (change: Partial<GoodsRow>) => void
}

function GoodsInput({ screen, field, row, number, values, problem, onChange }: GoodsInputProps) {
  const { request } = useServices()
  const { Input } = fieldTypeOf(field)
  const { name, ref } = field
  return (
    <Input
      field={field}
      label={`第 ${number} 行${field.title}`}
      value={row[name]}
      display={ref && row[ref.display]}
      invalid={problem !== undefined}
      loadOptions={
        ref &&
        optionsLoader(request, screen.base, `goods.${name}`, () =>
          narrowing(field, readOfRow(screen.lines['goods']?.fields ?? {}, row, readOf(values))),
        )
      }
      onChange={(value, chosen) =>
        onChange({ [name]: value, ...(ref ? { [ref.display]: chosen?.[0]?.label, ...filledBy(field, chosen?.[0]) } : {}) })
      }
    />
  )
}

/** What a choice fills in of the columns that are asked for: a batch brings its price. */
function filledBy({ ref }: FieldPlan, chosen: Option | undefined): Record<string, unknown> {
  const unitPrice = ref?.fill?.['unitPrice'] === undefined ? undefined : chosen?.fill?.['unitPrice']
  return unitPrice === undefined ? {} : { unitPrice }
}
