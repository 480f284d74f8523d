/**
 * The contract as OpenAPI 3.1: every route with who may call it, whose rows it answers, in which states it works, and what goes in and
 * comes out. Made of the routes that are registered and of the plans they are made of, so that it cannot say anything else.
 */
import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify'
import { displaysOf, totalsOf } from '../core/compile'
import { isMultiple } from '../core/fields'
import { changedBy } from '../core/pending'
import { messageText } from './messages'
import type { EntityPlan, FieldPlan, LinesPlan, ProductPlan, PayloadLinesPlan, ScreenPlan } from '../core/plan'
import { isDecision } from '../core/decisions'
import { importExtraField, maxSorts, previewParameter } from '../core/wire'
import { refuseUnknownInput, type AcceptedInput } from './acceptedInput'
import { serverTypeOf } from './fields'
import { attachmentSchema, binary, integer, listOf, object, storedFileSchema, text, type JsonSchema as Schema } from './jsonSchema'
import { extraSorts } from './read/extraList'
import type { Totals } from './read/page'
import { optionParameters } from './read/options'
import { pickGiven, picksOf, pickSorts } from './read/pick'
import { relatedSorts } from './read/related'
import type { Operation } from './routes/route'
import { relatedTables } from './read/scope'
import { signatureHeader, timestampHeader } from './signature'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route of no screen, for the contract: what it takes and no schema of Fastify says. */
    takes?: { query?: Record<string, Schema>; body?: Schema; form?: Schema }
  }
}

type Paths = Record<string, Record<string, Schema>>

/**
 * Collects routes from now on and serves the contract at `GET /api/contract`.
 * @param permission who may read it
 */
export function registerContract(app: FastifyInstance, plan: ProductPlan, permission: string): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  refuseUnknownInput(app, acceptedInputs(plan, routes))
  let contract: string | undefined
  app.get('/api/contract', { config: { permission }, compress: { threshold: 2_048 } }, (_request, reply) => {
    contract ??= JSON.stringify(contractOf(plan, routes))
    return reply.type('application/json; charset=utf-8').send(contract)
  })
}

export function contractOf(plan: ProductPlan, routes: readonly RouteOptions[]): Schema {
  const paths: Paths = {}
  for (const route of routes) {
    // What the browser asks for: pages and their files.
    if (route.config?.page) continue
    const path = pathOf(route.url)
    for (const method of [route.method].flat()) (paths[path] ??= {})[method.toLowerCase()] = operationOf(plan, route, method, path)
  }
  return {
    openapi: '3.1.0',
    info: { title: plan.title, version: '1' },
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        timestamp: { type: 'apiKey', in: 'header', name: timestampHeader },
        signature: { type: 'apiKey', in: 'header', name: signatureHeader },
      },
      responses: { problem: { description: 'RFC 9457', content: { 'application/problem+json': { schema: problemSchema } } } },
    },
  }
}

function operationOf(plan: ProductPlan, route: RouteOptions, method: string, path: string): Schema {
  const { permission, signed } = route.config ?? {}
  const { screen, entity } = ownersOf(plan, route)
  const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const { query = [], body, form, answer: response, states, ...rest } = descriptionOf(plan, route, method, path)
  return {
    ...rest,
    ...(screen ? { tags: [screen.title] } : {}),
    'x-permission': permission,
    ...(entity ? { 'x-scope': entity.scope } : {}),
    ...(states && states.length > 0 ? { 'x-states': states } : {}),
    ...(signed === undefined ? {} : { 'x-signed-by': signed }),
    security: signed !== undefined ? [{ timestamp: [], signature: [] }] : permission === 'open' ? [] : [{ token: [] }],
    parameters: [...pathParameters, ...query],
    ...(body ? { requestBody: { content: { 'application/json': { schema: body } } } } : {}),
    ...(form ? { requestBody: { content: { 'multipart/form-data': { schema: form } } } } : {}),
    responses: {
      200: { description: 'OK', ...(response ? { content: { 'application/json': { schema: response } } } : {}) },
      default: { $ref: '#/components/responses/problem' },
    },
  }
}

