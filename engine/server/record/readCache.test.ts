import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ReadCache } from './readCache'
import { openDesk, type Desk } from '../write/testing/deskServer'
import { inTransaction } from '../write/transaction'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk('pglite')
}, 60_000)
afterAll(() => desk?.close())

it('asks once, and gives everybody a copy', async () => {
  const cache = new ReadCache()
  let asked = 0
  const read = () => cache.read(['book', { id: undefined }], async () => ({ tags: [++asked] }))
  ;(await read()).tags.push(9)
  expect(await read()).toEqual({ tags: [1] })
  // What is not said and what is empty mean the same.
  expect(await cache.read(['book', { id: null }], async () => ({ tags: [++asked] }))).toEqual({ tags: [1] })
  cache.forget()
  expect(await read()).toEqual({ tags: [2] })
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
