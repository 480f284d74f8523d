/** Saved views of lists as the database keeps them. Who sees one, and who changes it, is part of each statement. */
import { sql, type Kysely } from 'kysely'
import type { ListView, ViewContent, ViewNamesResponse } from '../../core/wire'
import type { AnySchema } from '../database/database'
import type { SessionUser } from '../session'

/** Of one user and list. */
export const maxViews = 50
/** What others share is read with one's own, which come first. */
const maxSeen = 200
/** The most views that are named to one user, over all lists. */
const maxNames = 1_000

type Asking = Pick<SessionUser, 'id' | 'name' | 'roles' | 'outside'>

export interface ViewWritten {
  name: string
  /** Code of the role that it is shared with; absent: it is private. */
  role?: string
  content: ViewContent
}

/** Of partners those of one enterprise alone share anything: what a filter says may name whom another one must not know of. */
const seenBy = ({ id, roles = [], outside }: Asking) => {
  const codes = roles.map(({ code }) => code)
  return sql`(owner_id = ${id}::bigint or (role = any(${codes}::text[]) and outside is not distinct from ${outside ?? null}::text))`
}

interface Row {
  id: string
  name: string
  version: number
  mine: boolean
  ownerName: string
  role: string | null
  content: ViewContent
}

export async function viewsOf(kysely: Kysely<AnySchema>, user: Asking, screen: string, page: string): Promise<ListView[]> {
  const { rows } = await sql<Row>`
    select id::text as id, name, version, owner_id = ${user.id}::bigint as mine, owner_name as "ownerName", role, content
    from list_view where screen = ${screen}::text and page = ${page}::text and ${seenBy(user)}
    order by mine desc, id limit ${maxSeen}`.execute(kysely)
  return rows.map(({ role, ...view }) => (role === null ? view : { ...view, role }))
}

/** Of all lists, in the order in which each list has them. */
export async function viewNames(kysely: Kysely<AnySchema>, user: Asking): Promise<ViewNamesResponse['views']> {
  const { rows } = await sql<ViewNamesResponse['views'][number]>`
    select id::text as id, name, screen, page, owner_id = ${user.id}::bigint as mine from list_view where ${seenBy(user)}
    order by mine desc, list_view.id limit ${maxNames}`.execute(kysely)
  return rows
}

/** @returns its id; undefined when it would be one too many */
export async function addView(
  kysely: Kysely<AnySchema>,
  user: Asking,
  { screen, page, name, role, content, at }: ViewWritten & { screen: string; page: string; at: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into list_view (screen, page, name, owner_id, owner_name, outside, role, content, version, updated_at)
    select ${screen}::text, ${page}::text, ${name}::text, ${user.id}::bigint, ${user.name}::text, ${user.outside ?? null}::text,
      ${role ?? null}::text, ${JSON.stringify(content)}::text::jsonb, 1, ${at}::timestamptz
    where (select count(*) from list_view where screen = ${screen}::text and page = ${page}::text and owner_id = ${user.id}::bigint) < ${maxViews}::int
    returning id::text as id`.execute(kysely)
  return rows[0]?.id
}

export interface OwnView {
  screen: string
  version: number
  ownerName: string
  updatedAt: string
}

/** One of the user's own. */
export async function ownView(kysely: Kysely<AnySchema>, user: Asking, id: string): Promise<OwnView | undefined> {
  const { rows } = await sql<OwnView>`
    select screen, version, owner_name as "ownerName", updated_at as "updatedAt" from list_view
    where id = ${id}::bigint and owner_id = ${user.id}::bigint`.execute(kysely)
  return rows[0]
}

/** @returns its new version; undefined when it has another version than it is said to have, or is none of the user's own */
export async function changeView(
  kysely: Kysely<AnySchema>,
  user: Asking,
  { id, version, name, role, content, at }: ViewWritten & { id: string; version: number; at: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    update list_view set name = ${name}::text, role = ${role ?? null}::text, outside = ${user.outside ?? null}::text, content = ${JSON.stringify(content)}::text::jsonb,
      version = version + 1, updated_at = ${at}::timestamptz
    where id = ${id}::bigint and owner_id = ${user.id}::bigint and version = ${version}::int
    returning version`.execute(kysely)
  return rows[0]?.version
}

/** @returns false when it has another version than it is said to have, or is none of the user's own */
export async function deleteView(kysely: Kysely<AnySchema>, user: Asking, id: string, version: number): Promise<boolean> {
  const { rows } =
    await sql`delete from list_view where id = ${id}::bigint and owner_id = ${user.id}::bigint and version = ${version}::int returning id`.execute(
      kysely,
    )
  return rows.length > 0
}
