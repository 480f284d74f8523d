/**
 * Checks everything that can be checked without running the product. Runs all steps, prints each with its time, and what a failed
 * step said; ends with 1 when one failed.
 *   npm run check
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import './install.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** @type {[name: string, command: string[]][]} */
const steps = [
  ['types', ['node_modules/typescript/bin/tsc', '-b', '--pretty', 'false']],
  ['lint', ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings']],
  ['format', ['node_modules/prettier/bin/prettier.cjs', '--check', '--cache', '--cache-strategy', 'content', '--log-level', 'warn', '.']],
  ['layers', ['node_modules/vitest/vitest.mjs', 'run', '--project', 'repository', '--reporter', 'dot', 'tests/layers']],
  ['generated files', ['scripts/run.mjs', 'scripts/generate.ts', '--check']],
  ['schemas', ['scripts/run.mjs', 'scripts/check-schemas.ts']],
  ['migrations', ['scripts/run.mjs', 'scripts/db-migrate.ts', '--check']],
]

/** The compiler and the linter are Go programs, which look through their memory again and again unless they are given more of it. */
const roomy = { GOGC: '400', GOMEMLIMIT: '2GiB' }

let failed = 0
for (const [name, command] of steps) {
  const started = performance.now()
  const { code, output } = await node(command)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (code !== 0) {
    failed += 1
    console.log(output.trimEnd())
  }
}
process.exitCode = failed === 0 ? 0 : 1

/**
 * @param {string[]} args
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function node(args) {
  const child = spawn(process.execPath, args, { cwd: root, env: { ...roomy, ...process.env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ data) => (output += data))
  child.stderr.setEncoding('utf8').on('data', (/** @type {string} */ data) => (output += data))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
