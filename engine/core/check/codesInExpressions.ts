import type { Field } from '../../spec/generated/entity'
import { resolveGroups, type ResolvedEntity } from '../compile'
import type { Expression, ExpressionScopeTypes } from '../expression'
import { schemaTypeOf } from '../fields/schemas'
import type { ProductSources } from '../sources/sources'
import type { Report } from './report'

interface Compared {
  /** Last name of the path that is compared. */
  name: string
  texts: Extract<Expression, { kind: 'text' }>[]
}

/** Reports codes with which a field is compared and which it never has. @param types what the expression may read */
export function checkCodes(source: string, pointer: string, expression: Expression, types: ExpressionScopeTypes, report: Report): void {
  if (!report.sources) return
  for (const { name, texts } of comparedWith(expression)) {
    const codes = codesOf(name, types, report.sources)
    if (!codes) continue
    for (const { value, position } of texts) if (value !== '') report.known(source, pointer, 'code', value, codes, { offset: position })
  }
}

/** Paths that are compared with texts, anywhere in the expression. */
function comparedWith(expression: Expression): Compared[] {
  const parts = partsOf(expression).flatMap(comparedWith)
  if (expression.kind !== 'binary') return parts
  const { operator, left, right } = expression
  if (operator === '==' || operator === '!=') return [...compared(left, [right]), ...compared(right, [left]), ...parts]
  return operator === 'in' && right.kind === 'list' ? [...compared(left, right.items), ...parts] : parts
}

function compared(path: Expression, others: readonly Expression[]): Compared[] {
  const texts = others.filter((other) => other.kind === 'text')
  const name = path.kind === 'path' ? path.names.at(-1) : undefined
  return name === undefined || texts.length === 0 ? [] : [{ name, texts }]
}

function partsOf(expression: Expression): Expression[] {
  switch (expression.kind) {
    case 'unary':
      return [expression.operand]
    case 'binary':
      return [expression.left, expression.right]
    case 'conditional':
      return [expression.condition, expression.whenTrue, expression.whenFalse]
    case 'call':
      return expression.arguments
    case 'list':
      return expression.items
    default:
      return []
  }
}

/** A field as it stands in an entity; a line's field stands there too. */
interface Standing {
  entity: ResolvedEntity
  field: Field
}

const standing = new WeakMap<ProductSources, ReadonlyMap<string, readonly Standing[]>>()

function fieldsByName(sources: ProductSources): ReadonlyMap<string, readonly Standing[]> {
  const known = standing.get(sources)
  if (known) return known
  const found = new Map<string, Standing[]>()
  for (const [name, said] of Object.entries(sources.entities)) {
    const entity = resolveGroups(name, said, sources)
    const asked = Object.values(entity.actions ?? {}).map(({ ask = {} }) => ask)
    const tables = [entity.fields, entity.params ?? {}, ...Object.values(entity.lines ?? {}).map(({ fields }) => fields), ...asked]
    for (const [key, field] of tables.flatMap((fields) => Object.entries(fields)))
      if (typeof field === 'object' && field.type !== 'lines') found.set(key, [...(found.get(key) ?? []), { entity, field }])
  }
  standing.set(sources, found)
  return found
}

/**
 * The codes that a field of this name can have: of the entities whose fields the expression reads, and, where it reads no whole entity, of
 * all. Undefined where one of them takes any text, and for what no entity has.
 */
function codesOf(name: string, types: ExpressionScopeTypes, sources: ProductSources): Set<string> | undefined {
  const everywhere = fieldsByName(sources).get(name) ?? []
  const here = everywhere.filter(({ entity }) => isRead(entity, types))
  const codes = new Set<string>()
  for (const { entity, field } of here.length > 0 ? here : everywhere) {
    const own = schemaTypeOf(field).codes(field, entity, sources)
    if (!own || own.length === 0) return undefined
    for (const code of own) codes.add(code)
  }
  return codes.size > 0 ? codes : undefined
}

function isRead({ fields }: ResolvedEntity, types: ExpressionScopeTypes): boolean {
  return Object.entries(fields).every(([name, { secret }]) => secret === true || Object.hasOwn(types, name))
}
