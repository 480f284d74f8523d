import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkProduct } from '../../core/check'
import { compileProduct, type ProductSources } from '../../core/compile'
import type { FieldProblem, RecordValues } from '../../core/wire'
import { openTestDatabase } from '../database/testDatabase'
import type { SessionUser } from '../session'
import { serveLibrary, type LibraryServer } from '../testing/libraryServer'
import { branch, createTables, everyButtonOf, lending, noExtensions, staff } from '../testing/smallProduct'

/** What was lent is given back row by row: rows of a document are chosen from the lines of others. */
const sources = {
  product: { language: 1, title: 'Returns', userEntity: 'staff', scopes: { branch: 'branch' } },
  groups: {},
  dictionaries: {},
  entities: {
    staff,
    branch: { ...branch, scope: { branch: ['id'] } },
    lending: {
      ...lending,
      summary: { about: 'branchId' },
      fields: {
        ...lending.fields,
        secretNote: { type: 'text', title: 'Note', maxLength: 20 },
        status: { type: 'status', title: 'State' },
      },
      lines: {
        books: {
          title: 'Books',
          fields: {
            bookTitle: { type: 'text', title: 'Title', maxLength: 40, required: true },
            qty: { type: 'digit', title: 'Qty', required: true },
            shelf: { type: 'text', title: 'Shelf', maxLength: 8 },
            returned: { type: 'switch', title: 'Returned', default: false },
          },
        },
      },
      states: { LENT: { title: 'Lent', initial: true, edit: true }, OVER: { title: 'Over' } },
      actions: { end: { title: 'End', from: ['LENT'], to: 'OVER' } },
    },
    lentBook: {
      language: 1,
      title: 'Lent book',
      label: 'bookTitle',
      view: { lines: 'lending.books', header: ['lendingNo', 'branchId', 'status'] },
      fields: {},
    },
    returning: {
      language: 1,
      title: 'Returning',
      label: 'returningNo',
      serial: { prefix: 'GH' },
      scope: { branch: ['branchId'] },
      fields: {
        returningNo: { type: 'serial', title: 'Number' },
        branchId: { type: 'ref', title: 'Branch', to: 'branch', required: true },
      },
      lines: {
        rows: {
          title: 'Rows',
          unique: [['lentBookId']],
          fields: {
            lentBookId: {
              type: 'ref',
              title: 'Lent book',
              to: 'lentBook',
              where: { branchId: { from: 'branchId' }, status: 'LENT', returned: false },
              fill: { qty: 'qty', lentAs: 'lendingNo' },
              required: true,
            },
            qty: { type: 'digit', title: 'Qty', min: '1', required: true },
            lentAs: { type: 'text', title: 'Lent as', maxLength: 40, system: true },
          },
        },
      },
    },
  },
  screens: {
    'desk/lending': {
      language: 1,
      title: 'Lendings',
      entity: 'lending',
      endpoints: { base: '/api/desk/lending' },
      pages: {
        list: { columns: ['lendingNo'], toolbar: ['add'], rowActions: ['edit', 'end'] },
        edit: {
          kind: 'record',
          sections: { All: ['branchId'] },
          tabs: { Books: { lines: 'books', columns: ['bookTitle', 'qty', 'shelf'] } },
        },
      },
    },
    'desk/returning': {
      language: 1,
      title: 'Returns',
      entity: 'returning',
      endpoints: { base: '/api/desk/returning' },
      pages: {
        list: { columns: ['returningNo'], toolbar: ['add'], rowActions: ['edit'] },
        edit: {
          kind: 'record',
          sections: { All: ['branchId'] },
          tabs: {
            Rows: {
              lines: 'rows',
              columns: ['lentBookId', 'qty', 'lentAs'],
              pick: { field: 'lentBookId', columns: ['lendingNo', 'bookTitle', 'qty'], search: ['bookTitle', 'lendingNo'] },
            },
          },
        },
      },
    },
  },
  menus: {
    language: 1,
    menus: [
      { id: '1', pid: '0', mpid: -1, name: 'Desk', icon: 'bars', seq: 1 },
      { id: '1-1', pid: '1', mpid: '1', name: 'Lendings', router: '/lending', seq: 1, menuName: 'desk_lending' },
      { id: '1-1-1', pid: '1-1', mpid: '1-1', name: 'Lending', router: '/lending/edit', seq: 1, hidden: true, menuName: 'desk_lending' },
      { id: '1-2', pid: '1', mpid: '1', name: 'Returns', router: '/returning', seq: 2, menuName: 'desk_returning' },
      { id: '1-2-1', pid: '1-2', mpid: '1-2', name: 'Return', router: '/returning/edit', seq: 1, hidden: true, menuName: 'desk_returning' },
    ],
  },
  roles: { language: 1, roles: {} },
}

