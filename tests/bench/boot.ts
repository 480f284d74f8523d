/**
 * Starts a server of the schemas of a folder on an empty embedded database, and prints how many milliseconds after the start of the program it
 * listened. Its tables are not made: migrations are for each product once, a start is for each day.
 *   node scripts/run.mjs tests/bench/boot.ts <folder>
 */
import { readSources } from '../../engine/core/check/sources'
import { compileProduct } from '../../engine/core/compile'
import { openDatabase } from '../../engine/server/database/openDatabase'
import { createServer } from '../../engine/server/server'
import { noExtensions, noFiles } from '../../engine/server/testing/smallProduct'
import { loadSchemas } from '../../engine/spec/load'
import { formatProblem } from '../../engine/spec/problem'

const { sources, problems } = readSources(loadSchemas(process.cwd(), process.argv[2]))
if (!sources) throw new Error(problems.map(formatProblem).join('\n'))
const plan = compileProduct(sources)
const app = await createServer({
  plan,
  database: await openDatabase({ directory: 'memory' }),
  extensions: noExtensions,
  authenticate: async () => undefined,
  clock: { today: () => '2026-11-20', now: () => '2026-11-20T04:00:00.000Z' },
  fileStore: noFiles,
  contractPermission: Object.values(plan.screens)[0]?.menuName ?? '',
  logger: { level: 'silent' },
})
await app.listen({ host: '127.0.0.1', port: 0 })
console.log(performance.now())
await app.close()