function ownersOf(plan: ProductPlan, route: RouteOptions): { screen?: ScreenPlan; entity?: EntityPlan } {
  const screen = plan.screens[route.config?.screen ?? '']
  const entity = screen && plan.entities[screen.entity]
  return entity ? { screen, entity } : {}
}

function descriptionOf(plan: ProductPlan, route: RouteOptions, method: string, path: string): Description {
  const { screen, entity } = ownersOf(plan, route)
  return screen && entity ? describe(plan, screen, entity, route, method, path) : { summary: path, ...describeOwn(route) }
}

/** A route of no screen says in its schema what Fastify checks, and in `takes` what it checks itself. */
function describeOwn({ schema, config }: RouteOptions): Omit<Description, 'summary'> {
  const { querystring, body } = (schema ?? {}) as { querystring?: Schema; body?: Schema }
  const { query, form, body: ownBody = body } = config?.takes ?? {}
  const asked = query ?? (querystring?.['properties'] as Record<string, Schema> | undefined)
  return {
    ...(asked ? { query: parametersOf(asked, [], (querystring?.['required'] as string[] | undefined) ?? []) } : {}),
    ...(ownBody ? { body: ownBody } : {}),
    ...(form ? { form } : {}),
  }
}

/** What each route takes, made when it is first asked. */
function acceptedInputs(plan: ProductPlan, routes: readonly RouteOptions[]): (route: string) => AcceptedInput | undefined {
  const known = new Map<string, AcceptedInput | undefined>()
  return (name) => {
    if (!known.has(name)) {
      const route = routes.find(({ method, url }) => [method].flat().some((one) => `${one} ${url}` === name))
      known.set(name, route && !route.config?.page ? acceptedInputOf(plan, route, name.slice(0, name.indexOf(' '))) : undefined)
    }
    return known.get(name)
  }
}

/** A sum for each unit. */
const byUnit: Schema = { type: 'object', additionalProperties: text }

/** These name everything that is wrong with a query in one response. */
const readers = new Set<Operation | undefined>(['list', 'figures', 'charts', 'related', 'relatedCharts', 'pick', 'extra'])

function acceptedInputOf(plan: ProductPlan, route: RouteOptions, method: string): AcceptedInput {
  const { query = [], body, form } = descriptionOf(plan, route, method, pathOf(route.url))
  const isMany = ({ schema }: Schema): boolean => (schema as Schema)['type'] === 'array'
  const keys = Object.keys((body?.['properties'] as object | undefined) ?? {})
  return {
    query: new Map(query.map((parameter) => [String(parameter['name']), isMany(parameter) ? 'many' : 'one'])),
    checksQuery: method === 'GET' && readers.has(route.config?.operation),
    // Routes of screens read their bodies field by field.
    body: form || (body && route.config?.screen !== undefined) ? undefined : new Set(keys),
  }
}

/** Parameters that name a code by its place. */
function placesOf(ordinals: ScreenPlan['access']['ordinals']): Record<string, Schema> {
  return Object.fromEntries(Object.keys(ordinals ?? {}).map((name) => [name, { type: 'integer', minimum: 1 }]))
}

interface Description {
  summary: string
  description?: string
  query?: Schema[]
  body?: Schema
  /** Multipart. */
  form?: Schema
  answer?: Schema
  /** In which the action works. */
  states?: string[]
}

