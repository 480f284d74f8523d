import type { KyselyPlugin } from 'kysely'
import { superseded } from '../problem'
import type { Services } from '../services'

/** A dry run of one user; a newer one of the same user replaces it. */
export interface Turn {
  isOver: boolean
}

const current = new WeakMap<Services, Map<string, Turn>>()

/** Runs the work as the only one of its user; the one before it is refused at its next statement. */
export async function inTurn<T>(services: Services, userId: string, work: (turn: Turn) => Promise<T>): Promise<T> {
  const turns = current.get(services) ?? new Map<string, Turn>()
  current.set(services, turns)
  const turn: Turn = { isOver: false }
  const before = turns.get(userId)
  if (before) before.isOver = true
  turns.set(userId, turn)
  try {
    const result = await work(turn)
    refuseWhenOver(turn)
    return result
  } finally {
    if (turns.get(userId) === turn) turns.delete(userId)
  }
}

/** Refuses every further statement of a turn that is over. */
export function endingWith(turn: Turn): KyselyPlugin {
  return {
    transformQuery({ node }) {
      refuseWhenOver(turn)
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

/** @throws HttpProblem 409 */
function refuseWhenOver(turn: Turn): void {
  if (turn.isOver) throw superseded()
}
