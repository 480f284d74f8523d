import { isBlank } from '../../../core/fields'
import type { BrowserScreenPlan, FieldPlan, LinesPlan, PickPlan } from '../../../core/plan'
import { consequences, narrowing } from '../../../core/record/references'
import { readOfRow, type Read } from '../../../core/record/scope'
import type { Values } from '../../../core/record/values'
import type { Option, RecordValues } from '../../../core/wire'
import { optionsLoader } from '../../data/options'
import type { Request } from '../../request'

/** Most rows that one options request returns. */
const MAX_OPTIONS = 50

/** What a line holds of a chosen row: by it the row is known. */
export function keyOf({ field, from }: PickPlan, { fields }: LinesPlan, row: RecordValues): string {
  return String(row[from ? field : (fields[field]?.ref?.by ?? 'id')])
}

interface Picked {
  screen: Pick<BrowserScreenPlan, 'base'>
  pick: PickPlan
  lines: LinesPlan
  rows: readonly RecordValues[]
  /** A field of the record. */
  read: Read
  request: Request
}

/**
 * The lines that chosen rows become: the reference with its name, what the pick fills, and what references among that fill in turn, which is
 * asked for as if they had been chosen one by one.
 */
export async function pickedLines({ screen, pick, lines, rows, read, request }: Picked): Promise<Values[]> {
  if (pick.from) return rows.map((row) => asAnswered(lines, row))
  const made = rows.map((row) => lineOf(pick, lines, row))
  for (const name of Object.keys(pick.fill)) {
    const reference = lines.fields[name]
    if (reference?.ref && !reference.multiple) await complete(made, reference, { screen, lines, read, request })
  }
  return made
}

/** What a line has of a chosen row: the reference with its name, and what it fills. */
export function lineOf(pick: PickPlan, lines: LinesPlan, row: RecordValues): Values {
  const { field, fill, label } = pick
  const display = lines.fields[field]?.ref?.display
  const filled = Object.entries(fill).map(([ours, theirs]) => [ours, row[theirs] ?? null] as const)
  return { ...Object.fromEntries(filled), ...(display === undefined ? {} : { [display]: row[label] }), [field]: keyOf(pick, lines, row) }
}

/** A row that was answered as a line: what the line table has of it. */
export function asAnswered({ fields }: LinesPlan, row: Readonly<Record<string, unknown>>): Values {
  const names = Object.values(fields).flatMap(({ name, ref }) => (ref ? [name, ref.display] : [name]))
  return Object.fromEntries(names.flatMap((name) => (name in row ? [[name, row[name]]] : [])))
}

async function complete(
  made: Values[],
  field: FieldPlan,
  { screen, lines, read, request }: Pick<Picked, 'screen' | 'lines' | 'read' | 'request'>,
): Promise<void> {
  const groups = new Map<string, { given: Values; lines: Values[] }>()
  for (const line of made) {
    if (isBlank(line[field.name])) continue
    const given = narrowing(field, readOfRow(lines.fields, line, read))
    const key = JSON.stringify(given)
    const group = groups.get(key) ?? { given, lines: [] }
    groups.set(key, group)
    group.lines.push(line)
  }
  for (const { given, lines: same } of groups.values()) {
    const load = optionsLoader(request, screen.base, `${lines.name}.${field.name}`, () => given)
    const ids = [...new Set(same.map((line) => String(line[field.name])))]
    const options: Option[] = []
    for (let from = 0; from < ids.length; from += MAX_OPTIONS) {
      options.push(...(await load({ values: ids.slice(from, from + MAX_OPTIONS), signal: new AbortController().signal })))
    }
    for (const line of same) {
      const option = options.find(({ value }) => value === String(line[field.name]))
      // One that may not be chosen stays as it is: the save names its line.
      if (option) Object.assign(line, { ...consequences(field, option.value, [option]), ...line })
    }
  }
}
