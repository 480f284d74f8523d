import { openDatabase } from '../../../engine/server/database/openDatabase'
import { mainTestDatabaseKind } from '../../../engine/server/database/testDatabase'
import { FixedClock } from '../../../src/server/clock'
import { violatedInvariants } from '../../../src/server/invariants'
import { copyDemoData } from '../../api/support/demoData'
import { testProduct } from '../../api/support/product'
import { servedAt, type Served } from '../../api/support/served'
import { freePort } from './freePort'
import { serveProduct } from './serveProduct'

export interface OwnProduct {
  address: string
  /** The same product for the fixtures of API tests. Its clock is that of what has no endpoint; the product itself lives in the present. */
  served: Served
  /** In words, the invariants that do not hold: what `npm run db:verify` prints. */
  violations(): Promise<string[]>
  stop(): Promise<void>
}

/** A product for one test file, on a copy of the demo data: in it prices may fall and days end, which other files would see in theirs. */
export async function ownProduct(): Promise<OwnProduct> {
  const data = await copyDemoData(mainTestDatabaseKind)
  if (data.databaseUrl === undefined) throw new Error('An embedded database cannot be opened beside the product that runs on it')
  const { address, stop } = await serveProduct({
    DEMO: '1',
    PORT: String(await freePort()),
    DATA_DIR: data.dataDirectory,
    DATABASE_URL: data.databaseUrl,
  })
  const database = await openDatabase({ url: data.databaseUrl })
  const plan = testProduct()
  const clock = new FixedClock(new Date().toISOString())
  return {
    address,
    served: servedAt({ address, database, dataDirectory: data.dataDirectory, plan, clock }),
    violations: async () => (await violatedInvariants(plan, database)).map(({ invariant, what }) => `${invariant} ${what}`),
    async stop() {
      await stop()
      await database.close()
      await data.drop()
    },
  }
}
