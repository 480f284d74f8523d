import { messageText } from '../messages'
import { tooMany, unavailable } from '../problem'

/** How many files may be held at a time, while they are received, wait, are read and their rows are stored. */
export interface ImportPlaces {
  /** Answers how to give the place back. @throws HttpProblem 429 when the account has its places taken, 503 when all are */
  take(account: string): () => void
}

const retryAfterSeconds = 5

export function createImportPlaces(all: number, ofOne: number): ImportPlaces {
  const taken = new Map<string, number>()
  let total = 0
  const count = (account: string, more: number): void => {
    total += more
    const own = (taken.get(account) ?? 0) + more
    if (own === 0) taken.delete(account)
    else taken.set(account, own)
  }
  return {
    take(account) {
      if ((taken.get(account) ?? 0) >= ofOne) throw tooMany(retryAfterSeconds, messageText('import.own-busy'))
      if (total >= all) throw unavailable(retryAfterSeconds, messageText('import.busy'))
      count(account, 1)
      return () => count(account, -1)
    },
  }
}
