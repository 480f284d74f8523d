import type { Field } from '../../spec/generated/entity'
import { isAttached } from '../fields'
import { schemaTypeOf } from '../fields/schemas'
import type { FieldPlan } from '../plan'
import { compileExpression, compileOptional } from './expression'
import { optional } from '../sources/optional'
import type { ProductSources } from '../sources/sources'

export function compileField(name: string, field: Field, sources: ProductSources, where: string): FieldPlan {
  const type = schemaTypeOf(field)
  const computed = field.value !== undefined || field.query !== undefined
  const summed = 'sumOf' in field && field.sumOf !== undefined
  return {
    name,
    type: field.type,
    title: field.title,
    required: type.typed && isNeededToSave(field) && (typeof field.required === 'string' ? compileExpression(field.required) : true),
    requiredFor: field.requiredFor ?? [],
    readOnly: field.system === true || computed || summed || !type.typed,
    secret: field.secret === true,
    stored: !isAttached(field) && (!computed || field.stored === true),
    // As buckets are: never empty.
    ...(summed ? { kept: true as const } : {}),
    ...(field.internal ? { internal: true as const } : {}),
    ...optional({
      help: field.help,
      requiredWhen: field.requiredFor && typeof field.required === 'string' ? compileExpression(field.required) : undefined,
      value: compileOptional(field.value),
      follows: compileOptional(field.follows),
      query: field.query,
      format: field.format,
      default: summed ? '0' : compileDefault(field.default),
    }),
    ...type.options(field, sources, where, name),
  }
}

/** Whether a save may refuse an empty field: one with `requiredFor` is asked for by these actions alone. */
function isNeededToSave({ required, requiredFor }: Pick<Field, 'required' | 'requiredFor'>): boolean {
  return requiredFor === undefined && required !== undefined && required !== false
}

export function compileFields(fields: Record<string, Field>, sources: ProductSources, where: string): Record<string, FieldPlan> {
  const plans = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, compileField(name, field, sources, where)]))
  for (const [name, field] of Object.entries(fields)) if (field.type === 'kind') joinKind(plans, name, field.of)
  for (const plan of Object.values(plans)) Object.assign(plan, optional({ units: plan.units ?? plans[plan.unitFrom ?? '']?.units }))
  return plans
}

/** A kind and its reference know each other. */
function joinKind(plans: Record<string, FieldPlan>, name: string, of: string): void {
  const [kind, mixed] = [plans[name], plans[of]?.mixed]
  if (!kind || !mixed) return
  mixed.kind = name
  kind.kinds = Object.fromEntries(Object.values(mixed.to).map(({ entity, title }) => [entity, title]))
}

function compileDefault(value: Field['default']): FieldPlan['default'] {
  if (typeof value === 'object' && !Array.isArray(value)) return { expression: compileExpression(value.expression) }
  return value
}
