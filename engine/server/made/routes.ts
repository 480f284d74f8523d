/** `POST {path}/entity`: what the server would make of an entity if texts that were not saved stood in place of its files. It changes nothing. */
import type { FastifyInstance } from 'fastify'
import { madeLimits, type MadeEntity } from '../../core/madeEntity'
import type { ProductPlan } from '../../core/plan'
import { formatProblem } from '../../spec/problem'
import type { TableDefinition } from '../database/tables'
import { documentType } from '../documentTypes'
import { notFound } from '../problem'
import type { LimitRequests } from '../requestLimit'
import { hashOf, type ShippedSchemas, type ShippedText } from '../releases/shippedSchemas'
import { madeMigration, madeTables } from './madeTables'

export interface MadeRoutes {
  path: string
  permission: string
  /** As the server was started with. */
  plan: ProductPlan
  /** Tables of the program itself. */
  own: TableDefinition[]
  schemas: () => ShippedSchemas
  limit: LimitRequests
}

/** Texts of these are judged with all others, which is work: what came before is answered from memory. */
interface Judged {
  hash: string
  plan: ProductPlan
  problems: string[]
}

const draft = {
  type: 'object',
  properties: { path: { type: 'string', maxLength: 300 }, text: { type: 'string', maxLength: madeLimits.characters } },
  required: ['path', 'text'],
  additionalProperties: false,
}
const body = {
  type: 'object',
  properties: {
    entity: { type: 'string', pattern: '^[a-z][A-Za-z0-9]{0,59}$' },
    drafts: { type: 'array', maxItems: madeLimits.drafts, items: draft },
  },
  required: ['entity', 'drafts'],
  additionalProperties: false,
}

export function registerMadeRoutes(app: FastifyInstance, { path, permission, plan, own, schemas, limit }: MadeRoutes): void {
  let last: Judged | undefined

  function judged(drafts: readonly ShippedText[]): Judged {
    if (drafts.length === 0) return { hash: '', plan, problems: [] }
    const hash = hashOf(JSON.stringify(drafts))
    if (last?.hash === hash) return last
    const found = schemas().judgeAll(drafts)
    last = { hash, plan: found.plan ?? plan, problems: found.problems.map(formatProblem) }
    return last
  }

  app.post<{ Body: { entity: string; drafts: ShippedText[] } }>(
    `${path}/entity`,
    { config: { permission }, onRequest: limit, bodyLimit: madeLimits.bytes, schema: { body } },
    async (request): Promise<MadeEntity> => {
      const { entity, drafts } = request.body
      if (drafts.some((each) => !schemas().texts.some((text) => text.path === each.path))) throw notFound()
      const { plan: draftPlan, problems } = judged(drafts)
      if (!Object.hasOwn(draftPlan.entities, entity)) throw notFound()
      return {
        entity,
        problems,
        tables: madeTables(entity, plan, draftPlan),
        types: { running: documentType(plan, entity) ?? '', draft: documentType(draftPlan, entity) ?? '' },
        migration: madeMigration(plan, draftPlan, own),
      }
    },
  )
}
