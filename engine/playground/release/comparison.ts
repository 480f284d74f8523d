import { differencesOf, differenceText, limitsExceeded } from '../../core/difference'
import type { ScreenPlan } from '../../core/plan'
import type { ScreenPlans, ScreenReleases } from '../../core/wire'
import { parseLocated } from '../../spec/position'
import type { SchemaProblem } from '../../spec/problem'

export interface Comparison {
  /** What is different from the screen that is shown now, a sentence each. */
  words: string[]
  /** What a published screen may not change. */
  beyond: SchemaProblem[]
  /** Users whose settings for the columns of a list the draft touches. */
  touched: number
}

interface Compared {
  path: string
  /** The text that `plan` is of. */
  text: string
  plan: ScreenPlan
  plans: ScreenPlans
  savedColumns: ScreenReleases['savedColumns']
}

export function compare({ path, text, plan, plans, savedColumns }: Compared): Comparison {
  const differences = differencesOf(plans.running, plan)
  const lists = new Set(differences.flatMap(({ kind, path: around }) => (kind === 'column' && around.length === 1 ? around : [])))
  const json = parseLocated(text)
  return {
    words: differences.map(differenceText),
    beyond: limitsExceeded(plans.shipped, plan, 'problems' in json ? { path } : { path, json }),
    touched: [...lists].reduce((sum, page) => sum + (savedColumns[page.replace(/^page /, '')] ?? 0), 0),
  }
}

/** The screen that a file describes, by its path; undefined: it is no screen's. */
export function screenIdOf(path: string): string | undefined {
  return /^schemas\/screens\/([^/]+\/[^/]+)\.screen\.json$/.exec(path)?.[1]
}
