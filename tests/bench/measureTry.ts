/**
 * How long the loan's form waits for its figures: the dry run of a loan of twenty lines on the embedded database, in the product itself with the
 * first weeks of its demo data, asked over the wire one after the other.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { type TryResponse } from '../../engine/core/wire'
import { openDatabase } from '../../engine/server/database/openDatabase'
import { applyMigrations } from '../../engine/server/database/migrations'
import { folderStore } from '../../engine/server/files/fileStore'
import { createJobs } from '../../engine/server/jobs/jobs'
import { createServer } from '../../engine/server/server'
import type { SessionUser } from '../../engine/server/session'
import { FixedClock } from '../../src/server/clock'
import { makeDemo } from '../../src/server/demo'
import { extensionsOf } from '../../src/server/extensions'
import { readProduct } from '../../src/server/product'
import { seedStandard } from '../../src/server/seed'

const screenId = 'loans/loansmgr'
const lines = 20
const turns = { warmUps: 10, turns: 100 }
/** By then there are goods, prices, rates and customer lines. */
const day = '2026-01-20'
const silent = new Proxy({} as FastifyBaseLogger, { get: () => () => undefined })

/** Of 100 dry runs of a new loan with twenty lines, in ms. */
export async function measureTry(root: string): Promise<{ median: number; p95: number }> {
  const plan = readProduct(root)
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const database = await openDatabase({ directory: join(folder, 'database') })
  const fileStore = folderStore(folder)
  await applyMigrations(database, join(root, 'src/server/migrations'))
  const extensions = extensionsOf(plan, fileStore, createJobs(database, { logger: { warn: () => undefined } }))
  const clock = new FixedClock(`${day}T10:00:00+08:00`)
  const services = { plan, database, extensions, clock, fileStore, log: silent }
  await seedStandard(services, { demo: true })
  await makeDemo(services, 'bench-Password-1', day)

  const screen = plan.screens[screenId]
  if (!screen) throw new Error(`There is no screen ${screenId}`)
  const account = await database.kysely.selectFrom('app_user').select('id').where('user_name', '=', 'op01').executeTakeFirstOrThrow()
  const children = Object.values(screen.actions).flatMap(({ permission }) => (permission === undefined ? [] : [{ menuName: permission }]))
  const operator: SessionUser = {
    id: String(account['id']),
    name: 'op01',
    subMenus: [{ menuName: screen.menuName, menuId: screen.menu, permissionType: 1, children }],
    scope: {},
  }
  const app = await createServer({
    plan,
    database,
    extensions,
    authenticate: async () => operator,
    clock,
    fileStore,
    contractPermission: screen.menuName,
    logger: { level: 'silent' },
  })
  try {
    const line = await database.kysely
      .selectFrom('customer_line')
      .selectAll()
      .where('status', '=', 'ACTIVE')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const warehouse = await database.kysely
      .selectFrom('warehouse')
      .select('id')
      .where('status', '=', 'ENABLED')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const goods = await database.kysely
      .selectFrom('goods')
      .select('id')
      .where('status', '=', 'ENABLED')
      .where('pledgeable', '=', true)
      .limit(lines)
      .execute()
    const form = Object.fromEntries(
      Object.entries({
        projectName: 'bench',
        purpose: 'bench',
        borrowerId: line['borrower_id'],
        productId: line['product_id'],
        customerLineId: line['id'],
        departmentId: line['department_id'],
        fundingPartyId: line['funding_party_id'],
        warehouseId: warehouse['id'],
        currency: line['currency'],
        appliedAmount: '100000.00',
      }).filter(([name]) => screen.access.writable.includes(name)),
    )
    const body = {
      ...form,
      goods: Array.from({ length: lines }, (_none, index) => ({
        goodsId: String(goods[index % goods.length]?.['id']),
        qty: `${index + 1}.5`,
        unitPrice: '12.3400',
      })),
    }
    const times: number[] = []
    for (let turn = 0; turn < turns.warmUps + turns.turns; turn++) {
      const begun = performance.now()
      const response = await app.inject({
        method: 'POST',
        url: `${screen.base}/try`,
        headers: { authorization: 'Bearer bench' },
        payload: body,
      })
      const took = performance.now() - begun
      if (response.statusCode !== 200) throw new Error(`the dry run was answered ${response.statusCode}: ${response.body}`)
      const { problems, lines: rows } = response.json<TryResponse>()
      if (problems.length > 0 || rows?.['goods']?.length !== lines) throw new Error(`the dry run has not gone through: ${response.body}`)
      if (turn >= turns.warmUps) times.push(took)
    }
    const sorted = times.toSorted((a, b) => a - b)
    const at = (part: number): number => sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN
    return { median: at(0.5), p95: at(0.95) }
  } finally {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  }
}
