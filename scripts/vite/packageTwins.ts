import type { Plugin } from 'vite'
import { firstLoad } from './firstLoad.ts'

/**
 * Stops the build when the first page loads a package from two folders: npm nests a copy below each package that needs it as soon as another
 * version stands at the top, and every reader pays for both. The way out is to name the version in package.json.
 * @param fetchedAtOnce as in `keepOutOfFirstLoad`
 */
export function refusePackageTwins(fetchedAtOnce?: RegExp): Plugin {
  return {
    name: 'refuse-package-twins',
    apply: 'build',
    generateBundle(_options, bundle) {
      const folders = new Map<string, Set<string>>()
      for (const chunk of firstLoad(Object.values(bundle), fetchedAtOnce)) {
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          const [folder, name] = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id) ?? []
          if (folder && name && renderedLength > 0) folders.set(name, (folders.get(name) ?? new Set()).add(folder))
        }
      }
      const twins = [...folders.values()].filter(({ size }) => size > 1).flatMap((set) => [...set])
      if (twins.length > 0) this.error(`the first page loads a package twice; pin its version in package.json: ${twins.join(', ')}`)
    },
  }
}
