import { execFileSync } from 'node:child_process'
import { addDays } from '../../../engine/core/dateTime'
import { runOneStep } from '../../../engine/server/schedule/endOfDay'
import { at } from '../../api/support/fixtures'
import type { Served } from '../../api/support/served'
import { memoryWhile } from '../memory'
import { readLists } from '../readers'
import { percentile } from '../report'
import { withProduct } from '../servedProduct'
import { measureChart } from './measureChart'
import { daysOfSnapshots, pledgedLoans } from './pledgedLoans'

const loans = 10_000
const batchesEach = 5
/** What another user opens meanwhile, one after the other. */
const lists = [at.waterline, at.pledgeItem, at.loan, at.warehouse]
const quietRequests = 80

export interface WaterlineTimes {
  loans: number
  items: number
  /** A price of goods that all of them have in pledge is approved: from the request to the answer, in s. */
  price: number
  /** So much memory the server has more at most while it marks them, in MB. */
  memory: number
  /** The step of the end of a day, which writes a row for each loan, in s. */
  step: number
  /** 95 of 100 list requests take at most so long, in ms, before and while the price is approved and the day ends. */
  quiet: number
  meanwhile: number
  /** Milliseconds until a chart of 90 days is drawn: the first time, with the code that draws, and later. */
  chart: { first: number; usual: number }
}

/** Thousands of loans are marked to market in a product that runs in a process of its own, while another user reads lists. */
export function measureWaterlines(program: string, root: string, databaseUrl: string): Promise<WaterlineTimes> {
  return withProduct({ program, root, databaseUrl }, async ({ platform, address, pid }) => {
    const { clock, database } = platform
    const { loanId, goodsId, items } = await pledgedLoans(platform, loans, batchesEach)
    const reader = await platform.as('rk01')

    // Compiled and cached before anything is measured.
    let left = quietRequests
    await readLists(reader, lists, () => left-- > quietRequests / 2)
    const quiet = await readLists(reader, lists, () => left-- > 0)
    const meanwhile: number[] = []
    const whileReading = async (work: () => Promise<unknown>): Promise<number> => {
      const begin = performance.now()
      let done = false
      const working = work().finally(() => (done = true))
      const [times] = await Promise.all([readLists(reader, lists, () => !done), working])
      meanwhile.push(...times)
      return (performance.now() - begin) / 1000
    }

    const priceId = await submittedPrice(platform, goodsId)
    let price = 0
    const memory = await memoryWhile(pid, async () => {
      price = await whileReading(() => reader.act(at.collateralPrice, 'approve', priceId, { opinion: '同意' }))
    })
    clock.moveTo(addDays(clock.today(), 1), '00:30:00')
    const step = await whileReading(() => runOneStep(platform.services, 'waterlines'))
    await refuseUnmarked(platform)

    await daysOfSnapshots(database, loanId, 90)
    const browser = execFileSync(process.execPath, ['scripts/provision/browser.mjs'], { encoding: 'utf8' }).trim()
    const { loanNo } = await (await platform.as('rk01')).read(at.loan, loanId)
    const chart = await measureChart(browser, address, String(loanNo))
    return {
      loans,
      items,
      price,
      memory,
      step,
      quiet: percentile(quiet, 0.95),
      meanwhile: percentile(meanwhile, 0.95),
      chart,
    }
  })
}

/** A price of the day that waits for its approval, a tenth below the last one. */
async function submittedPrice(platform: Served, goodsId: string): Promise<string> {
  const op = await platform.as('op01')
  const values = { goodsId, priceSource: 'MARKET', priceDate: platform.clock.today(), currency: 'CNY', exchangeRate: '1', price: '95' }
  const { id } = await op.add(at.collateralPrice, values)
  await op.act(at.collateralPrice, 'submit', id)
  return id
}

/** @throws Error when not every loan has its water line of both days, at the new price */
async function refuseUnmarked({ database }: Served): Promise<void> {
  const found = await database.kysely
    .selectFrom('waterline')
    .select(({ fn }) => ['snap_date', fn.countAll<string>().as('count')])
    .where('pledged_value', '=', `${batchesEach * 950_000}.00`)
    .groupBy('snap_date')
    .execute()
  const counts = found.map(({ count }) => Number(count))
  if (counts.length !== 2 || counts.some((count) => count < loans - 1))
    throw new Error(`${loans} loans were marked on two days, but the rows are ${JSON.stringify(found)}`)
}
