import { messageText } from '../../core/messages'
import type { TimelinePlan, BrowserScreenPlan } from '../../core/plan'
import type { HistoryEntry, StateTag, TimelineResponse } from '../../core/wire'

/** What happened, on the day or at the moment of `at`. */
export interface TimelineRow {
  at: string
  /** Index of its lane. */
  lane: number
  /** Of the list that shows it; of a step of the record itself who took it. */
  title: string
  label: string
  about?: string
  state?: StateTag
  /** Absent for a step of the record itself. */
  address?: string
}

/** All that happened, the latest first. @param history of the record itself, oldest first */
export function timelineRows(
  { lanes }: TimelinePlan,
  { lanes: found }: TimelineResponse,
  history: readonly HistoryEntry[],
  { states }: Pick<BrowserScreenPlan, 'states'>,
): TimelineRow[] {
  const rows = lanes.flatMap(({ of }, lane): TimelineRow[] => {
    if (of.length === 0) return stepsOf(history, lane, states)
    return (found[lane] ?? []).map(({ at, record: { title, label, about = [], facts = [], state, address } }) => {
      const said = [about, ...facts].flat()
      return {
        at,
        lane,
        title,
        label,
        address,
        ...(said.length === 0 ? {} : { about: said.join(messageText('summary.separator')) }),
        ...(state ? { state } : {}),
      }
    })
  })
  return rows.toSorted((one, other) => timeOf(other.at) - timeOf(one.at))
}

/** The steps by which the record came into another state. */
function stepsOf(history: readonly HistoryEntry[], lane: number, states: BrowserScreenPlan['states']): TimelineRow[] {
  return history.flatMap(({ at, from, to, actionTitle, operator, opinion }) => {
    if (to === undefined || to === from) return []
    const state = states?.[to]
    return [
      {
        at,
        lane,
        title: operator,
        label: actionTitle,
        ...(opinion === undefined ? {} : { about: opinion }),
        ...(state ? { state: { title: state.title, color: state.color } } : {}),
      },
    ]
  })
}

/** Of a day its beginning where the product is, in ms. */
export function timeOf(at: string): number {
  return Date.parse(at.length === 10 ? `${at}T00:00:00+08:00` : at)
}
