import type { ColumnPlan, BrowserScreenPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import type { ClientExtensions } from '../context'
import { cellOf, type FieldRegistry } from '../fields/registry'
import type { Cell, FieldContext } from '../fields/definition'
import { formatText } from '../fields/formatText'
import { addressOf } from '../pageAddress'
import { columnClass, type TableColumn } from './tableColumn'

export interface ColumnsContext extends FieldContext {
  /** The screen whose pages links open. */
  screen: BrowserScreenPlan
  fields: FieldRegistry
  cells: ClientExtensions['cells']
}

/**
 * Columns of a plan as the table draws them: everything that does not depend on the row is decided here, once. The first is pinned.
 * @throws Error naming column and screen when `as` is registered nowhere
 */
export function compileColumns(plans: readonly ColumnPlan[], context: ColumnsContext): TableColumn<RecordValues>[] {
  return plans.map((plan, index) => {
    const draw = chooseCell(plan, context)
    return {
      key: plan.key,
      title: plan.title,
      help: plan.field.help,
      width: plan.width,
      align: plan.align,
      sort: plan.sort,
      className: columnClass(plan.align, index === 0),
      cell: linked(plan, (record) => draw(record[plan.key], record), context.screen),
    }
  })
}

function chooseCell(plan: ColumnPlan, context: ColumnsContext): Cell {
  if (plan.as !== undefined) return namedCell(plan, plan.as, context)
  return plan.display ? formatText : cellOf(plan, context, context.fields)
}

/** `as` names a cell of the product's, or another field type. */
function namedCell(plan: ColumnPlan, as: string, context: ColumnsContext): Cell {
  const cell = context.cells[as]
  if (cell) return cell(plan, context)
  return cellOf({ ...plan, field: { ...plan.field, type: as as ColumnPlan['field']['type'] } }, context, context.fields)
}

/** A cell that opens a page is a real link, which can be copied and opened in another window; the table turns the click into navigation. */
function linked(plan: ColumnPlan, draw: TableColumn<RecordValues>['cell'], screen: BrowserScreenPlan): TableColumn<RecordValues>['cell'] {
  const page = plan.link === undefined ? undefined : screen.pages[plan.link]
  if (!page) return draw
  const mode = page.kind === 'record' ? page.mode : 'view'
  return (record) => {
    const href = addressOf(page, mode, record.id)
    if (href === undefined) {
      return (
        <button type="button" className="engine-link" data-page={page.name}>
          {draw(record)}
        </button>
      )
    }
    return (
      <a className="engine-link" data-nav="" href={href}>
        {draw(record)}
      </a>
    )
  }
}
