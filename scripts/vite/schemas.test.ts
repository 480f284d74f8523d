import { EventEmitter } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
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

it('follows each file that is made, edited or removed, also where the watcher of Vite tells nothing: in folders that are there, that are new, and that come again', async () => {
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
  const expectState = async (state: string): Promise<void> => {
    await expect.poll(() => states.at(-1)).toBe(state)
    expect(sent).toContain(state === 'broken' ? 'error' : 'schemas:sound')
    states.length = 0
    sent.length = 0
  }
  const groups = join(root, 'schemas', 'screens')
  const menus = join(root, 'schemas', 'menus.json')

  for (const group of ['base', 'new', 'new']) {
    await mkdir(join(groups, group), { recursive: true })
    const made = join(groups, group, 'made.screen.json')
    await writeFile(made, '{')
    await expectState('broken')
    await (group === 'base' ? rm(made) : rm(join(groups, group), { recursive: true }))
    await expectState('sound')
  }
  // Files of which nothing is read are as wrong as those with a mistake in their text.
  for (const [name, bytes] of [
    ['misnamed.sceen.json', '{}'],
    ['large.screen.json', ' '.repeat(5_000_000)],
  ] as const) {
    await writeFile(join(groups, 'base', name), bytes)
    await expectState('broken')
    await rm(join(groups, 'base', name))
    await expectState('sound')
  }
  const text = await readFile(menus, 'utf8')
  await writeFile(menus, text.slice(1))
  await expectState('broken')
  // As editors save: another file takes its place.
  await writeFile(`${menus}~`, text)
  await rename(`${menus}~`, menus)
  await expectState('sound')
  const close = plugin.closeBundle as () => void
  close()
})
