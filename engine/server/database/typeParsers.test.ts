import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from './database'
import { openTestDatabase, testDatabaseKinds } from './testDatabase'

describe.each(testDatabaseKinds)('values of a database of kind %s', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase(kind)
  })
  afterAll(() => database?.close())

  /** Sends the value as the type and reads it back. */
  async function through(type: string, value: unknown): Promise<unknown> {
    const { rows } = await sql<{ value: unknown }>`select ${value}::${sql.raw(type)} as value`.execute(database.kysely)
    return rows[0]?.value
  }

  it.each([
    ['numeric(30,10)', '12345678901234567890.0123456789', '12345678901234567890.0123456789'],
    ['numeric(18,2)', '1.5', '1.50'],
    ['bigint', '9223372036854775807', '9223372036854775807'],
    ['bigint', 7n, '7'],
    ['integer', -2147483648, -2147483648],
    ['smallint', 7, 7],
    ['double precision', 0.5, 0.5],
    ['boolean', false, false],
    ['text', '仓单 \'\\" 😀\n', '仓单 \'\\" 😀\n'],
    ['date', '2024-02-29', '2024-02-29'],
    ['timestamptz', '2024-02-29T08:00:00+08:00', '2024-02-29T00:00:00.000Z'],
    ['timestamptz', '2024-02-29 00:00:00.123456Z', '2024-02-29T00:00:00.123Z'],
    ['timestamptz', '2024-02-29 00:00:00.5Z', '2024-02-29T00:00:00.500Z'],
    ['timestamptz', new Date(Date.UTC(2024, 1, 29, 1, 2, 3, 4)), '2024-02-29T01:02:03.004Z'],
    ['timestamptz', 'infinity', 'infinity'],
    ['timestamp', '2024-02-29 08:00:00', '2024-02-29T08:00:00.000Z'],
    ['jsonb', { a: [1, { b: null }], c: '中' }, { a: [1, { b: null }], c: '中' }],
    ['jsonb', JSON.stringify([1, 'a']), [1, 'a']],
    ['json', '"text"', 'text'],
    ['text[]', ['a,b', '{"}', '\\', '', null, '中'], ['a,b', '{"}', '\\', '', null, '中']],
    ['bigint[]', ['9223372036854775807', 1], ['9223372036854775807', '1']],
    ['numeric[]', ['0.10', null], ['0.10', null]],
    ['integer[]', [1, 2], [1, 2]],
    ['boolean[]', [true, false], [true, false]],
    ['date[]', ['2024-02-29'], ['2024-02-29']],
    ['timestamptz[]', ['2024-02-29 00:00:00Z'], ['2024-02-29T00:00:00.000Z']],
    ['text[]', [], []],
    ['bytea', Buffer.from([0, 255, 92]), Buffer.from([0, 255, 92])],
    ['uuid', '00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000000'],
    ['interval', '1 day', '1 day'],
    ['text', null, null],
  ])('reads a %s back exactly (%#)', async (type, sent, read) => {
    expect(await through(type, sent)).toEqual(read)
  })

  it('counts as text, like every bigint', async () => {
    const { rows } = await sql`select count(*) as n from generate_series(1, 3)`.execute(database.kysely)
    expect(rows).toEqual([{ n: '3' }])
  })

  it('tells how many rows a statement changed', async () => {
    await sql`create table changed (id integer)`.execute(database.kysely)
    const inserted = await database.kysely
      .insertInto('changed')
      .values([{ id: 1 }, { id: 2 }])
      .executeTakeFirstOrThrow()
    const updated = await database.kysely.updateTable('changed').set({ id: 3 }).where('id', '=', 9).executeTakeFirstOrThrow()
    expect([inserted.numInsertedOrUpdatedRows, updated.numUpdatedRows]).toEqual([2n, 0n])
  })

  it.each([undefined, Number.NaN, Number.POSITIVE_INFINITY])('refuses %s as a parameter', async (value) => {
    await expect(through('text', value)).rejects.toMatchObject({ code: 'database.invalid-parameter' })
    expect(await through('integer', 1)).toBe(1)
  })

  it('quotes identifiers, however hostile', async () => {
    const name = 'a"; drop table x; --'
    await database.kysely.schema.createTable(name).addColumn(name, 'text').execute()
    await database.kysely
      .insertInto(name)
      .values({ [name]: 'kept' })
      .execute()
    expect(await database.kysely.selectFrom(name).selectAll().execute()).toEqual([{ [name]: 'kept' }])
  })

  it('carries large values and many rows', async () => {
    const text = '中'.repeat(1_000_000)
    expect(await through('text', text)).toBe(text)
    const { rows } = await sql<{ g: number }>`select g, repeat('x', 100) as t from generate_series(1, 50000) g`.execute(database.kysely)
    expect(rows.length).toBe(50_000)
    expect(rows.at(-1)).toEqual({ g: 50_000, t: 'x'.repeat(100) })
  })
})
