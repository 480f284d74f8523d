/**
 * How the computed fields of a record came about, from the formulas and sums that its schema says: what is explained is what the engine computes, so
 * that a field needs no second formula for its explanation.
 */
import { compareDecimals, toDecimal, type Decimal } from '../../engine/core/decimal'
import { derive, type Derivation, type DerivationInput, type Figure } from '../../engine/core/derivation'
import { evaluateExpression, type Expression, type ExpressionEnvironment } from '../../engine/core/expression'
import { conditionText, valuesText } from '../../engine/core/conditionText'
import type { Titles } from '../../engine/core/fields'
import type { EntityPlan, FieldPlan } from '../../engine/core/plan'

type Explained = Pick<EntityPlan, 'fields' | 'lines'>
type Values = Readonly<Record<string, unknown>>

/**
 * @param sums what fields that are sums of other records add up, as far as it is known
 * @param titles what codes in conditions are called
 * @param environment that conditions of formulas are judged in
 * @returns by field; one whose formula has no number is left out
 */
export function explainedFields(
  entity: Explained,
  record: Values,
  sums: Readonly<Record<string, readonly Figure[]>>,
  titles: Titles,
  environment: ExpressionEnvironment,
): Record<string, Derivation> {
  const known = new Map<string, Derivation | undefined>()
  const words = { fields: entity.fields, titles }
  const explain = (name: string): Derivation | undefined => {
    if (!known.has(name)) known.set(name, explainField(name))
    return known.get(name)
  }
  const explainField = (name: string): Derivation | undefined => {
    const field = entity.fields[name]
    if (!field || toDecimal(record[name]) === undefined) return undefined
    const rounding = { decimals: field.decimals ?? 0, mode: 'halfUp' } as const
    const parts = sums[name]
    if (parts) return derive({ title: field.title, formula: 'sum(parts)', rounding, inputs: { parts } })
    if (!field.value) return undefined
    const inputs: Record<string, DerivationInput | readonly DerivationInput[]> = {}
    const because: string[] = []
    const nameOf = (names: readonly string[], instead?: Decimal): string | undefined => {
      const key = names.join('_')
      const input = inputAt(names, instead)
      if (input) inputs[key] = input
      return input && key
    }
    const holds = (condition: Expression): boolean => {
      const isTrue = evaluateExpression(condition, record, environment) === true
      because.push(`${conditionText(condition, words)} ${isTrue ? '成立' : '不成立'}（${valuesText(condition, record, words)}）`)
      return isTrue
    }
    const formula = formulaOf(asRounded(field, field.value), record, nameOf, holds)
    if (formula === undefined) return undefined
    const derivation = derive({ title: field.title, formula, rounding, inputs, ...(because.length > 0 ? { because } : {}) })
    // What was stored on another day may have been chosen otherwise.
    return because.length > 0 && compareDecimals(derivation.value, toDecimal(record[name]) ?? '') !== 0 ? undefined : derivation
  }
  const inputAt = ([name = '', column]: readonly string[], instead?: Decimal): DerivationInput | readonly DerivationInput[] | undefined => {
    const lines = entity.lines[name]
    if (column === undefined) return entity.fields[name] && (explain(name) ?? figureOf(entity.fields[name], record[name] ?? instead))
    const cell = lines?.fields[column]
    return cell && (record[name] as Values[]).flatMap((row) => figureOf(cell, row[column]) ?? [])
  }
  return Object.fromEntries(
    Object.keys(entity.fields).flatMap((name) =>
      [[name, explain(name)] as const].filter((each): each is readonly [string, Derivation] => each[1] !== undefined),
    ),
  )
}

function figureOf({ title }: FieldPlan, value: unknown): Figure | undefined {
  const known: Decimal | undefined = toDecimal(value)
  return known === undefined ? undefined : { title, value: known }
}

/** The rounding of the whole is said beside the formula. */
function asRounded({ decimals }: FieldPlan, value: Expression): Expression {
  if (value.kind !== 'call' || value.name !== 'round') return value
  const [of, digits] = value.arguments
  return of && digits?.kind === 'number' && Number(digits.value) === decimals ? of : value
}

/** A formula as text over the names of its inputs; undefined where it says more than arithmetic, or needs what is not there. */
function formulaOf(
  expression: Expression,
  record: Values,
  nameOf: (names: readonly string[], instead?: Decimal) => string | undefined,
  holds: (condition: Expression) => boolean,
): string | undefined {
  const write = (node: Expression): string | undefined => {
    switch (node.kind) {
      case 'number':
        return node.value
      case 'path':
        return nameOf(node.names)
      case 'binary': {
        const [left, right] = [write(node.left), write(node.right)]
        return /^[-+*/]$/.test(node.operator) && left !== undefined && right !== undefined
          ? `(${left} ${node.operator} ${right})`
          : undefined
      }
      case 'list': {
        const items = node.items.map(write)
        return items.includes(undefined) ? undefined : `[${items.join(', ')}]`
      }
      case 'conditional':
        return write(holds(node.condition) ? node.whenTrue : node.whenFalse)
      case 'call': {
        if (node.name === 'coalesce') {
          const [first] = node.arguments
          const found = node.arguments.find((each) => isThere(each, record))
          // Nothing is there: the figure is the one that counts in its place.
          if (first?.kind === 'path' && found?.kind === 'number') return nameOf(first.names, found.value)
          return found && write(found)
        }
        const parts = node.arguments.map(write)
        return parts.includes(undefined) ? undefined : `${node.name}(${parts.join(', ')})`
      }
      default:
        return undefined
    }
  }
  return write(expression)
}

/** The first of several that has a value is the one that counts. */
function isThere(node: Expression, record: Values): boolean {
  return node.kind !== 'path' || (node.names.length === 1 && toDecimal(record[node.names[0] ?? '']) !== undefined)
}
