/**
 * The writing endpoints of every screen: what its pages offer as a button has a route, nothing else has one.
 *
 *   POST {base}                 add       PATCH  {base}/{id}           edit      DELETE {base}/{id}   delete
 *   POST {base}/{action}/{id}   action    POST {base}/batch/{action}   the same for several records, all or none
 *                               (an action `via` edit too, with the right to edit), or with `each` every one by itself
 *
 * Every route runs the one pipeline (design.md section 5) in one transaction, once per Idempotency-Key.
 */
import { isDecision } from '../../core/decisions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { changedBy } from '../../core/pending'
import { messageText } from '../messages'
import type { ActionPlan, EntityActionPlan, ScreenPlan } from '../../core/plan'
import { conditionsOf, type PageConditions } from '../../core/record/page'
import type { Values } from '../../core/record/values'
import { confirmedHeader, errorCodes, previewParameter, type BatchResponse, type FieldProblem } from '../../core/wire'
import { userOf } from '../authorise'
import { pathOf, problemOf as httpProblemOf } from '../errorHandler'
import { fieldProblem, HttpProblem, invalid, keyRequired, unconfirmed } from '../problem'
import type { Services } from '../services'
import { Effects } from '../record/effects'
import { refuseChanged } from '../trial/shown'
import { formNames, perform } from '../write/action'
import { writtenRecord } from '../write/writtenRecord'
import { objectBody } from '../record/body'
import { writingOf, type WriteContext } from '../record/context'
import { readVersionOrThrow, versioned } from '../record/guards'
import { idempotencyKey, once } from '../write/idempotency'
import { findRecord } from '../record/load'
import { recordName } from '../record/recordName'
import { remove } from '../write/remove'
import { acceptedBy, create, update, type SaveAccess } from '../record/save'
import { inWrite } from '../write/transaction'
import { confirmedIn } from '../record/warnings'
import { closedQuery, fromScreen, idParameter, jsonType, writeOptions } from './route'

const MAX_BATCH = 200

const previewQuery = closedQuery({ [previewParameter]: { type: 'string', pattern: '^[0-9a-f]{64}$' } })
const versionQuery = closedQuery({ version: { type: 'string', pattern: '^\\d{1,15}$' } })

type WithId = { Params: { id: string } }

/** @returns in words, what keeps a screen from being served */
export function registerWriteRoutes(app: FastifyInstance, services: Services): string[] {
  return Object.values(services.plan.screens).flatMap((screen) => {
    const problem = problemOf(services, screen)
    if (problem !== undefined) return [`screen ${screen.id}: ${problem}`]
    registerSaves(app, services, screen)
    for (const action of Object.values(screen.actions)) registerAction(app, services, screen, action)
    registerBatches(app, services, screen)
    return []
  })
}

function registerSaves(app: FastifyInstance, services: Services, screen: ScreenPlan): void {
  const { add, edit } = screen.actions
  const { base } = screen
  if (add?.does.kind === 'add') {
    const access = saveAccess(services, screen, add.does.page)
    app.post(base, writeOptions(screen, 'add', add.permission), (request, reply) =>
      write(services, request, reply, false, async (context) =>
        writtenRecord(context, screen, await create(context, access, request.body)),
      ),
    )
  }
  if (edit?.does.kind === 'edit') {
    const access = saveAccess(services, screen, edit.does.page)
    app.patch<WithId>(`${base}/${idParameter}`, writeOptions(screen, 'edit', edit.permission), (request, reply) =>
      write(services, request, reply, false, async (context) => {
        await update(context, access, request.params.id, request.body)
        return writtenRecord(context, screen, request.params.id)
      }),
    )
  }
  if (edit?.does.kind === 'edit' && edit.does.change) {
    const { change, page } = edit.does
    const from = {
      ...fromScreen(screen),
      writable: changedBy(change, screen, services.plan.entities[screen.entity]?.fields ?? {}),
      page: saveAccess(services, screen, page).page,
    }
    app.post<WithId>(
      `${base}/${change.name}/${idParameter}`,
      writeOptions(screen, 'action', edit.permission, change.name),
      (request, reply) =>
        write(services, request, reply, change.keyed, async (context) => {
          const { id } = request.params
          await perform(context, { entity: screen.entity, id, action: change.name, body: versioned(request.body), from })
          return writtenRecord(context, screen, id)
        }),
    )
  }
  const { delete: removal } = screen.actions
  if (removal?.does.kind === 'delete' && services.plan.entities[screen.entity]?.view === undefined) {
    app.delete<WithId>(
      `${base}/${idParameter}`,
      writeOptions(screen, 'delete', removal.permission, undefined, versionQuery),
      (request, reply) =>
        write(services, request, reply, false, async (context) => {
          await remove(context, screen.entity, request.params.id, versionOf(request), screen.where)
          return JSON.stringify({ id: request.params.id })
        }),
    )
  }
}

