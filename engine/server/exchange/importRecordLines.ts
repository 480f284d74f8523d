import { isEmptyValue, isTyped } from '../../core/fields'
import { messageText } from '../messages'
import type { ImportedLinesPlan, LinesPlan } from '../../core/plan'
import { evaluate, readOf } from '../../core/record/scope'
import { rowsOf } from '../../core/record/values'
import type { RecordValues } from '../../core/wire'
import type { LineRule } from '../extensions'
import type { WriteContext } from '../record/context'
import { findRecord, findRecords } from '../record/load'
import { update, type SaveAccess } from '../record/save'
import { refusalsOf, refuseRows } from './attempt'
import { LineImport } from './importLines'
import type { ImportSheet } from './importSheet'
import { ReferenceReader } from './referenceReader'
import { columnOf, rowProblem, tryRow, type Refused, type RowProblem, type Values } from './sheetRow'

export interface StoredLinesPlan extends ImportedLinesPlan {
  record: NonNullable<ImportedLinesPlan['record']>
}

/** A record that rows of the sheet are lines of. */
interface Target {
  record: RecordValues
  lines: LineImport
  /** Of each row that was taken in, its number in the sheet. */
  numbers: number[]
}

/**
 * Stores the rows of a sheet as lines of the records that they say, each of which is saved as its edit form would save it: what is the same line
 * by `match` is changed by the cells that are filled, the others are new. Returns how many rows there were.
 * @throws RowsRefusal when any row is wrong or its record is not there, RowsWarning when any is to be confirmed, SheetRefusal when a record has no
 * room for its rows
 */
export async function importRecordLines(
  context: WriteContext,
  access: SaveAccess,
  lines: LinesPlan,
  { match, record: keys }: StoredLinesPlan,
  rule: LineRule | undefined,
  sheet: ImportSheet,
): Promise<number> {
  const references = new ReferenceReader(context)
  const targets = new Map<string, Target | undefined>()
  const problems: RowProblem[] = []
  const toConfirm: RowProblem[] = []
  const strays = new LineImport(context, { lines, match, rule, held: [] })

  async function targetOf(key: Values): Promise<Target | undefined> {
    const name = JSON.stringify(key)
    if (!targets.has(name)) {
      const record = await recordWith(context, access, key)
      const over = record && { lines, match, rule, held: rowsOf(record, lines.name) }
      targets.set(name, record && over && { record, lines: new LineImport(context, over), numbers: [] })
    }
    return targets.get(name)
  }

  for (const row of sheet.rows) {
    const take = async (values: Values): Promise<readonly Refused[]> => {
      const read = readOf(values)
      const key = Object.fromEntries(Object.entries(keys).map(([field, says]) => [field, evaluate(says, read, context.environment)]))
      const target = Object.values(key).some(isEmptyValue) ? undefined : await targetOf(key)
      if (!target) {
        // What is wrong with the row may be why it does not say its record.
        const refused = await strays.take(row.number, values)
        const { title } = context.writing.entity(access.entity)
        const missing = { path: '', detail: messageText('import.no-record', { title, key: Object.values(key).join(' ') }) }
        return refused.length > 0 ? refused : [missing]
      }
      target.numbers.push(row.number)
      return target.lines.take(row.number, values)
    }
    problems.push(...(await tryRow(context, sheet, row, references, take)))
  }
  refuseRows(context, problems, [])

  const { warnings } = context.flow
  warnings.collect()
  for (const target of targets.values()) {
    if (!target) continue
    target.lines.refuseIfFull()
    const { rows, numbers } = linesOf(lines, target)
    const place = ({ path, detail }: Refused): RowProblem => {
      const [table, index, column = ''] = path.split('.')
      const number = table === lines.name ? numbers[Number(index)] : undefined
      return rowProblem(number ?? target.numbers[0] ?? 1, number === undefined ? '' : columnOf(sheet, column), detail)
    }
    const known = warnings.count
    const body = { version: target.record.version, [lines.name]: rows }
    problems.push(...(await refusalsOf(context, () => update(context, access, target.record.id, body))).map(place))
    toConfirm.push(...warnings.since(known).map(place))
  }
  refuseRows(context, problems, toConfirm)
  return sheet.rows.length
}

/** The record with these values in the fields of a key, if the user may see it. */
async function recordWith(context: WriteContext, { entity, where }: SaveAccess, key: Values): Promise<RecordValues | undefined> {
  const [found] = await findRecords(context, entity, key, { limit: 1 })
  return found && findRecord(context, entity, found.id, { lock: 'change', visible: true, where })
}

/** The line table as it is submitted, and of each row that the sheet says its number there. */
function linesOf(lines: LinesPlan, { record, lines: { result }, numbers }: Target): { rows: Values[]; numbers: (number | undefined)[] } {
  const typed = Object.values(lines.fields).filter(isTyped)
  const submitted = (row: Values): Values => Object.fromEntries(typed.map(({ name }) => [name, row[name] ?? null]))
  const rows: Values[] = rowsOf(record, lines.name).map((row) => ({ id: row['id'], ...submitted(row) }))
  const placed: (number | undefined)[] = rows.map(() => undefined)
  for (const [at, { index, values }] of result.lines.entries()) {
    const place = index ?? rows.length
    rows[place] = { ...rows[place], ...submitted({ ...rows[place], ...values }) }
    placed[place] = numbers[at]
  }
  return { rows, numbers: placed }
}
