import type { Action } from '../../../spec/generated/entity'
import type { ProductSources } from '../../compile'
import { schemaText, type SchemaCode } from '../../schemaMessages'
import type { ExpressionScopeTypes, ExpressionType } from '../../expression'
import { checkSource } from '../expression'
import type { Finding, Report } from '../report'

/** A value in a schema file, with the report that tells of it. */
export interface Place {
  source: string
  /** JSON pointer. */
  pointer: string
  report: Report
}

export function inside(place: Place, ...keys: (string | number)[]): Place {
  return { ...place, pointer: [place.pointer, ...keys].join('/') }
}

export function tell(
  { source, pointer, report }: Place,
  code: SchemaCode,
  params: Record<string, unknown>,
  more: Partial<Finding> = {},
): void {
  report.add(source, pointer, code, params, more)
}

/** Reports a name that is not among the known ones, with the nearest. Returns whether it is known. */
export function isKnown(place: Place, what: string, name: string, among: Iterable<string>, more: Partial<Finding> = {}): boolean {
  return place.report.known(place.source, place.pointer, what, name, among, more)
}

/** Where a keyword of an action stands: in the entity itself, or in the last of its groups that says it; else where the action is. */
export function placeOfAction(
  entity: string,
  action: string,
  keyword: keyof Action | undefined,
  { entities, groups }: ProductSources,
  report: Report,
): Place {
  const own = entities[entity]
  const mine = own?.actions?.[action]
  const at = (source: string, reported: Report): Place => ({
    source,
    pointer: `/actions/${action}${keyword === undefined ? '' : `/${keyword}`}`,
    report: reported,
  })
  const says = (value: Action | undefined): boolean => value !== undefined && (keyword === undefined || value[keyword] !== undefined)
  if (says(mine)) return at(`entities/${entity}`, report)
  const group = (own?.include ?? []).findLast((name) => says(groups[name]?.actions?.[action]))
  if (group !== undefined) return at(`groups/${group}`, report.inEntity(entity))
  return { source: `entities/${entity}`, pointer: mine ? `/actions/${action}` : '/include', report }
}

/** What some steps have in their scope and others have not; why it is missing here. */
const missing: Readonly<Record<string, SchemaCode>> = {
  it: 'check.step-it',
  of: 'check.step-of',
  on: 'check.step-on',
  held: 'check.step-held',
}

/** As every expression; what other steps have, and this one has not, is told by its reason. */
export function checkStepSource(place: Place, text: string, types: ExpressionScopeTypes, wanted: ExpressionType[]): void {
  const own = place.report.apart()
  checkSource(place.source, place.pointer, text, types, wanted, own)
  for (const finding of own.findings) place.report.push(explained(finding, text, types))
}

function explained(finding: Finding, text: string, types: ExpressionScopeTypes): Finding {
  const [root = ''] = /^\w+/.exec(text.slice(finding.offset ?? 0)) ?? []
  const code = Object.hasOwn(missing, root) && !Object.hasOwn(types, root) ? missing[root] : undefined
  if (finding.code !== 'expression.unknown-name' || code === undefined) return finding
  const { source, pointer, offset } = finding
  return { source, pointer, code, found: schemaText(code, { name: root }), offset }
}
