/**
 * Starts a server of the schemas of a folder on an empty embedded database, and prints as JSON what there is to know of it (`Boot`). Its tables
 * are not made, and the second start finds that its schemas were judged: both is for each product once, a start is for each day.
 *   node scripts/run.mjs tests/bench/boot.ts <folder>
 */
import { brotliCompressSync } from 'node:zlib'
import { compileProduct } from '../../engine/core/compile'
import type { ProductPlan } from '../../engine/core/plan'
import { planUrl } from '../../engine/core/wire'
import { openDatabase } from '../../engine/server/database/openDatabase'
import { shippedPlans } from '../../engine/server/plans/planSource'
import { createProductParts } from '../../engine/server/plans/productParts'
import { createServer } from '../../engine/server/server'
import { readSoundSources } from '../../engine/server/soundSchemas'
import { noExtensions, noFiles } from '../../engine/server/testing/smallProduct'
import { formatProblem } from '../../engine/spec/problem'
import { median } from './report'

/** Times in ms, sizes in bytes. */
export interface Boot {
  /** From the start of the program until it listened. */
  listening: number
  /** What the first account is told of menus, routes and plans, all of them, and what the next one is. */
  part: { first: number; usual: number; bytes: number; compressed: number }
  /** A plan, asked for by a browser. */
  plan: { first: number; usual: number; bytes: number }
}

let compiled: ProductPlan | undefined
// As the product does (src/server/start.ts).
const database = await openDatabase({
  directory: `${process.argv[2]}.database`,
  cache: 'node_modules/.cache',
  meanwhile: () => void read(),
})
const plan = read()
const everything = { id: '1', name: '', subMenus: [], scope: {} }
const plans = shippedPlans(plan)
const app = await createServer({
  plan,
  database,
  extensions: noExtensions,
  authenticate: async () => everything,
  clock: { today: () => '2026-11-20', now: () => '2026-11-20T04:00:00.000Z' },
  fileStore: noFiles,
  plans,
  contractPermission: Object.values(plan.screens)[0]?.menuName ?? '',
  logger: { level: 'silent' },
})
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const listening = performance.now()

const parts = createProductParts(plan, plans)
const part = await parts.of(everything)
const first = performance.now() - listening
const usual = await usually(() => parts.of(everything))
const text = JSON.stringify(part)

const [screen = '', version = ''] = Object.entries(part.plans)[0] ?? []
const ask = async (): Promise<number> => {
  const response = await fetch(address + planUrl(screen, version), { headers: { authorization: 'Bearer x' } })
  if (!response.ok) throw new Error(`The plan of ${screen}: ${response.status}`)
  return (await response.text()).length
}
const asked = performance.now()
const bytes = await ask()
const firstPlan = performance.now() - asked
const boot: Boot = {
  listening,
  part: { first, usual, bytes: text.length, compressed: brotliCompressSync(text).length },
  plan: { first: firstPlan, usual: await usually(ask), bytes },
}
console.log(JSON.stringify(boot))
await app.close()

function read(): ProductPlan {
  if (compiled) return compiled
  const [, , folder = ''] = process.argv
  const known = { file: `${folder}.sound`, program: import.meta.url }
  const { sources, problems } = readSoundSources({ root: process.cwd(), folder, known })
  if (!sources) throw new Error(problems.map(formatProblem).join('\n'))
  return (compiled = compileProduct(sources))
}

async function usually(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < 20; turn += 1) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return median(times)
}
