import { sumDecimals, toDecimal } from '../../../core/decimal'
import type { FieldPlan } from '../../../core/plan'
import { observer } from '../model/formily'
import type { FormView } from '../model/formView'
import type { LinesModel } from '../model/linesModel'

interface TotalProps {
  view: FormView
  lines: LinesModel
  field: FieldPlan
}

/** Sum of a column over all rows, drawn or not; what is no number yet is passed over. */
export const Total = observer(function Total({ view, lines, field }: TotalProps) {
  const sum = sumDecimals(lines.rows().flatMap((row) => toDecimal(row[field.name]) ?? []))
  return <>{view.textOf(field)(() => sum)}</>
})
