/**
 * Measures the engine's pages and endpoints against hand-written ones, in turn, on the same data, and prints the ratios. Times differ from
 * machine to machine, ratios tell; only what readers wait while hundreds write is asserted.
 *   npm run bench                  all of it, in about five minutes
 *   npm run bench -- pages         only the pages; also: endpoints, schemas, tries, approvals, strangers, imports, exports, inventory, redemptions, waterline, debts, money, kills, playground, start
 *
 *   main ─┬─ pages ──── measurePages.ts: pages.ts builds and serves, drive.ts opens, walk.ts walks, browser/probe.ts measures inside the page
 *         ├─ endpoints  endpoint/measureEndpoints.ts asks, endpoint/serve.ts answers in a process of its own
 *         ├─ tries      measureTry.ts: the product itself, with the first weeks of its demo data
 *         ├─ schemas    compileSpeed.ts; manyScreens.ts: a product of 1,500 screens, and of 15,000
 *         ├─ approvals  approvals/measureApprovals.ts asks the product, which runs in a process of its own
 *         ├─ inventory  inventory/measureInventory.ts asks the product for pages of a million movements
 *         ├─ redemptions redemptions/measureRedemptions.ts tries a redemption and opens the lists of its menus, with a year of pledges
 *         ├─ strangers  strangers/measureStrangers.ts sends hostile workbooks to the built product while others work, and stops it
 *         ├─ imports    imports/measureImports.ts imports workbooks of 500 rows into the built product while another account reads lists
 *         ├─ exports    exports/measureExports.ts exports a list of 100,000 rows while another account reads lists
 *         ├─ debts      debts/measureDebts.ts ends days of 10,000 open debt notes
 *         ├─ kills      money/measureKills.ts kills the built server again and again while people book
 *         ├─ money      money/measureMoney.ts has 50 people pay out, match receipts and repay at the same time
 *         ├─ waterline  waterlines/measureWaterlines.ts has the product mark 10,000 loans to market while another user reads, and draw 90 days
 *         ├─ start      measureStart.ts waits for `npm start` to say its address
 *         └─ playground playground/measurePlayground.ts opens it in a browser and types, on the built product
 */
