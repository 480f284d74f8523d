import { resolve, sep } from 'node:path'
import type { ErrorPayload, Plugin, ViteDevServer } from 'vite'
import { readSources } from '../../engine/core/check/sources'
import { browserPlan, compileProduct, routesOf } from '../../engine/core/compile'
import type { ProductPlan } from '../../engine/core/plan'
import { plansForOutside, shippedPlans } from '../../engine/server/plans/planSource'
import { loadSchemas } from '../../engine/spec/load'
import { rememberingRead, type LoadedSchemas, type SchemaFile } from '../../engine/spec/schemaFiles'
import { formatProblem } from '../../engine/spec/problem'
import { FolderWatch } from './folderWatch'

const productModule = 'virtual:product'
const dictionariesModule = 'virtual:dictionaries'

/** A sound state of the schemas. In their folder the files may be others by now. */
export interface CompiledSchemas {
  plan: ProductPlan
  files: { path: string; text: string }[]
}

type Listener = (compiled: CompiledSchemas | undefined) => void

/** What the development server (scripts/dev.mjs) asks of the plugin. */
export interface SchemasApi {
  /** Hears of each compiled state; of undefined while the schemas have mistakes. */
  onCompiled: (listener: Listener) => void
  /** Hears of each state that was read, sound or not: files with mistakes say nothing, and the others what they say. */
  onRead: (listener: ReadListener) => void
}

type ReadListener = (files: readonly SchemaFile[]) => void

/** An editor that saves a file may take it away first, or write it in two steps. */
const QUIET_MS = 80

/**
 * Compiles the schemas for the browser program, which has little of them in itself: `virtual:product` is what everybody may open,
 * `virtual:dictionaries` the code lists for it; menus, routes and plans come from the server with the user's rights. A broken schema stops
 * a build; in development the overlay shows the mistakes until they are mended, the last good plans stay in use, and what has changed is
 * sent without a reload, before the server has it, so that pages keep what is typed (src/app/followEditing.ts).
 * @param directory of the schemas
 */
export function schemas(root: string, directory = 'schemas'): Plugin<SchemasApi> {
  let compiled: CompiledSchemas | undefined
  let mistakes: string | undefined
  const folder = resolve(root, directory) + sep
  const listeners = new Set<Listener>()
  const readListeners = new Set<ReadListener>()

  /** The development server's timer of the next compilation. */
  let waiting: NodeJS.Timeout | undefined
  let folders: FolderWatch | undefined
  const read = rememberingRead()
  /** What was compiled last; undefined where it could not be read. */
  let last: ReadState | undefined

  function load(): ReadState {
    const texts = new Map<string, string>()
    const loaded = loadSchemas(root, directory, (schemaFile, text) => {
      texts.set(schemaFile.path, text)
      return read(schemaFile, text)
    })
    return { loaded, texts }
  }

  function compile(state = load()): CompiledSchemas {
    last = state
    const { loaded, texts } = state
    for (const listener of readListeners) listener(loaded.files)
    const { sources, problems } = readSources(loaded)
    if (!sources) throw new Error(problems.map(formatProblem).join('\n'))
    const files = loaded.files.map(({ path }) => ({ path: path.slice(directory.length + 1), text: texts.get(path) ?? '' }))
    return { plan: compileProduct(sources), files }
  }

  function update(server: ViteDevServer): void {
    const known = last
    let after: CompiledSchemas
    try {
      // Where reading fails, the next state is another one, also if it is the one before.
      last = undefined
      const state = load()
      last = known
      if (known && isSame(known, state)) return
      after = compile(state)
    } catch (error) {
      mistakes = error instanceof Error ? error.message : String(error)
      server.config.logger.error(mistakes)
      server.ws.send(overlayOf(mistakes))
      for (const listener of listeners) listener(undefined)
      return
    }
    const before = compiled
    compiled = after
    if (mistakes !== undefined) server.ws.send('schemas:sound', {})
    mistakes = undefined
    sendChanges(server, before?.plan, after.plan)
    for (const listener of listeners) listener(after)
  }

  return {
    name: 'schemas',
    api: {
      onCompiled(listener) {
        listeners.add(listener)
      },
      onRead(listener) {
        readListeners.add(listener)
      },
    },
    buildStart() {
      compiled ??= compile()
      for (const listener of listeners) listener(compiled)
    },
    resolveId(id) {
      return id === productModule || id === dictionariesModule ? `\0${id}` : undefined
    },
    load(id) {
      if (!id.startsWith('\0virtual:')) return undefined
      compiled ??= compile()
      const { plan } = compiled
      const name = id.slice(1)
      if (name === productModule) return openSource(plan)
      return name === dictionariesModule ? `export default ${asLiteral(plan.dictionaries)}` : undefined
    },
    configureServer(server) {
      const lookSoon = (): void => {
        clearTimeout(waiting)
        waiting = setTimeout(() => {
          folders?.follow()
          update(server)
        }, QUIET_MS)
      }
      folders = new FolderWatch(folder, lookSoon)
      // For disks that tell nothing, which Vite can be told to look at every while (`CHOKIDAR_USEPOLLING=1`).
      server.watcher.add(folder)
      for (const event of ['add', 'change', 'unlink'] as const) server.watcher.on(event, (path) => path.startsWith(folder) && lookSoon())
      // Who opens a page while the schemas are broken is told, too.
      server.ws.on('connection', () => {
        if (mistakes !== undefined) server.ws.send(overlayOf(mistakes))
      })
    },
    closeBundle() {
      clearTimeout(waiting)
      folders?.close()
    },
  }
}

