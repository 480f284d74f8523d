import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListResponse } from '../../core/wire'
import { openDesk, type Desk } from '../write/testing/deskServer'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk('pglite')
})
afterAll(() => desk.close())

const url = '/api/desk/lending/pick/items.bookId'
const rows = async (query = ''): Promise<Record<string, unknown>[]> => {
  const { status, body } = await desk.call('clerk', 'GET', `${url}${query}`)
  expect(status).toBe(200)
  return (body as unknown as ListResponse).records
}

describe('the choices of a line table', () => {
  it('are the rows that its reference may choose, with what is shown and filled and nothing else', async () => {
    const wild = await desk.addBook('Wild grass', 2, { isbn: 'A-1' })
    await desk.addBook('Lost', 1, { active: false })
    expect(await rows('?keyword=')).toEqual([{ id: wild, bookTitle: 'Wild grass', isbn: 'A-1', onShelf: 2, price: '1.00' }])
  })

  it('are found by any of the texts, paged and put into an order', async () => {
    await desk.addBook('Family', 1, { isbn: 'B-100%' })
    await desk.addBook('Call to arms', 3, { isbn: 'C-2' })
    expect((await rows('?keyword=gra')).map((row) => row['bookTitle'])).toEqual(['Wild grass'])
    expect((await rows('?keyword=b-100%25')).map((row) => row['bookTitle'])).toEqual(['Family'])
    expect((await rows('?sortField=bookTitle&sortOrder=ascend&pageSize=1&page=2')).map((row) => row['bookTitle'])).toEqual(['Family'])
  })

  it.each(['?price=1', '?form.branchId=1', '?keyword=a&keyword=b', '?sortField=price', '?pageSize=500', '?active=false'])(
    'are asked for in no other way: %s',
    async (query) => {
      expect((await desk.call('clerk', 'GET', `${url}${query}`)).status).toBe(422)
    },
  )

  it('are for who may fill the form, and of the tables that pick', async () => {
    expect((await desk.call('nobody', 'GET', url)).status).toBe(401)
    // The reader opens the screen, and has none of its buttons.
    expect((await desk.call('reader', 'GET', '/api/desk/lending/list')).status).toBe(200)
    expect((await desk.call('reader', 'GET', url)).status).toBe(403)
    expect((await desk.call('clerk', 'GET', '/api/desk/lending/pick/items.remark')).status).toBe(404)
    expect((await desk.call('clerk', 'GET', '/api/desk/member/pick/items.bookId')).status).toBe(404)
  })

  it('are judged again at the save, and a row that may not be chosen any more is named', async () => {
    const [first, second] = [await desk.addBook('Still there', 1), await desk.addBook('Taken meanwhile', 1)]
    const member = await desk.addMember('Anna')
    await desk.database.kysely.updateTable('book').set({ active: false }).where('id', '=', second).execute()
    const values = { branchId: desk.branches.north, memberId: member, items: [first, second].map((bookId) => ({ bookId, qty: 1 })) }
    const problem = await desk.refusal('clerk', 'POST', '/api/desk/lending', values)
    expect(problem.errors).toMatchObject([{ pointer: '/items/1/bookId', rule: 'reference' }])
    expect(problem.errors?.[0]?.detail).toContain('第 2 行')
  })
})
