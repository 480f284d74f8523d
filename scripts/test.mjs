/**
 * Runs all tests: gets a browser and a PostgreSQL, builds the product, runs every group. Arguments go to vitest.
 *   npm test
 *   npm test -- --project api tests/api/approval.test.ts
 *   npm run test:quick               what needs neither database nor browser: units and pages
 *   npm run test:quick -- <file>     any test that needs no more than Node, on the embedded database
 *
 * A run of all of them also writes tests/acceptance.md, and a row that no test cites is a failure.
 *
 * The last line is `<n> passed, <n> failed`, with `, <n> skipped` behind it when tests were skipped; the exit code is 0 only when
 * tests ran and none failed. Whatever is missing is a failure, never a skipped test.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeAcceptance } from './acceptance.mjs'
import { findBrowser } from './provision/browser.mjs'
import { countTests } from './countTests.mjs'
import { startPostgres } from './provision/postgres.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

/** @type {import('node:child_process').ChildProcess | undefined} */
let running
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.once(signal, () => (running ? running.kill(signal) : process.exit(1)))

const counts = await runAll().catch((error) => {
  console.error(error.message)
  return { passed: 0, failed: 1, skipped: 0 }
})
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1
console.log(`${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`)

async function runAll() {
  const [first, ...others] = process.argv.slice(2)
  if (first === '--quick') {
    const groups = others.length === 0 ? ['unit', 'dom'] : ['unit', 'dom', 'database']
    const { counts } = await runVitest([...groups.flatMap((group) => ['--project', group]), ...others], {})
    return counts
  }
  const browser = await findBrowser()
  await node(['scripts/build.mjs', '--if-changed']).then((code) => {
    if (code !== 0) throw new Error('The product could not be built')
  })
  const database = await startPostgres()
  try {
    const chosen = process.argv.slice(2)
    const { counts, report } = await runVitest(chosen, { CHROMIUM_PATH: browser, TEST_DATABASE_URL: database.url })
    return chosen.length > 0 ? counts : { ...counts, failed: counts.failed + (await countUnproved(report)) }
  } finally {
    await database.stop()
  }
}

/**
 * @param {string[]} args
 * @param {Record<string, string>} environment
 */
async function runVitest(args, environment) {
  const folder = await mkdtemp(join(tmpdir(), 'test-report-'))
  try {
    const reportFile = join(folder, 'report.json')
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
    // Said outright, because React's testing tools do not exist in production mode.
    const code = await node([...vitest, ...args], { ...environment, NODE_ENV: 'test' })
    const report = JSON.parse(await readFile(reportFile, 'utf8'))
    return { counts: countTests(report, code), report }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * What a run of all tests says about the acceptance table. A row whose test failed is counted with the test.
 *
 * @param {Parameters<typeof writeAcceptance>[1]} report
 */
async function countUnproved(report) {
  const { missing } = await writeAcceptance(join(root, 'tests/acceptance.md'), report, root)
  if (missing.length > 0) console.error(`No test cites ${missing.join(', ')} of tests/acceptance.md`)
  return missing.length
}

/**
 * @param {string[]} args
 * @param {Record<string, string>} [environment]
 * @returns {Promise<number | null>}
 */
function node(args, environment) {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...environment } })
  running = child
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      running = undefined
      resolve(code)
    })
  })
}
