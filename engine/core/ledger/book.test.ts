import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDecimals, compareDecimals, sumDecimals } from '../decimal'
import type { LedgerPlan } from '../plan/effects'
import { LedgerMemory } from '../testing/ledgerMemory'
import { BookingRefused, refKey, unitsOf, type Book, type Hold, type Posting, type RecordRef } from './book'

const shelf: LedgerPlan = {
  name: 'shelf',
  title: 'Shelf',
  rank: 1,
  balances: { book: '' },
  buckets: { free: {}, reserved: { held: 'UNRESERVE' } },
  types: {
    IN: { name: 'IN', amounts: ['amount'], by: { free: { amount: 1 } }, final: true },
    RESERVE: {
      name: 'RESERVE',
      amounts: ['amount'],
      by: { free: { amount: -1 }, reserved: { amount: 1 } },
      inverse: 'UNRESERVE',
      final: false,
    },
    UNRESERVE: {
      name: 'UNRESERVE',
      amounts: ['amount'],
      by: { reserved: { amount: -1 }, free: { amount: 1 } },
      inverse: 'RESERVE',
      final: false,
    },
    LEND: { name: 'LEND', amounts: ['amount'], by: { reserved: { amount: -1 } }, final: true },
  },
  also: [
    { balance: 'book', on: 'branchId', types: { RESERVE: { ledger: 'desk', type: 'TAKE' }, UNRESERVE: { ledger: 'desk', type: 'GIVE' } } },
  ],
  limits: [],
  holders: [],
}
const desk: LedgerPlan = {
  ...shelf,
  name: 'desk',
  rank: 2,
  balances: { branch: '' },
  buckets: { taken: { held: 'GIVE' } },
  types: {
    TAKE: { name: 'TAKE', amounts: ['amount'], by: { taken: { amount: 1 } }, inverse: 'GIVE', final: false },
    GIVE: { name: 'GIVE', amounts: ['amount'], by: { taken: { amount: -1 } }, inverse: 'TAKE', final: false },
  },
  also: [],
  limits: [{ that: { kind: 'boolean', value: true, position: 0 }, on: ['TAKE'], params: {} }],
}

/** Two books of one branch, which takes at most 1,000 unless a test says otherwise. */
class Memory extends LedgerMemory {
  most = 1_000

  constructor() {
    super({ shelf, desk }, { branchId: 'branch' }, (_limit, balance) => compareDecimals(unitsOf(balance, 'taken'), String(this.most)) <= 0)
    this.add({ entity: 'branch', id: '1' }, { taken: '0' })
    for (const id of ['1', '2']) this.add({ entity: 'book', id }, { free: '0', reserved: '0', branchId: '1' })
  }
}

const book: RecordRef = { entity: 'book', id: '1' }
const branch: RecordRef = { entity: 'branch', id: '1' }
const lending = (id: string): RecordRef => ({ entity: 'lending', id })
const move =
  (type: string, amount: string, owner: RecordRef, balance = book) =>
  (made: Book) =>
    made.move({ ledger: 'shelf', type, balance, amounts: { amount }, from: owner, for: owner })
const free = (owner: RecordRef, amount?: string) => (made: Book) =>
  made.free({ ledger: 'shelf', bucket: 'reserved', balance: book, owner, ...(amount === undefined ? {} : { amount }) })
const take = (from: RecordRef, to: RecordRef, amount: string) => (made: Book) =>
  made.take({ ledger: 'shelf', bucket: 'reserved', balance: book, from, to, amount })
const units = (memory: Memory, ref: RecordRef, bucket: string): string => unitsOf(memory.balance(ref), bucket)
const refusalOf = (outcome: Posting | BookingRefused) => (outcome instanceof BookingRefused ? outcome.refusal : undefined)
const doneBy = (outcome: Posting | BookingRefused): Posting => {
  if (outcome instanceof BookingRefused) throw outcome
  return outcome
}

