import type { BrowserScreenPlan, ListPagePlan } from '../../core/plan'
import type { ListState } from '../data/listState'
import type { useList } from '../data/useList'

/** A list that is shown: its plan, what it is asked for and how that changes, and what was found. */
export interface ShownList {
  screen: BrowserScreenPlan
  page: ListPagePlan
  state: ListState
  show: (state: ListState) => void
  list: ReturnType<typeof useList>
}
