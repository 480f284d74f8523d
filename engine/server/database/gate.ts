import { databaseUnavailable } from './errors'

/** Lets some works run at a time; the others wait in the order in which they came. */
export interface Gate {
  /** @throws what `refusal` makes when it was not let in for too long */
  pass<T>(work: () => Promise<T>): Promise<T>
}

/**
 * @param most how many run at a time
 * @param waitMs longest wait; longer means overload, and then a refusal helps more than a longer queue
 * @param refusal what whoever has waited so long is answered; by default that the database is not available
 */
export function createGate(most: number, waitMs: number, refusal: (cause: Error) => Error = databaseUnavailable): Gate {
  let running = 0
  const waiting = new Set<() => void>()

  function enter(): Promise<void> {
    if (running < most) {
      running++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(letIn)
        reject(refusal(new Error(`not let in for ${waitMs} ms`)))
      }, waitMs)
      const letIn = (): void => {
        clearTimeout(timer)
        waiting.delete(letIn)
        resolve()
      }
      waiting.add(letIn)
    })
  }

  /** The place goes to the one that has waited longest. */
  function leave(): void {
    const [next] = waiting
    if (next) next()
    else running--
  }

  return {
    async pass(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
