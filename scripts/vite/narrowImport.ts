import type { Plugin } from 'vite'

/**
 * Takes one module of a package in place of all of it, where a library imports the whole package for the sake of one context. The build fails
 * when that module no longer has what the library asks for.
 * @param importer the library's module @param source what it imports @param narrowed what it gets
 */
export function narrowImport(importer: RegExp, source: string, narrowed: string): Plugin {
  return {
    name: 'narrow-import',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, from, options) {
      if (id !== source || from === undefined || !importer.test(from)) return null
      return this.resolve(narrowed, from, { ...options, skipSelf: true })
    },
  }
}