function registerAction(app: FastifyInstance, services: Services, screen: ScreenPlan, { name, permission, does }: ActionPlan): void {
  if (does.kind !== 'action') return
  const { action } = does
  const query = action.preview ? previewQuery : undefined
  app.post<WithId>(`${screen.base}/${name}/${idParameter}`, writeOptions(screen, 'action', permission, name, query), (request, reply) =>
    write(services, request, reply, action.keyed, async (context) => {
      const { id } = request.params
      // The preview that was shown before this was confirmed.
      const { [previewParameter]: confirmed } = request.query as { [previewParameter]?: string }
      if (confirmed !== undefined) context.flow.effects = new Effects()
      const body = versioned(request.body)
      await perform(context, {
        entity: screen.entity,
        id,
        action: action.name,
        body,
        from: fromScreen(screen),
        ...(confirmed === undefined ? { alone: true } : {}),
      })
      if (confirmed !== undefined) await refuseChanged(context, screen, id, confirmed)
      return writtenRecord(context, screen, id)
    }),
  )
}

function registerBatches(app: FastifyInstance, services: Services, screen: ScreenPlan): void {
  const names = new Set(Object.values(screen.pages).flatMap((page) => (page.kind === 'list' ? page.batchActions : [])))
  for (const name of names) {
    const { does, permission } = screen.actions[name] ?? {}
    if (does?.kind !== 'action' && does?.kind !== 'delete') continue
    const action = does.kind === 'action' ? does.action : undefined
    app.post(`${screen.base}/batch/${name}`, writeOptions(screen, 'batch', permission, name), (request, reply) =>
      action && isDecision(action) && isForEach(request.body)
        ? performEach(services, request, reply, screen, action)
        : write(services, request, reply, action?.keyed ?? false, (context) => performBatch(context, screen, action, request.body)),
    )
  }
}

/** Runs the work in a transaction, once for its key, and answers its JSON text; `body` is what a key is bound to. */
export async function write(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  keyed: boolean,
  work: (context: WriteContext) => Promise<string>,
  body: unknown = [request.body ?? null, request.query],
): Promise<FastifyReply> {
  const key = idempotencyKey(request.headers['idempotency-key'])
  if (keyed && key === undefined) throw keyRequired()
  const { response, replayed } = await inWrite(services, userOf(request), async (context) => {
    context.flow.warnings.ask(confirmedIn(request.headers[confirmedHeader.toLowerCase()]))
    if (key === undefined) return { response: await work(context), replayed: false }
    return once(context, { key, route: `${request.method} ${pathOf(request)}`, body }, () => work(context))
  })
  if (replayed) reply.header('idempotency-replayed', 'true')
  return reply.type(jsonType).send(response)
}