function describe(
  plan: ProductPlan,
  screen: ScreenPlan,
  entity: EntityPlan,
  route: RouteOptions,
  method: string,
  path: string,
): Description {
  const { access } = screen
  const schemas = new Schemas(plan, entity)
  const record = object(schemas.keys([...access.recordFields, ...access.recordLines]))
  const written = [...access.writable, ...access.writableLines]
  switch (route.config?.operation) {
    case 'list': {
      const query = schemas.listQuery(access)
      const asked = method === 'GET' ? { query: parametersOf(query) } : { body: object(query) }
      return { summary: screen.title, ...asked, answer: page(schemas.keys(access.listFields), access, access.cursor) }
    }
    case 'side':
      return { summary: screen.title, answer: object({ values: listOf(object({ value: text, title: text, count: integer })) }) }
    case 'states': {
      const { [screen.statusField ?? '']: _state, ...query } = schemas.listQuery(access)
      return {
        summary: screen.title,
        query: parametersOf(query),
        answer: object({
          counts: object(Object.fromEntries(Object.keys(screen.states ?? {}).map((code) => [code, integer]))),
          total: integer,
          beyond: { type: 'boolean' },
        }),
      }
    }
    case 'figures': {
      const list = screen.pages[route.config.part ?? '']
      const figures = list?.kind === 'list' ? (list.figures ?? []) : []
      const figureTypes = Object.fromEntries(
        figures.map(({ name, of, by }) => [
          name,
          of === 'count' ? integer : by ? byUnit : of === 'sum' ? text : { type: ['string', 'null'] },
        ]),
      )
      return { summary: screen.title, query: parametersOf(schemas.listQuery(access)), answer: object({ figures: object(figureTypes) }) }
    }
    case 'charts':
      return { summary: screen.title, query: parametersOf(schemas.listQuery(access)), answer: chartsSchema }
    case 'record':
      return { summary: screen.title, answer: record }
    case 'export':
      return { summary: screen.title, body: object(schemas.listQuery(access)) }
    case 'related':
    case 'relatedCharts':
      return describeRelated(plan, screen, schemas, route.config)
    case 'pick': {
      const { part = '' } = route.config
      const { picks = [] } = picksOf(screen).get(part) ?? {}
      const given = Object.fromEntries(pickGiven(picks).map((name) => [name, listOf(text)]))
      const query = parametersOf({ keyword: text, ...given, ...schemas.paging(pickSorts(picks)) })
      return { summary: `${screen.title} ${part}`, query, answer: page({}, { totals: [] }) }
    }
    case 'options': {
      const given = Object.entries(access.options).flatMap(([key, field]) => optionParameters(key, field))
      const parameters = Object.fromEntries(given.map((name) => [name, listOf(text)]))
      const asked =
        method === 'GET'
          ? { query: parametersOf({ ...parameters, keyword: text, values: listOf(text) }) }
          : { body: object({ ...parameters, names: listOf(text) }) }
      return { summary: screen.title, ...asked, answer: listOf(optionSchema) }
    }
    case 'history':
      return { summary: screen.title, answer: listOf(historySchema) }
    case 'print':
    case 'printed':
      return describePrint(screen, entity, schemas, route.config)
    case 'extra': {
      const extra = screen.extra[route.config.part ?? '']
      if (!extra) return { summary: path }
      const rows = plan.entities[extra.list?.of ?? ''] ?? entity
      const response = extra.list
        ? page(new Schemas(plan, rows).keys(['id', ...extra.list.fields]), { totals: [] })
        : extra.answer && schemas.payload(extra.answer)
      const paging = extra.list
        ? { ...schemas.paging(extraSorts(rows, extra.list)), ...(extra.list.of === undefined ? placesOf(screen.access.ordinals) : {}) }
        : {}
      const isAsked = extra.method === 'GET'
      return {
        summary: extra.description,
        query: parametersOf({ ...schemas.fields(extra.query), ...(isAsked ? paging : {}) }, extra.query),
        ...(isAsked ? {} : { body: schemas.payload({ fields: extra.body, lines: extra.lines }, paging) }),
        ...(response ? { answer: response } : {}),
      }
    }
    case 'add': {
      const body = object({ ...schemas.keys(written), clear }, requiredOf(fieldsOf(entity, access.writable)))
      return { summary: `${screen.title} ${titleOf(screen, 'add')}`, body, answer: record }
    }
    case 'edit': {
      const body = object({ version: integer, ...schemas.keys(written), clear }, ['version'])
      return { summary: `${screen.title} ${titleOf(screen, 'edit')}`, states: screen.actions['edit']?.states ?? [], body, answer: record }
    }
    case 'delete':
      return {
        summary: `${screen.title} ${titleOf(screen, 'delete')}`,
        states: screen.actions['delete']?.states ?? [],
        // For tools that send no body with DELETE.
        query: parametersOf({ version: integer }),
        body: object({ version: integer }, ['version']),
      }
    case 'action':
    case 'batch':
      return describeAction(screen, entity, route.config, schemas, record)
    case 'try':
      return describeTry(screen, entity, route.config, schemas)
    case 'attachments':
      return { summary: screen.title, answer: listOf(attachmentSchema) }
    case 'download':
      return { summary: `${screen.title} ${titleOf(screen, 'download')}` }
    case 'attach': {
      const summary = `${screen.title} ${titleOf(screen, 'attach')}`
      return method === 'DELETE'
        ? { summary, query: parametersOf({ file: text }, [], ['file']) }
        : { summary, form: object({ field: text, file: binary }, ['file']), answer: storedFileSchema }
    }
    case 'template':
      return { summary: messageText('import.template-name', { title: screen.title }) }
    case 'import':
      return {
        summary: `${screen.title} ${titleOf(screen, route.config.part ?? 'import')}`,
        form: object({ [importExtraField]: text, file: binary }, ['file']),
        answer: importSchema,
      }
    case undefined:
      return { summary: path }
  }
}

