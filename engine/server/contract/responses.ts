/** What is answered alike by all screens, as JSON schemas. */
import { integer, listOf, object, text, type JsonSchema as Schema } from '../jsonSchema'
import type { Totals } from '../read/page'

/** A sum for each unit. */
export const byUnit: Schema = { type: 'object', additionalProperties: text }

export const optionSchema = object(
  {
    value: text,
    label: text,
    hint: text,
    keys: listOf(text),
    about: text,
    fill: { type: 'object' },
    fillNames: { type: 'object' },
    refused: text,
  },
  ['value', 'label'],
)
const pointSchema = object({ x: {}, title: {}, by: {}, byTitle: {}, values: { type: 'object' } }, ['x', 'values'])
const chartSchema = object({ points: listOf(pointSchema), groups: integer, lines: integer, rest: { type: ['string', 'null'] } }, [
  'points',
  'groups',
  'lines',
])
/** By the name of the chart. */
export const chartsSchema = object({ charts: { type: 'object', additionalProperties: chartSchema } })
export const historySchema = object({
  id: text,
  action: text,
  actionTitle: text,
  from: text,
  to: text,
  opinion: text,
  operator: text,
  at: { type: 'string', format: 'date-time' },
  changes: listOf(object({ field: text, title: text, before: {}, after: {}, row: { type: 'string', enum: ['added', 'removed'] } })),
})
export const importSchema = object(
  {
    code: integer,
    msg: text,
    data: object({
      count: integer,
      total: integer,
      confirm: text,
      rows: listOf(object({ row: integer, column: text, detail: text })),
      file: object({ name: text, content: text }, ['name', 'content']),
      lines: listOf(object({ index: integer, values: { type: 'object' } }, ['values'])),
    }),
  },
  ['code', 'msg', 'data'],
)
const fieldProblemSchema = object({ pointer: text, path: text, rule: text, params: { type: 'object' }, detail: text })
const bucketSchema = object({ title: text, unit: text, before: text, after: text }, ['title', 'before', 'after'])
const effectsSchema = object({
  hash: text,
  figures: listOf(bucketSchema),
  balances: listOf(object({ ledger: text, title: text, label: text, buckets: listOf(bucketSchema) })),
  holds: listOf(object({ ledger: text, label: text, bucket: bucketSchema })),
  created: listOf(object({ title: text, label: text }, ['title'])),
  changed: listOf(object({ title: text, label: text, from: text, to: text })),
  hidden: { const: true },
})
export const problemSchema = object(
  {
    type: text,
    title: text,
    status: integer,
    detail: text,
    instance: text,
    code: integer,
    message: text,
    error: text,
    errorMessage: text,
    traceId: text,
    errors: listOf(fieldProblemSchema),
    effects: effectsSchema,
    current: object({ version: integer, updatedBy: text, updatedById: text, updatedAt: text }),
    params: { type: 'object' },
    retryAfter: integer,
  },
  ['type', 'title', 'status', 'detail', 'instance', 'code', 'traceId'],
)

export function trySchema(values: Record<string, Schema>, lines: Record<string, Schema>): Schema {
  const asOf = { type: 'string', format: 'date-time' }
  return object({ asOf, problems: listOf(fieldProblemSchema), ...values, ...lines, effects: effectsSchema }, ['asOf', 'problems'])
}

/** @param byCursor the answer says how the pages beside it are asked for */
export function page(row: Record<string, Schema>, { totals, totalsBy }: Totals, byCursor = false): Schema {
  const properties: Record<string, Schema> = { records: listOf(object(row)), total: integer, page: integer, pageSize: integer }
  if (byCursor) Object.assign(properties, { beyond: { const: true }, next: text, previous: text, last: text })
  const typeOf = (name: string): Schema => (totalsBy?.totals.includes(name) ? byUnit : text)
  if (totals.length > 0) properties['summary'] = object(Object.fromEntries(totals.map((name) => [name, typeOf(name)])))
  return object(properties, ['records', 'total', 'page', 'pageSize'])
}
