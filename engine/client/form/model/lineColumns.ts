import { isTyped, targetsOf } from '../../../core/fields'
import type { ColumnPlan, FieldPlan, LinesPlan } from '../../../core/plan'
import { fieldTypeOf } from '../../fields'
import { asColumn } from './column'

/** A column of an editable line table. */
export interface LineColumn {
  plan: ColumnPlan
  /** What is typed into. For the display value of a reference that is the reference. */
  field: FieldPlan
  editable: boolean
  isRequired: boolean
  /** Not needed to save a row, but for what comes after it, whatever else the row says. */
  isRequiredLater: boolean
  /** Its input is too wide to stand beside another on a phone. */
  isWide: boolean
  /** In what its number is counted stands in no column of its own. */
  isCounted: boolean
}

/** In px. */
const WIDE = 160

/**
 * The columns of a line table while it is edited: those of the page, where the name of a reference is where it is chosen, and before them
 * what has no column but must be filled, or else no row could ever be completed. What a reference would say twice is left out. Hidden columns are shown: there is no switch to bring them back.
 */
export function editColumns(shown: readonly ColumnPlan[], lines: LinesPlan, fixedRows: boolean): LineColumn[] {
  const shownNames = new Set(shown.map(({ field }) => field.name))
  const missing = Object.values(lines.fields).filter(
    (field) =>
      isTyped(field) &&
      !shownNames.has(field.name) &&
      (field.required !== false || field.requiredFor.length > 0 || fills(field, shownNames)),
  )
  const added = fixedRows ? [] : missing.map((field) => asColumn(field))
  const all = [...added, ...shown]
  const columns = all.map((plan) => toLineColumn(plan, all))
  const names = new Set(columns.flatMap(({ field, editable }) => (editable ? namesFrom(field) : [])))
  // The name and the id of one reference are one input, and so is what the choice writes beside it as its name.
  return columns.filter(({ field, editable }, index) =>
    editable ? columns.findIndex((each) => each.field.name === field.name) === index : !names.has(field.name),
  )
}

/** Our fields that the choice of a reference fills with what its input shows already. */
function namesFrom(field: FieldPlan): string[] {
  return targetsOf(field).flatMap(({ label, fill = {} }) => Object.keys(fill).filter((target) => fill[target] === label))
}

function toLineColumn(plan: ColumnPlan, all: readonly ColumnPlan[]): LineColumn {
  const { field } = plan
  const editable = isTyped(field)
  const width = Math.max(plan.width, editable ? fieldTypeOf(field).inputWidth : 0)
  return {
    plan: { ...plan, width },
    field,
    editable,
    isWide: editable && width >= WIDE,
    isCounted: field.unitFrom !== undefined && !all.some((other) => other.field.name === field.unitFrom),
    isRequired: editable && field.required === true,
    isRequiredLater: editable && field.requiredFor.length > 0 && field.requiredWhen === undefined,
  }
}

/** A reference without a column of its own, whose choice fills columns that have one. */
function fills(field: FieldPlan, shownNames: ReadonlySet<string>): boolean {
  return targetsOf(field).some(({ fill }) => Object.keys(fill ?? {}).some((target) => shownNames.has(target)))
}
