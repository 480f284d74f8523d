import type { Entity } from '../../spec/generated/entity'
import { displayOf } from '../fields'
import type { ActionPlan, FieldPlan, SummaryPlan } from '../plan'
import { lookUp } from '../sources/lookUp'
import { optional } from '../sources/optional'

export function compileSummary(
  { about, figures = [], sum, unit, date, due, first, course }: NonNullable<Entity['summary']>,
  fields: Record<string, FieldPlan>,
  where: string,
): SummaryPlan {
  const field = (name: string): FieldPlan => lookUp(fields, name, 'field', where)
  return {
    about: field(about),
    figures: figures.map(field),
    ...optional({
      sum,
      unit: unit === undefined ? undefined : field(unit),
      date: date === undefined ? undefined : field(date),
      due,
      first: first?.map(field),
      course,
    }),
  }
}

/** The fields of a summary in the order in which the line of a choice reads them. */
export function summaryFields({ about, figures, unit, date }: SummaryPlan): FieldPlan[] {
  return [about, ...figures, ...[unit, date].filter((field) => field !== undefined)]
}

/** The fields that stand above a dialog that decides. */
export function decisionFields(summary: SummaryPlan): FieldPlan[] {
  return [...(summary.first ?? []), ...summaryFields(summary)]
}

/** Names that a row must carry so that these fields of its summary can be shown. */
export function summaryReads(fields: readonly FieldPlan[]): string[] {
  return fields.flatMap((field) => [field.name, displayOf(field) ?? [], field.unitFrom ?? []].flat())
}

/** Whether one of the actions asks about a record before it happens to it. */
export function decides(actions: Readonly<Record<string, ActionPlan>>): boolean {
  return Object.values(actions).some(({ does }) => does.kind === 'action')
}
