import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ProductPlan } from '../../../engine/core/plan'
import { createServer } from '../../../engine/server/server'
import type { SessionUser } from '../../../engine/server/session'
import { benchScreen } from '../plan'
import { openFilledDatabase } from './filledDatabase'
import { handwrittenServer } from './handwrittenRoute'
import { noExtensions, noFiles } from '../../../engine/server/testing/smallProduct'

export const token = 'bench-token'
/** Half of the orders are theirs. */
const branches = ['1', '2']

export interface Endpoints {
  handwritten: string
  generated: string
}

/** Serves both list endpoints over one database, in this process, each on a port of its own. */
export async function serveEndpoints(plan: ProductPlan, databaseUrl: string | undefined): Promise<Endpoints> {
  const screen = plan.screens[benchScreen]
  if (!screen) throw new Error(`There is no screen ${benchScreen}`)
  const database = await openFilledDatabase(plan, databaseUrl)
  const buyer: SessionUser = {
    id: '1',
    name: '采购员',
    subMenus: [{ menuName: screen.menuName, menuId: '1-1', permissionType: 1, children: [] }],
    scope: { branch: branches },
  }
  const generated = await createServer({
    plan,
    database,
    extensions: noExtensions,
    // As the hand-written one does it: the product's own accounts are no part of the measured endpoint.
    authenticate: async (given) => (given === token ? buyer : undefined),
    clock: { today: () => '2026-11-20', now: () => '2026-11-20T04:00:00.000Z' },
    fileStore: noFiles,
    contractPermission: screen.menuName,
    logger: { level: 'silent' },
  })
  const handwritten = await handwrittenServer(database, new Map([[token, branches]]))
  return { handwritten: await listen(handwritten), generated: await listen(generated) }
}

async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}
