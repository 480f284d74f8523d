import { messageText } from '../messages'
import { refused } from '../problem'
import type { WriteContext } from '../record/context'

export const MAX_DEPTH = 8
export const MAX_RUNS = 500

/** Counts what one action of a user leads to: each performed action and each created record. @throws HttpProblem 417 when it is too much */
export function countRun({ flow: { tree } }: WriteContext): void {
  tree.runs += 1
  if (tree.runs > MAX_RUNS) throw refused(messageText('refused.too-much'))
}
