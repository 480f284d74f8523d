import { isEmptyValue, sameValue } from '../../core/fields'
import type { ImportPlan } from '../../core/plan'
import { labelOf } from '../../core/record/problems'
import { messageText } from '../messages'
import { acceptedFrom } from '../outside'
import { Problems } from '../problems'
import { readBody } from '../record/body'
import type { WriteContext } from '../record/context'
import { create, type SaveAccess } from '../record/save'
import { refusalsOf, refuseRows } from './attempt'
import type { ImportSheet } from './importSheet'
import { ReferenceReader } from './referenceReader'
import { columnOf, rowProblem, tryRow, type RowProblem, type Values } from './sheetRow'

/**
 * Creates a record of each row through the pipeline that forms use, completed first where a rule does. Every row is tried, also after one that is wrong, so that all mistakes
 * are told at once, and then all that is to be confirmed. Returns how many were stored, and how many were there already.
 * @throws RowsRefusal when any row is wrong, RowsWarning when any is to be confirmed
 */
export async function importRows(
  context: WriteContext,
  access: SaveAccess,
  sheet: ImportSheet,
  { known, complete }: Pick<ImportPlan, 'known' | 'complete'> = {},
): Promise<{ count: number; known?: number }> {
  const references = new ReferenceReader(context)
  const problems: RowProblem[] = []
  const toConfirm: RowProblem[] = []
  let passedOver = 0
  const { warnings } = context.flow
  warnings.collect()
  for (const row of sheet.rows) {
    const before = warnings.count
    const attempt = (values: Values) =>
      refusalsOf(context, async () => {
        const record = known && (await knownRecord(context, access.entity, values, known))
        if (record) {
          refuseOther(context, access, values, record)
          passedOver++
        } else await create(context, access, complete ? await completed(context, values, complete) : values)
      })
    problems.push(...(await tryRow(context, sheet, row, references, attempt)))
    for (const { path, detail } of warnings.since(before)) toConfirm.push(rowProblem(row.number, columnOf(sheet, path), detail))
  }
  refuseRows(context, problems, toConfirm)
  return { count: sheet.rows.length - passedOver, ...(known ? { known: passedOver } : {}) }
}

/** A row that leaves one of these fields empty is a new one. */
async function knownRecord(
  { tools }: WriteContext,
  entity: string,
  values: Values,
  known: readonly string[],
): Promise<Record<string, unknown> | undefined> {
  if (known.some((name) => isEmptyValue(values[name]))) return undefined
  const key = Object.fromEntries(known.map((name) => [name, values[name] as string]))
  return (await tools.find(entity, key, { limit: 1 }))[0]
}

/** A row is passed over when it says what is there already: whatever else it says would be lost without a word. @throws HttpProblem 422 */
function refuseOther({ writing, user }: WriteContext, { entity, accepted }: SaveAccess, values: Values, record: Values): void {
  const { fields } = writing.entity(entity)
  const problems = new Problems()
  const given = readBody(acceptedFrom(accepted, user), values, writing.checks, problems).values
  for (const [name, value] of Object.entries(given)) {
    const field = fields[name]
    if (!field || problems.has(name) || sameValue(field, record[name], value)) continue
    problems.at(name, 'known', messageText('import.known-otherwise', { label: labelOf(field.title, undefined) }))
  }
  problems.throwIfAny()
}

/** A rule fills what it is there for, and only where the cell is empty. */
async function completed(context: WriteContext, values: Values, { fields, rule }: NonNullable<ImportPlan['complete']>): Promise<Values> {
  const line = { ...values }
  await context.writing.services.extensions.line[rule]?.(context.tools, { line })
  const filled = fields.filter((name) => isEmptyValue(values[name]) && !isEmptyValue(line[name]))
  return { ...values, ...Object.fromEntries(filled.map((name) => [name, line[name]])) }
}
