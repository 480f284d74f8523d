import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** Builds the browser program of the schemas of a folder, and answers how many bytes of its first chunk travel. */
export function measureEntry(root: string, folder?: string): number {
  const out = join(root, 'node_modules/.cache/bench/web')
  buildProgram(root, out, folder)
  const entry = /<script[^>]* src="([^"]+)"/.exec(readFileSync(join(out, 'index.html'), 'utf8'))?.[1]
  if (entry === undefined) throw new Error('The page loads no program')
  return brotliCompressSync(readFileSync(join(out, entry))).length
}

/** Writes the browser program, with its shell and all, as the product's build does. */
export function buildProgram(root: string, out: string, folder?: string): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', out, '--logLevel', 'warn'],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production', SCHEMAS_DIR: folder ?? '' },
    },
  )
  if (status !== 0) throw new Error(`The browser program was not built:\n${stderr}`)
}