/** What stands in the folder: the texts of its files by path, and what is wrong with it, as with files of which nothing is read. */
interface ReadState {
  loaded: LoadedSchemas
  texts: ReadonlyMap<string, string>
}

function isSame(one: ReadState, other: ReadState): boolean {
  const wrong = ({ loaded }: ReadState): string => JSON.stringify(loaded.problems)
  return (
    one.texts.size === other.texts.size &&
    [...one.texts].every(([path, text]) => other.texts.get(path) === text) &&
    wrong(one) === wrong(other)
  )
}

function overlayOf(message: string): ErrorPayload {
  return { type: 'error', err: { message, stack: '', id: 'schemas', plugin: 'schemas' } }
}

/** Pages that are open get the plans of their screens, menus and routes; what is a module is made anew for the next page. */
function sendChanges({ moduleGraph, ws }: ViteDevServer, before: ProductPlan | undefined, after: ProductPlan): void {
  for (const id of [productModule, dictionariesModule]) {
    const module = moduleGraph.getModuleById(`\0${id}`)
    if (module) moduleGraph.invalidateModule(module)
  }
  for (const [id, screen] of Object.entries(after.screens)) {
    const plan = browserPlan(screen)
    const was = before?.screens[id]
    if (!was || JSON.stringify(plan) !== JSON.stringify(browserPlan(was))) ws.send('screen:plan', { id, plan })
  }
  const product = addressesOf(after)
  if (!before || JSON.stringify(product) !== JSON.stringify(addressesOf(before))) ws.send('product:edited', product)
}

function addressesOf({ menus, screens }: ProductPlan) {
  return { menus, routes: routesOf(screens) }
}

async function openSource({ screens }: ProductPlan): Promise<string> {
  const routes = routesOf(screens).filter(({ open }) => open)
  const source = plansForOutside(shippedPlans({ screens }))
  const plans = await Promise.all(routes.map(async ({ screen }) => [screen, (await source.of(screen))?.version]))
  return `export const routes = ${asLiteral(routes)}\nexport const plans = ${asLiteral(Object.fromEntries(plans))}`
}

/** JSON.parse of a string is faster to start than the same object as source text. */
function asLiteral(value: unknown): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(value))})`
}
