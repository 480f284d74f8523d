import { spawnSync } from 'node:child_process'

/**
 * What the TypeScript compiler says of a project: nothing where all is well. Several threads would each look into what they share, and none would be
 * free for it beside other tests; its memory, half a gigabyte, is not looked through before it ends. Both together halve what it costs.
 */
export function saidByCompiler(project: string, folder = process.cwd()): string {
  const compiler = [`${process.cwd()}/node_modules/typescript/bin/tsc`, '--singleThreaded', '--pretty', 'false', '-p', project]
  const { stdout, stderr } = spawnSync(process.execPath, compiler, { cwd: folder, encoding: 'utf8', env: { ...process.env, GOGC: 'off' } })
  return stdout + stderr
}
