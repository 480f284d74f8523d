import { asMasked, isEmptyValue, readValue, sameValue, InvalidValue } from '../../core/fields'
import { messageText } from '../messages'
import type { ImportedLinesPlan, LinesPlan } from '../../core/plan'
import { complete } from '../../core/record/defaults'
import { isRequired } from '../../core/record/check'
import { readField } from '../../core/record/problems'
import { readOfSubmitted } from '../../core/record/scope'
import type { ImportedLine } from '../../core/wire'
import { problemOf } from '../errorHandler'
import type { LineRule } from '../extensions'
import type { WriteContext } from '../record/context'
import { Problems } from '../problems'
import { followReferences } from '../record/references'
import type { ImportSheet } from './importSheet'
import { ReferenceReader } from './referenceReader'
import { SheetRefusal } from './sheetContent'
import { RowsRefusal, tryRow, type Refused, type RowProblem, type Values } from './sheetRow'

export interface ImportedLines {
  lines: ImportedLine[]
  added: number
  changed: number
  same: number
}

/**
 * Checks the rows of a sheet as lines of a form, against the lines that the form has already (`held`); nothing is stored.
 * @throws RowsRefusal when any row is wrong, SheetRefusal when the form has no room for them
 */
export async function importLines(
  context: WriteContext,
  lines: LinesPlan,
  { match }: ImportedLinesPlan,
  rule: LineRule | undefined,
  sheet: ImportSheet,
  held: readonly Values[],
): Promise<ImportedLines> {
  const references = new ReferenceReader(context)
  const problems: RowProblem[] = []
  const form = new LineImport(context, { lines, match, rule, held })
  for (const row of sheet.rows) problems.push(...(await tryRow(context, sheet, row, references, (values) => form.take(row.number, values))))
  if (problems.length > 0) throw new RowsRefusal(problems)
  form.refuseIfFull()
  return form.result
}

interface HeldLines {
  lines: LinesPlan
  /** Fields by which a row of the sheet is one of the lines. */
  match: readonly string[]
  rule: LineRule | undefined
  held: readonly Values[]
}

/** Rows of a sheet laid over lines: what is the same line by `match` is changed by the cells that are filled, the others are new. */
export class LineImport {
  readonly result: ImportedLines = { lines: [], added: 0, changed: 0, same: 0 }
  readonly #context: WriteContext
  readonly #over: HeldLines
  readonly #places: Map<string, number>
  readonly #seen = new Map<string, number>()

  constructor(context: WriteContext, over: HeldLines) {
    this.#context = context
    this.#over = over
    this.#places = placesOf(context, over.lines, over.match, over.held)
  }

  /** Takes a row of the sheet in, by its number there; answers what is wrong with it. */
  async take(number: number, values: Values): Promise<readonly Refused[]> {
    const { lines, match, rule, held } = this.#over
    const key = keyOf(match, values)
    const index = this.#places.get(key)
    const line = { ...values }
    const refused = await refusalsOf(this.#context, lines, line, index === undefined ? {} : (held[index] ?? {}), rule)
    const earlier = this.#seen.get(key)
    this.#seen.set(key, earlier ?? number)
    if (earlier !== undefined && refused.length === 0) return [{ path: '', detail: messageText('import.repeated-row', { row: earlier }) }]
    count(this.result, this.#context, lines, line, index === undefined ? undefined : held[index])
    this.result.lines.push({ index, values: shownCells(lines, line) })
    return refused
  }

  /** @throws SheetRefusal when there is no room for what is new */
  refuseIfFull(): void {
    const { lines, held } = this.#over
    const { added } = this.result
    if (held.length + added > lines.maxRows)
      throw new SheetRefusal(messageText('import.no-room', { title: lines.title, max: lines.maxRows, count: held.length, added }))
  }
}

/** Reads, completes and checks a line in place, as a form would when it is saved; `before` are the cells that the sheet leaves empty. */
async function refusalsOf(
  context: WriteContext,
  lines: LinesPlan,
  line: Values,
  before: Values,
  rule: LineRule | undefined,
): Promise<readonly Refused[]> {
  const found = new Problems()
  for (const [name, raw] of Object.entries(line)) {
    const field = lines.fields[name]
    if (field) line[name] = readField(field, raw, context.writing.checks, found)
  }
  try {
    const read = readOfSubmitted(lines.fields, line, before)
    await followReferences(context, [{ fields: lines.fields, values: line, changed: Object.keys(line), read }], found)
    complete(lines.fields, line, new Set(Object.keys(before)), read, context.environment)
    const whole = { ...before, ...line }
    for (const field of Object.values(lines.fields))
      if (isRequired(field, read, context.environment) && isEmptyValue(whole[field.name]))
        found.field(field, 'required', 'invalid.required')
    found.throwIfAny()
    await rule?.(context.tools, { line })
    return []
  } catch (error) {
    const problem = problemOf(error, { method: 'POST' })
    if (problem.status >= 500) throw error
    const { errors = [] } = problem.extras
    return errors.length > 0 ? errors : [{ path: '', detail: problem.message }]
  }
}

/** What references have filled goes to the form, which sends none of it back; what of it is masked, in part. */
function shownCells({ fields }: LinesPlan, line: Values): Values {
  return Object.fromEntries(
    Object.entries(line).map(([name, value]) => [name, fields[name]?.readOnly ? asMasked(fields[name], value) : value]),
  )
}

function placesOf(context: WriteContext, lines: LinesPlan, match: readonly string[], held: readonly Values[]): Map<string, number> {
  const places = new Map<string, number>()
  held.forEach((row, index) => {
    const key = keyOf(match, Object.fromEntries(match.map((name) => [name, readHeld(context, lines, name, row)])))
    if (match.some((name) => !isEmptyValue(row[name])) && !places.has(key)) places.set(key, index)
  })
  return places
}

function keyOf(match: readonly string[], values: Values): string {
  return JSON.stringify(match.map((name) => (isEmptyValue(values[name]) || values[name] === '' ? null : values[name])))
}

function count(result: ImportedLines, context: WriteContext, lines: LinesPlan, line: Values, held: Values | undefined): void {
  const isSame = (name: string): boolean => {
    const field = lines.fields[name]
    return !field || field.readOnly || sameValue(field, line[name], readHeld(context, lines, name, held ?? {}))
  }
  if (!held) result.added++
  else if (Object.keys(line).every(isSame)) result.same++
  else result.changed++
}

/** A value of the form as it would be stored; what it cannot be is simply another one. */
function readHeld(context: WriteContext, lines: LinesPlan, name: string, held: Values): unknown {
  const field = lines.fields[name]
  if (!field) return undefined
  const value = readValue(field, held[name], context.writing.checks)
  return value instanceof InvalidValue ? undefined : value
}
