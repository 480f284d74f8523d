import type { ScreenPlan } from '../plan'
import { orderedKinds, partsOf, type Part, type PartKind } from './parts'

/** One change of a screen. */
export type Difference = DifferenceAt &
  (
    | {
        change: 'added' | 'moved'
        /** What it stands behind; null: it is the first. Absent where order is not seen. */ after?: string | null
      }
    | { change: 'removed' }
    | { change: 'changed'; facet: string; from?: unknown; to?: unknown }
  )

interface DifferenceAt {
  kind: PartKind
  key: string
  title: string
  /** Titles of what it is in, outermost first, without the screen. */
  within: string[]
  /** Keys of the same, `<kind> <key>`. */
  path: string[]
}

/** What the second of two plans of a screen says otherwise than the first: each change once, in the order of the screen. */
export function differencesOf(before: ScreenPlan, after: ScreenPlan): Difference[] {
  return toldOnce(differ(partsOf(before), partsOf(after), { within: [], path: [] }))
}

type Around = Pick<Difference, 'within' | 'path'>

function differ(before: Part, after: Part, around: Around): Difference[] {
  const { kind, key, title } = after
  const inside = kind === 'screen' ? around : { within: [...around.within, title], path: [...around.path, `${kind} ${key}`] }
  const renamed = withSectionsMatched(before, after)
  return [
    ...facetsChanged(before, after, around),
    ...kindsOf(renamed, after).flatMap((each) => partsChanged(ofKind(renamed, each), ofKind(after, each), inside)),
  ]
}

function facetsChanged(before: Part, after: Part, around: Around): Difference[] {
  const { kind, key, title } = after
  const names = [...new Set([...Object.keys(before.facets), ...Object.keys(after.facets)])]
  return names.flatMap((facet) => {
    const [from, to] = [before.facets[facet], after.facets[facet]]
    return alike(from, to)
      ? []
      : [
          {
            ...around,
            kind,
            key,
            title,
            change: 'changed' as const,
            facet,
            ...(from === undefined ? {} : { from }),
            ...(to === undefined ? {} : { to }),
          },
        ]
  })
}

function partsChanged(before: readonly Part[], after: readonly Part[], around: Around): Difference[] {
  const old = new Map(before.map((part) => [part.key, part]))
  const kept = new Set(after.filter(({ key }) => old.has(key)).map(({ key }) => key))
  const gone = before.filter(({ key }) => !kept.has(key))
  const still = stayed(
    before.filter(({ key }) => kept.has(key)).map(({ key }) => key),
    after.filter(({ key }) => kept.has(key)).map(({ key }) => key),
  )
  const told = after.flatMap((part, index): Difference[] => {
    const { kind, key, title } = part
    const at = { ...around, kind, key, title }
    const place = orderedKinds.has(kind) ? { after: after[index - 1]?.title ?? null } : {}
    const was = old.get(key)
    if (!was) return [{ ...at, change: 'added', ...place }]
    const changes = differ(was, part, around)
    if (!orderedKinds.has(kind) || still.has(key)) return changes
    // Where it went says which section it is in.
    return [
      { ...at, change: 'moved', ...place },
      ...changes.filter((each) => !(each.kind === 'field' && each.change === 'changed' && each.facet === 'section')),
    ]
  })
  return [...told, ...gone.map(({ kind, key, title }): Difference => ({ ...around, kind, key, title, change: 'removed' }))]
}

/** The keys that need not be moved to get from one order to the other: most of them. */
function stayed(before: readonly string[], after: readonly string[]): Set<string> {
  const place = new Map(before.map((key, index) => [key, index]))
  // For each key the longest row of keys in order that ends with it.
  const rows: { length: number; previous: number; place: number }[] = []
  let best = -1
  for (const [index, key] of after.entries()) {
    const row = { length: 1, previous: -1, place: place.get(key) ?? -1 }
    for (let earlier = 0; earlier < index; earlier++) {
      const { length, place: before } = rows[earlier]!
      if (before < row.place && length + 1 > row.length) Object.assign(row, { length: length + 1, previous: earlier })
    }
    rows.push(row)
    if (best < 0 || row.length > rows[best]!.length) best = index
  }
  const found = new Set<string>()
  for (let index = best; index >= 0; index = rows[index]!.previous) found.add(after[index]!)
  return found
}

/**
 * Sections and their fields are known by the section's title. One that has another title and fields of an old one that is gone is the same
 * section: its title has changed, and nothing else.
 */
function withSectionsMatched(before: Part, after: Part): Part {
  const titles = (part: Part) => ofKind(part, 'section').map(({ key }) => key)
  const added = titles(after).filter((title) => !titles(before).includes(title))
  const gone = titles(before).filter((title) => !titles(after).includes(title))
  const renamed = new Map<string, string>()
  for (const title of gone) {
    const fields = fieldsIn(before, title)
    const now = added.find(
      (other) => ![...renamed.values()].includes(other) && fieldsIn(after, other).some((field) => fields.includes(field)),
    )
    if (now !== undefined) renamed.set(title, now)
  }
  if (renamed.size === 0) return before
  return {
    ...before,
    parts: before.parts.map((part) => {
      if (part.kind === 'section' && renamed.has(part.key)) return { ...part, key: renamed.get(part.key) ?? part.key }
      const section = part.kind === 'field' ? renamed.get(String(part.facets['section'])) : undefined
      return section === undefined ? part : { ...part, facets: { ...part.facets, section } }
    }),
  }
}

function fieldsIn(page: Part, section: string): string[] {
  return ofKind(page, 'field').flatMap(({ key, facets }) => (facets['section'] === section ? [key] : []))
}

/** A button that is new, or gone, is told by its place alone. */
function toldOnce(differences: Difference[]): Difference[] {
  const placed = new Set(
    differences.filter(({ kind, change }) => buttonKinds.has(kind) && change !== 'moved').map(({ key, change }) => `${change} ${key}`),
  )
  return differences.filter(({ kind, key, change }) => kind !== 'action' || !placed.has(`${change} ${key}`))
}

/** Where buttons stand. */
export const buttonKinds: ReadonlySet<PartKind> = new Set(['toolbar', 'rowAction', 'batchAction', 'pageAction'])

function kindsOf(...parts: Part[]): PartKind[] {
  return [...new Set(parts.flatMap((each) => each.parts.map(({ kind }) => kind)))]
}

function ofKind({ parts }: Part, kind: PartKind): Part[] {
  return parts.filter((part) => part.kind === kind)
}

function alike(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
