/** What accounts from outside must not learn (`internal`) may stand nowhere where they would learn it all the same. */
import type { Action, Entity, Field } from '../../spec/generated/entity'
import { resolveGroups, type ProductSources, type ResolvedEntity } from '../compile'
import { expressionDependencies, parseExpression } from '../expression'
import type { Report } from './report'
import { displayOf } from './types'

/** Checks who is outside: by a field of the user entity that is empty in our own accounts. */
export function checkOutside(sources: ProductSources, report: Report): void {
  const { outside, userEntity } = sources.product
  const users = sources.entities[userEntity]
  if (!outside || !users) return
  const { fields } = resolveGroups(userEntity, users, sources)
  if (!report.known('product', '/outside/by', 'field', outside.by, Object.keys(fields))) return
  const field = fields[outside.by]
  const isOne = field?.type === 'ref' && typeof field.to === 'string' && !field.multiple && field.by === undefined
  if (!isOne || field.required === true) report.add('product', '/outside/by', 'check.outside-by', { name: outside.by })
}

/** Checks the internal fields and states of an entity: what is shown to everybody must not be made of them. */
export function checkInternal(name: string, own: Entity, entity: ResolvedEntity, sources: ProductSources, report: Report): void {
  const source = `entities/${name}`
  const tables = Object.entries(entity.lines ?? {})
  const all = [entity.fields, ...tables.map(([, { fields }]) => fields)]
  const isUsed = all.some((fields) => Object.values(fields).some(isInternal)) || Object.values(entity.states ?? {}).some(isInternal)
  if (!isUsed) return
  if (!sources.product.outside) report.add(source, '', 'check.internal-to-nobody', {})
  if (isInternal(entity.fields[entity.label])) report.add(source, '/label', 'check.internal-label', { name: entity.label })

  const hidden = internalNames(entity, sources)
  checkFields(source, '/fields', entity.fields, own.fields, hidden, report)
  for (const [key, line] of tables) checkFields(source, `/lines/${key}/fields`, line.fields, own.lines?.[key]?.fields, hidden, report)
  for (const [key, action] of Object.entries(entity.actions ?? {}))
    checkSet(source, key, action, own.actions?.[key] !== undefined, entity.fields, hidden, report)
}

/** Reports names of internal fields in an expression whose result everybody may see. */
export function refuseInternalIn(source: string, pointer: string, text: string, hidden: ReadonlySet<string>, report: Report): void {
  for (const name of readBy(text)) if (hidden.has(name)) report.add(source, pointer, 'check.internal', { name })
}

/** Fields and display values of an entity that are internal, and those of its rows as `goods.cost`. */
export function internalNames(entity: ResolvedEntity, sources: ProductSources): Set<string> {
  const among = (fields: Record<string, Field>, prefix = ''): string[] =>
    Object.entries(fields).flatMap(([name, field]) =>
      isInternal(field) ? [name, displayOf(name, field, sources) ?? name].map((each) => prefix + each) : [],
    )
  return new Set([...among(entity.fields), ...Object.entries(entity.lines ?? {}).flatMap(([key, line]) => among(line.fields, `${key}.`))])
}

function checkFields(
  source: string,
  at: string,
  fields: Record<string, Field>,
  said: Record<string, Field> | undefined,
  hidden: ReadonlySet<string>,
  report: Report,
): void {
  const own = Object.entries(fields).flatMap(([name, field]) => (isInternal(field) ? [name] : []))
  const withOwn = new Set([...hidden, ...own])
  for (const [name, field] of Object.entries(fields)) {
    const place = said && Object.hasOwn(said, name) ? `${at}/${name}` : '/include'
    const isKept =
      field.value === undefined && field.query === undefined && !field.secret && !['serial', 'status', 'kind'].includes(field.type)
    if (isInternal(field) && !isKept) report.add(source, place, 'check.internal-kept', { name })
    for (const text of [field.value, field.follows]) if (text !== undefined) refuseInternalIn(source, place, text, withOwn, report)
  }
}

/** A field that everybody reads must not be written from one that they do not. */
function checkSet(
  source: string,
  key: string,
  { set = {} }: Action,
  isOwn: boolean,
  fields: Record<string, Field>,
  hidden: ReadonlySet<string>,
  report: Report,
): void {
  for (const [name, text] of Object.entries(set))
    if (!isInternal(fields[name])) refuseInternalIn(source, isOwn ? `/actions/${key}/set/${name}` : '/include', text, hidden, report)
}

function isInternal(part: { internal?: boolean } | undefined): boolean {
  return part?.internal === true
}

/** What cannot be parsed is told as such. */
function readBy(text: string): string[] {
  try {
    return expressionDependencies(parseExpression(text))
  } catch {
    return []
  }
}
