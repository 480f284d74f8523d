import { isMultiple } from '../../../core/fields'
import type { FieldPlan } from '../../../core/plan'
import { narrowing } from '../../../core/record/references'
import type { Option } from '../../../core/wire'
import type { LoadOptions } from '../../fieldDefinition'
import { say } from '../../laterMessages'
import type { Entry, LinesModel, Row } from './linesModel'

/** So many names are asked for at once. */
export const MAX_NAMES = 1_000
/** Nothing is called by more; the server takes no longer ones. */
const MAX_LENGTH = 100

/** The pasted texts that may name the record of one reference cell. */
export interface PastedName {
  row: Row
  /** Number, code, barcode, name: one is enough. */
  texts: readonly string[]
}

type Loader = (row: Row, field: FieldPlan) => LoadOptions | undefined

/**
 * Looks up the rows that pasted names or codes mean, with one request for all cells of a column whose choices are the same, and fills them in.
 * Only what is called exactly so, and alone, is taken; of the others each cell says why. Returns the cells that were not filled.
 * @throws RequestError when they could not be asked for, and nothing was filled in
 */
export async function lookUp<Cell extends PastedName>(
  lines: LinesModel,
  field: FieldPlan,
  pasted: readonly Cell[],
  loader: Loader,
): Promise<Cell[]> {
  const alike = new Map<string, Cell[]>()
  for (const cell of pasted) {
    const narrowed = JSON.stringify(narrowing(field, lines.readOf(cell.row)))
    const group = alike.get(narrowed)
    if (group) group.push(cell)
    else alike.set(narrowed, [cell])
  }
  const left = await Promise.all(
    [...alike.values()].map(async (cells) => {
      const [first] = cells
      const load = first && loader(first.row, field)
      const found = load ? await ask(load, [...new Set(cells.flatMap(({ texts }) => texts.flatMap((text) => namesIn(field, text))))]) : []
      const read = cells.map((cell) => readIn(lines, field, cell, found))
      lines.enterAll(read.flatMap((result) => (typeof result === 'object' ? result : [])))
      return cells.filter((_cell, index) => read[index] === 'unread')
    }),
  )
  return left.flat()
}

async function ask(load: LoadOptions, texts: readonly string[]): Promise<Option[]> {
  const names = texts.filter((text) => text.length <= MAX_LENGTH)
  const parts = Array.from({ length: Math.ceil(names.length / MAX_NAMES) }, (_, index) =>
    names.slice(index * MAX_NAMES, (index + 1) * MAX_NAMES),
  )
  return (await Promise.all(parts.map((part) => load({ names: part })))).flat()
}

/** The value for a cell, or why there is none: its row is gone, or its name could not be read, which is then said beside the cell. */
function readIn(lines: LinesModel, field: FieldPlan, { row, texts }: PastedName, options: readonly Option[]): Entry | 'gone' | 'unread' {
  if (lines.indexOf(row) < 0) return 'gone'
  const text = bestOf(texts, options)
  const found = namesIn(field, text).map((name) => called(options, name))
  const chosen = found.flatMap((each) => (each.length === 1 ? each : []))
  if (chosen.length < found.length) {
    const several = found.some((each) => each.length > 1)
    lines.say(row, field.name, say(several ? 'lines.severalFound' : 'lines.notFound', { text }))
    return 'unread'
  }
  const refused = chosen.find((option) => option.refused !== undefined)?.refused
  if (refused !== undefined) {
    lines.say(row, field.name, refused)
    return 'unread'
  }
  const values = chosen.map(({ value }) => value)
  return { row, name: field.name, value: isMultiple(field) ? values : (values[0] ?? null), chosen }
}

/** Of several pasted texts the one to look up by: a unique key first, then a name that only one record has, then a name of several. */
function bestOf(texts: readonly string[], options: readonly Option[]): string {
  const counts = texts.map((text) => called(options, text).length)
  const byKey = texts.find((text) => withKey(options, text).length === 1)
  return byKey ?? texts[counts.indexOf(1)] ?? texts[counts.findIndex((count) => count > 1)] ?? texts[0] ?? ''
}

/** A code goes before a name, which several rows may have. */
function called(options: readonly Option[], name: string): Option[] {
  const byKey = withKey(options, name)
  const found = byKey.length > 0 ? byKey : options.filter(({ label }) => label.toLowerCase() === name.toLowerCase())
  return [...new Map(found.map((option) => [option.value, option])).values()]
}

function withKey(options: readonly Option[], name: string): Option[] {
  return options.filter(({ keys }) => keys?.includes(name.toLowerCase()))
}

function namesIn(field: FieldPlan, text: string): string[] {
  return isMultiple(field)
    ? text
        .split(/[\u3001,\uff0c;\uff1b]/)
        .map((name) => name.trim())
        .filter((name) => name !== '')
    : [text]
}
