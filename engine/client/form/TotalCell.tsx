import { sumDecimals, toDecimal } from '../../core/decimal'
import type { FieldPlan } from '../../core/plan'
import { observer } from './formily'
import type { FormView } from './formView'
import type { LinesModel } from './linesModel'

interface TotalCellProps {
  view: FormView
  lines: LinesModel
  field: FieldPlan
  align: string
}

/** Sum of a column over all rows, drawn or not; what is no number yet is passed over. */
export const TotalCell = observer(function TotalCell({ view, lines, field, align }: TotalCellProps) {
  const sum = sumDecimals(lines.rows().flatMap((row) => toDecimal(row[field.name]) ?? []))
  return <td className={`engine-cell-${align}`}>{view.textOf(field)(() => sum)}</td>
})
