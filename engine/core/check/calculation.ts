import type { Field } from '../../spec/generated/entity'
import type { Screen, ScreenAction } from '../../spec/generated/screen'
import type { ProductSources, ResolvedEntity } from '../compile'
import { askedBy, isLines, type PayloadSchema } from '../compile/payload'
import type { ExpressionScopeTypes, ExpressionType } from '../expression'
import { isAttached } from '../fields'
import { checkOwnField } from './entity'
import { isMixed } from './mixed'
import { maskOf } from './masks'
import type { Report } from './report'
import { checkTone } from './tone'
import { builtInTypes, typeOf } from './types'

type Calculate = Extract<ScreenAction, { does: 'calculate' }>
type Fields = Readonly<Record<string, Field>>

interface PayloadContext {
  source: string
  sources: ProductSources
  /** Of the screen; its groups are resolved. */
  entity: ResolvedEntity
  report: Report
}

interface Context extends PayloadContext {
  screen: Screen
}

/** What a body or an answer takes from the entity is there, and its own fields name nothing that is not. */
export function checkPayload(context: PayloadContext, at: string, payload: PayloadSchema = {}): void {
  const { source, entity, report } = context
  const read = typesOfPayload(payload, entity)
  for (const [name, how] of Object.entries(payload)) {
    if (!isLines(how)) {
      checkPayloadField(context, `${at}/${name}`, name, how, entity.fields, read)
      continue
    }
    const line = entity.lines?.[how.of]
    if (!report.known(source, `${at}/${name}/of`, 'lines', how.of, Object.keys(entity.lines ?? {})) || !line) continue
    const ofRow = { ...read, ...typesOfPayload(how.fields, { ...entity, fields: line.fields }) }
    for (const [column, field] of Object.entries(how.fields))
      checkPayloadField(context, `${at}/${name}/fields/${column}`, column, field, line.fields, ofRow)
  }
}

function checkPayloadField(
  { source, sources, report }: PayloadContext,
  at: string,
  name: string,
  how: boolean | Field,
  fields: Fields,
  read: ExpressionScopeTypes,
): void {
  if (typeof how !== 'boolean') return checkOwnField(source, at, how, read, sources, report)
  if (!report.known(source, at, 'field', name, Object.keys(fields), { key: true })) return
  const field = fields[name]
  if (field?.secret || maskOf(field) || (field && isAttached(field)) || field?.type === 'kind' || isMixed(field))
    report.add(source, at, 'check.not-said', { name }, { key: true })
}

/** The fields of a body or an answer in expressions; rows as lines. */
export function typesOfPayload(payload: PayloadSchema | undefined, entity: ResolvedEntity): ExpressionScopeTypes {
  const typesOf = (fields: Readonly<Record<string, boolean | Field>>, own: Fields): Record<string, ExpressionType> =>
    Object.fromEntries(
      Object.entries(fields).map(([name, how]) => {
        const field = typeof how === 'boolean' ? own[name] : how
        return [name, field ? typeOf(field) : ('any' as const)]
      }),
    )
  const plain: Record<string, boolean | Field> = {}
  const rows: [string, ExpressionScopeTypes[string]][] = []
  for (const [name, how] of Object.entries(payload ?? {})) {
    if (isLines(how)) rows.push([name, { lines: typesOf(how.fields, entity.lines?.[how.of]?.fields ?? {}) }])
    else plain[name] = how
  }
  return { ...typesOf(plain, entity.fields), ...Object.fromEntries(rows) }
}

/** The endpoint asks and answers; what is given and shown is of its body, its answer and the record. */
export function checkCalculation(context: Context, at: string, { endpoint: name, given, figures }: Calculate): void {
  const { source, entity, screen, report } = context
  const extras = screen.endpoints.extra ?? {}
  const endpoint = extras[name]
  if (!report.known(source, `${at}/endpoint`, 'endpoint', name, Object.keys(extras)) || !endpoint) return
  const { answer } = endpoint
  const body = askedBy(endpoint)
  if (endpoint.url.includes('{') || !body || !answer) {
    report.add(source, `${at}/endpoint`, 'check.not-calculated', { name })
    return
  }
  checkGiven(context, `${at}/given`, given ?? {}, typesOfPayload(body, entity))
  checkResponseRows(context, `/endpoints/extra/${name}/answer`, body, answer)

  const types = typesOfPayload(answer, entity)
  const known = Object.entries(answer).flatMap(([field, how]) => (isLines(how) ? [] : [field]))
  for (const [index, figure] of figures.entries()) {
    const pointer = `${at}/figures/${index}`
    if (typeof figure === 'string') report.known(source, pointer, 'field', figure, known)
    else {
      report.known(source, `${pointer}/field`, 'field', figure.field, known)
      for (const [, hole = ''] of (figure.note ?? '').matchAll(/\{(\w+)\}/g)) report.known(source, `${pointer}/note`, 'field', hole, known)
      checkTone(source, `${pointer}/tone`, figure.tone, types, report)
    }
  }
}

function checkGiven(
  { source, entity, report }: Context,
  at: string,
  given: Readonly<Record<string, string>>,
  body: ExpressionScopeTypes,
): void {
  for (const [field, name] of Object.entries(given)) {
    const fits = report.known(source, `${at}/${field}`, 'field', field, Object.keys(body), { key: true })
    if (!report.known(source, `${at}/${field}`, 'field', name, [...Object.keys(entity.fields), 'id']) || !fits) continue
    const own = entity.fields[name]
    const type = own ? typeOf(own) : builtInTypes[name]
    if (type !== 'any' && body[field] !== 'any' && JSON.stringify(type) !== JSON.stringify(body[field]))
      report.add(source, `${at}/${field}`, 'check.given-type', { field, name })
  }
}

/** Rows of the response belong to rows of the request; a column stands in one of them only. */
function checkResponseRows({ source, report }: Context, at: string, body: PayloadSchema, answer: PayloadSchema): void {
  for (const [name, rows] of Object.entries(answer)) {
    if (!isLines(rows)) continue
    const asked = Object.values(body).find((how) => isLines(how) && how.of === rows.of)
    if (!asked || !isLines(asked)) {
      report.add(source, `${at}/${name}/of`, 'check.answered-apart', { of: rows.of })
      continue
    }
    for (const column of Object.keys(rows.fields))
      if (Object.hasOwn(asked.fields, column))
        report.add(source, `${at}/${name}/fields/${column}`, 'check.answered-typed', { name: column }, { key: true })
  }
}

/** Where a calculation stands: it is about one record, or about none. */
export function checkPlaces({ source, screen, report }: Context, at: string, name: string, list: string): void {
  const action = screen.actions?.[name]
  if (action?.does !== 'calculate') return
  if (list === 'batchActions') report.add(source, at, 'check.calculate-batch', { name })
  if (list === 'toolbar' && action.given) report.add(source, at, 'check.given-without-record', { name, list })
}
