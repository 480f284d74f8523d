/** The releases of screens as the database keeps them. Of a screen the newest holds that was not taken back. */
import { sql, type Kysely } from 'kysely'
import type { ScreenRelease } from '../../core/wire'
import type { AnySchema, Transaction } from '../database/database'

export interface ReleaseText extends ScreenRelease {
  text: string
  shippedHash: string
  checkedHash: string
}

type Reader = Kysely<AnySchema> | Transaction

const columns = [
  'screen',
  'version',
  'note',
  'published_by_name as publishedBy',
  'published_at as publishedAt',
  'taken_back_by_name as takenBackBy',
  'taken_back_at as takenBackAt',
  'failed_at as failedAt',
  'failure',
] as const
const textColumns = ['text', 'shipped_hash as shippedHash', 'checked_hash as checkedHash'] as const

export interface HeldVersions {
  /** Screen → the version that holds. */
  held: Map<string, number>
  /** How often a screen was published or taken back by now. Rows are never deleted, so it only grows. */
  changes: number
}

/** Of all screens, because one answer serves every request of the next second. */
export async function heldVersions(database: Reader): Promise<HeldVersions> {
  const { rows } = await sql<{ screen: string; version: number | null; changes: number }>`
    select screen, max(version) filter (where taken_back_at is null) as version, (count(*) + count(taken_back_at))::int as changes
    from screen_release group by screen`.execute(database)
  return {
    held: new Map(rows.flatMap(({ screen, version }) => (version === null ? [] : [[screen, version] as const]))),
    changes: rows.reduce((sum, { changes }) => sum + changes, 0),
  }
}

export async function releaseText(database: Reader, screen: string, version: number): Promise<ReleaseText | undefined> {
  const found = await database
    .selectFrom('screen_release')
    .select([...columns, ...textColumns])
    .where('screen', '=', screen)
    .where('version', '=', version)
    .executeTakeFirst()
  return found as ReleaseText | undefined
}

/** The one that holds; undefined: the shipped screen does. */
export async function heldRelease(database: Reader, screen: string): Promise<ReleaseText | undefined> {
  const found = await database
    .selectFrom('screen_release')
    .select([...columns, ...textColumns])
    .where('screen', '=', screen)
    .where('taken_back_at', 'is', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found as ReleaseText | undefined
}

const mostListed = 200

/** Newest first. */
export async function releasesOf(database: Reader, screen: string): Promise<ScreenRelease[]> {
  const found = await database
    .selectFrom('screen_release')
    .select(columns)
    .where('screen', '=', screen)
    .orderBy('version', 'desc')
    .limit(mostListed)
    .execute()
  return found as unknown as ScreenRelease[]
}

/** Until the end of the transaction nobody else publishes this screen or takes it back. */
export async function lockScreen(trx: Transaction, screen: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`screen_release ${screen}`}))`.execute(trx)
}

export interface NewRelease extends Pick<ReleaseText, 'screen' | 'text' | 'note' | 'shippedHash' | 'checkedHash'> {
  by: { id: string; name: string }
  at: string
}

/** Answers its version. */
export async function insertRelease(trx: Transaction, { by, at, ...release }: NewRelease): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into screen_release (screen, version, text, shipped_hash, checked_hash, note, published_by_id, published_by_name, published_at)
    select ${release.screen}::text, coalesce(max(version), 0) + 1, ${release.text}::text, ${release.shippedHash}::text, ${release.checkedHash}::text,
      ${release.note}::text, ${by.id}::bigint, ${by.name}::text, ${at}::timestamptz
    from screen_release where screen = ${release.screen}::text returning version`.execute(trx)
  return rows[0]?.version ?? 0
}

export async function takeBack(
  trx: Transaction,
  { screen, version }: Pick<ScreenRelease, 'screen' | 'version'>,
  { by, at }: Pick<NewRelease, 'by' | 'at'>,
): Promise<void> {
  await trx
    .updateTable('screen_release')
    .set({ taken_back_by_id: by.id, taken_back_by_name: by.name, taken_back_at: at })
    .where('screen', '=', screen)
    .where('version', '=', version)
    .execute()
}

/** It passes with these schemas too, so that no server has to check it again. */
export async function rememberChecked(
  database: Reader,
  { screen, version }: Pick<ScreenRelease, 'screen' | 'version'>,
  hash: string,
): Promise<void> {
  await database
    .updateTable('screen_release')
    .set({ checked_hash: hash })
    .where('screen', '=', screen)
    .where('version', '=', version)
    .execute()
}

/** The first failure counts: others follow from it, or say the same. */
export async function rememberFailure(
  database: Reader,
  { screen, version }: Pick<ScreenRelease, 'screen' | 'version'>,
  { failure, at }: { failure: string; at: string },
): Promise<void> {
  await database
    .updateTable('screen_release')
    .set({ failed_at: at, failure })
    .where('screen', '=', screen)
    .where('version', '=', version)
    .where('failed_at', 'is', null)
    .execute()
}
