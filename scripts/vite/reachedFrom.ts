interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds?: readonly string[] } | null
}

/**
 * Names the chunk of a module by the first of these entries that imports it, directly or through others: what a page's own code needs
 * comes as one file. Without that, whatever two pages share would be a file of its own, and a line of 400 ms is asked in turns of six.
 * @param others paths of modules whose needs stay where they are: what they import may be no more than names of a package's index
 * @param entries name of the chunk → path of the module that is imported dynamically, in the order in which they are loaded
 */
export function reachedFrom(
  entries: Readonly<Record<string, string>>,
  others: readonly string[] = [],
): (id: string, graph: ModuleGraph) => string | undefined {
  const reached = new Map<string, Set<string>>()
  return (id, graph) => {
    for (const path of others) {
      const modules = reached.get(path) ?? modulesFrom(path, graph)
      reached.set(path, modules)
      if (modules.has(id)) return undefined
    }
    for (const [name, path] of Object.entries(entries)) {
      const modules = reached.get(name) ?? modulesFrom(path, graph)
      reached.set(name, modules)
      if (modules.has(id)) return name
    }
    return undefined
  }
}

function modulesFrom(start: string, graph: ModuleGraph): Set<string> {
  const found = new Set([start])
  // A set hands out what is added while it is walked.
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}
