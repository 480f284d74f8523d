/**
 * What a write would come to, without writing: the same pipeline in a transaction that is taken back.
 *
 *   POST {base}/try            a new record     pages that are `live`      POST {base}/try/{action}/{id}   actions with `preview`
 *   POST {base}/try/{id}       a change
 *
 * Who may not do it may not try it either, on the same rows and with the same fields. One at a time per user: a newer one ends the older.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EntityActionPlan, RecordPagePlan, ScreenPlan } from '../../core/plan'
import type { FieldProblem, TryResponse } from '../../core/wire'
import { settle } from '../ledger/settle'
import { userOf } from '../authorise'
import { drawWanted } from '../record/sequences'
import { HttpProblem, invalid } from '../problem'
import { limitRequests, type LimitRequests } from '../requestLimit'
import type { Services } from '../services'
import { computedOf } from '../trial/computed'
import { DryRunOver, problemsOf } from '../record/dryRun'
import { shownEffects } from '../trial/shown'
import { inTurn } from '../trial/turns'
import { perform } from '../write/action'
import type { WriteContext } from '../record/context'
import { versioned } from '../record/guards'
import { loadRecord } from '../record/load'
import { create, update } from '../record/save'
import { inDryRun } from '../write/transaction'
import { fromScreen, idParameter, jsonType, writeOptions } from './route'
import { saveAccess } from './write'

/** A form asks at most three times a second, and rests now and then. */
const limit = { name: 'try', max: 300, minutes: 2 }

type WithId = { Params: { id: string } }

export function registerTryRoutes(app: FastifyInstance, services: Services): void {
  const limited = limitRequests(services.database, { ...limit, keyOf: (request) => request.user?.id ?? request.ip })
  for (const screen of Object.values(services.plan.screens)) {
    registerSaves(app, services, screen, limited)
    for (const { name, permission, does } of Object.values(screen.actions)) {
      if (does.kind !== 'action' || !does.action.preview) continue
      const { action } = does
      app.post<WithId>(
        `${screen.base}/try/${name}/${idParameter}`,
        { ...writeOptions(screen, 'try', permission, name), onRequest: limited },
        (request, reply) => {
          const body = versioned(request.body)
          return response(services, request, reply, (context) => tryAction(context, screen, action, request.params.id, body))
        },
      )
    }
  }
}

function registerSaves(app: FastifyInstance, services: Services, screen: ScreenPlan, onRequest: LimitRequests): void {
  const { add, edit } = screen.actions
  if (add?.does.kind === 'add' && isLive(screen, add.does.page)) {
    const access = saveAccess(services, screen, add.does.page)
    app.post(`${screen.base}/try`, { ...writeOptions(screen, 'try', add.permission, 'add'), onRequest }, (request, reply) =>
      response(services, request, reply, (context) => trySave(context, screen, () => create(context, access, request.body))),
    )
  }
  if (edit?.does.kind === 'edit' && isLive(screen, edit.does.page)) {
    const access = saveAccess(services, screen, edit.does.page)
    app.post<WithId>(
      `${screen.base}/try/${idParameter}`,
      { ...writeOptions(screen, 'try', edit.permission, 'edit'), onRequest },
      (request, reply) => {
        const body = versioned(request.body)
        return response(services, request, reply, (context) =>
          trySave(context, screen, async () => {
            await update(context, access, request.params.id, body)
            return request.params.id
          }),
        )
      },
    )
  }
}

async function response(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (context: WriteContext) => Promise<TryResponse>,
): Promise<FastifyReply> {
  const user = userOf(request)
  const asOf = services.clock.now()
  const found = await inTurn(services, user.id, (turn) => inDryRun(services, user, turn, work)).catch((error: unknown) =>
    refusedResponse(asOf, error),
  )
  return reply.type(jsonType).send(JSON.stringify(found))
}

async function trySave(context: WriteContext, screen: ScreenPlan, save: () => Promise<string>): Promise<TryResponse> {
  const { dry } = context.flow
  try {
    const id = await save()
    await settle(context)
    await drawWanted(context)
    if (dry) dry.values = await loadRecord(context, screen.entity, id)
  } catch (error) {
    // A refusal of the end leaves what was computed before it; one that nothing was computed before is answered as it is.
    if (!(error instanceof DryRunOver) && !(dry?.values && noted(dry, error))) throw error
  }
  const problems = [...(dry?.problems.values() ?? [])]
  refuseUnreadable(problems)
  if (dry && dry.foreign.length > 0) return { asOf: context.environment.now, problems: dry.foreign }
  return { asOf: context.environment.now, problems, ...computedOf(context, screen, dry?.values ?? {}) }
}

async function tryAction(
  context: WriteContext,
  screen: ScreenPlan,
  action: EntityActionPlan,
  id: string,
  body: unknown,
): Promise<TryResponse> {
  await perform(context, { entity: screen.entity, id, action: action.name, body, from: fromScreen(screen) })
  const { effects, dry } = context.flow
  const shown = effects && (await shownEffects(context, effects, screen, id))
  await settle(context)
  await drawWanted(context)
  return { asOf: context.environment.now, problems: [...(dry?.problems.values() ?? [])], effects: shown }
}

/** What a rule or a ledger refuses is an answer; what only an attacker or an old page sends stays a refusal. */
function refusedResponse(asOf: string, error: unknown): TryResponse {
  if (!(error instanceof HttpProblem)) throw error
  const problems = problemsOf(error)
  if (problems.length === 0) throw error
  refuseUnreadable(problems)
  return { asOf, problems }
}

function noted(dry: NonNullable<WriteContext['flow']['dry']>, error: unknown): boolean {
  if (!(error instanceof HttpProblem)) return false
  const problems = problemsOf(error)
  dry.note(problems)
  return problems.length > 0
}

/** @throws HttpProblem 422 for what no form sends: names that it has not, values of another kind */
function refuseUnreadable(problems: readonly FieldProblem[]): void {
  const unreadable = problems.filter(({ rule }) => rule === 'unknown' || rule === 'type')
  if (unreadable.length > 0) throw invalid(unreadable)
}

function isLive({ pages }: ScreenPlan, page: string): boolean {
  return (pages[page] as RecordPagePlan | undefined)?.live !== undefined
}
