import { join, sep } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { readSources } from '../../engine/core/check/sources'
import { browserPlan, compileProduct, routesOf } from '../../engine/core/compile'
import type { ProductPlan } from '../../engine/core/plan'
import { loadSchemas } from '../../engine/spec/load'
import { formatProblem } from '../../engine/spec/problem'

const productModule = 'virtual:product'
const screenModule = 'virtual:screen/'
const dictionariesModule = 'virtual:dictionaries'

/**
 * Compiles the schemas into modules of the browser program: `virtual:product` (title, menus, routes, a loader for each screen) and
 * `virtual:screen/<id>`, one lazy chunk each; `virtual:dictionaries` holds the code lists. A broken schema stops a build; in
 * development the overlay shows the mistakes, the last good plans stay in use, and a changed plan is sent as the event `screen:plan`
 * without a reload, so that the page keeps its state.
 */
export function schemas(root: string): Plugin {
  let plan: ProductPlan | undefined
  const folder = join(root, 'schemas') + sep

  function compile(): ProductPlan {
    const { sources, problems } = readSources(loadSchemas(root))
    if (!sources) throw new Error(problems.map(formatProblem).join('\n'))
    return compileProduct(sources)
  }

  return {
    name: 'schemas',
    buildStart() {
      plan ??= compile()
    },
    resolveId(id) {
      return id === productModule || id === dictionariesModule || id.startsWith(screenModule) ? `\0${id}` : undefined
    },
    load(id) {
      if (!id.startsWith('\0virtual:')) return undefined
      plan ??= compile()
      const name = id.slice(1)
      if (name === productModule) return productSource(plan)
      if (name === dictionariesModule) return `export default ${asLiteral(plan.dictionaries)}`
      const screen = name.startsWith(screenModule) ? plan.screens[name.slice(screenModule.length)] : undefined
      return screen && `export default ${asLiteral(browserPlan(screen))}`
    },
    configureServer(server) {
      server.watcher.add(folder)
      for (const event of ['add', 'change', 'unlink'] as const) {
        server.watcher.on(event, (path) => {
          if (path.startsWith(folder) && path.endsWith('.json')) plan = update(server, plan, compile)
        })
      }
    },
  }
}

/** Sends what changed; on a mistake the overlay, and the plans stay as they were. */
function update(server: ViteDevServer, before: ProductPlan | undefined, compile: () => ProductPlan): ProductPlan | undefined {
  let after: ProductPlan
  try {
    after = compile()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    server.config.logger.error(message)
    server.ws.send({ type: 'error', err: { message, stack: '', id: 'schemas', plugin: 'schemas' } })
    return before
  }
  for (const id of ['product', ...Object.keys(after.screens).map((screen) => `screen/${screen}`)]) {
    const module = server.moduleGraph.getModuleById(`\0virtual:${id}`)
    if (module) server.moduleGraph.invalidateModule(module)
  }
  if (!before || productSource(before) !== productSource(after)) server.ws.send({ type: 'full-reload' })
  else {
    for (const [id, screen] of Object.entries(after.screens)) {
      const plan = browserPlan(screen)
      if (JSON.stringify(plan) !== JSON.stringify(before.screens[id] && browserPlan(before.screens[id]))) {
        server.ws.send({ type: 'custom', event: 'screen:plan', data: { id, plan } })
      }
    }
  }
  return after
}

function productSource(plan: ProductPlan): string {
  const loaders = Object.keys(plan.screens).map((id) => `${JSON.stringify(id)}: () => import(${JSON.stringify(screenModule + id)})`)
  return [
    `export const title = ${JSON.stringify(plan.title)}`,
    `export const menus = ${asLiteral(plan.menus)}`,
    `export const routes = ${asLiteral(routesOf(plan.screens))}`,
    `export const screens = { ${loaders.join(', ')} }`,
  ].join('\n')
}

/** JSON.parse of a string is faster to start than the same object as source text. */
function asLiteral(value: unknown): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(value))})`
}
