/**
 * Checks all schema files: each by itself, then against each other. Prints one line per mistake and nothing when there is none.
 *   npm run check               as one of its steps
 */
import { readSources } from '../engine/core/check/sources'
import { loadSchemas } from '../engine/spec/load'
import { formatProblem } from '../engine/spec/problem'

const { problems } = readSources(loadSchemas(process.cwd()))
for (const problem of problems) console.error(formatProblem(problem))
if (problems.length > 0) process.exitCode = 1
