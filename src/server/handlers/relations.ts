import type { Handler } from '../ruleTypes'
import { loadSeen } from './loadSeen'

interface GraphNode {
  id: string
  name: string
  roles: string[]
  /** How far from the client that was asked about. */
  distance: 0 | 1 | 2
}
interface GraphEdge {
  from: string
  to: string
  relationType: string
  shareRatio: string | null
  startDate: string
  endDate: string | null
}

/**
 * A client and the enterprises that it has to do with, with the other clients that have to do with these: who depends on the same supplier, or is
 * secured by the same guarantor. Relations in force today that the user sees.
 */
export const relationGraph: Handler<'relationGraph'> = async (call) => {
  const { kysely, query, tools, visible } = call
  const client = await loadSeen(call, 'client', query.clientId)
  const inForce = kysely
    .selectFrom('client_relation as r')
    .select([
      'r.borrower_id as from',
      'r.related_enterprise_id as to',
      'r.relation_type as relationType',
      'r.share_ratio as shareRatio',
      'r.start_date as startDate',
      'r.end_date as endDate',
    ])
    .where('r.status', '=', 'ENABLED')
    .where('r.start_date', '<=', tools.today)
    .where((row) => row.or([row('r.end_date', 'is', null), row('r.end_date', '>=', tools.today)]))
    .orderBy('r.id')
  const own: GraphEdge[] = await visible('clientRelation', 'r', inForce.where('r.client_id', '=', client.id)).execute()
  const around = [...new Set(own.map(({ to }) => to))]
  const shared = inForce.where('r.related_enterprise_id', 'in', around).where('r.borrower_id', '!=', client.enterpriseId)
  const others: GraphEdge[] = around.length === 0 ? [] : await visible('clientRelation', 'r', shared).execute()
  const distances = new Map<string, GraphNode['distance']>([
    [client.enterpriseId, 0],
    ...around.map((id) => [id, 1] as const),
    ...others.map(({ from }) => [from, 2] as const).filter(([id]) => !around.includes(id)),
  ])
  const enterprises = await tools.find('enterprise', { id: [...distances.keys()] })
  const nodes = enterprises.map(({ id, enterpriseName, enterpriseRoles }): GraphNode => ({
    id,
    name: enterpriseName,
    roles: enterpriseRoles,
    distance: distances.get(id) ?? 2,
  }))
  return { nodes, edges: [...own, ...others] }
}
