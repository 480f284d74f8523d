import { afterAll, beforeAll, describe } from 'vitest'
import type { DatabaseKind } from '../../../engine/server/database/database'
import { mainTestDatabaseKind, testDatabaseKinds } from '../../../engine/server/database/testDatabase'
import { FixedClock } from '../../../src/server/clock'
import type { Config } from '../../../src/server/config'
import { violatedInvariants } from '../../../src/server/invariants'
import { start } from '../../../src/server/start'
import { testConfig, testRoot } from './config'
import { copyDemoData } from './demoData'
import { testProduct } from './product'
import { routesOf } from './routes'
import { servedAt, type Served } from './served'

/** The running product with its demo data, on a clock that the test moves; it begins at noon of the last day of the demo data. */
export interface Platform extends Served {
  kind: DatabaseKind
  /** Every registered route; ids and other parts of a path that vary are holes, as in the contract. */
  routes(): { method: string; path: string }[]
  /** In words, the invariants that do not hold. */
  violations(): Promise<string[]>
  stop(): Promise<void>
}

/** `settings` are of its own, where the usual ones of tests do not fit. */
export async function openPlatform(kind: DatabaseKind, settings: Partial<Config> = {}): Promise<Platform> {
  const plan = testProduct()
  const data = await copyDemoData(kind)
  const clock = new FixedClock('2026-11-20T12:00:00+08:00')
  const place = { dataDirectory: data.dataDirectory, ...(data.databaseUrl === undefined ? {} : { databaseUrl: data.databaseUrl }) }
  const { app, database, address } = await start(testConfig({ ...place, ...settings }), testRoot, {
    clock,
    product: plan,
    maxEventLoopDelayMs: 0,
  })
  const served = servedAt({ address, database, dataDirectory: data.dataDirectory, plan, clock })
  return {
    ...served,
    kind,
    routes: () => routesOf(app),
    async violations() {
      return (await violatedInvariants(plan, database)).map(({ invariant, what }) => `${invariant} ${what}`)
    },
    async stop() {
      await app.close()
      await data.drop()
    },
  }
}

/** Tests of the running product, one for all of them; on a PostgreSQL server where there is one, or on the `kinds` named. */
export function describePlatform(
  name: string,
  tests: (platform: () => Platform) => void,
  { kinds = [mainTestDatabaseKind], settings = {} }: { kinds?: readonly DatabaseKind[]; settings?: Partial<Config> } = {},
): void {
  describe.each(kinds)(`${name} (%s)`, (kind) => {
    let platform: Platform | undefined
    beforeAll(async () => {
      platform = await openPlatform(kind, settings)
    })
    afterAll(() => platform?.stop())
    tests(() => {
      if (!platform) throw new Error('the product runs in tests only')
      return platform
    })
  })
}

/** The same on each kind of database: for what the two could do differently, and for whole stories. */
export function describeOnEach(name: string, tests: (platform: () => Platform) => void): void {
  describePlatform(name, tests, { kinds: testDatabaseKinds })
}