const database = await openTestDatabase('pglite')
let server: LibraryServer
const branches = { north: '', south: '' }
const users: Record<'clerk' | 'stranger', SessionUser> = {
  clerk: { id: '1', name: 'Clerk', subMenus: [], scope: {} },
  stranger: { id: '2', name: 'Stranger', subMenus: [], scope: {} },
}

beforeAll(async () => {
  const product = JSON.parse(JSON.stringify(sources)) as ProductSources
  const problems = checkProduct(product)
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  const plan = compileProduct(product)
  await createTables(database, plan)
  const stamp = { version: 1, created_at: '2026-11-20T00:00:00Z', updated_at: '2026-11-20T00:00:00Z' }
  for (const staff_name of ['Clerk', 'Stranger'])
    await database.kysely
      .insertInto('staff')
      .values({ ...stamp, staff_name })
      .execute()
  for (const name of ['north', 'south'] as const) {
    const row = await database.kysely
      .insertInto('branch')
      .values({ ...stamp, branch_name: name })
      .returning('id')
      .executeTakeFirstOrThrow()
    branches[name] = String(row['id'])
  }
  const subMenus = everyButtonOf(plan)
  users.clerk = { ...users.clerk, subMenus, scope: { branch: [branches.north] } }
  users.stranger = { ...users.stranger, subMenus, scope: { branch: [branches.south] } }
  server = await serveLibrary(database, { plan, extensions: noExtensions, contractPermission: 'desk_lending' })
})
afterAll(async () => {
  await server.app.close()
})

const returns = '/api/desk/returning'
const pick = `${returns}/pick/rows.lentBookId`

interface Row extends Record<string, unknown> {
  id: string
}

async function lend(who: keyof typeof users, branchId: string, titles: readonly string[]): Promise<RecordValues> {
  const books = titles.map((bookTitle) => ({ bookTitle, qty: 2, shelf: 'A-1' }))
  const { status, body } = await server.ask<RecordValues>(users[who], 'POST', '/api/desk/lending', { branchId, books })
  expect(status).toBe(200)
  return body
}

async function rows(who: keyof typeof users, query = ''): Promise<Row[]> {
  const { status, body } = await server.ask<{ records: Row[] }>(users[who], 'GET', `${pick}${query}`)
  expect(status).toBe(200)
  return body.records
}

async function giveBack(
  who: keyof typeof users,
  branchId: string,
  lentBookIds: readonly string[],
): Promise<{ status: number; body: RecordValues }> {
  return server.ask<RecordValues>(users[who], 'POST', returns, {
    branchId,
    rows: lentBookIds.map((lentBookId) => ({ lentBookId, qty: 1 })),
  })
}

const errorsOf = (body: RecordValues): FieldProblem[] => body['errors'] as FieldProblem[]

