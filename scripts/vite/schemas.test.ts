import { EventEmitter } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { schemas } from './schemas'

const shipped = fileURLToPath(new URL('../../schemas', import.meta.url))
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'followed-'))
  await cp(shipped, join(root, 'schemas'), { recursive: true })
})
afterAll(() => rm(root, { recursive: true, force: true }))

it('finds what the watcher has forgotten to tell: a file that is made, and one that is removed, right after another was saved', async () => {
  const plugin = schemas(root)
  const watcher = Object.assign(new EventEmitter(), { add: () => undefined })
  const sent: string[] = []
  const ws = { on: () => undefined, send: (what: string | { type: string }) => sent.push(typeof what === 'string' ? what : what.type) }
  const server = { watcher, ws, moduleGraph: { getModuleById: () => undefined }, config: { logger: { error: () => undefined } } }
  const configure = plugin.configureServer as (server: ViteDevServer) => void
  // The parts of a development server that the plugin uses: a real watcher tells everything, except on a busy machine.
  configure(server as unknown as ViteDevServer)
  const states: string[] = []
  plugin.api?.onCompiled((compiled) => states.push(compiled ? 'sound' : 'broken'))

  watcher.emit('change', join(root, 'schemas', 'menus.json'))
  await expect.poll(() => states).toEqual(['sound'])
  const forgotten = join(root, 'schemas', 'screens', 'base', 'forgotten.screen.json')
  await writeFile(forgotten, '{')
  await expect.poll(() => states).toEqual(['sound', 'broken'])
  expect(sent).toContain('error')
  await rm(forgotten)
  await expect.poll(() => states).toEqual(['sound', 'broken', 'sound'])
  expect(sent.at(-1)).toBe('schemas:sound')
  const close = plugin.closeBundle as () => void
  close()
})
