import type { Field } from '../../spec/generated/entity'
import type { LineMatch, StoredSums } from '../../spec/generated/screen'
import { resolveGroups } from '../compile'
import { isLines } from '../compile/payload'
import { schemaTypeOf } from '../fields/schemas'
import type { ScreenContext } from './screenContext'

type Context = Pick<ScreenContext, 'source' | 'screen' | 'sources' | 'report' | 'entity' | 'names'>

interface Lines {
  name: string
  fields: Record<string, Field>
}

/** What a `match` says beside its sides, whose columns are checked as those of a pick. */
export function checkMatch(context: Context, at: string, match: LineMatch, lines: Lines): void {
  const { source, report } = context
  const { amount, rest, to } = match
  const cell = lines.fields[amount]
  if (report.known(source, `${at}/amount`, 'field', amount, Object.keys(lines.fields)) && !(cell && isTypedNumber(cell)))
    report.add(source, `${at}/amount`, 'check.match-amount', { name: amount })
  for (const side of ['from', 'to'] as const) checkLeft(context, `${at}/${side}/left`, match[side], lines.fields)
  checkChosen(context, `${at}/chosen`, match, lines.fields)
  checkStored(context, `${at}/stored`, match.stored, rowOf(context, lines.fields[match.from.field]))
  const taker = lines.fields[to.field]
  if (rest !== undefined && (taker?.required || taker?.requiredFor))
    report.add(source, `${at}/rest`, 'check.match-rest', { name: to.field })
  if (match.suggest !== undefined) checkSuggest(context, `${at}/suggest`, match.suggest, lines.name)
}

/** Only numbers can be summed up over rows. */
export function checkStored(
  { source, report }: Context,
  at: string,
  stored: StoredSums | undefined,
  fields: Record<string, Field> | undefined,
): void {
  for (const [key, name] of Object.entries(stored ?? {}))
    if (fields && report.known(source, `${at}/${key}`, 'field', name, Object.keys(fields)) && !isNumber(fields[name]))
      report.add(source, `${at}/${key}`, 'check.stored-number', { name })
}

function checkLeft(context: Context, at: string, { field, left, columns }: LineMatch['from'], fields: Record<string, Field>): void {
  const row = rowOf(context, fields[field])
  const shown = columns.map((column) => (typeof column === 'string' ? column : column.field))
  if (row && !(shown.includes(left) && isNumber(row[left]))) context.report.add(context.source, at, 'check.match-left', { name: left })
}

/** The record holds what is ticked: several rows of what the giving side refers to. */
function checkChosen({ source, report, entity }: Context, at: string, { chosen, from }: LineMatch, fields: Record<string, Field>): void {
  const [field, side] = [entity.fields[chosen], fields[from.field]]
  if (!report.known(source, at, 'field', chosen, Object.keys(entity.fields)) || side?.type !== 'ref') return
  if (field?.type !== 'ref' || !field.multiple || field.to !== side.to)
    report.add(source, at, 'check.match-chosen', { name: chosen, of: String(side.to) })
}

function checkSuggest({ source, report, screen, names }: Context, at: string, name: string, lines: string): void {
  const extras = screen.endpoints.extra ?? {}
  const endpoint = extras[name]
  if (!report.known(source, at, 'endpoint', name, Object.keys(extras)) || !endpoint) return
  const rows = Object.values(endpoint.answer ?? {}).filter((how) => isLines(how) && how.of === lines)
  if (endpoint.method !== 'GET' || endpoint.url.includes('{') || rows.length !== 1)
    report.add(source, at, 'check.match-suggest', { name, lines })
  for (const asked of Object.keys(endpoint.query ?? {})) report.known(source, at, 'field', asked, names)
}

function rowOf({ sources }: Context, field: Field | undefined): Record<string, Field> | undefined {
  const to = field?.type === 'ref' && typeof field.to === 'string' ? field.to : undefined
  const entity = to === undefined ? undefined : sources.entities[to]
  return to === undefined || !entity ? undefined : resolveGroups(to, entity, sources).fields
}

function isNumber(field: Field | undefined): boolean {
  return field !== undefined && schemaTypeOf(field).summable === true
}

function isTypedNumber(field: Field): boolean {
  return isNumber(field) && !field.system && field.value === undefined
}
