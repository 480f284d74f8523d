import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Transaction } from './database'
import { classifyDatabaseError, databaseUnavailable } from './errors'
import { openTestDatabase, testDatabaseKinds } from './testDatabase'

describe.each(testDatabaseKinds)('errors of a database of kind %s', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase(kind)
    await sql`
      create table parent (id integer constraint parent_pkey primary key, code text constraint parent_code_unique unique);
      create unique index parent_short_code on parent (left(code, 1)) where id > 100;
      create table child (
        id integer primary key,
        parent_id integer constraint child_parent references parent (id) deferrable,
        name text not null,
        amount numeric(4, 2) constraint child_amount_positive check (amount > 0)
      );
      insert into parent values (1, 'a'), (101, 'b');
      insert into child values (1, 1, 'first', 1)`.execute(database.kysely)
  })
  afterAll(() => database?.close())

  const statements: [string, string, ReturnType<typeof classifyDatabaseError>][] = [
    ['a value that exists', `insert into parent values (2, 'a')`, { kind: 'unique', constraint: 'parent_code_unique', table: 'parent' }],
    ['a unique index', `insert into parent values (102, 'bb')`, { kind: 'unique', constraint: 'parent_short_code', table: 'parent' }],
    ['deleting what is in use', `delete from parent where id = 1`, { kind: 'reference', constraint: 'child_parent', table: 'child' }],
    [
      'a reference to nothing',
      `insert into child values (2, 9, 'x', 1)`,
      { kind: 'missingReference', constraint: 'child_parent', table: 'child' },
    ],
    ['a failed check', `insert into child values (2, 1, 'x', -1)`, { kind: 'check', constraint: 'child_amount_positive', table: 'child' }],
    ['a missing value', `insert into child values (2, 1, null, 1)`, { kind: 'notNull', table: 'child', column: 'name' }],
    ['text that is no number', `insert into child (id) values ('x')`, { kind: 'invalid' }],
    ['a number out of range', `insert into child values (2, 1, 'x', 100)`, { kind: 'outOfRange' }],
    ['a day that does not exist', `select date '2023-02-29'`, { kind: 'invalid' }],
    ['two transactions in each other’s way', raise('40001'), { kind: 'serialization' }],
    ['a deadlock', raise('40P01'), { kind: 'serialization' }],
    ['a right that is missing', raise('42501'), { kind: 'permission' }],
    ['a statement that ran too long', raise('57014'), { kind: 'timeout' }],
    ['too many connections', raise('53300'), { kind: 'unavailable' }],
    ['a server that stops', raise('57P01'), { kind: 'unavailable' }],
    ['a table that does not exist', `select * from nothing`, { kind: 'other' }],
  ]
  it.each(statements)('recognises %s', async (_name, statement, expected) => {
    const error = await sql
      .raw(statement)
      .execute(database.kysely)
      .then(fail, (thrown: unknown) => thrown)
    expect(classifyDatabaseError(error)).toEqual(expected)
  })

  it('recognises them where they show only at the end of a transaction', async () => {
    const error = await database
      .transaction(async (trx: Transaction) => {
        await sql`set constraints all deferred`.execute(trx)
        await trx.insertInto('child').values({ id: 3, parent_id: 9, name: 'x' }).execute()
      })
      .then(fail, (thrown: unknown) => thrown)
    expect(classifyDatabaseError(error)).toMatchObject({ kind: 'missingReference', constraint: 'child_parent' })
  })
})

it.each([
  ['«parent» … «child_parent» … «child»', 'reference'],
  ['„child“ … „child_parent“', 'missingReference'],
])('tells the directions of a foreign key by the names in the message, in any language: %s', (message, kind) => {
  const error = Object.assign(new pg.DatabaseError(message, 1, 'error'), { code: '23503' })
  expect(classifyDatabaseError(error)).toEqual({ kind })
})

it('takes a lost connection for no database', () => {
  expect(classifyDatabaseError(databaseUnavailable(new Error('ECONNRESET')))).toEqual({ kind: 'unavailable' })
})

it('takes nothing else for an error of the database', () => {
  expect(classifyDatabaseError(new TypeError('x is undefined'))).toEqual({ kind: 'other' })
  expect(classifyDatabaseError({ code: '23505' })).toEqual({ kind: 'other' })
})

function raise(code: string): string {
  return `do $$ begin raise exception 'x' using errcode = '${code}'; end $$`
}

function fail(): never {
  throw new Error('the statement should have failed')
}
