import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { StatementNames } from './statementNames'
import { openTestDatabase, testDatabaseKinds } from './testDatabase'

describe('StatementNames', () => {
  it('names a statement from its third time on, always alike', () => {
    const names = new StatementNames(10)
    expect(['a', 'a', 'a', 'a'].map((text) => names.of(text))).toEqual([undefined, undefined, 'kept_1', 'kept_1'])
    expect(['b', 'b', 'b'].map((text) => names.of(text)).at(-1)).toBe('kept_2')
  })
  it.each([
    [10, 200],
    [1, 2_000],
  ])('keeps a limited number, on %d connections %d each', (connections, limit) => {
    const names = new StatementNames(connections)
    const named = Array.from({ length: 3_000 }, (_, index) => [1, 2, 3].map(() => names.of(`select ${index}`)).at(-1))
    expect(new Set(named.filter((name) => name !== undefined)).size).toBe(limit)
    expect(names.of('select 0')).toBe('kept_1')
  })
  it('still counts when it has seen very many', () => {
    const names = new StatementNames(10)
    for (let index = 0; index < 5_000; index++) names.of(`select ${index}`)
    expect([1, 2, 3].map(() => names.of('select x')).at(-1)).toBe('kept_1')
  })
})

describe.each(testDatabaseKinds)('a kept statement on %s', (kind) => {
  it('answers like a fresh one, with each call’s own values, and outlives a change of its table', async () => {
    const database = await openTestDatabase(kind)
    try {
      await sql`create table word (text text)`.execute(database.kysely)
      await sql`insert into word values ('a'), ('b')`.execute(database.kysely)
      const count = async (text: string) =>
        (await sql<{ n: string }>`select count(*) as n from word where text = ${text}`.execute(database.kysely)).rows[0]?.n
      for (const _time of [1, 2, 3, 4, 5, 6]) expect([await count('a'), await count('c')]).toEqual(['1', '0'])
      await sql`alter table word add column more integer`.execute(database.kysely)
      expect(await count('b')).toBe('1')
    } finally {
      await database.close()
    }
  })
})
