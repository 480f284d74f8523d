import type { FieldPlan, FieldType, FormItemPlan, LinesPlan } from '../plan'

/** Short plans for tests: what a compiled schema says by default, and on top what the test is about. */
export function fieldPlan(name: string, type: FieldType = 'text', plan: Partial<FieldPlan> = {}): FieldPlan {
  const decimals = { digit: 0, money: 2, percent: 4 }[type as string]
  return {
    name,
    type,
    title: name,
    required: false,
    requiredFor: [],
    readOnly: plan.value !== undefined,
    secret: false,
    stored: true,
    decimals,
    ...plan,
  }
}

export function itemPlan(field: FieldPlan, plan: Partial<FormItemPlan> = {}): FormItemPlan {
  return { field, span: 1, ...plan }
}

export function linesPlan(name: string, fields: FieldPlan[], plan: Partial<LinesPlan> = {}): LinesPlan {
  return {
    name,
    title: name,
    fields: Object.fromEntries(fields.map((field) => [field.name, field])),
    minRows: 0,
    requiredFor: [],
    maxRows: 500,
    unique: [],
    table: name,
    ...plan,
  }
}