/** `{ids: [{id, version}], …dialog}`. In the order of the ids, so that two batches never wait for each other. */
async function performBatch(
  context: WriteContext,
  screen: ScreenPlan,
  action: EntityActionPlan | undefined,
  body: unknown,
): Promise<string> {
  const { targets, form } = readBatch(action, objectBody(body))
  const { warnings } = context.flow
  for (const { id, version } of targets) {
    const known = warnings.count
    try {
      if (action)
        await perform(context, { entity: screen.entity, id, action: action.name, body: { ...form, version }, from: fromScreen(screen) })
      else await remove(context, screen.entity, id, version, screen.where)
    } catch (error) {
      throw await namingRecord(context, screen, id, error)
    }
    if (warnings.count > known) warnings.nameSince(known, await nameOf(context, screen, id))
  }
  return JSON.stringify({ ids: targets.map(({ id }) => id) })
}

/** `each: true` beside what a batch says: only decisions take it, other acts on several records are done on all of them or on none. */
function isForEach(body: unknown): boolean {
  const { each } = objectBody(body)
  if (each !== undefined && each !== true) throw invalid([fieldProblem('each', 'type', messageText('batch.each'))])
  return each === true
}

/**
 * The same for each record by itself, in a transaction of its own and once for the key and the record: what is refused of one holds up no other,
 * and is told with its record. What the dialog has wrong for all of them is the dialog's.
 * @throws HttpProblem 417 with the warnings that are to be confirmed, and in `params` what came of the others; the request is repeated with its key
 */
async function performEach(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  screen: ScreenPlan,
  action: EntityActionPlan,
): Promise<FastifyReply> {
  const key = idempotencyKey(request.headers['idempotency-key'])
  if (action.keyed && key === undefined) throw keyRequired()
  const { each: _each, ...body } = objectBody(request.body)
  const { targets, form } = readBatch(action, body)
  const confirmed = confirmedIn(request.headers[confirmedHeader.toLowerCase()])
  const ids: string[] = []
  const refused: { id: string; problem: HttpProblem }[] = []
  const warnings: FieldProblem[] = []
  for (const { id, version } of targets) {
    const performOne = async (context: WriteContext): Promise<string> => {
      await perform(context, { entity: screen.entity, id, action: action.name, body: { ...form, version }, from: fromScreen(screen) })
      if (context.flow.warnings.count > 0) context.flow.warnings.nameSince(0, await nameOf(context, screen, id))
      return JSON.stringify({ id })
    }
    try {
      await inWrite(services, userOf(request), async (context) => {
        context.flow.warnings.ask(confirmed)
        // No header has a blank in it, so that no other request has this key.
        if (key === undefined) await performOne(context)
        else
          await once(context, { key: `${key} ${id}`, route: `${request.method} ${pathOf(request)}`, body: [form, version] }, () =>
            performOne(context),
          )
      })
      ids.push(id)
    } catch (error) {
      const problem = httpProblemOf(error, request)
      if (problem.status >= 500) throw error
      if (problem.code === errorCodes.unconfirmed) warnings.push(...(problem.extras.errors ?? []))
      else refused.push({ id, problem })
    }
  }
  const [first] = refused
  // What the dialog has wrong is wrong for all of them; and who names only what is out of his sight is told so as for one.
  const isAlike = (status: number): boolean => refused.every(({ problem }) => problem.status === status)
  if (first && refused.length === targets.length && (isAlike(422) || isAlike(404))) throw first.problem
  const outcome: BatchResponse = { ids, refused: refused.map(({ id, problem }) => ({ id, reason: reasonOf(problem) })) }
  if (warnings.length > 0) throw unconfirmed(warnings, { ...outcome })
  return reply.type(jsonType).send(JSON.stringify(outcome))
}

function reasonOf({ message, extras: { errors = [] } }: HttpProblem): string {
  return errors.length === 0 ? message : errors.map(({ detail }) => detail).join(messageText('value.separator'))
}

