import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileProduct, type ProductSources } from '../../core/compile'
import type { MadeChange, MadeEntity } from '../../core/madeEntity'
import type { ProductPlan } from '../../core/plan'
import { librarySources } from '../../core/testing/library'
import { diffTables } from '../database/tableDifference'
import { entityTables } from '../entityTables'
import { readShipped } from '../releases/shippedSchemas'
import { schemaFolder, type SchemaFolder } from '../releases/testing/schemaFolder'
import { madeTables } from './madeTables'
import { registerMadeRoutes } from './routes'

function soundSources(): ProductSources {
  const sources = librarySources()
  sources.menus.menus = sources.menus.menus.filter(({ id }) => !id.startsWith('2'))
  return sources
}
const idColumn = { name: 'id', type: 'bigint' as const, nullable: false }
const plan = compileProduct(soundSources())
const own = [{ name: 'shelf_plan', columns: [idColumn], primaryKey: ['id'], unique: [], indexes: [], foreignKeys: [], checks: [] }]
function changed(change: (sources: ProductSources) => void): ProductSources {
  const sources = soundSources()
  change(sources)
  return sources
}
const bookWith = (change: (fields: Record<string, object>) => void) => changed(({ entities }) => change(entities['book']!.fields))

describe('the tables of an entity, against those that run', () => {
  const made = (sources: ProductSources, name = 'book') => madeTables(name, plan, compileProduct(sources))

  it('are unmarked where nothing is changed', () => {
    const tables = made(soundSources(), 'lending')
    expect(tables.map(({ name }) => name)).toEqual(['lending', ...Object.values(plan.entities['lending']!.lines).map(({ table }) => table)])
    expect(JSON.stringify(tables)).not.toContain('"change"')
  })

  it('are those of the server: every column, key, index and check of them', () => {
    for (const name of Object.keys(plan.entities)) {
      for (const table of made(soundSources(), name)) {
        const server = entityTables(plan).find((each) => each.name === table.name)!
        expect(table.columns.map((column) => column.name)).toEqual(server.columns.map((column) => column.name))
        const parts = [...server.unique, ...server.indexes, ...server.checks, ...server.foreignKeys]
        expect(table.parts.map((part) => part.name).sort()).toEqual([`${table.name}_pkey`, ...parts.map((part) => part.name)].sort())
      }
    }
  })

  it('say how a column is filled, and whether it may be empty', () => {
    const [{ columns } = { columns: [] }] = made(soundSources())
    const column = (name: string) => columns.find((each) => each.name === name)
    expect(column('id')).toEqual({ name: 'id', type: 'bigint', nullable: false, filled: 'generated always as identity' })
    expect(column('price')).toEqual({ name: 'price', type: 'numeric(18,2)', nullable: true })
    expect(column('created_at')).toMatchObject({ type: 'timestamptz(3)', nullable: false })
  })

  it('mark a new column with the index and the key that come with it', () => {
    const [book] = made(bookWith((fields) => (fields['secondBranchId'] = { type: 'ref', title: '另馆', to: 'branch' })))
    const marks = [...book!.columns, ...book!.parts].flatMap(({ name, change }) => (change ? [[name, change]] : []))
    expect(marks).toEqual([
      ['second_branch_id', 'new'],
      ['book_second_branch_id_idx', 'new'],
      ['book_second_branch_id_fkey', 'new'],
    ])
  })

  it('mark a column that is of another type, and say which it was', () => {
    const [book] = made(bookWith((fields) => (fields['price'] = { type: 'text', title: '价格', maxLength: 20 })))
    const price = book!.columns.find(({ name }) => name === 'price')
    expect(price).toMatchObject({ type: 'text collate "C"', change: 'changed', was: '"price" numeric(18,2)' })
    expect(book!.parts.find(({ name }) => name === 'book_price_min')).toMatchObject({ kind: 'check', change: 'gone' })
  })

  it('keep a column in sight that is gone', () => {
    const [book] = made(bookWith((fields) => delete fields['secretNote']))
    expect(book!.columns.at(-1)).toMatchObject({ name: 'secret_note', change: 'gone' })
  })

  it('mark a limit that is another one', () => {
    const [book] = made(bookWith((fields) => (fields['price'] = { type: 'money', title: '价格', min: '1' })))
    expect(book!.parts.find(({ name }) => name === 'book_price_min')).toMatchObject({
      change: 'changed',
      sql: expect.stringContaining('>= 1') as string,
    })
    expect(book!.columns.find(({ name }) => name === 'price')?.change).toBeUndefined()
  })

  it('mark a line table that is new, and one that is gone', () => {
    const lines = plan.entities['lending']!.lines
    const without: ProductPlan = { ...plan, entities: { ...plan.entities, lending: { ...plan.entities['lending']!, lines: {} } } }
    const names = Object.values(lines).map(({ table }) => table)
    expect(names.length).toBeGreaterThan(0)
    const marked = (before: ProductPlan, after: ProductPlan, mark: MadeChange) =>
      madeTables('lending', before, after).flatMap(({ name, change }) => (change === mark ? [name] : []))
    expect(marked(plan, without, 'gone')).toEqual(names)
    expect(marked(without, plan, 'new')).toEqual(names)
    expect(marked(plan, without, 'new')).toEqual([])
  })

  it('are none for an entity that there is not', () => {
    expect(made(soundSources(), 'nothing')).toEqual([])
  })
})

