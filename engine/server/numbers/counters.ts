import { sql, type Kysely } from 'kysely'
import type { AnySchema, Database, Transaction } from '../database/database'

/** A row of `document_sequence`. */
export interface CounterKey {
  /** Letters of a prefix, or a name with a dot in it, which no letters are. */
  counter: string
  /** What the count restarts with; empty: nothing. */
  period: string
}

export interface Counters {
  /** Advances a counter and answers the first of `count` new numbers; each is given once, but one that is given may never be used. */
  draw(trx: Transaction, key: CounterKey, count: number): Promise<number>
  /** What has been drawn stays drawn when the transaction fails. */
  outside: boolean
}

interface Wanted {
  key: CounterKey
  count: number
  resolve: (first: number) => void
  reject: (error: unknown) => void
}

/**
 * Where numbers with permitted gaps come from (rule E-39). A counter whose row stays locked until a document is committed makes all
 * documents of a day wait for each other, so on a server numbers are drawn on a connection of their own and committed at once. Whoever asks
 * while a draw is under way is served together by the next one: one statement for all of them.
 *
 * The embedded database has one connection, which the transaction holds anyway: there nobody waits longer for a number drawn inside.
 */
export function createCounters({ outside }: Pick<Database, 'outside'>): Counters {
  if (!outside) return { outside: false, draw: async (trx, key, count) => (await advance(trx, [{ key, count }])).get(nameOf(key)) ?? 0 }
  let waiting: Wanted[] = []
  let drawing = false

  async function drawAll(apart: Kysely<AnySchema>): Promise<void> {
    drawing = true
    while (waiting.length > 0) {
      const served = waiting
      waiting = []
      try {
        const firsts = await advance(apart, summed(served))
        for (const { key, count, resolve } of served) {
          const name = nameOf(key)
          const first = firsts.get(name) ?? 0
          firsts.set(name, first + count)
          resolve(first)
        }
      } catch (error) {
        for (const { reject } of served) reject(error)
      }
    }
    drawing = false
  }

  return {
    outside: true,
    draw: (_trx, key, count) =>
      new Promise((resolve, reject) => {
        waiting.push({ key, count, resolve, reject })
        if (!drawing) void drawAll(outside)
      }),
  }
}

/**
 * Advances counters, always in the order of their keys, so that two who advance several never wait for each other; answers the first new
 * number by the key's name (`nameOf`). Each key stands once. Inside a transaction the rows stay locked until its end.
 */
export async function advance(
  kysely: Kysely<AnySchema>,
  wanted: readonly { key: CounterKey; count: number }[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ counter: string; period: string; last_value: string }>`
    insert into document_sequence as s (counter, period, last_value)
    select w.counter, w.period, w.amount from unnest(${wanted.map(({ key }) => key.counter)}::text[],
      ${wanted.map(({ key }) => key.period)}::text[], ${wanted.map(({ count }) => count)}::bigint[]) as w (counter, period, amount)
    order by w.counter collate "C", w.period collate "C"
    on conflict (counter, period) do update set last_value = s.last_value + excluded.last_value
    returning counter, period, last_value`.execute(kysely)
  const counts = new Map(wanted.map(({ key, count }) => [nameOf(key), count]))
  return new Map(
    rows.map((row) => {
      const name = nameOf(row)
      return [name, Number(row.last_value) - (counts.get(name) ?? 0) + 1]
    }),
  )
}

export function nameOf({ counter, period }: CounterKey): string {
  return `${counter} ${period}`
}

function summed(wanted: readonly Wanted[]): { key: CounterKey; count: number }[] {
  const sums = new Map<string, { key: CounterKey; count: number }>()
  for (const { key, count } of wanted) {
    const name = nameOf(key)
    sums.set(name, { key, count: count + (sums.get(name)?.count ?? 0) })
  }
  return [...sums.values()]
}
