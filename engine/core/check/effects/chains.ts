import { nextRuns, runKey, type Graph, type Run } from './graph'
import { placeOfAction, tell } from './place'
import { actionsOf, type Effects } from './product'

/** What one action of a user leads to ends: the server refuses what goes deeper. */
const MAX_DEPTH = 8

/** Actions that follow from each other never come round, and no chain of them is longer than the server goes. */
export function checkChains(graph: Graph, effects: Effects): void {
  const depths = new Map<string, string[]>()
  const circles = new Set<string>()
  /** The longest chain from a run on; a circle is reported and ends the chain. */
  const chain = (run: Run, path: readonly string[]): string[] => {
    const key = runKey(run)
    const known = depths.get(key)
    if (known) return known
    let longest: string[] = []
    for (const next of nextRuns(run, graph, effects)) {
      const to = runKey(next.run)
      const circle = [...path, key]
      if (circle.includes(to)) {
        const members = circle.slice(circle.indexOf(to))
        const name = [...members].sort().join()
        if (!circles.has(name)) tell(next.place, 'check.then-circle', { circle: [...members, to].join(' → ') })
        circles.add(name)
        continue
      }
      const rest = chain(next.run, circle)
      if (rest.length > longest.length) longest = rest
    }
    const own = longest.length > 0 || actsBeyond(run, effects) ? [key, ...longest] : []
    depths.set(key, own)
    return own
  }
  const runs = actionsOf(effects).map(({ entity, name }) => ({ entity, action: name }))
  const chains = runs.map((run) => ({ run, links: chain(run, []) }))
  // Where they come round, how long they are says nothing.
  if (circles.size > 0) return
  for (const { run, links } of chains) {
    if (links.length <= MAX_DEPTH) continue
    const keyword = effects.entities[run.entity]?.actions?.[run.action]?.then ? 'then' : undefined
    const place = placeOfAction(run.entity, run.action, keyword, effects.sources, effects.report)
    tell(place, 'check.then-deep', { depth: links.length, most: MAX_DEPTH, chain: links.join(' → ') }, { key: true })
  }
}

/** Only an action that does something beyond its own record counts for the server. */
function actsBeyond({ entity, action: name }: Run, { entities }: Effects): boolean {
  const actions = entities[entity]?.actions ?? {}
  const { free, undo, moves, then, refresh } = actions[name] ?? {}
  return (
    [free, undo, moves, then, refresh].some((value) => value !== undefined) ||
    Object.values(actions).some(({ inverse }) => inverse === name)
  )
}
