import type { StatePlan } from '../plan'
import type { HistoryEntry } from '../wire'

/** A state on a record's way: it was in it, is in it, or is still to come to it. */
export interface CourseStep {
  state: StatePlan
  at: 'past' | 'now' | 'ahead'
  /** Who brought the record there the last time, and when; absent where that is not known. */
  entry?: Pick<HistoryEntry, 'operator' | 'at'>
}

/**
 * How far a record has come on its course. A state beside the course stands where the record left it, and what would have followed comes after
 * it unless the record's life is over, and as far as there is a way there. A state of the course that it is known not to have been in is no step that it took.
 * @param history absent while it is not known
 */
export function courseSteps(
  course: readonly string[],
  states: Readonly<Record<string, StatePlan>>,
  current: string,
  history?: readonly Pick<HistoryEntry, 'to' | 'operator' | 'at'>[],
): CourseStep[] {
  const now = states[current]
  if (!now) return []
  const visits = new Map((history ?? []).flatMap(({ to, operator, at }) => (to === undefined ? [] : [[to, { operator, at }] as const])))
  const place = course.includes(current) ? course.indexOf(current) : leftBehind(course, history) + 1
  const rest = course.slice(course.includes(current) ? place + 1 : place)
  const step = (code: string, at: CourseStep['at']): CourseStep[] => {
    const state = at === 'ahead' && states[code]?.planned ? undefined : states[code]
    const entry = at === 'ahead' ? undefined : visits.get(code)
    return state ? [{ state, at, ...(entry ? { entry } : {}) }] : []
  }
  // A record that began elsewhere, as an import may, has no first visit of what is before.
  const wasIn = (code: string): boolean => history === undefined || code === course[0] || visits.has(code)
  return [
    ...course
      .slice(0, place)
      .filter(wasIn)
      .flatMap((code) => step(code, 'past')),
    ...step(current, 'now'),
    ...(now.ended ? [] : rest.flatMap((code) => step(code, 'ahead'))),
  ]
}

/** The last place of the course that the record was in; the first where nothing is known. */
function leftBehind(course: readonly string[], history: readonly Pick<HistoryEntry, 'to'>[] = []): number {
  const last = history.findLast(({ to }) => to !== undefined && course.includes(to))?.to
  return last === undefined ? 0 : course.indexOf(last)
}
