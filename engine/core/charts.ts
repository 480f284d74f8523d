/** What both sides must agree on about charts. */
import type { ChartPlan } from './plan'

/** Most groups and lines that are drawn; more could not be read. */
export interface ChartBounds {
  groups: number
  lines: number
}

export function chartBounds({ kind, per }: Pick<ChartPlan, 'kind' | 'per'>): ChartBounds {
  return { groups: per ? 400 : kind === 'pie' ? 12 : 50, lines: 12 }
}
