import type { Field } from '../../spec/generated/entity'
import type { FieldPlan } from '../plan'
import { compileExpression, compileOptional, lookUp } from './expression'
import { displayName } from './names'
import type { ProductSources } from './sources'

/** Stored decimals of a field without `decimals` of its own. */
const defaultDecimals: Record<string, number> = { digit: 0, money: 2, percent: 4 }

export function compileField(name: string, field: Field, sources: ProductSources, where: string): FieldPlan {
  const computed = field.value !== undefined || field.query !== undefined
  const summed = 'sumOf' in field && field.sumOf !== undefined
  const plan: FieldPlan = {
    name,
    type: field.type,
    title: field.title,
    required: typeof field.required === 'string' ? compileExpression(field.required) : field.required === true,
    requiredFor: field.requiredFor ?? [],
    readOnly: field.system === true || computed || summed || field.type === 'serial' || field.type === 'status',
    secret: field.secret === true,
    stored: field.type !== 'files' && (!computed || field.stored === true),
    ...optional({
      help: field.help,
      value: compileOptional(field.value),
      follows: compileOptional(field.follows),
      query: field.query,
      format: field.format,
      default: compileDefault(field.default),
    }),
  }
  switch (field.type) {
    case 'text':
      return {
        ...plan,
        maxLength: field.maxLength,
        ...optional({ pattern: field.pattern, patternMessage: field.patternMessage, copyable: field.copyable }),
      }
    case 'textarea':
      return { ...plan, maxLength: field.maxLength }
    case 'digit':
    case 'money':
    case 'percent':
      return {
        ...plan,
        decimals: field.decimals ?? defaultDecimals[field.type] ?? 0,
        ...optional({ min: field.min, max: field.max, unit: field.type === 'percent' ? undefined : field.unit }),
      }
    case 'select':
      return { ...plan, dictionary: field.dictionary, ...optional({ multiple: field.multiple }) }
    case 'ref': {
      const target = lookUp(sources.entities, field.to, 'entity', where)
      return {
        ...plan,
        ...optional({ multiple: field.multiple }),
        ref: {
          entity: field.to,
          title: target.title,
          label: target.label,
          multiple: field.multiple === true,
          display: field.by ? name : displayName(name, target.label),
          ...optional({ by: field.by, where: field.where, fill: field.fill }),
        },
      }
    }
    case 'files':
      return { ...plan, maxCount: field.maxCount ?? 20, ...optional({ accept: field.accept }) }
    case 'json':
      return { ...plan, shape: field.shape }
    case 'date':
    case 'dateTime':
    case 'switch':
      return plan
    case 'serial':
    case 'status':
      return { ...plan, required: false }
  }
}

export function compileFields(fields: Record<string, Field>, sources: ProductSources, where: string): Record<string, FieldPlan> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, compileField(name, field, sources, where)]))
}

function compileDefault(value: Field['default']): FieldPlan['default'] {
  if (typeof value === 'object' && !Array.isArray(value)) return { expression: compileExpression(value.expression) }
  return value
}

/** Leaves out what is absent, so that plans stay small and comparable. */
export function optional<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