function titleOf(screen: ScreenPlan, action: string): string {
  return screen.actions[action]?.title ?? action
}

/** Rows that belong to a record, or the charts above them. */
function describeRelated(
  plan: ProductPlan,
  screen: ScreenPlan,
  schemas: Schemas,
  { operation, part = '' }: FastifyContextConfig,
): Description {
  const summary = `${screen.title} ${part}`
  const tables = relatedTables(screen).filter(({ key }) => key === part)
  const params = [screen.entity, ...tables.map(({ entity }) => entity)].flatMap((name) => Object.values(plan.entities[name]?.params ?? {}))
  const query = parametersOf({ ...schemas.fields(params), ...schemas.paging(relatedSorts(tables)) })
  if (operation !== 'related') return { summary, query, answer: chartsSchema }
  return { summary, query, answer: page({}, totalsOf(tables.flatMap(({ columns }) => columns))) }
}

/** An action of the entity, or the same for several records. */
function describeAction(
  screen: ScreenPlan,
  entity: EntityPlan,
  { operation, part = '' }: FastifyContextConfig,
  schemas: Schemas,
  record: Schema,
): Description {
  const { does, states = [] } = screen.actions[part] ?? {}
  const edit = screen.actions['edit']?.does
  const change = edit?.kind === 'edit' && edit.change?.name === part ? edit.change : undefined
  if (change) {
    const typed = changedBy(change, screen, entity.fields)
    const body = object({ version: integer, ...schemas.fields(change.ask), ...schemas.keys(typed), clear: listOf(text) }, [
      'version',
      ...requiredOf(change.ask),
    ])
    return { summary: `${screen.title} ${change.title}`, states: change.from, body, answer: record }
  }
  const { ask = [], askLines } = does?.kind === 'action' ? does.action : {}
  const lines = askLines && { [askLines.lines]: listOf(object({ id: text, ...schemas.fields(askLines.fill), clear }, ['id'])) }
  const form = { ...schemas.fields(ask), ...lines, ...(ask.length > 0 ? { clear } : {}) }
  const summary = `${screen.title} ${titleOf(screen, part)}`
  if (operation === 'action')
    return {
      summary,
      states,
      ...(does?.kind === 'action' && does.action.preview ? { query: parametersOf({ [previewParameter]: text }) } : {}),
      body: object({ version: integer, ...form, clear: listOf(text) }, ['version', ...requiredOf(ask)]),
      answer: record,
    }
  const ids = listOf(object({ id: text, version: integer }, ['id', 'version']))
  // Every record by itself: what was refused of which.
  const each: Record<string, Schema> = does?.kind === 'action' && isDecision(does.action) ? { each: { type: 'boolean', enum: [true] } } : {}
  const refused = listOf(object({ id: text, reason: text }))
  return {
    summary,
    states,
    body: object({ ids, ...each, ...form }, ['ids', ...requiredOf(ask)]),
    answer: object({ ids: listOf(text), refused }, ['ids']),
  }
}

