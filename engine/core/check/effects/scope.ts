import type { Action, Field } from '../../../spec/generated/entity'
import type { ProductSources, ResolvedEntity } from '../../compile'
import type { ExpressionScopeTypes, ExpressionType } from '../../expression'
import { isOfRecord } from '../asked'
import { builtInTypes, typeOf, typesOfFields, typesOfRecord } from '../types'
import type { Effects } from './product'

/** An action whose steps are read, and the line table of the step. */
export interface StepContext {
  entity: string
  record: ResolvedEntity
  action: Action
  /** Whose rows `it` is. */
  each?: string
}

/** What expressions of a step read; `more` is what its kind has beside: `of`, `on`, `held`. */
export function typesOfStep(
  { record, action, each }: StepContext,
  { sources }: Effects,
  more: ExpressionScopeTypes = {},
): ExpressionScopeTypes {
  const own = typesOfRecord(record, sources)
  // An unknown line table is told where it is named.
  const row = each === undefined ? undefined : (record.lines?.[each]?.fields ?? 'unknown')
  return {
    ...own,
    before: { record: own },
    form: { record: typesOfForm(action, record) },
    user: 'text',
    ...(row ? { it: row === 'unknown' ? 'any' : typesOfRow(row, sources) } : {}),
    ...more,
  }
}

export function typesOfRow(fields: Record<string, Field>, sources: ProductSources): ExpressionType {
  return { record: { id: 'text', ...typesOfFields(fields, sources) } }
}

const balances = new WeakMap<Effects, Map<string, ExpressionType>>()

/** The type of a balance's row, without its line tables; computed once, because every action that moves a ledger asks for it. */
export function typesOfBalance(names: readonly string[], effects: Effects): ExpressionType {
  const known = balances.get(effects) ?? new Map<string, ExpressionType>()
  balances.set(effects, known)
  const key = names.join('\n')
  const found = known.get(key) ?? typesOfRows(names, effects)
  known.set(key, found)
  return found
}

function typesOfRows(names: readonly string[], { entities, sources }: Effects): ExpressionType {
  return common(names.flatMap((name) => (entities[name] ? [{ ...builtInTypes, ...typesOfFields(entities[name].fields, sources) }] : [])))
}

/** What a record of one of these entities is read as: what all of them have. */
export function typesOfTarget(names: readonly string[], { entities, sources }: Effects): ExpressionType {
  return common(names.flatMap((name) => (entities[name] ? [typesOfRecord(entities[name], sources)] : [])))
}

function common([first = {}, ...others]: ExpressionScopeTypes[]): ExpressionType {
  const inAll = Object.entries(first).filter(([name]) => others.every((types) => Object.hasOwn(types, name)))
  return {
    record: Object.fromEntries(
      inAll.map(([name, type]) => [name, others.every((types) => JSON.stringify(types[name]) === JSON.stringify(type)) ? type : 'any']),
    ),
  }
}

/** The dialog of an action; what it asks of rows is a list that expressions do not look into. */
export function typesOfForm({ ask }: Action, { fields }: Pick<ResolvedEntity, 'fields'>): ExpressionScopeTypes {
  return Object.fromEntries(
    Object.entries(ask ?? {}).flatMap(([name, asked]): [string, ExpressionType][] => {
      const field = isOfRecord(asked) ? fields[name] : asked
      if (field === undefined) return []
      return [[name, field.type === 'lines' ? 'any' : typeOf(field)]]
    }),
  )
}
