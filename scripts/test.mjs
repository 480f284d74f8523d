/**
 * Runs all tests: gets a browser and a PostgreSQL, builds the product, runs every group. Arguments go to vitest.
 *   npm test
 *   npm test -- --project api tests/api/approval.test.ts
 *   npm run test:quick               units and pages
 *   npm run test:quick -- <file>     any test that needs no more than Node, on the embedded database
 *   npm run test:quick -- --project repository
 *   DAYS_AHEAD=45 npm test           on a later day (scripts/daysAhead.mjs)
 *
 * A run of all of them also writes tests/acceptance.md, and a row that no test cites is a failure.
 *
 * At the end whatever failed is named once more, of whatever group it was. The last line is `<n> passed, <n> failed`, with
 * `, <n> skipped` behind it when tests were skipped; the exit code is 0 only when tests ran and none failed. Whatever is missing is
 * a failure, never a skipped test.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeAcceptance } from './acceptance.mjs'
import { findBrowser } from './provision/browser.mjs'
import { countTests, failuresOf } from './countTests.mjs'
import { startPostgres } from './provision/postgres.mjs'
import { temporaryFolder } from './provision/temporaryFolder.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
/** Groups that are done while somebody waits. */
const quick = ['unit', 'dom']
/** Groups that need no more than Node. */
const inNode = ['screens', 'repository', ...quick]

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.once(signal, () => {
    if (running.size === 0) process.exit(1)
    for (const child of running) child.kill(signal)
  })

// For the processes that are started as well, like the temporary folder.
if (process.env.DAYS_AHEAD)
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${new URL('daysAhead.mjs', import.meta.url).href}`
const temporary = (process.env.TMPDIR = await temporaryFolder())
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))

/**
 * What failed so far. It is printed at the end, because logs are often read from there, and a group may have ended minutes before.
 * @type {string[]}
 */
const failures = []
const counts = await runAll().catch((error) => failedRun(error).counts)
for (const failure of failures) console.error(`✗ ${failure.replace(root, '')}`)
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1
console.log(`${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`)

async function runAll() {
  const [first, ...others] = process.argv.slice(2)
  if (first === '--quick') {
    const namesGroups = others.some((argument) => argument.startsWith('--project'))
    const wider = namesGroups ? [] : [...inNode, 'database']
    const groups = others.length === 0 ? quick : wider
    return (await runVitest([...only(groups), ...others], {})).counts
  }
  if (first !== undefined) return (await withProduct((environment) => runVitest(process.argv.slice(2), environment))).counts

  // What needs neither product nor database is tested while they are made.
  const runs = await Promise.all(
    [runVitest(only(inNode), {}, 'held'), withProduct((environment) => runVitest(only(['database', 'api', 'e2e']), environment))].map(
      (run) => run.catch(failedRun),
    ),
  )
  const reports = runs.flatMap(({ report }) => report ?? [])
  const unproved =
    reports.length < runs.length ? 0 : await countUnproved({ testResults: reports.flatMap(({ testResults }) => testResults) })
  return runs.reduce(
    (sum, { counts: { passed, failed, skipped } }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: unproved, skipped: 0 },
  )
}

/**
 * A run that did not come to its tests.
 * @param {Error} error
 */
function failedRun(error) {
  failures.push(error.message)
  return { counts: { passed: 0, failed: 1, skipped: 0 }, report: undefined }
}

/** @param {string[]} groups */
function only(groups) {
  return groups.flatMap((group) => ['--project', group])
}

/**
 * @template Result
 * @param {(environment: Record<string, string>) => Promise<Result>} work with a browser, the built product and a database server
 */
async function withProduct(work) {
  const browser = await findBrowser()
  if ((await node(['scripts/build.mjs', '--if-changed'])).code !== 0) throw new Error('The product could not be built')
  const database = await startPostgres()
  try {
    return await work({ CHROMIUM_PATH: browser, TEST_DATABASE_URL: database.url })
  } finally {
    await database.stop()
  }
}

/**
 * @param {string[]} args
 * @param {Record<string, string>} environment
 * @param {'shown' | 'held'} output held back until the run has ended, where another one is under way
 */
async function runVitest(args, environment, output = 'shown') {
  const folder = await mkdtemp(join(tmpdir(), 'test-report-'))
  try {
    const reportFile = join(folder, 'report.json')
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
    // Said outright, because React's testing tools do not exist in production mode.
    const { code, text } = await node([...vitest, ...args], { ...environment, NODE_ENV: 'test' }, output)
    process.stdout.write(text)
    const report = JSON.parse(await readFile(reportFile, 'utf8'))
    failures.push(...failuresOf(report, code))
    return { counts: countTests(report, code), report }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * What a run of all tests says about the acceptance table. A row whose test failed is counted with the test.
 *
 * @param {Parameters<typeof writeAcceptance>[1]} report of all groups
 */
async function countUnproved(report) {
  const { missing } = await writeAcceptance(join(root, 'tests/acceptance.md'), report, root)
  failures.push(...missing.map((row) => `No test cites ${row} of tests/acceptance.md`))
  return missing.length
}

/**
 * @param {string[]} args
 * @param {Record<string, string>} [environment]
 * @param {'shown' | 'held'} [output]
 * @returns {Promise<{ code: number | null, text: string }>} `text` is what was held back
 */
function node(args, environment, output = 'shown') {
  const stream = output === 'held' ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, args, { stdio: ['inherit', stream, stream], env: { ...process.env, ...environment } })
  running.add(child)
  /** @type {Buffer[]} */
  const chunks = []
  for (const pipe of [child.stdout, child.stderr]) pipe?.on('data', (chunk) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      running.delete(child)
      resolve({ code, text: Buffer.concat(chunks).toString() })
    })
  })
}
