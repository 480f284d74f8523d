import type { EntityPlan, FieldPlan, LinesPlan, ProductPlan } from '../../core/plan'
import { classifyDatabaseError } from '../database/errors'
import { entityTables } from '../entityTables'
import { messageText } from '../messages'
import { fieldProblem, invalid, type HttpProblem } from '../problem'
import { toColumn } from '../rows'

/** A unique key that a statement would have broken. */
export interface BrokenKey {
  table: string
  columns: readonly string[]
}

/** The unique key that a failed statement would have broken; undefined for other errors. */
export function brokenKeyOf(plan: ProductPlan, error: unknown): BrokenKey | undefined {
  const { kind, table, constraint } = classifyDatabaseError(error)
  if (kind !== 'unique' || table === undefined) return undefined
  const columns = entityTables(plan)
    .find(({ name }) => name === table)
    ?.unique.find(({ name }) => name === constraint)?.columns
  return columns && { table, columns }
}

/** The problem of a broken unique key, marked at its fields; undefined for other errors. */
export function duplicateOf(plan: ProductPlan, error: unknown): HttpProblem | undefined {
  const broken = brokenKeyOf(plan, error)
  return broken && duplicateProblem(plan, broken)
}

/** The same for a key of which it is known that it would be broken; undefined for one of no fields. */
export function duplicateProblem(plan: ProductPlan, broken: BrokenKey): HttpProblem | undefined {
  const owner = ownerOf(plan, broken.table)
  const fields = Object.values(owner?.fields ?? {}).filter((field: FieldPlan) => broken.columns.includes(toColumn(field.name)))
  const [first] = fields
  if (!first) return undefined
  const title = fields.map((field) => field.title).join(messageText('value.separator'))
  return invalid([
    fieldProblem(first.name, 'unique', messageText('problem.duplicate', { title }), { fields: fields.map(({ name }) => name) }),
  ])
}

function ownerOf(plan: ProductPlan, table: string): EntityPlan | LinesPlan | undefined {
  return Object.values(plan.entities)
    .flatMap((entity): (EntityPlan | LinesPlan)[] => [entity, ...Object.values(entity.lines)])
    .find((owner) => owner.table === table)
}
