import { beforeAll, describe, expect, it } from 'vitest'
import type { ProductPlan } from '../../engine/core/plan'
import { endpointsOf, type Endpoint } from './support/endpoints'
import { describeOnEach } from './support/platform'

/** Account → its standard roles (domain 80, H.3). */
const accounts: Record<string, string[]> = {
  admin: ['AD'],
  op01: ['OP'],
  bm01: ['BM'],
  rk01: ['RK'],
  fn01: ['FN'],
  fm01: ['FM'],
  cu01: ['CU'],
  au01: ['AU'],
  fp01: ['FP'],
  wh01: ['WH'],
  br01: ['BR'],
  lg01: ['LG'],
  ta01: ['TA'],
  multi01: ['OP', 'BM', 'RK', 'FN', 'FM'],
  blocked01: ['OP'],
  nomenu01: [],
}
/** Shut for blocked01 by a role beside its own (domain 70, S32). */
const blocked: Record<string, string> = { blocked01: 'base_exchangerate' }

/** Whether the schemas' role table gives one of the roles the right to an endpoint. */
function isGranted(plan: ProductPlan, userName: string, { permission, oneOf }: Pick<Endpoint, 'permission' | 'oneOf'>): boolean {
  if (oneOf && !oneOf.some((code) => isGranted(plan, userName, { permission: code }))) return false
  if (permission === 'open' || permission === 'session') return true
  return (accounts[userName] ?? []).some((role) =>
    Object.entries(plan.roles[role]?.menus ?? {}).some(([menuName, codes]) => {
      if (menuName === blocked[userName]) return false
      const menu = menuName.slice(menuName.indexOf('_') + 1)
      return permission === menuName || codes.some((code) => permission === `${menu}_${code}`)
    }),
  )
}

/** Decided before the database is asked for anything but the account, so one kind of database is enough. */
describeOnEach(
  'the right to an endpoint',
  (platform) => {
    let rowsBefore = 0
    const historyRows = async (): Promise<number> =>
      (await platform().database.kysely.selectFrom('document_history').select('id').execute()).length
    beforeAll(async () => {
      rowsBefore = await historyRows()
    })

    it('is asked of every endpoint that is served', async () => {
      const { body } = await (await platform().as('admin')).ask('GET', '/api/contract')
      const served = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      )
      const known = new Set(endpointsOf(platform().plan).map(({ method, path }) => `${method} ${path}`))
      // Beside the screens there are the contract itself, the schedule, previews, tickets and files; their rights are asked elsewhere.
      const beside = served.filter(
        (address) => / \/api\/(?!contract|schedule|file\/|keju\/|base\/role\/preview\/)/.test(address) && !known.has(address),
      )
      expect(beside).toEqual([])
      expect([...known].filter((address) => !served.includes(address))).toEqual([])
    })

    it.each(Object.keys(accounts))('is refused to %s exactly where its roles lack it', async (userName) => {
      const { plan } = platform()
      // Each at a desk of its own: who asks without an account is counted by address.
      const session = (await platform().as(userName)).from(`10.0.0.${Object.keys(accounts).indexOf(userName) + 1}`)
      const wrong: string[] = []
      for (const endpoint of endpointsOf(plan)) {
        const { status } = await session.ask(endpoint.method, endpoint.question.path, endpoint.question.body)
        const granted = isGranted(plan, userName, endpoint)
        const passed = [200, 400, 404, 415, 417, 422].includes(status)
        if (granted ? !passed : status !== 403) wrong.push(`${endpoint.method} ${endpoint.path} (${endpoint.permission}): ${status}`)
      }
      expect(wrong).toEqual([])
    })

    it('is refused to nobody on open endpoints, and to everybody without a token on the others', async () => {
      const statuses = new Map<string, number>()
      for (const { method, path, permission, question } of endpointsOf(platform().plan)) {
        const { status } = await platform().guest.ask(method, question.path, question.body)
        if ((permission === 'open') === (status === 401)) statuses.set(`${method} ${path}`, status)
      }
      expect([...statuses]).toEqual([])
    })

    it('has changed nothing by being asked', async () => {
      expect(await historyRows()).toBe(rowsBefore)
    })

    describe('to download and upload', () => {
      it('needs a session', async () => {
        expect((await platform().guest.ask('GET', '/file/download/00000000000000000000000000000000')).status).toBe(401)
        expect((await platform().guest.ask('POST', '/file/upload')).status).toBe(401)
      })
    })
  },
  ['pglite'],
)