describe('a book', () => {
  const stocked = (): Memory => {
    const memory = new Memory()
    memory.attempt(move('IN', '10', lending('0')))
    return memory
  }

  it('carries a movement to the balance that it is tied to', () => {
    const memory = stocked()
    const { movements } = doneBy(memory.attempt(move('RESERVE', '4', lending('1'))))
    expect(movements.map(({ ledger, type, after }) => ({ ledger, type, after }))).toEqual([
      { ledger: 'shelf', type: 'RESERVE', after: { free: '6', reserved: '4' } },
      { ledger: 'desk', type: 'TAKE', after: { taken: '4' } },
    ])
  })

  it('refuses more than a bucket holds, with what there is', () => {
    const memory = stocked()
    expect(refusalOf(memory.attempt(move('RESERVE', '10.01', lending('1'))))).toMatchObject({
      kind: 'short',
      bucket: 'free',
      amount: '10.01',
      available: '10',
    })
    expect(units(memory, book, 'free')).toBe('10')
  })

  it('judges a limit for the types that it names, and lets what gives back pass when it has sunk', () => {
    const memory = stocked()
    memory.attempt(move('RESERVE', '6', lending('1')))
    memory.most = 5
    expect(refusalOf(memory.attempt(move('RESERVE', '1', lending('1'))))).toMatchObject({ kind: 'limit', ledger: 'desk', amount: '1' })
    expect(refusalOf(memory.attempt(move('UNRESERVE', '0.5', lending('1'))))).toBeUndefined()
    expect(units(memory, branch, 'taken')).toBe('5.5')
  })

  it('draws on the holds of one record only, oldest first and in parts', () => {
    const memory = stocked()
    memory.attempt(move('RESERVE', '2', lending('1')))
    memory.attempt(move('RESERVE', '3', lending('2')))
    memory.attempt(move('RESERVE', '1', lending('1')))
    expect(refusalOf(memory.attempt(move('LEND', '3.5', lending('1'))))).toMatchObject({ kind: 'unheld', amount: '3.5', held: '3' })
    doneBy(memory.attempt(move('LEND', '2.5', lending('1'))))
    expect(memory.holds(book, 'reserved').map(({ owner, open }) => [owner.id, open])).toEqual([
      ['1', '0'],
      ['2', '3'],
      ['1', '0.5'],
    ])
  })

  it('gives back what was taken over to a giver that lives, and frees it where none does', () => {
    const memory = stocked()
    memory.attempt(move('RESERVE', '4', lending('1')))
    doneBy(memory.attempt(take(lending('1'), lending('2'), '3')))
    doneBy(memory.attempt(take(lending('2'), lending('3'), '2')))
    memory.ended.add(refKey(lending('2')))
    doneBy(memory.attempt(free(lending('3'), '1.5')))
    const open = () => memory.holds(book, 'reserved').map((hold) => hold.open)
    // Past the one that has ended, to the first.
    expect(open()).toEqual(['2.5', '1', '0.5'])
    expect(units(memory, book, 'reserved')).toBe('4')
    memory.ended.add(refKey(lending('1')))
    doneBy(memory.attempt(free(lending('3'))))
    expect([units(memory, book, 'reserved'), units(memory, book, 'free')]).toEqual(['3.5', '6.5'])
  })

  it('frees nothing where nothing is open', () => {
    const memory = stocked()
    expect(doneBy(memory.attempt(free(lending('1'))))).toEqual({ movements: [], entries: [] })
  })

  it('undoes what was booked, but not after a unit was spent', () => {
    const memory = stocked()
    const first = doneBy(memory.attempt(move('RESERVE', '4', lending('1'))))
    doneBy(memory.attempt(move('LEND', '1', lending('1'))))
    expect(refusalOf(memory.attempt((made) => made.reverse(first)))).toMatchObject({ kind: 'spent', bucket: 'reserved' })
    const second = doneBy(memory.attempt(move('RESERVE', '2', lending('2'))))
    doneBy(memory.attempt((made) => made.reverse(second)))
    expect([units(memory, book, 'free'), units(memory, book, 'reserved'), units(memory, branch, 'taken')]).toEqual(['6', '3', '4'])
    expect(() => memory.attempt((made) => made.reverse(doneBy(memory.attempt(move('IN', '1', lending('1'))))))).toThrow(/final/)
  })
})

