import type { TabPlan } from '../plan'

/** Title of the section that a line table stands above, in place of a tab. */
export function sectionAfter(plan: TabPlan): string | undefined {
  return plan.kind === 'lines' ? plan.before : undefined
}
