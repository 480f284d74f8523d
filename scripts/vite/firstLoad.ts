import type { Plugin, Rolldown } from 'vite'

/**
 * Stops the build when code that only some pages need gets into what every page loads first. A static import anywhere on the way from
 * main.tsx is enough for that, and nobody would notice it but the operators who wait.
 * @param late paths of modules that only some pages need @param fetchedAtOnce paths of modules that are imported dynamically, yet fetched on
 *   every first visit: what they import counts as well
 */
export function keepOutOfFirstLoad(late: RegExp, fetchedAtOnce?: RegExp): Plugin {
  return {
    name: 'keep-out-of-first-load',
    apply: 'build',
    generateBundle(_options, bundle) {
      const loaded = new Set([...firstLoad(Object.values(bundle), fetchedAtOnce)].flatMap((chunk) => chunk.moduleIds))
      const intruders = [...loaded].filter((id) => late.test(id))
      if (intruders.length === 0) return
      const importers = intruders.flatMap((id) => this.getModuleInfo(id)?.importers ?? []).filter((id) => loaded.has(id) && !late.test(id))
      this.error(`these load ${late.source} with the first page; use import() on the way to them: ${[...new Set(importers)].join(', ')}`)
    },
  }
}

/** The chunks that the entries and the modules of `fetchedAtOnce` need before they can run. */
export function firstLoad(
  files: (Rolldown.OutputChunk | Rolldown.OutputAsset)[],
  fetchedAtOnce: RegExp | undefined,
): Set<Rolldown.OutputChunk> {
  const chunks = files.filter((item) => item.type === 'chunk')
  const byFileName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const reached = new Set(chunks.filter((chunk) => chunk.isEntry || fetchedAtOnce?.test(chunk.facadeModuleId ?? '')))
  // A set hands out what is added while it is walked.
  for (const chunk of reached) {
    for (const fileName of chunk.imports) {
      const imported = byFileName.get(fileName)
      if (imported) reached.add(imported)
    }
  }
  return reached
}
