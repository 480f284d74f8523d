/** What is done to the releases of a screen, each in one transaction with what the security log says of it. */
import { formatDateTime } from '../../core/dateTime'
import type { ScreenPlan } from '../../core/plan'
import { schemaText } from '../../core/schemaMessages'
import { formatProblem } from '../../spec/problem'
import type { OvertakenRelease } from '../../core/wire'
import { permits } from '../authorise'
import { messageText } from '../messages'
import { fieldProblem, forbidden, HttpProblem, invalid, refused, stale } from '../problem'
import type { Services } from '../services'
import type { SessionUser } from '../session'
import { inTransaction } from '../write/transaction'
import type { ReleasedPlans } from './releasedPlans'
import { rightsToPublish } from './rights'
import type { ShippedScreen, ShippedSchemas } from './shippedSchemas'
import { heldRelease, insertRelease, lockScreen, takeBack, type ReleaseText } from './store'

export interface Publishing {
  services: Services
  plans: ReleasedPlans
  schemas: () => ShippedSchemas
}

export interface Draft {
  screen: ShippedScreen
  text: string
  /** The version that it was made from; 0: the shipped file. */
  basedOn: number
  note: string
}

/** The security log's kind of such events. */
export const eventKind = 'screen'

/** @returns the version @throws HttpProblem 422 for what does not pass, 403, 409 for what somebody else was faster with, 417 for no change */
export async function publish({ services, plans, schemas }: Publishing, user: SessionUser, draft: Draft): Promise<number> {
  const { screen, text, basedOn, note } = draft
  const { plan, problems } = schemas().judge(screen, text)
  if (!plan) throw invalid(problems.map((problem) => fieldProblem('text', problem.code, formatProblem(problem))))
  const version = await inTransaction(services, user, async (tools) => {
    const { trx, now } = tools
    await lockScreen(trx, screen.id)
    const held = await heldRelease(trx, screen.id)
    if ((held?.version ?? 0) !== basedOn) throw overtaken(screen, held)
    if (text === (held?.text ?? screen.text)) throw refused(messageText('release.same'))
    refuseBeyond(services, user, [runningPlan(schemas(), screen, held), plan])
    const next = await insertRelease(trx, {
      screen: screen.id,
      text,
      note,
      shippedHash: screen.hash,
      checkedHash: schemas().hash,
      by: user,
      at: now,
    })
    tools.securityEvent(eventKind, messageText('release.event', { title: plan.title, version: next, note }))
    return next
  })
  plans.forget()
  return version
}

/** Takes the release back that holds; then the one before holds, or the shipped screen. @returns the version that holds now, 0 for the shipped one */
export async function rollBack(
  { services, plans, schemas }: Publishing,
  user: SessionUser,
  screen: ShippedScreen,
  version: number,
): Promise<number> {
  const holds = await inTransaction(services, user, async (tools) => {
    const { trx, now } = tools
    await lockScreen(trx, screen.id)
    const held = await heldRelease(trx, screen.id)
    if (!held) throw refused(messageText('release.nothing'))
    if (held.version !== version) throw overtaken(screen, held)
    const before = runningPlan(schemas(), screen, held)
    await takeBack(trx, held, { by: user, at: now })
    const next = await heldRelease(trx, screen.id)
    refuseBeyond(services, user, [before, runningPlan(schemas(), screen, next)])
    tools.securityEvent(eventKind, messageText('release.event-back', { title: before.title, version }))
    return next?.version ?? 0
  })
  plans.forget()
  return holds
}

/** What people see; a release that cannot be compiled by now shows nobody anything. */
export function runningPlan(schemas: ShippedSchemas, screen: ShippedScreen, held: ReleaseText | undefined): ScreenPlan {
  if (!held) return screen.plan
  try {
    return schemas.compile(screen, held.text)
  } catch {
    return screen.plan
  }
}

function refuseBeyond({ plan }: Services, user: SessionUser, [before, after]: [ScreenPlan, ScreenPlan]): void {
  const menuNames = new Set(Object.values(plan.screens).map(({ menuName }) => menuName))
  const missing = rightsToPublish(before, after, plan.screens).filter(({ permission }) => !permits(user, permission, menuNames))
  if (missing.length === 0) return
  const { code, kind, extras } = forbidden(missing.map(({ permission }) => permission).join(', '))
  const params = {
    title: missing.map(({ title }) => title).join(schemaText('check.separator')),
    codes: missing.map(({ permission }) => permission).join(schemaText('check.separator')),
  }
  throw new HttpProblem(403, code, kind, messageText('release.rights', params), extras)
}

/** With what stands there now, so that both can be looked at side by side. */
function overtaken(screen: ShippedScreen, held: ReleaseText | undefined): HttpProblem {
  const { version = 0, text = screen.text, publishedBy = '', publishedAt = '', note = '' } = held ?? {}
  const now: OvertakenRelease = { version, text, publishedBy, publishedAt, note }
  const problem = stale({ version, updatedBy: publishedBy, updatedAt: publishedAt })
  const detail = held
    ? messageText('release.overtaken', { who: publishedBy, at: formatDateTime(publishedAt), version })
    : messageText('release.taken-back')
  return new HttpProblem(problem.status, problem.code, problem.kind, detail, {
    ...problem.extras,
    params: { ...now },
  })
}
