import type { Database, DatabaseKind } from '../database/database'
import { openTestDatabase } from '../database/testDatabase'
import { encodeValues } from '../rows'
import { sortColumn, sortKey } from '../sortKey'
import { libraryPlan } from './library'
import { createTables } from './smallProduct'

export interface LibraryDatabase extends Database {
  /** Writes a row as it is, without the write pipeline, and answers its id; `lines` by line table. */
  insert(entity: string, values: Record<string, unknown>, lines?: Record<string, Record<string, unknown>[]>): Promise<string>
}

/** An empty library in a database of the test's own. */
export async function openLibrary(kind: DatabaseKind): Promise<LibraryDatabase> {
  const database = await openTestDatabase(kind)
  await createTables(database, libraryPlan)

  return {
    ...database,
    async insert(name, values, lines = {}) {
      const entity = libraryPlan.entities[name]
      if (!entity) throw new TypeError(`no entity named ${name}`)
      const now = '2026-11-20T04:00:00.000Z'
      const initial = entity.statusField === undefined ? {} : { [entity.statusField]: 'DRAFT' }
      const row = encodeValues(entity.fields, { version: 1, createdAt: now, updatedAt: now, ...initial, ...values })
      const sort = sortColumn(entity)
      if (sort !== undefined) row[sort] = sortKey(String(values[entity.label]))
      const { id } = await database.kysely.insertInto(entity.table).values(row).returning('id').executeTakeFirstOrThrow()
      for (const [line, rows] of Object.entries(lines)) {
        const plan = entity.lines[line]
        if (!plan) throw new TypeError(`no line table named ${line}`)
        for (const [index, each] of rows.entries()) {
          const lineRow = { parent_id: id, line_no: index + 1, ...encodeValues(plan.fields, each) }
          await database.kysely.insertInto(plan.table).values(lineRow).execute()
        }
      }
      return String(id)
    },
  }
}
