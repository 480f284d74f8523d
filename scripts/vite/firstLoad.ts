import type { Plugin, Rolldown } from 'vite'

/**
 * Stops the build when a package that only some pages need gets into what every page loads first. A static import anywhere on the
 * way from main.tsx is enough for that, and nobody would notice it but the operators who wait.
 */
export function keepOutOfFirstLoad(packages: RegExp): Plugin {
  return {
    name: 'keep-out-of-first-load',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((item) => item.type === 'chunk')
      const loaded = new Set([...firstLoad(chunks)].flatMap((chunk) => chunk.moduleIds))
      const intruders = [...loaded].filter((id) => packages.test(id))
      if (intruders.length === 0) return
      const importers = intruders
        .flatMap((id) => this.getModuleInfo(id)?.importers ?? [])
        .filter((id) => loaded.has(id) && !packages.test(id))
      this.error(
        `these load ${packages.source} with the first page; use import() on the way to them: ${[...new Set(importers)].join(', ')}`,
      )
    },
  }
}

function firstLoad(chunks: Rolldown.OutputChunk[]): Set<Rolldown.OutputChunk> {
  const byFileName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const reached = new Set(chunks.filter((chunk) => chunk.isEntry))
  // A set hands out what is added while it is walked.
  for (const chunk of reached) {
    for (const fileName of chunk.imports) {
      const imported = byFileName.get(fileName)
      if (imported) reached.add(imported)
    }
  }
  return reached
}
