import { sql } from 'kysely'
import type { EntityPlan, ProductPlan } from '../../core/plan'
import type { Database } from '../database/database'

/**
 * The body of an action or a deletion with the stored version, as a page sends it that has just read the record. A body or a query that says a
 * version stays as it is, also a body that says by `version: undefined` that it has none.
 */
export async function withSeenVersion(
  { plan, database }: { plan: ProductPlan; database: Database },
  method: string | undefined,
  url: string,
  body: unknown,
): Promise<unknown> {
  const [path = '', query] = url.split('?', 2)
  const target = targetOf(plan, method, path)
  if (!target || new URLSearchParams(query).has('version') || (body !== undefined && !isObject(body))) return body
  const { entity, id } = target
  if (id !== undefined) return body && 'version' in body ? body : { ...body, version: await versionOf(database, entity, id) }
  if (!Array.isArray(body?.['ids'])) return body
  const ids: unknown[] = []
  for (const one of body['ids'] as unknown[])
    ids.push(isObject(one) && !('version' in one) ? { ...one, version: await versionOf(database, entity, one['id']) } : one)
  return { ...body, ids }
}

/** Of what is not there, the first one. */
async function versionOf({ kysely }: Database, { table }: EntityPlan, id: unknown): Promise<number> {
  if (typeof id !== 'string' || !/^\d{1,18}$/.test(id)) return 1
  const { rows } = await sql<{ version: number }>`select version from ${sql.id(table)} where id = ${id}`.execute(kysely)
  return rows[0]?.version ?? 1
}

/** The record, or the kind of records of a batch; undefined for what needs no version, or says it already. */
function targetOf(plan: ProductPlan, method: string | undefined, path: string): { entity: EntityPlan; id?: string } | undefined {
  for (const { base, entity: name, actions } of Object.values(plan.screens)) {
    const entity = plan.entities[name]
    if (!path.startsWith(`${base}/`) || !entity || entity.view !== undefined) continue
    const rest = path.slice(base.length + 1).split('/')
    const [word = '', id] = rest[0] === 'try' ? rest.slice(1) : rest
    if (method === 'DELETE' && rest.length === 1 && actions['delete']) return { entity, id: word }
    if (method !== 'POST') continue
    if (word === 'batch' && id !== undefined && actions[id]) return { entity }
    const isChange = Object.values(actions).some(({ does }) => does.kind === 'edit' && does.change?.name === word)
    if (id !== undefined && (actions[word]?.does.kind === 'action' || isChange)) return { entity, id }
  }
  return undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
