import type { Services } from '../services'
import type { Outcome } from './items'

/** Transactions of a step at the same time, on a server: it computes for one while another one waits for its answer. The embedded database has one. */
const AT_ONCE = 4

/**
 * Works through items, several at the same time, begun in their order. What fails while others are at work is tried once more by itself: rows that
 * many share, as a customer's limit, are given to one of them at a time.
 * @throws what the work throws, after that of the others under way has come to its end
 */
export async function eachItem<Item>(
  { database }: Pick<Services, 'database'>,
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<Outcome>,
): Promise<void> {
  const atOnce = database.kind === 'postgres' ? AT_ONCE : 1
  const coming = oneByOne(items)
  const failed: Item[] = []
  const worker = async (): Promise<void> => {
    for await (const item of { [Symbol.asyncIterator]: () => coming }) if ((await work(item)) === 'failed') failed.push(item)
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  if (atOnce > 1) for (const item of failed) await work(item)
}

/** A generator, which answers those who ask at the same time one after another, and nobody once one of them has ended it. */
async function* oneByOne<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* items
}
