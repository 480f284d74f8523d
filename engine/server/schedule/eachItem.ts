import type { Services } from '../services'
import { once, together, type Due, type Outcome, type Several } from './items'

/** Transactions of a step at the same time, on a server: it computes for one while another one waits for its answer. The embedded database has one. */
const AT_ONCE = 2
/** Items that share a transaction: it is begun, noted and locked for once, and what all of them read is read once. Others wait for its rows until its end. */
const TOGETHER = 20

/**
 * Works through items, some together in one transaction, begun in their order. Where one of those fails nothing of them stands, and each is tried
 * by itself; what fails then while others are at work is tried once more alone: rows that many share, as a customer's limit, are given to one of
 * them at a time.
 * @param several does together what shares a transaction; it is due as long as nobody else has done it
 * @throws what stops it, after what others have under way has come to its end
 */
export async function eachItem<Item, D extends Due>(
  services: Services,
  items: Iterable<Item> | AsyncIterable<Item>,
  dueOf: (item: Item) => D,
  signal: AbortSignal,
  several?: Several<D>,
): Promise<void> {
  const atOnce = services.database.kind === 'postgres' ? AT_ONCE : 1
  const coming = someByOne(items)
  const failed: D[] = []
  const alone = (one: D): Promise<Outcome> => {
    signal.throwIfAborted()
    return once(services, one)
  }
  const worker = async (): Promise<void> => {
    for await (const some of { [Symbol.asyncIterator]: () => coming }) {
      signal.throwIfAborted()
      const due = some.map(dueOf)
      if (due.length > 1 && (await together(services, due, signal, several))) continue
      for (const one of due) if ((await alone(one)) === 'failed') failed.push(one)
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  if (atOnce > 1) for (const one of failed) await alone(one)
}

/** A generator, which answers those who ask at the same time one after another, and nobody once one of them has ended it. */
async function* someByOne<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let some: Item[] = []
  for await (const item of items) {
    some.push(item)
    if (some.length < TOGETHER) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}
