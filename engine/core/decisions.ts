/**
 * In which states a record waits for somebody's decision, derived from its actions, so that no entity has to say it:
 *
 *   four eyes   an action that its submitter must not take (`notBy`), or that puts a pending change into force
 *   passing     no calendar and no other document leads on from the state, and an action of a person leads where the record can end, or stay,
 *               without coming back: 待开票 → 已开票. Suspending what is in force is none, since the only way from there is back.
 *
 * A system action that the record's own step performs on it at once, such as its arrival, has happened where it will: who still rests in the state
 * waits for people. Only the calendar and other records come to it later.
 *
 * A draft waits for its author and for nobody else: what leads from a state in which the record is edited to one of four eyes is a submission,
 * and counts only where the same state is also left by a decision.
 */
import type { EffectsPlan } from './plan/effects'
import type { EntityActionPlan, EntityPlan } from './plan'

/** The field of a decision's dialog that the wire gives a place of its own (HistoryEntry). */
export const OPINION = 'opinion'

type Acting = Pick<EntityPlan, 'states' | 'actions' | 'daily' | 'effects'>

/** State → the actions that decide there; only states in which something waits. */
export function decisionsOf(entity: Acting): ReadonlyMap<string, EntityActionPlan[]> {
  const waiting = new Map<string, EntityActionPlan[]>()
  for (const code of Object.keys(entity.states ?? {})) {
    const actions = decisionsIn(entity, code)
    if (actions.length > 0) waiting.set(code, actions)
  }
  return waiting
}

/** Whether an action decides about what somebody has submitted: a second pair of eyes takes it, or it asks for an opinion. */
export function isDecision(action: EntityActionPlan): boolean {
  return byPeople(action) && (needsOtherEyes(action) || action.ask.some(({ name }) => name === OPINION))
}

/** The states that a second pair of eyes has to look at. */
export function statesOfFourEyes({ actions }: Pick<EntityPlan, 'actions'>): string[] {
  return [...new Set(Object.values(actions).flatMap((action) => (needsOtherEyes(action) ? action.from : [])))]
}

function decisionsIn(entity: Acting, code: string): EntityActionPlan[] {
  const state = entity.states?.[code]
  if (!state || state.ended) return []
  const own = Object.values(entity.actions).filter((action) => action.from.includes(code) && byPeople(action))
  const seconded = own.filter(needsOtherEyes)
  if (seconded.length > 0) return seconded
  if (state.internal || isLedOn(entity, code)) return []
  const onward = own.filter((action) => isOnward(entity, action, code))
  if (!state.edit) return onward
  const underFourEyes = new Set(statesOfFourEyes(entity))
  return onward.every((action) => action.to.some((target) => underFourEyes.has(target))) ? [] : onward
}

function needsOtherEyes(action: EntityActionPlan): boolean {
  return byPeople(action) && (action.notBy !== undefined || action.onPending === 'apply')
}

/** Taking one's own submission back is no decision about it. */
function byPeople({ system, onlyBy }: EntityActionPlan): boolean {
  return system !== true && onlyBy === undefined
}

/**
 * The calendar, or what happens to other documents, takes the record on from here by itself; that these take it back with them, or change it where
 * it stands, is no way on.
 */
function isLedOn(entity: Acting, code: string): boolean {
  const { states = {}, actions, daily = {} } = entity
  return Object.values(actions).some(
    (action) =>
      action.from.includes(code) &&
      action.to.some(
        (target) => target !== code && (Object.hasOwn(daily, action.name) || (comesLater(entity, action) && !states[target]?.ended)),
      ),
  )
}

/** Performed by the system alone, but not by a step of the record itself, which does so when it brings the record there or never. */
function comesLater({ effects, daily = {} }: Acting, { name, system }: EntityActionPlan): boolean {
  if (system !== true) return false
  if (Object.hasOwn(daily, name)) return true
  const ofItself = (step: EffectsPlan['follow'][number]): boolean =>
    step.kind === 'perform' && step.action === name && Array.isArray(step.on) && step.on.join('.') === 'id'
  return !Object.values(effects).some(({ follow }) => follow.some(ofItself))
}

/** An action leads on when it reaches a state that no later system action reaches anyway: a person would only be ahead of that one. */
function isOnward(entity: Acting, action: EntityActionPlan, code: string): boolean {
  const byItself = new Set(
    Object.values(entity.actions).flatMap((each) => (each.from.includes(code) && comesLater(entity, each) ? each.to : [])),
  )
  return onwardTargets(entity, action, code).some((target) => !byItself.has(target) && leadsOn(entity, target, new Set([code])))
}

/** Where an action takes the record; to begin again, or to do away with it, is no way on. */
function onwardTargets({ states = {} }: Acting, { to, danger }: EntityActionPlan, from: string): string[] {
  return danger ? [] : to.filter((target) => target !== from && !states[target]?.initial)
}

/** From here the record comes to its end, or to a state in which it stays, without passing one that it has been in. */
function leadsOn(entity: Acting, code: string, passed: ReadonlySet<string>): boolean {
  if (passed.has(code)) return false
  const isEnd = (target: string): boolean => entity.states?.[target]?.ended === true
  const leaving = Object.values(entity.actions).filter((action) => action.from.includes(code) && byPeople(action))
  const stays = leaving.every(({ to, danger }) => to.every((target) => target === code || (danger && isEnd(target))))
  if (isEnd(code) || stays) return true
  return leaving.some((action) => onwardTargets(entity, action, code).some((target) => leadsOn(entity, target, new Set([...passed, code]))))
}