describe('any steps', () => {
  const who = fc.integer({ min: 1, max: 4 }).map((id) => lending(String(id)))
  const amount = fc.integer({ min: 1, max: 400 }).map((cents) => String(cents / 4))
  const where = fc.constantFrom<RecordRef>(book, { entity: 'book', id: '2' })
  const step = fc.oneof(
    fc.record({ kind: fc.constantFrom('IN', 'RESERVE', 'UNRESERVE', 'LEND'), who, amount, where }),
    fc.record({ kind: fc.constant('take'), who, to: who, amount, where }),
    fc.record({ kind: fc.constant('free'), who, where }),
    fc.record({ kind: fc.constant('undo'), back: fc.nat(20), where }),
    fc.record({ kind: fc.constant('end'), who, where }),
  )

  it('keep every bucket equal to its journal and to its open holds, and none below zero', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
        const memory = new Memory()
        const done: Posting[] = []
        const journal: Posting[] = []
        for (const one of steps) {
          const outcome = memory.attempt((made) => {
            if (one.kind === 'take' && 'to' in one)
              made.take({ ledger: 'shelf', bucket: 'reserved', balance: one.where, from: one.who, to: one.to, amount: one.amount })
            else if (one.kind === 'free' && 'who' in one)
              made.free({ ledger: 'shelf', bucket: 'reserved', balance: one.where, owner: one.who })
            else if (one.kind === 'undo' && 'back' in one) {
              const run = done.at(-1 - (one.back % Math.max(done.length, 1)))
              if (run && run.movements.every(({ type }) => type !== 'IN' && type !== 'LEND'))
                made.reverse(done.splice(done.indexOf(run), 1)[0] ?? run)
            } else if ('amount' in one && 'who' in one)
              made.move({
                ledger: 'shelf',
                type: one.kind,
                balance: one.where,
                amounts: { amount: one.amount },
                from: one.who,
                for: one.who,
              })
          })
          if (one.kind === 'end' && 'who' in one) memory.ended.add(refKey(one.who))
          if (outcome instanceof BookingRefused) continue
          journal.push(outcome)
          if (one.kind !== 'undo') done.push(outcome)
        }
        for (const balance of memory.balances.values()) {
          const ledger = balance.entity === 'book' ? shelf : desk
          for (const [bucket, { held }] of Object.entries(ledger.buckets)) {
            const moved = journal
              .flatMap(({ movements }) => movements)
              .filter((movement) => refKey(movement.balance) === refKey(balance))
              .map(({ deltas }) => deltas[bucket] ?? '0')
            expect(compareDecimals(unitsOf(balance, bucket), sumDecimals(moved))).toBe(0)
            expect(compareDecimals(unitsOf(balance, bucket), '0')).toBeGreaterThanOrEqual(0)
            if (held !== undefined)
              expect(compareDecimals(unitsOf(balance, bucket), sumDecimals(memory.holds(balance, bucket).map(({ open }) => open)))).toBe(0)
          }
        }
        // What was carried along never parts from what it was carried from.
        for (const owner of ['1', '2', '3', '4'])
          for (const via of [book, { entity: 'book', id: '2' }]) {
            const openOf = (holds: Hold[]): string => sumDecimals(holds.filter((hold) => hold.owner.id === owner).map(({ open }) => open))
            const carried = memory.holds(branch, 'taken').filter((hold) => hold.via !== undefined && refKey(hold.via) === refKey(via))
            // LEND is not carried, so it takes of one side alone.
            if (!journal.some(({ movements }) => movements.some(({ type }) => type === 'LEND')))
              expect(compareDecimals(openOf(carried), openOf(memory.holds(via, 'reserved')))).toBe(0)
          }
        for (const hold of memory.stored) {
          const entries = journal.flatMap((posting) => posting.entries.filter((entry) => entry.hold === hold).map(({ delta }) => delta))
          expect(compareDecimals(hold.open, addDecimals('0', ...entries))).toBe(0)
        }
      }),
      { numRuns: 500 },
    )
  })
})
