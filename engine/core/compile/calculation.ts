import type { ScreenAction } from '../../spec/generated/screen'
import { schemaTypeOf } from '../fields/schemas'
import type { ResponseFigurePlan, CalculationLinesPlan, CalculationPlan, EntityPlan, ExtraEndpointPlan, FieldPlan } from '../plan'
import { lookUp } from '../sources/lookUp'
import { optional } from '../sources/optional'
import { compilePayload, type PayloadSchema } from './payload'
import type { ProductSources } from '../sources/sources'
import { compileTone } from './tone'

type Calculate = Extract<ScreenAction, { does: 'calculate' }>

interface CalculationContext {
  entity: EntityPlan
  /** As the endpoint's body, or its query, is written. */
  body: PayloadSchema | undefined
  endpoint: ExtraEndpointPlan
  sources: ProductSources
  where: string
}

/** The form is made of the endpoint's body or query, and what is shown of its answer, so that they cannot say different things. */
export function compileCalculation({ given, figures }: Calculate, context: CalculationContext): CalculationPlan {
  const { entity, body, endpoint, sources, where } = context
  const { method, url, demo } = endpoint
  const response = endpoint.answer ?? { fields: [], lines: [] }
  const typed = compilePayload(body, entity, sources, where, { form: true })
  const lines = typed.lines.map(({ of, table }): CalculationLinesPlan => {
    const responseRows = response.lines.find((rows) => rows.of === of)
    const added = Object.values(responseRows?.table.fields ?? {}).map((field) => [field.name, toRead(field)] as const)
    return {
      of,
      table: { ...table, fields: { ...table.fields, ...Object.fromEntries(added) } },
      ...optional({ answered: responseRows?.table.name }),
    }
  })
  const alone = typed.fields.flatMap(({ name }) => (typeof body?.[name] === 'object' ? [name] : []))
  const ofAnswer = Object.fromEntries(response.fields.map((field) => [field.name, field]))
  return {
    method,
    url,
    items: typed.fields
      .filter(({ name }) => given === undefined || !Object.hasOwn(given, name))
      .map((field) => ({ field, span: schemaTypeOf(field).span })),
    lines,
    figures: figures.map((figure) => compileFigure(figure, ofAnswer, where)),
    answer: response.fields,
    ...optional({ demo, alone: alone.length > 0 ? alone : undefined, given }),
  }
}

function compileFigure(figure: Calculate['figures'][number], response: Record<string, FieldPlan>, where: string): ResponseFigurePlan {
  const { field, note, tone } = typeof figure === 'string' ? { field: figure, note: undefined, tone: undefined } : figure
  return { field: lookUp(response, field, 'field', where), ...optional({ note, tone: compileTone(tone) }) }
}

function toRead(field: FieldPlan): FieldPlan {
  return { ...field, required: false, readOnly: true }
}