import { execFileSync, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { measureApprovals } from './approvals/measureApprovals'
import { serveProduct } from './serve'
import { measureCheck, measureCompile } from './compileSpeed'
import { customers, measureDebts, openDebts } from './debts/measureDebts'
import { kills, measureKills } from './money/measureKills'
import { measureMoney } from './money/measureMoney'
import { measureEndpoints } from './endpoint/measureEndpoints'
import { orderCount } from './endpoint/filledDatabase'
import { serveEndpoints } from './endpoint/serve'
import { exportedRows, measureExports } from './exports/measureExports'
import { importedRows, measureImports } from './imports/measureImports'
import { measureInventory, movementCount } from './inventory/measureInventory'
import { measureManyScreens } from './manyScreens'
import { measurePages } from './measurePages'
import { measureRedemptions } from './redemptions/measureRedemptions'
import { measureStart } from './measureStart'
import { measureTry } from './measureTry'
import { compileBenchProduct } from './plan'
import { measurePlayground } from './playground/measurePlayground'
import { drawTable, isReached, type Measurement } from './report'
import type { RequestTimes } from './requestTimes'
import { measureStrangers } from './strangers/measureStrangers'
import { measureWaterlines } from './waterlines/measureWaterlines'

const root = process.cwd()
async function measureLists(): Promise<Measurement[]> {
  const program = fileURLToPath(import.meta.url)
  const measurements = await measureOn('PGlite', undefined, 300)
  const postgres = await startPostgres()
  if (!postgres) return measurements
  try {
    return [...measurements, ...(await measureOn('PostgreSQL', postgres.url, 200))]
  } finally {
    postgres.stop()
  }

  async function measureOn(kind: string, url: string | undefined, most: number): Promise<Measurement[]> {
    const { rate, waits } = await measureEndpoints(program, url)
    const name = `list endpoint: ${orderCount.toLocaleString('en-US')} rows on ${kind}`
    return [
      {
        name: `${name}, 8 connections`,
        unit: '/s',
        handwritten: rate.handwritten,
        ours: rate.generated,
        target: { of: 'ratio', least: 2 },
      },
      ...waits.map(({ name: asked, taken }): Measurement => ({
        name: `${name}: ${asked}, p95`,
        unit: 'ms',
        handwritten: taken.handwritten,
        ours: taken.generated,
        target: { of: 'figure', most },
      })),
    ]
  }
}

/** Nothing where there is no PostgreSQL and none can be had; then it says so itself. */
async function startPostgres(): Promise<{ url: string; stop: () => void } | undefined> {
  const server = spawn(process.execPath, ['scripts/provision/postgres.mjs'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string | undefined>((resolve) => {
    server.stdout.setEncoding('utf8').once('data', (line: string) => resolve(line.trim()))
    server.once('exit', () => resolve(undefined))
  })
  return url === undefined ? undefined : { url, stop: () => void server.kill('SIGTERM') }
}

function measureSchemas(): Measurement[] {
  const { first, usual } = measureCompile(root)
  return [
    { name: 'compile of all schemas', unit: 'ms', ours: usual, target: { of: 'figure', most: 300 } },
    { name: 'compile of all schemas, the first time in a process', unit: 'ms', ours: first, target: { of: 'figure', most: 300 } },
    {
      name: 'schema check of the repository, start of the program included',
      unit: 's',
      ours: measureCheck(root),
      target: { of: 'figure', most: 2 },
    },
    ...measureManyScreens(root),
  ]
}

async function measureTries(): Promise<Measurement[]> {
  const { median, p95 } = await measureTry(root)
  const name = 'dry run of a loan of 20 lines on PGlite'
  return [
    { name: `${name}, median`, unit: 'ms', ours: median },
    { name: `${name}, p95`, unit: 'ms', ours: p95, target: { of: 'figure', most: 100 } },
  ]
}

async function measureRush(): Promise<Measurement[]> {
  const postgres = await builtOnPostgres()
  if (!postgres) return []
  try {
    const { quiet, meanwhile, all } = await measureApprovals(fileURLToPath(import.meta.url), root, postgres.url)
    return [
      { name: 'lists of one user on a quiet server on PostgreSQL, p95', unit: 'ms', ours: quiet },
      {
        name: 'lists of one user while 400 approve on one quota, p95',
        unit: 'ms',
        ours: meanwhile,
        target: { of: 'figure', most: 300 },
        required: true,
      },
      { name: '400 approvals on one quota at the same moment', unit: 's', ours: all },
    ]
  } finally {
    postgres.stop()
  }
}

async function measureMovements(): Promise<Measurement[]> {
  const postgres = await builtOnPostgres()
  if (!postgres) return []
  try {
    const times = await measureInventory(fileURLToPath(import.meta.url), root, postgres.url)
    const of = `inventorydetail, ${movementCount.toLocaleString('en-US')} movements`
    return times.flatMap(({ name, median, p95 }): Measurement[] => [
      { name: `${of}: ${name}, median`, unit: 'ms', ours: median },
      { name: `${of}: ${name}, p95`, unit: 'ms', ours: p95, target: { of: 'figure', most: 200 } },
    ])
  } finally {
    postgres.stop()
  }
}

async function measureReleases(): Promise<Measurement[]> {
  const postgres = await builtOnPostgres()
  if (!postgres) return []
  try {
    const { trials, lists } = await measureRedemptions(fileURLToPath(import.meta.url), root, postgres.url)
    const p95 = (times: readonly RequestTimes[], of: string, most: number): Measurement[] =>
      times.map(({ name, p95: ours }) => ({ name: `${of}: ${name}, p95`, unit: 'ms', ours, target: { of: 'figure', most } }))
    return [...p95(trials, 'trial with a year of pledges', 100), ...p95(lists, 'list with a year of pledges', 200)]
  } finally {
    postgres.stop()
  }
}

async function measureHostile(): Promise<Measurement[]> {
  const postgres = await builtOnPostgres()
  if (!postgres) return []
  try {
    const { alone, beside, refusal, stop } = await measureStrangers(postgres.url)
    return [
      { name: 'slowest list of one user on a quiet server', unit: 'ms', ours: alone },
      {
        name: 'slowest list of one user while another sends hostile workbooks',
        unit: 'ms',
        ours: beside,
        target: { of: 'figure', most: 600 },
      },
      { name: 'slowest refusal of a hostile workbook', unit: 'ms', ours: refusal, target: { of: 'figure', most: 2_000 } },
      { name: 'server told to stop → ended', unit: 'ms', ours: stop, target: { of: 'figure', most: 2_500 } },
    ]
  } finally {
    postgres.stop()
  }
}

async function measureWorkbooks(): Promise<Measurement[]> {
  const postgres = await builtOnPostgres()
  try {
    return [...(await measureOn('PGlite', undefined)), ...(postgres ? await measureOn('PostgreSQL', postgres.url) : [])]
  } finally {
    postgres?.stop()
  }

  async function measureOn(kind: string, url: string | undefined): Promise<Measurement[]> {
    const times = await measureImports(url)
    const of = `${importedRows} rows on ${kind}`
    const target = { of: 'figure', most: 1_500 } as const
    return [
      { name: `import of goods, ${of}`, unit: 'ms', ours: times.goods, target },
      { name: `import of enterprises, ${of}`, unit: 'ms', ours: times.enterprises, target },
      { name: `refusal of goods that are all there already, ${of}`, unit: 'ms', ours: times.refused, target },
      { name: `lists of one user before, on ${kind}, p95`, unit: 'ms', ours: times.quiet },
      { name: `lists of one user meanwhile, on ${kind}, p95`, unit: 'ms', ours: times.meanwhile, target: { of: 'figure', most: 300 } },
      { name: 'the longest of them', unit: 'ms', ours: times.longest },
    ]
  }
}

async function measureLargeExport(): Promise<Measurement[]> {
  const postgres = await builtOnPostgres()
  if (!postgres) return []
  try {
    const { columns, time, memory, meanwhile } = await measureExports(fileURLToPath(import.meta.url), root, postgres.url)
    const of = `export of ${exportedRows.toLocaleString('en-US')} quotas in ${columns} columns on PostgreSQL`
    return [
      { name: of, unit: 's', ours: time, target: { of: 'figure', most: 4 } },
      { name: 'memory that the server has more meanwhile', unit: 'MB', ours: memory, target: { of: 'figure', most: 100 } },
      { name: 'lists of one user meanwhile, p95', unit: 'ms', ours: meanwhile, target: { of: 'figure', most: 300 } },
    ]
  } finally {
    postgres.stop()
  }
}

async function measureMarking(): Promise<Measurement[]> {
  const postgres = await builtOnPostgres()
  if (!postgres) return []
  try {
    const found = await measureWaterlines(fileURLToPath(import.meta.url), root, postgres.url)
    const all = `${found.loans.toLocaleString('en-US')} loans with ${found.items.toLocaleString('en-US')} pledged items`
    return [
      { name: `water lines of ${all}, by a price, on PostgreSQL`, unit: 's', ours: found.price, target: { of: 'figure', most: 60 } },
      { name: 'memory that the server has more meanwhile', unit: 'MB', ours: found.memory, target: { of: 'figure', most: 150 } },
      { name: 'the same at the end of a day', unit: 's', ours: found.step, target: { of: 'figure', most: 60 } },
      { name: 'lists of one user before, p95', unit: 'ms', ours: found.quiet },
      { name: 'lists of one user meanwhile, p95', unit: 'ms', ours: found.meanwhile, target: { of: 'figure', most: 300 } },
      { name: 'chart of 90 days: numbers → drawn', unit: 'ms', ours: found.chart.usual, target: { of: 'figure', most: 100 } },
      { name: 'the same for the first time, the code on the way', unit: 'ms', ours: found.chart.first },
    ]
  } finally {
    postgres.stop()
  }
}

async function measureAccrual(): Promise<Measurement[]> {
  const postgres = await builtOnPostgres()
  if (!postgres) return []
  try {
    const { day, again, afterStop, monthEnd, overdue } = await measureDebts(fileURLToPath(import.meta.url), root, postgres.url)
    const of = `end of a day of ${openDebts.toLocaleString('en-US')} open debts of ${customers} customers on PostgreSQL`
    const target = { of: 'figure', most: 60 } as const
    return [
      { name: of, unit: 's', ours: day, target, required: true },
      { name: 'the same again, which changes nothing', unit: 's', ours: again, target },
      { name: 'after a stop of a week', unit: 's', ours: afterStop },
      { name: 'at the end of a month, with a voucher for each', unit: 's', ours: monthEnd, target },
      { name: 'when all of them fall overdue', unit: 's', ours: overdue },
    ]
  } finally {
    postgres.stop()
  }
}

async function measureMix(): Promise<Measurement[]> {
  const postgres = await builtOnPostgres()
  if (!postgres) return []
  try {
    const { spread, single } = await measureMoney(fileURLToPath(import.meta.url), root, postgres.url)
    return [
      {
        name: `50 people pay out, match and repay on PostgreSQL, p95 of ${spread.requests} requests`,
        unit: 'ms',
        ours: spread.p95,
        target: { of: 'figure', most: 300 },
      },
      { name: 'the longest of them', unit: 'ms', ours: spread.longest },
      { name: 'told that others are at work on the same rows', unit: '×', ours: spread.busy },
      { name: `all 50 for one customer, p95 of ${single.requests} requests`, unit: 'ms', ours: single.p95 },
      { name: 'the longest of them', unit: 'ms', ours: single.longest },
      { name: 'told that others are at work on the same rows', unit: '×', ours: single.busy },
    ]
  } finally {
    postgres.stop()
  }
}

async function measureCrashes(): Promise<Measurement[]> {
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-changed'], { stdio: 'inherit' })
  return [
    {
      name: `bookings asked for while the server was killed ${kills} times, none lost, halved or doubled`,
      unit: '×',
      ours: await measureKills(),
    },
  ]
}

async function measureStarts(): Promise<Measurement[]> {
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-changed'], { stdio: 'inherit' })
  const { first, usual } = await measureStart()
  return [
    { name: 'npm start on an empty folder, the demo data included', unit: 's', ours: first },
    { name: 'npm start again, embedded database', unit: 's', ours: usual, target: { of: 'figure', most: 3 } },
  ]
}

async function measureEditing(): Promise<Measurement[]> {
  const postgres = await builtOnPostgres()
  if (!postgres) return []
  try {
    const { first, again, key } = await measurePlayground(browserPath(), postgres.url)
    return [
      { name: 'playground: address → first row of the preview, in an empty browser', unit: 'ms', ours: first },
      { name: 'playground: the same again', unit: 'ms', ours: again, target: { of: 'figure', most: 1500 } },
      { name: 'playground: key in a screen of 343 lines → preview painted, median', unit: 'ms', ours: key.median },
      { name: 'the same, p95', unit: 'ms', ours: key.p95, target: { of: 'figure', most: 200 } },
    ]
  } finally {
    postgres.stop()
  }
}

function browserPath(): string {
  return execFileSync(process.execPath, ['scripts/provision/browser.mjs'], { encoding: 'utf8' }).trim()
}

async function builtOnPostgres(): ReturnType<typeof startPostgres> {
  // The product serves its pages too, so they have to be there.
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-changed'], { stdio: 'inherit' })
  return startPostgres()
}

const parts = {
  schemas: measureSchemas,
  endpoints: measureLists,
  tries: measureTries,
  approvals: measureRush,
  strangers: measureHostile,
  imports: measureWorkbooks,
  exports: measureLargeExport,
  inventory: measureMovements,
  redemptions: measureReleases,
  waterline: measureMarking,
  debts: measureAccrual,
  money: measureMix,
  kills: measureCrashes,
  start: measureStarts,
  playground: measureEditing,
  pages: () => measurePages(root, browserPath()),
}

async function main(chosen: string[]): Promise<void> {
  const names = chosen.length > 0 ? chosen : Object.keys(parts)
  const unknown = names.filter((name) => !Object.hasOwn(parts, name))
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`)
  const measurements: Measurement[] = []
  for (const name of names) measurements.push(...(await parts[name as keyof typeof parts]()))
  console.log(drawTable(measurements))
  if (measurements.some((measurement) => measurement.required && isReached(measurement) === false)) process.exitCode = 1
}

const [command, ...rest] = process.argv.slice(2)
if (command === 'product') process.send?.(await serveProduct(root, rest[0] ?? '', rest[1] ?? ''))
else if (command === 'serve') process.send?.(await serveEndpoints(compileBenchProduct(root), rest[0]))
else await main(process.argv.slice(2))
