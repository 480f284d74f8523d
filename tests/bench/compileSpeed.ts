import { readSources } from '../../engine/core/check/sources'
import { compileProduct, type ProductSources } from '../../engine/core/compile'
import { loadSchemas } from '../../engine/spec/load'
import { formatProblem } from '../../engine/spec/problem'
import { spawnSync } from 'node:child_process'
import type { ProductPlan } from '../../engine/core/plan'
import type { Boot } from './boot'
import { median } from './report'

const compilations = 7

/** Milliseconds to compile all schemas of a folder, the first time too, as a start of the server does it once. */
export function measureCompile(root: string, folder?: string): { first: number; usual: number } {
  const sources = readOrThrow(root, folder)
  const times = Array.from({ length: compilations }, () => {
    const start = performance.now()
    compileProduct(sources)
    return performance.now() - start
  })
  return { first: times[0] ?? Number.NaN, usual: median(times) }
}

export function compiledProduct(root: string, folder?: string): ProductPlan {
  return compileProduct(readOrThrow(root, folder))
}

function readOrThrow(root: string, folder: string | undefined): ProductSources {
  const { sources, problems } = readSources(loadSchemas(root, folder))
  if (!sources) throw new Error(problems.map(formatProblem).join('\n'))
  return sources
}

/** What three starts of a server program with the schemas of a folder took; of the one whose start took neither longest nor shortest. */
export function measureBoot(root: string, folder: string): Boot {
  const program = ['scripts/run.mjs', 'tests/bench/boot.ts', folder]
  const boots = Array.from({ length: 3 }, () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, program, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`The server did not start:\n${stderr}`)
    return JSON.parse(stdout) as Boot
  })
  // The first one also builds the program.
  const usual = median(boots.map(({ listening }) => listening))
  return boots.find(({ listening }) => listening === usual) ?? boots[0]!
}

/** Seconds that a developer waits for the check of the schemas of a folder, start of the program and all. */
export function measureCheck(root: string, folder?: string, turns = 3): number {
  const program = ['scripts/run.mjs', 'scripts/check-schemas.ts', ...(folder === undefined ? [] : [folder])]
  const times = Array.from({ length: turns }, () => {
    const start = performance.now()
    const { status, stderr } = spawnSync(process.execPath, program, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`The schemas are wrong:\n${stderr}`)
    return (performance.now() - start) / 1000
  })
  return median(times)
}