describe('the endpoint', () => {
  let app: FastifyInstance
  let folder: SchemaFolder
  let refusal: Error | undefined
  const path = 'schemas/entities/book.entity.json'
  beforeAll(() => {
    folder = schemaFolder(soundSources())
    const schemas = readShipped({ root: folder.root, plan }, {})
    app = fastify()
    registerMadeRoutes(app, {
      path: '/api/playground',
      permission: 'userManage_playground',
      plan,
      own,
      schemas: () => schemas,
      limit: () => (refusal ? Promise.reject(refusal) : Promise.resolve()),
    })
  })
  afterAll(async () => {
    await app.close()
    folder.remove()
  })
  const ask = async (body: object) => {
    const response = await app.inject({ method: 'POST', url: '/api/playground/entity', payload: body })
    return { status: response.statusCode, body: response.json<MadeEntity>() }
  }
  const drafted = (change: (fields: Record<string, object>) => void) => {
    const sources = bookWith(change)
    return { path, text: JSON.stringify(sources.entities['book']) }
  }

  it('answers what runs, where there are no drafts', async () => {
    const { status, body } = await ask({ entity: 'book', drafts: [] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ entity: 'book', problems: [], migration: { statements: [], destructive: [] } })
    expect(body.tables.map(({ name }) => name)).toEqual(['book'])
    expect(body.types.draft).toBe(body.types.running)
  })

  it('answers what a draft would become, with the migration that it asks for', async () => {
    const draft = drafted((fields) => (fields['isbn'] = { type: 'text', title: 'ISBN', maxLength: 13 }))
    const { body } = await ask({ entity: 'book', drafts: [draft] })
    expect(body.problems).toEqual([])
    expect(body.tables[0]?.columns.find(({ name }) => name === 'isbn')).toMatchObject({ change: 'new' })
    expect(body.types.draft).toContain('isbn: string | null')
    expect(body.types.running).not.toContain('isbn')
    const after = compileProduct(bookWith((fields) => (fields['isbn'] = { type: 'text', title: 'ISBN', maxLength: 13 })))
    expect(body.migration).toEqual(diffTables(entityTables(plan), entityTables(after)))
    expect(body.migration.statements.join()).toContain('add column "isbn"')
    // The next question without drafts is of what runs.
    expect((await ask({ entity: 'book', drafts: [] })).body.migration.statements).toEqual([])
  })

  it('tells what a migration does not do by itself', async () => {
    const { body } = await ask({ entity: 'book', drafts: [drafted((fields) => delete fields['secretNote'])] })
    expect(body.migration.destructive).toEqual(['alter table "book" drop column "secret_note"'])
  })

  it('says what is wrong with drafts and goes on with what runs', async () => {
    const drafts = [drafted((fields) => (fields['twice'] = { type: 'ref', title: '谁', to: 'nobody' }))]
    const { status, body } = await ask({ entity: 'book', drafts })
    expect(status).toBe(200)
    expect(body.problems.join()).toMatch(/book\.entity\.json.*nobody/)
    expect(body.types.draft).toBe(body.types.running)
    expect((await ask({ entity: 'book', drafts })).body).toEqual(body)
  })

  it.each<[string, object, number]>([
    ['an entity that there is not', { entity: 'nothing', drafts: [] }, 404],
    ['a name of every object', { entity: 'constructor', drafts: [] }, 404],
    ['a file that there is not', { entity: 'book', drafts: [{ path: 'schemas/../../etc/passwd', text: '{}' }] }, 404],
    ['a name that is none', { entity: '../book', drafts: [] }, 400],
    ['more drafts than files have', { entity: 'book', drafts: Array.from({ length: 41 }, () => ({ path, text: '{}' })) }, 400],
    ['a text that is too long', { entity: 'book', drafts: [{ path, text: ' '.repeat(400_001) }] }, 400],
    ['more than it reads', { entity: 'book', drafts: Array.from({ length: 6 }, () => ({ path, text: ' '.repeat(400_000) })) }, 413],
  ])('refuses %s', async (_what, body, status) => {
    expect((await ask(body)).status).toBe(status)
  })

  it('asks whether it may before it reads what was sent', async () => {
    refusal = Object.assign(new Error('too often'), { statusCode: 429 })
    expect((await ask({ entity: '../book', drafts: 'none' })).status).toBe(429)
    refusal = undefined
    expect((await ask({ entity: '../book', drafts: 'none' })).status).toBe(400)
  })
})
