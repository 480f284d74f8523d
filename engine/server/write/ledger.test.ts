import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabaseKinds } from '../database/testDatabase'
import { moveCopies } from './testing/desk'
import { openDesk, type Desk } from './testing/deskServer'
import { inTransaction } from './transaction'

const lendings = '/api/desk/lending'

/** A random flow over two books: who does what to which lending, possible or not. */
type Step =
  | { kind: 'buy'; book: number; qty: number }
  | { kind: 'lend'; books: { book: number; qty: number }[] }
  | { kind: 'act'; action: 'submit' | 'withdraw' | 'approve' | 'refuse' | 'extend'; lending: number; stale: boolean }
  /** What a sensible user would do next with it. */
  | { kind: 'next'; lending: number; qty: number }
  | { kind: 'repeat' }

const book = fc.nat({ max: 1 })
const qty = fc.integer({ min: 1, max: 4 })
const lending = fc.nat({ max: 2 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('buy' as const), book, qty }),
  fc.record({
    kind: fc.constant('lend' as const),
    books: fc.uniqueArray(fc.record({ book, qty }), { minLength: 1, maxLength: 2, selector: (each) => each.book }),
  }),
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('act' as const),
      action: fc.constantFrom('submit' as const, 'withdraw' as const, 'approve' as const, 'refuse' as const, 'extend' as const),
      lending,
      stale: fc.boolean(),
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('next' as const), lending, qty }) },
  fc.record({ kind: fc.constant('repeat' as const) }),
)

/** Chance alone may not get as far in eight flows. */
const lentOnce: Step[] = [
  { kind: 'buy', book: 0, qty: 4 },
  { kind: 'lend', books: [{ book: 0, qty: 2 }] },
  { kind: 'next', lending: 0, qty: 1 },
  { kind: 'next', lending: 0, qty: 1 },
  { kind: 'next', lending: 0, qty: 1 },
]

describe.each(testDatabaseKinds)('a ledger on %s', (kind) => {
  let desk: Desk
  let member: string
  beforeAll(async () => {
    desk = await openDesk(kind)
    member = await desk.addMember('Random')
  })
  afterAll(() => desk?.close())

  it('adds up to the balances after every step of any flow, and history knows every change of state', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const books = [await desk.addBook('First', 2), await desk.addBook('Second', 3)]
        const made: string[] = []
        let last: { who: 'clerk' | 'boss'; url: string; body: unknown; key: string } | undefined

        const post = async (who: 'clerk' | 'boss', url: string, body: unknown): Promise<void> => {
          last = { who, url, body, key: crypto.randomUUID() }
          const { status } = await desk.call(who, 'POST', url, body, { 'idempotency-key': last.key })
          expect([200, 409, 417, 422]).toContain(status)
        }
        const act = (id: string, action: string, more: object): Promise<void> => {
          const who = action === 'approve' || action === 'refuse' ? 'boss' : 'clerk'
          const form = { refuse: { opinion: 'no' }, extend: { dueDate: '2026-12-24' } }[action]
          return post(who, `${lendings}/${action}/${id}`, { ...more, ...form })
        }
        const next = async (id: string, backNow: number): Promise<void> => {
          const { body } = await desk.call('clerk', 'GET', `${lendings}/${id}`)
          const items = (body['items'] as { id: string }[]).map((item) => ({ id: item.id, backNow }))
          if (body['status'] === 'LENT') await post('clerk', `${lendings}/giveBack/${id}`, { items })
          else await act(id, body['status'] === 'SUBMITTED' ? 'approve' : 'submit', {})
        }
        for (const each of steps) {
          if (each.kind === 'buy')
            await inTransaction(desk.services, desk.users.boss, (tools) => moveCopies(tools, books[each.book]!, each.qty, 0, 'bought'))
          if (each.kind === 'lend') {
            const items = each.books.map((item) => ({ bookId: books[item.book]!, qty: item.qty }))
            made.push((await desk.addLending(member, items)).id)
          }
          const id = 'lending' in each ? made[each.lending % Math.max(made.length, 1)] : undefined
          if (id !== undefined && each.kind === 'act') await act(id, each.action, each.stale ? { version: 1 } : {})
          if (id !== undefined && each.kind === 'next') await next(id, each.qty)
          if (each.kind === 'repeat' && last) await desk.call(last.who, 'POST', last.url, last.body, { 'idempotency-key': last.key })
          await expectBalanced(books)
        }
        await expectHistory(made)
      }),
      { numRuns: 8, examples: [[lentOnce]] },
    )
    // Flows in which nothing ever succeeds would prove nothing.
    const reached = new Set((await desk.rows('document_history')).map((row) => row['to_state']))
    expect([...reached]).toEqual(expect.arrayContaining(['SUBMITTED', 'LENT']))
  })

  async function expectBalanced(books: string[]): Promise<void> {
    const movements = await desk.rows('copy_movement')
    const rows = await desk.rows('book')
    for (const id of books) {
      const row = rows.find((candidate) => candidate['id'] === id)
      const own = movements.filter((movement) => movement['book_id'] === id)
      const sum = (column: string): number => own.reduce((total, movement) => total + Number(movement[column] ?? 0), 0)
      expect({ onShelf: row?.['on_shelf'], lentOut: row?.['lent_out'], copies: row?.['copies'] }).toEqual({
        onShelf: sum('to_shelf'),
        lentOut: sum('to_members'),
        copies: sum('to_shelf') + sum('to_members'),
      })
      expect(Math.min(Number(row?.['on_shelf']), Number(row?.['lent_out']))).toBeGreaterThanOrEqual(0)
    }
  }

  /** I-13: the states of a document are those that its history tells, one after the other. */
  async function expectHistory(ids: string[]): Promise<void> {
    const history = await desk.rows('document_history')
    const states = await desk.rows('lending')
    for (const id of ids) {
      const told = history.filter((row) => row['entity'] === 'lending' && row['document_id'] === id && row['to_state'] !== null)
      told.slice(1).forEach((row, index) => expect(row['from_state']).toBe(told[index]?.['to_state']))
      expect(states.find((row) => row['id'] === id)?.['status']).toBe(told.at(-1)?.['to_state'])
    }
  }
})
