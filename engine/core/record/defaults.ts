import type { Expression } from '../expression'
import { isBlank } from '../fields'
import type { FieldPlan } from '../plan'
import { throughFormulas } from './formulas'
import { evaluate, namesRead, type Environment, type Read } from './scope'
import { asStored } from './stored'
import type { Fields, Values } from './values'

/** A field that follows others, with what has to be typed so that it does. */
export interface Follower {
  field: FieldPlan
  follows: Expression
  /** Names whose change it follows: those it reads, and those that formulas among them read. */
  sources: ReadonlySet<string>
}

const defaultsByFields = new WeakMap<Fields, readonly FieldPlan[]>()
const followersByFields = new WeakMap<Fields, readonly Follower[]>()

/**
 * Writes the defaults of fields that are empty and were not submitted, in place, each after those it reads. `said` are the names that were submitted,
 * even as empty.
 * @param read what default expressions read: the record, or the row and beyond it the record
 */
export function applyDefaults(fields: Fields, values: Values, said: ReadonlySet<string>, read: Read, environment: Environment): void {
  const fresh = throughFormulas(fields, read, environment)
  for (const field of defaultsOf(fields)) {
    if (said.has(field.name) || !isBlank(values[field.name])) continue
    const preset = expressionOf(field.default)
    values[field.name] = preset ? presetOf(field, preset, fresh, environment) : asStored(field, field.default)
  }
}

/** What a default that is an expression comes to now. */
export function presetOf(field: FieldPlan, preset: Expression, fresh: Read, environment: Environment): unknown {
  return asStored(field, evaluate(preset, fresh, environment))
}

/** Fills the fields of a new record or row that follow others and are empty, unless they were submitted, as typing the others would have done. */
function applyFollowers(fields: Fields, values: Values, said: ReadonlySet<string>, read: Read, environment: Environment): void {
  for (const follower of followersOf(fields)) {
    const { name } = follower.field
    if (!said.has(name) && isBlank(values[name])) values[name] = followed(fields, follower, read, environment)
  }
}

/** Completes a new record or row with its defaults and the fields that follow others. */
export function complete(fields: Fields, values: Values, said: ReadonlySet<string>, read: Read, environment: Environment): void {
  applyDefaults(fields, values, said, read, environment)
  applyFollowers(fields, values, said, read, environment)
}

/** What a follower becomes now. */
export function followed(fields: Fields, { field, follows }: Follower, read: Read, environment: Environment): unknown {
  return asStored(field, evaluate(follows, throughFormulas(fields, read, environment), environment))
}

/** The fields that follow others, each after those of them that it follows itself. */
export function followersOf(fields: Fields): readonly Follower[] {
  let followers = followersByFields.get(fields)
  if (followers === undefined) {
    followers = inOrder(fields, ({ follows }) => follows).map(({ formula, field }) => ({
      field,
      follows: formula,
      sources: sourcesOf(fields, formula),
    }))
    followersByFields.set(fields, followers)
  }
  return followers
}

function defaultsOf(fields: Fields): readonly FieldPlan[] {
  let defaults = defaultsByFields.get(fields)
  if (defaults === undefined) {
    const literals = Object.values(fields).filter((field) => field.default !== undefined && !expressionOf(field.default))
    defaults = [...literals, ...inOrder(fields, (field) => expressionOf(field.default)).map(({ field }) => field)]
    defaultsByFields.set(fields, defaults)
  }
  return defaults
}

/** What a field has in a new record whatever else that says, such as no money received; null where it has no such default. */
export function literalDefault(field: FieldPlan | undefined): unknown {
  return field?.default === undefined || expressionOf(field.default) ? null : asStored(field, field.default)
}

/** The expression of a default that has one. */
export function expressionOf(preset: FieldPlan['default']): Expression | undefined {
  return typeof preset === 'object' && !Array.isArray(preset) ? preset.expression : undefined
}

/** Fields that have the formula, each after those it reads, be it through other formulas; of a circle in any order. */
function inOrder(fields: Fields, formulaOf: (field: FieldPlan) => Expression | undefined): { field: FieldPlan; formula: Expression }[] {
  const ordered = new Map<FieldPlan, Expression>()
  const visiting = new Set<FieldPlan>()
  const visit = (field: FieldPlan): void => {
    if (visiting.has(field)) return
    visiting.add(field)
    const formula = formulaOf(field)
    for (const name of formula ? sourcesOf(fields, formula) : []) {
      const source = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (source) visit(source)
    }
    if (formula) ordered.set(field, formula)
  }
  Object.values(fields).forEach(visit)
  return [...ordered].map(([field, formula]) => ({ field, formula }))
}

/** Names that an expression reads, those of formulas in place of the computed fields. */
function sourcesOf(fields: Fields, expression: Expression): Set<string> {
  const sources = new Set<string>()
  const visited = new Set<string>()
  const visit = (name: string): void => {
    if (visited.has(name)) return
    visited.add(name)
    const formula = Object.hasOwn(fields, name) ? fields[name]?.value : undefined
    if (formula) namesRead(formula).forEach(visit)
    else sources.add(name)
  }
  namesRead(expression).forEach(visit)
  return sources
}
