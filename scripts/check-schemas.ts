/**
 * Checks all schema files: each by itself, then against each other, and that the server's code performs what they leave to it. Prints one line per mistake and nothing when there is none.
 *   npm run check               as one of its steps
 *   node scripts/run.mjs scripts/check-schemas.ts <folder>   another product's, which no code performs
 */
import { readSources } from '../engine/core/check/sources'
import { loadSchemas } from '../engine/spec/load'
import { formatProblem } from '../engine/spec/problem'
import { checkOptions } from './checkOptions'

const root = process.cwd()
const [folder] = process.argv.slice(2)
const { problems } = folder === undefined ? readSources(loadSchemas(root), checkOptions(root)) : readSources(loadSchemas(root, folder))
for (const problem of problems) console.error(formatProblem(problem))
if (problems.length > 0) process.exitCode = 1
