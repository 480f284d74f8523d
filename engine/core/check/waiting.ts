import type { SchemaFile } from '../../spec/schemaFiles'

/**
 * How far a mistake in one file shows in others: an entity shows in those that refer to it, in the views of their lines, and through the
 * display values of these references in what shows them; a group, in one step more, through the entities that include it; the codes of a dictionary in the
 * conditions on the fields that have them.
 */
const REACH: Partial<Record<SchemaFile['kind'], number>> = { group: 4, entity: 3, ledger: 1, templates: 1, dictionary: 2, screen: 1 }

/**
 * Files about which nothing can be said until those are mended that they build on: each that names, in whatever place, something of a
 * broken file, as far as its kind reaches. Too many rather than a consequence that hides its cause.
 */
export function waitingFiles(files: readonly SchemaFile[], broken: ReadonlySet<string>): Set<string> {
  const waiting = new Set(broken)
  let front = files.filter(({ source }) => broken.has(source)).map((file) => ({ file, reach: REACH[file.kind] ?? 0 }))
  while (front.length > 0) {
    const reached = front.filter(({ reach }) => reach > 0).map(({ file, reach }) => ({ name: nameOf(file), reach }))
    front = files.flatMap((file) => {
      if (waiting.has(file.source)) return []
      const reach = Math.max(-1, ...reached.filter(({ name }) => wordsOf(file).has(name)).map((each) => each.reach - 1))
      if (reach < 0) return []
      waiting.add(file.source)
      return [{ file, reach }]
    })
  }
  return waiting
}

const words = new WeakMap<object, ReadonlySet<string>>()

/** The codes of a dictionary are its own, whatever else is called so. */
function wordsOf({ kind, json }: SchemaFile): ReadonlySet<string> {
  if (!json || kind === 'dictionary') return new Set()
  const known = words.get(json) ?? new Set(JSON.stringify(json.value).match(/[A-Za-z0-9]+/g))
  words.set(json, known)
  return known
}

/** A screen is named by its menu, in roles as `base_book`. */
function nameOf({ key }: SchemaFile): string {
  return key.split('/').at(-1)?.split('.')[0] ?? key
}
