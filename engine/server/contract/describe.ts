/** What each kind of route takes and answers. */
import type { FastifyContextConfig, RouteOptions } from 'fastify'
import { totalsOf } from '../../core/compile'
import { isDecision } from '../../core/decisions'
import { changedBy } from '../../core/pending'
import type { EntityPlan, FieldPlan, ProductPlan, ScreenPlan } from '../../core/plan'
import { importExtraField, previewParameter } from '../../core/wire'
import { attachmentSchema, binary, integer, listOf, object, storedFileSchema, text, type JsonSchema as Schema } from '../jsonSchema'
import { messageText } from '../messages'
import { extraSorts } from '../read/extraList'
import { optionParameters } from '../read/options'
import { pickGiven, picksOf, pickSorts } from '../read/pick'
import { relatedSorts } from '../read/related'
import { relatedTables } from '../read/scope'
import { byUnit, chartsSchema, historySchema, importSchema, optionSchema, page, trySchema } from './responses'
import { clear, placesOf, requiredOf, Schemas } from './schemas'

export interface Description {
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

/** The screen that a route belongs to, with its entity; neither for a route of no screen. */
export function ownersOf(plan: ProductPlan, route: RouteOptions): { screen?: ScreenPlan; entity?: EntityPlan } {
  const screen = plan.screens[route.config?.screen ?? '']
  const entity = screen && plan.entities[screen.entity]
  return entity ? { screen, entity } : {}
}

/** @param path of the contract, as in `/book/{id}` */
export function descriptionOf(plan: ProductPlan, route: RouteOptions, method: string, path: string): Description {
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

function parametersOf(schemas: Record<string, Schema>, fields: readonly FieldPlan[] = [], needed: readonly string[] = []): Schema[] {
  const required = new Set([...requiredOf(fields), ...needed])
  return Object.entries(schemas).map(([name, schema]) => ({ name, in: 'query', schema, ...(required.has(name) ? { required: true } : {}) }))
}

function fieldsOf(entity: EntityPlan, names: readonly string[]): FieldPlan[] {
  return names.flatMap((name) => entity.fields[name] ?? [])
}
