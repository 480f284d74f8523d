import { readSources } from '../../engine/core/check/sources'
import { compileProduct } from '../../engine/core/compile'
import { loadSchemas } from '../../engine/spec/load'
import { formatProblem } from '../../engine/spec/problem'
import { spawnSync } from 'node:child_process'
import { median } from './report'

const turns = 7

/** Milliseconds to compile all schemas of a folder, the first time too, as a start of the server does it once. */
export function measureCompile(root: string, folder?: string): { first: number; usual: number } {
  const { sources, problems } = readSources(loadSchemas(root, folder))
  if (!sources) throw new Error(problems.map(formatProblem).join('\n'))
  const times = Array.from({ length: turns }, () => {
    const start = performance.now()
    compileProduct(sources)
    return performance.now() - start
  })
  return { first: times[0] ?? Number.NaN, usual: median(times) }
}

/** Seconds from the start of a server program with the schemas of a folder until it listens. */
export function measureBoot(root: string, folder: string): number {
  const program = ['scripts/run.mjs', 'tests/bench/boot.ts', folder]
  const times = Array.from({ length: 3 }, () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, program, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`The server did not start:\n${stderr}`)
    return Number(stdout) / 1000
  })
  // The first one also builds the program.
  return median(times)
}

/** Seconds that a developer waits for the check of the schemas of a folder, start of the program and all. */
export function measureCheck(root: string, folder?: string): number {
  const program = ['scripts/run.mjs', 'scripts/check-schemas.ts', ...(folder === undefined ? [] : [folder])]
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now()
    const { status, stderr } = spawnSync(process.execPath, program, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`The schemas are wrong:\n${stderr}`)
    return (performance.now() - start) / 1000
  })
  return median(times)
}