describe('lines of other documents', () => {
  it('are offered with what the pick shows and what fills a line, and with nothing else of the line or its document', async () => {
    const lending = await lend('clerk', branches.north, ['Wild grass', 'Family'])
    const found = await rows('clerk', `?form.branchId=${branches.north}&sortField=bookTitle&sortOrder=ascend`)
    expect(found).toEqual([
      { id: expect.any(String), lendingNo: lending['lendingNo'], bookTitle: 'Family', qty: 2 },
      { id: expect.any(String), lendingNo: lending['lendingNo'], bookTitle: 'Wild grass', qty: 2 },
    ])
    expect(await rows('clerk', `?form.branchId=${branches.north}&keyword=wild`)).toMatchObject([{ bookTitle: 'Wild grass' }])
  })

  it('are seen by whoever sees their document, whatever is asked', async () => {
    await lend('stranger', branches.south, ['Call to arms'])
    const titles = async (who: keyof typeof users, branch: string) =>
      (await rows(who, `?form.branchId=${branch}`)).map((row) => row['bookTitle'])
    expect(await titles('stranger', branches.south)).toEqual(['Call to arms'])
    expect(await titles('clerk', branches.south)).toEqual([])
    expect(await titles('stranger', branches.north)).toEqual([])
  })

  it('are saved as rows that point to them, with what they fill, and are read with their labels', async () => {
    const [family, wild] = (await rows('clerk', `?form.branchId=${branches.north}&sortField=bookTitle&sortOrder=ascend`)) as [Row, Row]
    const { status, body } = await giveBack('clerk', branches.north, [wild.id, family.id])
    expect(status).toBe(200)
    expect(body['rows']).toMatchObject([
      { lentBookId: wild.id, lentBookTitle: 'Wild grass', qty: 1, lentAs: wild['lendingNo'] },
      { lentBookId: family.id, lentBookTitle: 'Family', qty: 1, lentAs: family['lendingNo'] },
    ])
    expect((await server.ask<RecordValues>(users.clerk, 'GET', `${returns}/${body.id}`)).body['rows']).toEqual(body['rows'])
  })

  it('are refused by name when they were taken meanwhile, or their document went on', async () => {
    const lending = await lend('clerk', branches.north, ['First', 'Second'])
    const [first, second] = (await rows('clerk', `?form.branchId=${branches.north}&keyword=${String(lending['lendingNo'])}`)) as [Row, Row]
    await database.kysely.updateTable('lending_books').set({ returned: true }).where('id', '=', second.id).execute()
    const taken = await giveBack('clerk', branches.north, [first.id, second.id])
    expect(taken.status).toBe(422)
    expect(errorsOf(taken.body)).toMatchObject([{ path: 'rows.1.lentBookId', rule: 'reference' }])
    expect((await server.ask(users.clerk, 'POST', `/api/desk/lending/end/${lending.id}`, { version: lending['version'] })).status).toBe(200)
    expect(errorsOf((await giveBack('clerk', branches.north, [first.id])).body)).toMatchObject([{ path: 'rows.0.lentBookId' }])
  })

  it('stay as long as a row points to them', async () => {
    const lending = await lend('clerk', branches.north, ['Kept', 'Free'])
    const found = await rows('clerk', `?form.branchId=${branches.north}&keyword=Kept`)
    expect((await giveBack('clerk', branches.north, [found[0]?.id ?? ''])).status).toBe(200)
    const [kept, free] = lending['books'] as [Row, Row]
    const leave = (row: Row) =>
      server.ask(users.clerk, 'PATCH', `/api/desk/lending/${lending.id}`, { version: lending['version'], books: [asSubmitted(row)] })
    const asSubmitted = ({ id, bookTitle, qty }: Row) => ({ id, bookTitle, qty })
    expect((await leave(free)).status).toBe(417)
    expect((await leave(kept)).status).toBe(200)
  })

  it('are refused to who does not see them, and where they are of another branch or not there', async () => {
    await lend('clerk', branches.north, ['Third'])
    const [third] = (await rows('clerk', `?form.branchId=${branches.north}&keyword=Third`)) as [Row]
    for (const [who, branch, id] of [
      ['stranger', branches.south, third.id],
      ['clerk', branches.north, '999999'],
    ] as const) {
      const { status, body } = await giveBack(who, branch, [id])
      expect([who, status, errorsOf(body)[0]?.path]).toEqual([who, 422, 'rows.0.lentBookId'])
    }
  })
})
