import type { Plugin } from 'vite'

/**
 * Stops the build when chunks import each other in a circle. Modules that were written in order may then run before what they are made
 * of: "x is not a function" when a page is opened, in the built program alone.
 */
export function refuseChunkCircles(): Plugin {
  return {
    name: 'refuse-chunk-circles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const imports = new Map(
        Object.values(bundle).flatMap((item) => (item.type === 'chunk' ? [[item.fileName, item.imports] as const] : [])),
      )
      const circle = findCircle(imports)
      if (circle)
        this.error(
          `chunks import each other: ${circle.join(' → ')}; a chunk group in vite.config.ts leaves out a package that another one stands on`,
        )
    },
  }
}

/** One circle with its beginning repeated at its end, or undefined. */
function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  function visit(name: string, path: readonly string[]): string[] | undefined {
    const start = path.indexOf(name)
    if (start >= 0) return [...path.slice(start), name]
    if (done.has(name)) return undefined
    for (const next of imports.get(name) ?? []) {
      const circle = visit(next, [...path, name])
      if (circle) return circle
    }
    done.add(name)
    return undefined
  }
  for (const name of imports.keys()) {
    const circle = visit(name, [])
    if (circle) return circle
  }
  return undefined
}
