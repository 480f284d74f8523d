import { parseSync } from 'vite'

/** An import of a file, as its source names it; `typeOnly` when nothing of it is left once the types are gone. */
export type Import = { readonly specifier: string; readonly typeOnly: boolean }

/** `import('./a').B` where a type stands, which the parser does not list among the imports of a module. */
const importedType = /\bimport\(\s*'([^']+)'\s*\)\./g

/** All imports of a source: static and lazy ones, re-exports, and types. One that imports values and types is listed as both. */
export function importsOf(file: string, source: string): Import[] {
  const { module, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const found: Import[] = []
  for (const { moduleRequest, entries } of module.staticImports) {
    // `import './a'` imports nothing by name, and runs what it names.
    if (entries.length === 0) found.push({ specifier: moduleRequest.value, typeOnly: false })
    for (const { isType } of entries) found.push({ specifier: moduleRequest.value, typeOnly: isType })
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) if (moduleRequest) found.push({ specifier: moduleRequest.value, typeOnly: isType })
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const specifier = source.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, '')
    found.push({ specifier, typeOnly: false })
  }
  for (const [, specifier] of source.matchAll(importedType)) if (specifier !== undefined) found.push({ specifier, typeOnly: true })
  const unique = new Map(found.map((each) => [`${each.specifier} ${each.typeOnly}`, each]))
  return [...unique.values()]
}
