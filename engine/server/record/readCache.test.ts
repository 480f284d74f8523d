import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ReadCache } from './readCache'
import { openDesk, type Desk } from '../write/testing/deskServer'
import { inTransaction } from '../write/transaction'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk('pglite')
})
afterAll(() => desk?.close())

it('asks once, and gives everybody a copy', async () => {
  const cache = new ReadCache(new Set())
  let asked = 0
  const read = () => cache.read(['book', { id: undefined }], async () => ({ tags: [++asked] }))
  ;(await read()).tags.push(9)
  expect(await read()).toEqual({ tags: [1] })
  // What is not said and what is empty mean the same.
  expect(await cache.read(['book', { id: null }], async () => ({ tags: [++asked] }))).toEqual({ tags: [1] })
  cache.forget()
  expect(await read()).toEqual({ tags: [2] })
})

it('asks at once for those of several that it does not know', async () => {
  const cache = new ReadCache(new Set())
  const asked: (readonly string[])[] = []
  const lengths = (...words: string[]) =>
    cache.readEach('lengths', words, async (some) => {
      asked.push(some)
      return new Map(some.filter((word) => word !== '').map((word) => [word, { length: word.length }]))
    })
  const first = await lengths('book', 'shelf', '')
  expect(first).toEqual(
    new Map([
      ['book', { length: 4 }],
      ['shelf', { length: 5 }],
    ]),
  )
  first.get('book')!.length = 0
  expect(await lengths('shelf', 'book', '', 'reader', 'reader')).toEqual(
    new Map([
      ['shelf', { length: 5 }],
      ['book', { length: 4 }],
      ['reader', { length: 6 }],
    ]),
  )
  expect(asked).toEqual([['book', 'shelf', ''], ['reader']])
  cache.forget()
  await lengths('book')
  expect(asked).toHaveLength(3)
})

it('keeps what is steady when something is locked, and nothing when it is to forget', async () => {
  const cache = new ReadCache(new Set())
  let asked = 0
  const read = (kind: string, steady: boolean) => cache.readEach(kind, ['1'], async () => new Map([['1', ++asked]]), { steady })
  await read('name', true)
  await read('amount', false)
  cache.forgetUnsteady()
  expect([(await read('name', true)).get('1'), (await read('amount', false)).get('1')]).toEqual([1, 3])
  cache.forget()
  expect((await read('name', true)).get('1')).toBe(4)
})

it('shows a rule what its transaction has written, by the tools or past them', async () => {
  const id = await desk.addBook('First', 0)
  await inTransaction(desk.services, desk.users.boss, async (tools) => {
    const title = async () => [(await tools.load('book', id))['bookTitle'], (await tools.find('book', { id }))[0]?.['bookTitle']]
    expect(await title()).toEqual(['First', 'First'])
    await tools.set('book', id, { bookTitle: 'Second' })
    expect(await title()).toEqual(['Second', 'Second'])
    await tools.trx.updateTable('book').set({ book_title: 'Third' }).where('id', '=', id).execute()
    expect(await title()).toEqual(['Third', 'Third'])
    await sql`update book set book_title = 'Fourth' where id = ${id}`.execute(tools.trx)
    expect(await title()).toEqual(['Fourth', 'Fourth'])
    await sql`with changed as (update book set book_title = 'Fifth' where id = ${id} returning id) select id from changed`.execute(
      tools.trx,
    )
    expect(await title()).toEqual(['Fifth', 'Fifth'])
  })
})

it('reads anew after a lock on a name, which somebody else may have had before', async () => {
  let waited = 0
  await inTransaction(desk.services, desk.users.boss, async (tools) => {
    const cache = new ReadCache(new Set(['book']))
    const trx = tools.trx.withPlugin(cache.watching())
    const read = () => cache.read(['book', 'named'], async () => ++waited)
    await read()
    await sql`select id from book`.execute(trx)
    expect(await read()).toBe(1)
    await sql`select pg_advisory_xact_lock(hashtext(${'a name'}))`.execute(trx)
    expect(await read()).toBe(2)
  })
})

it('reads anew what is locked, and after it', async () => {
  const id = await desk.addBook('Locked', 3)
  await inTransaction(desk.services, desk.users.boss, async (tools) => {
    const before = await tools.load('book', id)
    const locked = await tools.load('book', id, { lock: true })
    expect(locked).toEqual(before)
    await tools.set('book', id, { onShelf: 2 })
    expect(await tools.load('book', id)).toMatchObject({ onShelf: 2, copies: 2 })
  })
})

it('keeps what it has read until something is written to a table that it was read of, or deleted', async () => {
  const cache = new ReadCache(new Set(['book', 'branch', 'language', 'member']))
  const watched = desk.database.kysely.withPlugin(cache.watching())
  let asked = 0
  const namesOfBranches = () =>
    cache.read('names', async () => {
      asked++
      return (
        await sql`select m.member_name, (select b.branch_name from "branch" b where b.id = m.branch_id) from member m`.execute(watched)
      ).rows
    })
  const askedAfter = async (statement: () => Promise<unknown>) => {
    await namesOfBranches()
    const before = asked
    await statement()
    await namesOfBranches()
    return asked - before
  }
  expect(await askedAfter(() => sql`update language set language_name = 'Chinese'`.execute(watched))).toBe(0)
  expect(await askedAfter(() => watched.updateTable('book').set({ active: true }).execute())).toBe(0)
  expect(
    await askedAfter(() =>
      watched
        .insertInto('language')
        .columns(['language_code', 'language_name'])
        .expression(
          watched.selectFrom('member').select(['member_no as language_code', 'member_name as language_name']).where('id', '=', '0'),
        )
        .execute(),
    ),
  ).toBe(0)
  expect(await askedAfter(() => watched.selectFrom('member').select('id').execute())).toBe(0)
  expect(await askedAfter(() => sql`update branch set branch_name = branch_name`.execute(watched))).toBe(1)
  expect(await askedAfter(() => watched.updateTable('branch').set({ branch_name: 'North' }).where('id', '=', '0').execute())).toBe(1)
  expect(await askedAfter(() => sql`with gone as (delete from language where id = 0) select 1`.execute(watched))).toBe(1)
  expect(await askedAfter(() => watched.deleteFrom('language').where('id', '=', '0').execute())).toBe(1)
})

it('keeps nothing that was asked for before a write and answered after it', async () => {
  const cache = new ReadCache(new Set(['book']))
  const watched = desk.database.kysely.withPlugin(cache.watching())
  const answers = ['before', 'after']
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  const read = () =>
    cache.read('title', async () => {
      const title = answers.shift()
      await held
      return title
    })
  const early = read()
  await watched.updateTable('book').set({ active: true }).execute()
  answer()
  expect([await early, await read()]).toEqual(['before', 'after'])
})
