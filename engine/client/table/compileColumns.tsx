import { isBlank, textOf } from '../../core/fields'
import { countedText } from '../../core/record/summary'
import type { ColumnPlan, BrowserScreenPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import type { ClientExtensions } from '../context'
import { CopyableText } from '../fields/controls/CopyableText'
import { cellOf, fieldTypeOf, isFieldType } from '../fields'
import type { Cell, FieldContext } from '../fieldDefinition'
import { formatText } from '../fields/formatText'
import { namedCells } from '../fields/namedCells'
import { say } from '../messages'
import { linkedMode, type Reader } from '../linkedMode'
import { addressOf } from '../pageAddress'
import { referenceCell, type HomeOf } from './referenceCell'
import { columnClass, maxPinned, type TableColumn } from './tableColumn'
import { toned, toneOf } from './tone'

export interface ColumnsContext extends FieldContext, Reader {
  /** The screen whose pages links open. */
  screen: BrowserScreenPlan
  cells: ClientExtensions['cells']
  /** Where references lead; absent: nowhere. */
  homeOf?: HomeOf
}

/** In px: a sum has more digits than what it sums. */
const MIN_SUM_WIDTH = 160

/**
 * Columns of a plan as the table draws them: everything that does not depend on the row is decided here, once.
 * @param pinned how many columns, from the first on, stay in place
 * @throws Error naming column and screen when `as` is registered nowhere
 */
export function compileColumns(plans: readonly ColumnPlan[], context: ColumnsContext, pinned = 1): TableColumn<RecordValues>[] {
  return plans.map((plan, index) => {
    const place = index < Math.min(pinned, maxPinned) ? index + 1 : undefined
    const draw = referenceCell(plan, context.homeOf) ?? chooseCell(plan, context)
    const cell =
      linked(plan, context) ??
      opening(plan, context) ??
      withUnits(plan, context) ??
      ((record: RecordValues) => draw(record[plan.key], record))
    return {
      key: plan.key,
      title: plan.title,
      group: plan.group,
      help: plan.field.help,
      width: plan.total ? Math.max(plan.width, MIN_SUM_WIDTH) : plan.width,
      align: plan.align,
      sort: plan.sort,
      className: columnClass(plan.align, place),
      pinned: place,
      card: plan.card,
      repeats: repeated(plan, plans, context),
      cell: inTone(plan, cell, context),
    }
  })
}

/** Leaves the name, or whom the record is about, out of a card that says the same text above it. */
function repeated(plan: ColumnPlan, plans: readonly ColumnPlan[], context: ColumnsContext): TableColumn<RecordValues>['repeats'] {
  if (plan.card !== 'name' && plan.card !== 'about') return undefined
  const read = ({ key, field, display }: ColumnPlan): ((record: RecordValues) => string) => {
    const text = display ? formatText : textOf(field, context)
    return (record) => text(record[key])
  }
  const own = read(plan)
  const before = plans.filter(({ card }) => card === 'number' || (card === 'name' && plan.card === 'about')).map(read)
  return (record) => before.some((text) => text(record) === own(record))
}

/** A cell that may stand out asks the row; every other one stays as it is. */
function inTone({ tone }: ColumnPlan, cell: TableColumn<RecordValues>['cell'], { environment }: ColumnsContext): typeof cell {
  const toneFor = toneOf<RecordValues>(tone, environment)
  if (!toneFor) return cell
  return (record) => {
    const found = toneFor(record)
    return found ? toned(found, cell(record)) : cell(record)
  }
}

/** A number with what it is counted in. */
function withUnits({ key, field, as, unitFrom }: ColumnPlan, context: ColumnsContext): TableColumn<RecordValues>['cell'] | undefined {
  if (unitFrom === undefined || as !== undefined) return undefined
  return (record) => countedText(field, record, context)(record[key])
}

function chooseCell(plan: ColumnPlan, context: ColumnsContext): Cell {
  if (plan.as !== undefined) return namedCell(plan, plan.as, context)
  return plan.display ? formatText : cellOf(plan, context)
}

/** `as` names a cell of the product's, or another field type. */
function namedCell(plan: ColumnPlan, as: string, context: ColumnsContext): Cell {
  const cell = context.cells[as] ?? namedCells[as]
  if (cell) return cell(plan, context)
  if (!isFieldType(as)) {
    const known = [...Object.keys(context.cells), ...Object.keys(namedCells)].join(', ')
    throw new Error(
      `Column '${plan.key}' of screen '${context.screen.id}' is drawn as '${as}', which is no field type and none of the cells ${known}`,
    )
  }
  return cellOf({ ...plan, field: { ...plan.field, type: as } }, context)
}

/**
 * A cell that opens a page is a real link, which can be copied and opened in another window; the table turns the click into navigation.
 * Undefined when the column opens nothing.
 */
function linked(plan: ColumnPlan, context: ColumnsContext): TableColumn<RecordValues>['cell'] | undefined {
  const page = plan.link === undefined ? undefined : context.screen.pages[plan.link]
  if (!page) return undefined
  const format = plan.display ? formatText : textOf(plan.field, context)
  const copyable = fieldTypeOf(plan.field).copyable(plan.field)
  return (record) => {
    const text = format(record[plan.key])
    const href = addressOf(page, linkedMode(context.screen, page, record, context), record)
    const link = (
      <PageLink text={text} page={page.name} href={href} screen={page.kind === 'record' ? context.screen.id : undefined} id={record.id} />
    )
    return copyable ? <CopyableText text={text}>{link}</CopyableText> : link
  }
}

/** A cell that opens a list of what belongs to the row; plain when the row has no value to filter that list by. */
function opening(plan: ColumnPlan, context: ColumnsContext): TableColumn<RecordValues>['cell'] | undefined {
  if (!plan.opens) return undefined
  const ours = Object.values(plan.opens.by)
  const format = plan.display ? formatText : textOf(plan.field, context)
  return (record) => {
    const text = format(record[plan.key])
    if (isBlank(record[plan.key]) || ours.some((name) => isBlank(record[name]))) return text
    return (
      <button type="button" className="engine-link" data-list={plan.key} aria-label={say('table.openList', { title: plan.title, text })}>
        {text}
      </button>
    )
  }
}

interface PageLinkProps {
  text: string
  page: string
  href: string | undefined
  /** Whose record the page shows, where it shows one. */
  screen: string | undefined
  id: string
}

function PageLink({ text, page, href, screen, id }: PageLinkProps) {
  if (href === undefined) {
    return (
      <button type="button" className="engine-link" data-page={page}>
        {text}
      </button>
    )
  }
  return (
    <a className="engine-link" data-nav="" data-screen={screen} data-record={screen && id} href={href}>
      {text}
    </a>
  )
}