/** What a template prints of records, or that it goes to a printer. */
function describePrint(
  screen: ScreenPlan,
  entity: EntityPlan,
  schemas: Schemas,
  { operation, part = '' }: FastifyContextConfig,
): Description {
  const { title, reads } = screen.prints?.[part] ?? { title: part, reads: { fields: [], lines: {} } }
  const summary = `${screen.title} ${titleOf(screen, 'print')} ${title}`
  if (operation === 'printed') return { summary, body: object({ ids: listOf(text) }, ['ids']), answer: object({ ids: listOf(text) }) }
  const tables = Object.entries(reads.lines).map(([name, columns]) => [name, schemas.columns(entity.lines[name], columns)] as const)
  const records = listOf(object({ ...schemas.keys(reads.fields), ...Object.fromEntries(tables) }))
  const at: Schema = { type: 'string', format: 'date-time' }
  return { summary, query: parametersOf({ ids: text }), answer: object({ print: { type: 'object' }, records, by: text, at }) }
}

/** A save or an action that is computed and taken back. */
function describeTry(screen: ScreenPlan, entity: EntityPlan, config: FastifyContextConfig, schemas: Schemas): Description {
  const { part = '' } = config
  const summary = messageText('contract.try', { title: `${screen.title} ${titleOf(screen, part)}` })
  const { does, states = [] } = screen.actions[part] ?? {}
  if (does?.kind === 'action')
    return { ...describeAction(screen, entity, { ...config, operation: 'action' }, schemas, {}), summary, answer: trySchema({}, {}) }
  const { recordFields, recordLines, writable, writableLines } = screen.access
  const body = { ...(part === 'edit' ? { version: integer } : {}), ...schemas.keys([...writable, ...writableLines]), clear }
  const computed = recordFields.filter((name) => !writable.includes(name) && (entity.fields[name]?.readOnly ?? true))
  return {
    summary,
    states: part === 'edit' ? states : [],
    body: object(body, part === 'edit' ? ['version'] : []),
    answer: trySchema({ values: object(schemas.keys(computed)) }, { lines: object(schemas.keys(recordLines)) }),
  }
}

/** Values of an entity as JSON schemas. */
class Schemas {
  readonly #plan: ProductPlan
  readonly #entity: EntityPlan

  constructor(plan: ProductPlan, entity: EntityPlan) {
    this.#plan = plan
    this.#entity = entity
  }

