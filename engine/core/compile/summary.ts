import type { Entity } from '../../spec/generated/entity'
import { displayOf } from '../fields'
import type { ActionPlan, EntityActionPlan, EntityPlan, FieldPlan, LinesPlan, SummaryPlan } from '../plan'
import { decisionsOf, isDecision } from '../decisions'
import { lookUp } from '../sources/lookUp'
import { optional } from '../sources/optional'
import { compileColumn } from './column'
import { displaysOf } from './displays'
import { besideOf } from '../record/summary'

export function compileSummary(
  { about, figures = [], sum, unit, date, due, first, lines, course }: NonNullable<Entity['summary']>,
  { fields, tables }: { fields: Record<string, FieldPlan>; tables: Record<string, LinesPlan> },
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
      lines: lines && compileDecided(lines, tables, where),
      course,
    }),
  }
}

/** On a phone a row is a card: the first column heads it. */
function compileDecided(
  lines: NonNullable<NonNullable<Entity['summary']>['lines']>,
  tables: Record<string, LinesPlan>,
  where: string,
): SummaryPlan['lines'] {
  return Object.fromEntries(
    Object.entries(lines).map(([name, columns]) => {
      const { title, fields } = lookUp(tables, name, 'lines', where)
      const owner = { fields, displays: displaysOf(fields) }
      const plans = columns.map((column, index) => {
        const card = index === 0 ? ('number' as const) : ('fact' as const)
        return { ...compileColumn(column, owner, `${where}.${name}`), card }
      })
      return [name, { title, columns: plans }]
    }),
  )
}

/**
 * The actions whose dialogs show the lines of the summary: decisions, and what leads a record on that waits for somebody. What asks for rows of
 * a table has them in its dialog anyway.
 */
export function withShownLines(
  actions: Record<string, EntityActionPlan>,
  { summary, states, daily, effects }: Pick<EntityPlan, 'summary' | 'states' | 'daily' | 'effects'>,
): Record<string, EntityActionPlan> {
  const tables = Object.keys(summary?.lines ?? {})
  if (tables.length === 0) return actions
  const leading = new Set([...decisionsOf({ states, actions, daily, effects }).values()].flat())
  return Object.fromEntries(
    Object.entries(actions).map(([name, action]) => {
      const shows = leading.has(action) || isDecision(action) ? tables.filter((table) => table !== action.askLines?.lines) : []
      return [name, shows.length > 0 ? { ...action, shows } : action]
    }),
  )
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
  return fields.flatMap((field) => [field.name, displayOf(field) ?? [], besideOf(field) ?? []].flat())
}

/** Whether one of the actions asks about a record before it happens to it. */
export function decides(actions: Readonly<Record<string, ActionPlan>>): boolean {
  return Object.values(actions).some(({ does }) => does.kind === 'action')
}
