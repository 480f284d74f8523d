import type { EntityActionPlan, EntityPlan } from '../plan'

type Flow = Pick<EntityPlan, 'states' | 'actions'>

/** Actions without which no record comes to a state, and which are not possible there again: a submit, of all that was approved. */
export function passedActions(entity: Flow, state: string): string[] {
  return Object.values(entity.actions)
    .filter(({ name, from }) => from.length > 0 && !from.includes(state) && !reachedWithout(entity, name).has(state))
    .map(({ name }) => name)
}

/** Actions whose needs a record has when this one is carried out on it: its own, and those of all that lie behind whatever states it begins in. */
export function neededBy(entity: Flow, { name, from }: Pick<EntityActionPlan, 'name' | 'from'>): ReadonlySet<string> {
  const [first = [], ...others] = from.map((state) => passedActions(entity, state))
  return new Set([name, ...first.filter((passed) => others.every((actions) => actions.includes(passed)))])
}

/** The states that a record can come to from its first one while an action is never taken. */
function reachedWithout({ states = {}, actions }: Flow, without: string): ReadonlySet<string> {
  const others = Object.values(actions).filter(({ name }) => name !== without)
  const reached = new Set(Object.values(states).flatMap(({ code, initial }) => (initial ? [code] : [])))
  // A state that is added while the set is gone through is gone through as well.
  for (const state of reached) for (const action of others) if (isPossible(action, state)) for (const next of action.to) reached.add(next)
  return reached
}

function isPossible({ from }: EntityActionPlan, state: string): boolean {
  return from.length === 0 || from.includes(state)
}