/** In the order of the ids. */
function readBatch(
  action: EntityActionPlan | undefined,
  { ids, ...form }: Values,
): { targets: { id: string; version: number }[]; form: Values } {
  // A deletion asks for nothing.
  const asked = new Set(action ? [...formNames(action), 'clear'] : [])
  const other = Object.keys(form).find((name) => !asked.has(name))
  if (other !== undefined) throw unknownKey(other)
  return { targets: readTargets(ids).toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1)), form }
}

function readTargets(ids: unknown): { id: string; version: number }[] {
  const wrong = (): HttpProblem => invalid([fieldProblem('ids', 'type', messageText('batch.ids', { max: MAX_BATCH }))])
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MAX_BATCH) throw wrong()
  const targets = ids.map((target: unknown) => {
    const { id, version, ...rest } = objectBody(target)
    const [other] = Object.keys(rest)
    if (other !== undefined) throw unknownKey(other)
    if (typeof id !== 'string' || !/^\d{1,18}$/.test(id)) throw wrong()
    return { id, version: readVersionOrThrow({ version }) }
  })
  if (new Set(targets.map(({ id }) => id)).size < targets.length) throw wrong()
  return targets
}

/** A refusal that says of which of the records it speaks. */
async function namingRecord(context: WriteContext, screen: ScreenPlan, id: string, error: unknown): Promise<unknown> {
  if (!(error instanceof HttpProblem) || (error.status !== 417 && error.status !== 409)) return error
  const name = await nameOf(context, screen, id)
  return new HttpProblem(error.status, error.code, error.kind, messageText('batch.refused', { name, reason: error.message }), error.extras)
}

async function nameOf(context: WriteContext, screen: ScreenPlan, id: string): Promise<string> {
  const record = await findRecord(context, screen.entity, id)
  return (record && (await recordName(context, context.writing.entity(screen.entity), record))) ?? id
}

/**
 * In the body, as the pages send it, or in the query, as tools do that send no body with DELETE; both only if they are the same.
 * @throws HttpProblem 400, 422
 */
function versionOf(request: FastifyRequest): number {
  const { version: asked } = request.query as { version?: string }
  const inQuery = asked === undefined ? undefined : Number(asked)
  const { version = inQuery, ...rest } = objectBody(request.body ?? {})
  const [other] = Object.keys(rest)
  if (other !== undefined) throw unknownKey(other)
  const submitted = readVersionOrThrow({ version })
  if (inQuery !== undefined && inQuery !== submitted) throw invalid([fieldProblem('version', 'type', messageText('invalid.versions'))])
  return submitted
}

function unknownKey(name: string): HttpProblem {
  return invalid([fieldProblem(name.slice(0, 40), 'unknown', messageText('invalid.unknown', { name: name.slice(0, 40) }))])
}

/** What adding or editing on this page may say. */
export function saveAccess(services: Services, screen: ScreenPlan, pageName: string): SaveAccess {
  const entity = writingOf(services).entity(screen.entity)
  return {
    entity: screen.entity,
    accepted: acceptedBy(entity, screen.access),
    page: pageConditions(screen, pageName),
    ...fromScreen(screen),
  }
}

/** What the form itself says of its fields. */
function pageConditions(screen: ScreenPlan, pageName: string): PageConditions {
  const page = screen.pages[pageName]
  return page?.kind === 'record' ? conditionsOf(page.sections) : {}
}

function problemOf(services: Services, screen: ScreenPlan): string | undefined {
  const entity = services.plan.entities[screen.entity]
  const writes = Object.values(screen.actions).filter(({ does }) => ['add', 'edit', 'delete', 'action'].includes(does.kind))
  const [first] = writes
  // Of stored files, which routes/files.ts removes.
  if (!first || !entity || entity.scope === 'attached') return undefined
  if (entity.view !== undefined) return `${first.name} is offered on a read model`
  return entity.appendOnly ? `${first.name} is offered on a ledger` : undefined
}
