import type { ListPage } from '../../spec/generated/screen'
import type { EntityPlan, FigurePlan } from '../plan'
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
  return {
    name,
    title: figure.title,
    of: figure.sum !== undefined ? 'sum' : figure.avg !== undefined ? 'avg' : 'count',
    ...optional({
      field,
      unit: figure.unit ?? field?.unit,
      when: compileOptional(figure.when),
      filter: figure.filter && compileFilter(figure.filter),
      tone: compileTone(figure.tone),
    }),
  }
}

function compileFilter(filter: NonNullable<Figure['filter']>): NonNullable<FigurePlan['filter']> {
  return Object.fromEntries(
    Object.entries(filter).map(([parameter, value]) => [
      parameter,
      typeof value === 'object' && !Array.isArray(value) ? { expression: compileExpression(value.expression) } : value,
    ]),
  )
}
