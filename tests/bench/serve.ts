import { start } from '../../src/server/start'
import { FixedClock } from '../../src/server/clock'
import { testConfig } from '../api/support/config'

/** Noon of the last day of the demo data. */
export const noon = '2026-11-20T12:00:00+08:00'

/** Serves the product with its demo data over an empty database; answers its address. */
export async function serveProduct(root: string, databaseUrl: string, dataDirectory: string): Promise<string> {
  const { address } = await start(testConfig({ databaseUrl, dataDirectory }), root, { clock: new FixedClock(noon) })
  return address
}
