import { join } from 'node:path'
import { openDatabase } from '../../../engine/server/database/openDatabase'
import { violatedInvariants } from '../../../src/server/invariants'
import { bookingFaults, bookingTurns } from '../../api/support/bookings'
import { copyDemoData } from '../../api/support/demoData'
import { killedWhileWriting } from '../../api/support/killed'
import { testProduct } from '../../api/support/product'

export const kills = 30
const writers = 8

/**
 * Kills the built server with -9 thirty times while eight people book; answers how many bookings it had been asked for.
 * @throws Error when one that was acknowledged is not there, is there twice or by half, or an invariant is hurt
 */
export async function measureKills(): Promise<number> {
  const data = await copyDemoData('pglite')
  try {
    const [wanted = []] = await killedWhileWriting(data.dataDirectory, kills, [{ userName: 'fn01', turns: bookingTurns(writers) }])
    const database = await openDatabase({ directory: join(data.dataDirectory, 'database') })
    const faults = [...(await bookingFaults(database, wanted)), ...(await violatedInvariants(testProduct(), database))]
    await database.close()
    if (faults.length > 0) throw new Error(`${faults.length} faults: ${faults.slice(0, 5).join('; ')}`)
    return wanted.length
  } finally {
    await data.drop()
  }
}
