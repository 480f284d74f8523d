import type { Column } from '../../spec/generated/screen'
import type { ColumnPlan, EntityPlan, FieldPlan, FieldType } from '../plan'
import { lookUp } from './expression'
import { optional } from './field'

/** Widths in px that show a typical value of the type without cutting it. */
const widths: Record<FieldType, number> = {
  text: 140,
  textarea: 220,
  digit: 110,
  money: 140,
  percent: 100,
  date: 112,
  dateTime: 168,
  select: 110,
  switch: 80,
  ref: 150,
  files: 120,
  serial: 168,
  status: 100,
  json: 200,
}
const rightAligned = new Set<FieldType>(['digit', 'money', 'percent'])

/** What a column name of a schema stands for: a field, or the display value of a reference. */
export interface Named {
  field: FieldPlan
  display: boolean
}

export function resolveName(name: string, fields: Record<string, FieldPlan>, displays: Record<string, string>, where: string): Named {
  if (Object.hasOwn(fields, name)) return { field: lookUp(fields, name, 'field', where), display: false }
  const reference = lookUp(displays, name, 'field', where)
  return { field: lookUp(fields, reference, 'field', where), display: true }
}

export function compileColumn(column: Column, owner: Pick<EntityPlan, 'fields' | 'displays'>, where: string): ColumnPlan {
  const said = typeof column === 'string' ? { field: column } : column
  const { field, display } = resolveName(said.field, owner.fields, owner.displays, where)
  const sortable = field.stored && !field.multiple && field.type !== 'json' && !field.secret
  return {
    key: said.field,
    field,
    display,
    title: said.title ?? field.title,
    width: said.width ?? widthOf(field),
    align: rightAligned.has(field.type) ? 'right' : 'left',
    total: said.total === true,
    hidden: said.hidden === true,
    ...optional({ sort: sortable ? said.field : undefined, as: said.as, link: said.link }),
  }
}

function widthOf(field: FieldPlan): number {
  const long = field.type === 'text' && (field.maxLength ?? 0) > 60
  return Math.max(long ? 200 : widths[field.type], 32 + field.title.length * 15)
}