  /** By name: fields, display values and line tables. */
  keys(names: readonly string[]): Record<string, Schema> {
    return Object.fromEntries(names.map((name) => [name, this.#key(name)]))
  }

  fields(fields: readonly FieldPlan[]): Record<string, Schema> {
    return Object.fromEntries(fields.map((field) => [field.name, this.#field(field)]))
  }

  /** Some columns of a line table. */
  columns(lines: LinesPlan | undefined, names: readonly string[]): Schema {
    const columns = names.map((name) => [name, lines?.fields[name] ? this.#field(lines.fields[name]) : text] as const)
    return listOf(object({ id: text, ...Object.fromEntries(columns) }))
  }

  /** A body or an answer: fields, rows of line tables, and what stands beside them. */
  payload(
    { fields, lines = [] }: { fields: readonly FieldPlan[]; lines?: readonly PayloadLinesPlan[] | undefined },
    beside: Record<string, Schema> = {},
  ): Schema {
    const tables = lines.map(({ table }) => {
      const columns = Object.values(table.fields)
      return [table.name, { ...listOf(object(this.fields(columns), requiredOf(columns))), title: table.title }] as const
    })
    const needed = lines.flatMap(({ table }) => (table.minRows > 0 ? [table.name] : []))
    return object({ ...beside, ...this.fields(fields), ...Object.fromEntries(tables) }, [...requiredOf(fields), ...needed])
  }

  /** What a list may be asked, and in what order it answers. */
  listQuery({ sorts, filters, ordinals, cursor }: ScreenPlan['access']): Record<string, Schema> {
    return {
      ...this.paging(sorts),
      // It goes on from a row by one index.
      ...(cursor
        ? { page: { type: 'integer', const: 1 }, cursor: text, sortField: { enum: sorts }, sortOrder: { enum: ['ascend', 'descend'] } }
        : {}),
      ...this.filters(filters),
      ...placesOf(ordinals),
    }
  }

  filters(filters: ScreenPlan['access']['filters']): Record<string, Schema> {
    const entries = Object.entries(filters).flatMap(([name, as]): [string, Schema][] => {
      // Texts are looked for by any part of them, whatever they have to be as a whole.
      const { pattern: _whole, minLength: _least, ...schema } = this.#key(name)
      if (as === 'range') return [`${name}Start`, `${name}End`].map((each) => [each, schema])
      return [[name, as === 'multiple' && schema['type'] !== 'array' ? listOf(schema) : schema]]
    })
    return { ...Object.fromEntries(entries), ...this.fields(Object.values(this.#entity.params ?? {})) }
  }

  /** @param sorts of rows that can be ordered by several of them one after the other, with commas between them */
  paging(sorts: readonly string[]): Record<string, Schema> {
    return {
      page: { type: 'integer', minimum: 1 },
      pageSize: { type: 'integer', minimum: 1, maximum: 200 },
      ...(sorts.length > 0 ? { sortField: wordsOf(sorts) } : {}),
      sortOrder: wordsOf(['ascend', 'descend']),
    }
  }

  #key(name: string): Schema {
    const field = this.#entity.fields[name]
    if (field) return this.#field(field)
    const lines = this.#entity.lines[name]
    if (lines) {
      const displays = Object.fromEntries(Object.keys(displaysOf(lines.fields)).map((display) => [display, text]))
      return { ...listOf(object({ id: text, ...this.fields(Object.values(lines.fields)), ...displays, clear })), title: lines.title }
    }
    const reference = this.#entity.fields[this.#entity.displays[name] ?? '']
    return { ...(reference && isMultiple(reference) ? listOf(text) : text), readOnly: true }
  }

  #field(field: FieldPlan): Schema {
    const value = serverTypeOf(field).schema(field, { dictionaries: this.#plan.dictionaries, states: this.#entity.states })
    return { ...(isMultiple(field) ? listOf(value) : value), title: field.title, ...(field.readOnly ? { readOnly: true } : {}) }
  }
}

/** Names of fields beside it that are emptied, where saying nothing would leave or fill them. */
const clear: Schema = { ...listOf(text), writeOnly: true }
const optionSchema = object(
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
const chartsSchema = object({ charts: { type: 'object', additionalProperties: chartSchema } })
const historySchema = object({
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
const importSchema = object(
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
const problemSchema = object(
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

function trySchema(values: Record<string, Schema>, lines: Record<string, Schema>): Schema {
  const asOf = { type: 'string', format: 'date-time' }
  return object({ asOf, problems: listOf(fieldProblemSchema), ...values, ...lines, effects: effectsSchema }, ['asOf', 'problems'])
}

/** @param byCursor the answer says how the pages beside it are asked for */
function page(row: Record<string, Schema>, { totals, totalsBy }: Totals, byCursor = false): Schema {
  const properties: Record<string, Schema> = { records: listOf(object(row)), total: integer, page: integer, pageSize: integer }
  if (byCursor) Object.assign(properties, { beyond: { const: true }, next: text, previous: text, last: text })
  const typeOf = (name: string): Schema => (totalsBy?.totals.includes(name) ? byUnit : text)
  if (totals.length > 0) properties['summary'] = object(Object.fromEntries(totals.map((name) => [name, typeOf(name)])))
  return object(properties, ['records', 'total', 'page', 'pageSize'])
}

function parametersOf(schemas: Record<string, Schema>, fields: readonly FieldPlan[] = [], needed: readonly string[] = []): Schema[] {
  const required = new Set([...requiredOf(fields), ...needed])
  return Object.entries(schemas).map(([name, schema]) => ({ name, in: 'query', schema, ...(required.has(name) ? { required: true } : {}) }))
}

function requiredOf(fields: readonly FieldPlan[]): string[] {
  return fields.filter((field) => field.required === true).map((field) => field.name)
}

function fieldsOf(entity: EntityPlan, names: readonly string[]): FieldPlan[] {
  return names.flatMap((name) => entity.fields[name] ?? [])
}

/** `/book/:id(^\d+$)` → `/book/{id}`, and what may be several parts of a path → `{key}`. */
function pathOf(url: string): string {
  return url.replace(/:(\w+)(\([^)]*\))?/g, '{$1}').replace('*', '{key}')
}

/** A few of these words, with commas between them. */
function wordsOf(words: readonly string[]): Schema {
  const one = `(${words.join('|')})`
  return { type: 'string', pattern: `^${one}(,${one}){0,${maxSorts - 1}}$` }
}
