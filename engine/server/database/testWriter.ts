import { sql } from 'kysely'
import { openDatabase } from './openDatabase'

/**
 * A process for tests to kill: opens the folder named by its argument and writes rows for ever, each in a transaction over two tables.
 * Says `open` once, then each row's number after it was committed.
 */
const database = await openDatabase({ directory: process.argv[2]! })
await sql`create table if not exists document (id bigint primary key, text text not null);
  create table if not exists movement (id bigint generated always as identity primary key, document_id bigint not null unique references document)`.execute(
  database.kysely,
)
const { rows } = await sql<{ last: string }>`select coalesce(max(id), 0) as last from document`.execute(database.kysely)
process.stdout.write('open\n')
for (let id = Number(rows[0]?.last) + 1; ; id++) {
  await database.transaction(async (trx) => {
    await trx
      .insertInto('document')
      .values({ id, text: 'x'.repeat(id % 1000) })
      .execute()
    await trx.insertInto('movement').values({ document_id: id }).execute()
  })
  process.stdout.write(`${id}\n`)
}
