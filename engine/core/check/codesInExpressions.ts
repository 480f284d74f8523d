import type { Action } from '../../spec/generated/entity'
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
  /** Undefined where it takes any text. */
  codes: readonly string[] | undefined
}

interface FieldsOfName {
  standing: readonly Standing[]
  /** Where all of them have the same codes, as a select of one dictionary has; then it does not matter whose it is. */
  same: ReadonlySet<string> | undefined
}

const known = new WeakMap<ProductSources, Map<string, FieldsOfName>>()

function fieldsByName(name: string, sources: ProductSources): FieldsOfName {
  const names = known.get(sources) ?? new Map<string, FieldsOfName>()
  known.set(sources, names)
  const found = names.get(name) ?? gathered(name, sources)
  names.set(name, found)
  return found
}

type Asked = NonNullable<Action['ask']>[string]

/** Where fields stand: in an entity, its parameters, its lines, or the dialog of an action. */
interface Table {
  entity: ResolvedEntity
  fields: Readonly<Record<string, Asked>>
}

const tables = new WeakMap<ProductSources, readonly Table[]>()

function tablesOf(sources: ProductSources): readonly Table[] {
  const found =
    tables.get(sources) ??
    Object.entries(sources.entities).flatMap(([key, source]) => {
      const entity = resolveGroups(key, source, sources)
      const asked = Object.values(entity.actions ?? {}).map(({ ask = {} }) => ask)
      const lines = Object.values(entity.lines ?? {}).map(({ fields }) => fields)
      return [entity.fields, entity.params ?? {}, ...lines, ...asked].map((fields) => ({ entity, fields }))
    })
  tables.set(sources, found)
  return found
}

function gathered(name: string, sources: ProductSources): FieldsOfName {
  const standing: Standing[] = []
  for (const { entity, fields } of tablesOf(sources)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (typeof field !== 'object' || field.type === 'lines') continue
    standing.push({ entity, codes: schemaTypeOf(field).codes(field, entity, sources) })
  }
  const kinds = new Set(standing.map(({ codes }) => codes?.join()))
  return { standing, same: kinds.size === 1 ? unionOf(standing) : undefined }
}

/** Undefined where one of them takes any text, or nobody knows its codes. */
function unionOf(standing: readonly Standing[]): Set<string> | undefined {
  const lists = standing.map(({ codes = [] }) => codes)
  return lists.length > 0 && lists.every(({ length }) => length > 0) ? new Set(lists.flat()) : undefined
}

/**
 * The codes that a field of this name can have: of the entities whose fields the expression reads, and, where it reads no whole entity, of
 * all. Undefined where one of them takes any text, and for what no entity has.
 */
function codesOf(name: string, types: ExpressionScopeTypes, sources: ProductSources): ReadonlySet<string> | undefined {
  const { standing, same } = fieldsByName(name, sources)
  if (same) return same
  const here = standing.filter(({ entity }) => isRead(entity, types))
  return unionOf(here.length > 0 ? here : standing)
}

function isRead({ fields }: ResolvedEntity, types: ExpressionScopeTypes): boolean {
  for (const name in fields) if (!Object.hasOwn(types, name) && fields[name]?.secret !== true) return false
  return true
}
