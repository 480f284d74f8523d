import type { ListPage } from '../../spec/generated/screen'
import type { Expression } from '../expression'
import type { EntityPlan, FieldPlan, FigurePlan } from '../plan'
import { namesRead } from '../record/scope'
import { unitFieldOf } from './column'
import { compileExpression, compileOptional } from './expression'
import { lookUp } from '../sources/lookUp'
import { optional } from '../sources/optional'
import { compileTone } from './tone'

type Figure = NonNullable<ListPage['figures']>[string]

export function compileFigures(figures: ListPage['figures'], entity: EntityPlan, where: string): FigurePlan[] | undefined {
  return figures && Object.entries(figures).map(([name, figure]) => compileFigure(name, figure, entity, where))
}

function compileFigure(name: string, figure: Figure, entity: EntityPlan, where: string): FigurePlan {
  const summed = figure.sum ?? figure.avg
  const field = summed === undefined ? undefined : lookUp(entity.fields, summed, 'field', where)
  const when = compileOptional(figure.when)
  return {
    name,
    title: figure.title,
    of: figure.sum !== undefined ? 'sum' : figure.avg !== undefined ? 'avg' : 'count',
    ...optional({
      field,
      unit: figure.unit ?? field?.unit,
      by: figure.sum !== undefined && field ? unitOf(field, figure, when, entity) : undefined,
      when,
      filter: figure.filter && compileFilter(figure.filter),
      regardless: figure.regardless,
      tone: compileTone(figure.tone),
    }),
  }
}

/** The field that says in what the rows of a figure are counted; undefined where the figure is of rows of one unit. */
function unitOf(field: FieldPlan, figure: Figure, when: Expression | undefined, entity: EntityPlan): FieldPlan | undefined {
  const unit = unitFieldOf(field, entity)
  const asked = [...(when ? namesRead(when) : []), ...Object.keys(figure.filter ?? {})]
  return figure.unit !== undefined || asked.includes(unit?.name ?? '') ? undefined : unit
}

function compileFilter(filter: NonNullable<Figure['filter']>): NonNullable<FigurePlan['filter']> {
  return Object.fromEntries(
    Object.entries(filter).map(([parameter, value]) => [
      parameter,
      typeof value === 'object' && !Array.isArray(value) ? { expression: compileExpression(value.expression) } : value,
    ]),
  )
}
