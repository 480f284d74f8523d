import { sql } from 'kysely'
import type { EntityPlan, LinesPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { encodeValues, type Row } from '../rows'
import type { SessionUser } from '../session'
import { sortColumn, sortKey } from '../sortKey'
import type { WriteContext } from './context'
import { refuseStale } from './guards'
import { loadRecord } from './load'

type Values = Record<string, unknown>

/** Rows per statement: PostgreSQL takes 65,535 parameters. */
export const CHUNK = 500

/** The account as it is kept beside what it wrote; the system's own account has no row. */
export function writerId(user: SessionUser): string | null {
  return /^[1-9]\d*$/.test(user.id) ? user.id : null
}

/** Inserts checked records of one entity without their lines; answers their ids, in their order. Where rows are numbered by id, the values carry it. */
export async function insertRecords(context: WriteContext, entity: EntityPlan, records: readonly Values[]): Promise<string[]> {
  const { trx, environment } = context
  const writer = writerId(context.user)
  const rows = records.map((values) => ({
    ...encodeValues(entity.fields, { ...values, id: undefined }),
    ...sortKeyOf(entity, values),
    version: 1,
    created_by_id: writer,
    created_at: environment.now,
    updated_by_id: writer,
    updated_at: environment.now,
    ...(entity.serial?.byId ? { id: values['id'] } : {}),
  }))
  const ids: string[] = []
  for (let start = 0; start < rows.length; start += CHUNK) {
    const chunk = sameColumns(rows.slice(start, start + CHUNK))
    const columns = sql.join(Object.keys(chunk[0] ?? {}).map((column) => sql.ref(column)))
    const values = sql.join(chunk.map((row) => sql`(${sql.join(Object.values(row))})`))
    // Ids come from the database; one that was drawn before needs `overriding system value`.
    const given = sql.raw(entity.serial?.byId ? 'overriding system value' : '')
    const inserted = await sql<{
      id: string
    }>`insert into ${sql.table(entity.table)} (${columns}) ${given} values ${values} returning id`.execute(trx)
    ids.push(...inserted.rows.map(({ id }) => String(id)))
  }
  if (ids.length !== records.length) throw new Error(`${entity.name}: ${ids.length} of ${records.length} records were inserted`)
  return ids
}

/**
 * Writes these fields of a record that the transaction holds locked, and raises its version. The statement names the version that was read
 * as well, so that no change is lost even where a lock was forgotten.
 * @throws HttpProblem 409 when the record is not of that version any more
 */
export async function updateRecord(context: WriteContext, entity: EntityPlan, read: RecordValues, changed: Values): Promise<void> {
  const { trx, environment, user, flow } = context
  const { id } = read
  flow.deciding.refuseWrite({ entity: entity.name, id })
  const row = {
    ...encodeValues(entity.fields, changed),
    ...(Object.hasOwn(changed, entity.label) ? sortKeyOf(entity, changed) : {}),
    version: sql`version + 1`,
    updated_by_id: writerId(user),
    updated_at: environment.now,
  }
  const { numUpdatedRows } = await trx
    .updateTable(entity.table)
    .set(row)
    .where('id', '=', id)
    .where('version', '=', read['version'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuseStale(entity, await loadRecord(context, entity.name, id), Number(read['version']))
}

/** Writes computed fields; the version stays, because no user changed anything. */
export async function updateComputed({ trx }: WriteContext, entity: EntityPlan, id: string, changed: Values): Promise<void> {
  await trx.updateTable(entity.table).set(encodeValues(entity.fields, changed)).where('id', '=', id).execute()
}

/** Rows of line tables, each of its record. */
export async function insertLines(
  { trx }: WriteContext,
  lines: LinesPlan,
  rows: readonly { parentId: string; values: Values; lineNo: number }[],
): Promise<void> {
  const encoded = rows.map(({ parentId, values, lineNo }) => ({
    ...encodeValues(lines.fields, values),
    parent_id: parentId,
    line_no: lineNo,
  }))
  for (let start = 0; start < encoded.length; start += CHUNK) {
    await trx
      .insertInto(lines.table)
      .values(sameColumns(encoded.slice(start, start + CHUNK)))
      .execute()
  }
}

export async function updateLine({ trx }: WriteContext, lines: LinesPlan, id: string, changed: Values, lineNo?: number): Promise<void> {
  const row = { ...encodeValues(lines.fields, changed), ...(lineNo === undefined ? {} : { line_no: lineNo }) }
  if (Object.keys(row).length > 0) await trx.updateTable(lines.table).set(row).where('id', '=', id).execute()
}

export async function deleteLines({ trx }: WriteContext, lines: LinesPlan, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom(lines.table).where('id', 'in', ids).execute()
}

/** Rows of one statement name the same columns. */
function sameColumns(rows: Row[]): Row[] {
  const columns = new Set(rows.flatMap((row) => Object.keys(row)))
  return rows.map((row) => Object.fromEntries([...columns].map((column) => [column, row[column] ?? null])))
}

function sortKeyOf(entity: EntityPlan, values: Values): Row {
  const column = sortColumn(entity)
  const label = values[entity.label]
  return column === undefined ? {} : { [column]: typeof label === 'string' ? sortKey(label) : null }
}
