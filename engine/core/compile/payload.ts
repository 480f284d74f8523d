import type { Screen } from '../../spec/generated/screen'
import type { EntityPlan, FieldPlan, RefPlan, PayloadLinesPlan } from '../plan'
import { compileField } from './field'
import { lookUp } from '../sources/lookUp'
import type { ProductSources } from '../sources/sources'

type Extra = NonNullable<Screen['endpoints']['extra']>[string]
/** The fields of a body or a response, as a schema declares them. */
export type PayloadSchema = NonNullable<Extra['body']>
type PayloadLinesSchema = Extract<PayloadSchema[string], { type: 'lines' }>

/** Fields and rows of a body or a response, in the order of the schema. */
export interface PayloadPlan {
  fields: FieldPlan[]
  lines: PayloadLinesPlan[]
}

/**
 * @param form as they are typed: with defaults, and with what the choices of references are narrowed by and fill. Otherwise as they are on
 * the wire, where nothing comes about by itself.
 */
export function compilePayload(
  payload: PayloadSchema | undefined,
  entity: EntityPlan,
  sources: ProductSources,
  where: string,
  { form }: { form: boolean },
): PayloadPlan {
  const plan: PayloadPlan = { fields: [], lines: [] }
  for (const [name, how] of Object.entries(payload ?? {})) {
    if (isLines(how)) plan.lines.push(compilePayloadLines(name, how))
    else plan.fields.push(fieldOf(name, how, entity.fields))
  }
  return plan

  function compilePayloadLines(name: string, { of, fields }: PayloadLinesSchema): PayloadLinesPlan {
    const table = lookUp(entity.lines, of, 'lines', where)
    const columns = Object.entries(fields).map(([column, how]) => [column, fieldOf(column, how, table.fields)] as const)
    const { title, minRows, maxRows, table: stored } = table
    return {
      of,
      table: { name, title, fields: Object.fromEntries(columns), minRows, requiredFor: [], maxRows, unique: [], table: stored },
    }
  }

  function fieldOf(
    name: string,
    how: boolean | Exclude<PayloadSchema[string], boolean | PayloadLinesSchema>,
    fields: Record<string, FieldPlan>,
  ): FieldPlan {
    if (typeof how !== 'boolean') return compileField(name, how, sources, where)
    const field = lookUp(fields, name, 'field', where)
    return form ? toType(field, how) : onWire(field, how)
  }
}

/** What a calculation asks for: the body of a POST, the query of a GET. */
export function askedBy({ method, body, query }: Pick<Extra, 'method' | 'body' | 'query'>): PayloadSchema | undefined {
  return method === 'POST' ? body : method === 'GET' ? query : undefined
}

export function isLines(how: PayloadSchema[string]): how is PayloadLinesSchema {
  return typeof how === 'object' && how.type === 'lines'
}

/** What the system fills or a formula computes in a record is typed here. */
function toType({ value: _value, ...field }: FieldPlan, required: boolean): FieldPlan {
  return { ...field, required, requiredFor: [], readOnly: false }
}

function onWire(field: FieldPlan, required: boolean): FieldPlan {
  const { default: _default, follows: _follows, ref, ...payload } = toType(field, required)
  return ref ? { ...payload, ref: plain(ref) } : payload
}

function plain({ where: _where, fill: _fill, ...ref }: RefPlan): RefPlan {
  return ref
}
