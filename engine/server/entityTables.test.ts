import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityTables, partName } from './entityTables'
import { testDatabaseKinds } from './database/testDatabase'
import { libraryPlan } from './testing/library'
import { openLibrary, type LibraryDatabase } from './testing/libraryDatabase'

const tables = new Map(entityTables(libraryPlan).map((table) => [table.name, table]))
const book = tables.get('book')

function typeOf(column: string): string | undefined {
  return book?.columns.find(({ name }) => name === column)?.type
}

describe('the table of an entity', () => {
  it.each([
    ['id', 'bigint'],
    ['version', 'integer'],
    ['created_by_id', 'bigint'],
    ['created_at', 'timestamptz'],
    ['book_no', 'text'],
    ['author_id', 'bigint'],
    ['co_author_ids', 'bigint[]'],
    ['genre', 'text'],
    ['tags', 'text[]'],
    ['price', 'numeric(18,2)'],
    ['tax_rate', 'numeric(18,4)'],
    ['weight', 'numeric(18,3)'],
    ['pages', 'integer'],
    ['currency', 'text'],
    ['published_on', 'date'],
    ['bought_at', 'timestamptz'],
    ['lendable', 'boolean'],
    ['notes', 'jsonb'],
    ['status', 'text'],
  ])('keeps %s as %s', (column, type) => expect(typeOf(column)).toBe(type))

  it('has no column for what is computed, counted or kept as files', () => {
    for (const column of ['price_with_tax', 'lendings', 'copy_value', 'cover']) expect(typeOf(column)).toBeUndefined()
  })
  it('keeps a sort key beside a text label, and none beside another', () => {
    expect(typeOf('book_title_sort')).toBe('text')
    expect(tables.get('lending')?.columns.some(({ name }) => name.endsWith('_sort'))).toBe(false)
  })
  it('is unique by its keys and its number', () => {
    expect(book?.unique.map(({ columns }) => columns)).toEqual([['isbn'], ['book_no']])
  })
  it('is indexed by references, by state and age, and as the entity says', () => {
    const indexes = book?.indexes.map(({ columns }) => columns.join())
    expect(indexes).toEqual(expect.arrayContaining(['author_id', 'branch_id', 'status,id', 'genre,published_on', 'book_title_sort']))
    expect(indexes).not.toContain('created_by_id')
  })
  it('is indexed by the order of its lists, and by what a list is ordered by from the greatest down', () => {
    const screen = Object.values(libraryPlan.screens).find(({ entity }) => entity === 'book')!
    const list = Object.values(screen.pages).find((page) => page.kind === 'list')!
    const ordersOf = (field: string, order: 'ascend' | 'descend') => {
      const screens = { ...libraryPlan.screens, [screen.id]: { ...screen, pages: { list: { ...list, sort: { field, order } } } } }
      const indexes = entityTables({ ...libraryPlan, screens }).find(({ name }) => name === 'book')?.indexes ?? []
      return indexes.flatMap(({ columns, descending }) => (columns[1] === 'id' ? [`${columns[0]}${descending ? ' down' : ''}`] : []))
    }
    expect(ordersOf('publishedOn', 'ascend')).toEqual(['status', 'published_on'])
    expect(ordersOf('publishedOn', 'descend')).toEqual(['status', 'published_on down'])
    // Never empty: one index serves both directions. Sorted by another table, or by the key of its label: it has its index.
    expect(ordersOf('createdAt', 'descend')).toEqual(['status', 'created_at'])
    for (const other of ['authorId', 'bookTitle', 'id']) expect(ordersOf(other, 'descend')).toEqual(['status'])
  })
  it('points to rows by id, and by a key where the reference says so', () => {
    expect(book?.foreignKeys).toContainEqual(
      expect.objectContaining({ columns: ['author_id'], references: { table: 'author', columns: ['id'] } }),
    )
    expect(book?.foreignKeys).toContainEqual(
      expect.objectContaining({ columns: ['currency'], references: { table: 'currency', columns: ['currency_code'] } }),
    )
    expect(book?.foreignKeys.some(({ columns }) => columns.includes('co_author_ids'))).toBe(false)
  })
  it('exists for no read model', () => {
    expect(tables.has('genre_summary')).toBe(false)
  })
})

describe('names', () => {
  it('fit PostgreSQL and stay different where they are cut', () => {
    const long = ['inventory_pledge_notification_number', 'another_rather_long_column']
    const name = partName('inventory_pledge_notification', long, 'key')
    expect(name.length).toBeLessThanOrEqual(63)
    expect(partName('inventory_pledge_notification', [...long, 'x'], 'key')).not.toBe(name)
  })
})

describe.each(testDatabaseKinds)('on %s', (kind) => {
  let library: LibraryDatabase
  let branch: string
  let author: string
  beforeAll(async () => {
    library = await openLibrary(kind)
    branch = await library.insert('branch', { branchName: 'Main', branchCode: 'M' })
    author = await library.insert('author', { authorName: 'Lu' })
  })
  afterAll(async () => library.close())

  it('refuses a price below its limit, whoever writes it', async () => {
    const cheap = library.insert('book', { bookNo: 'BK1', bookTitle: 'A', authorId: author, branchId: branch, price: '-0.01' })
    await expect(cheap).rejects.toMatchObject({ code: '23514', constraint: 'book_price_min' })
  })
  it('refuses a line without its document', async () => {
    await expect(sql`insert into book_copies (parent_id, line_no) values (99, 1)`.execute(library.kysely)).rejects.toMatchObject({
      code: '23503',
    })
  })
  it('refuses to change what is append-only', async () => {
    const id = await library.insert('book', { bookNo: 'BK2', bookTitle: 'B', authorId: author, branchId: branch })
    await library.insert('copyMovement', { bookId: id, qty: 1 })
    await expect(sql`update copy_movement set qty = 2`.execute(library.kysely)).rejects.toMatchObject({ code: '55000' })
    await expect(sql`delete from document_history`.execute(library.kysely)).rejects.toMatchObject({ code: '55000' })
  })
})
