import type { ProductPlan } from '../../core/plan'

/** Parts of a plan that are maps from names, of which an edit changes a few. */
const maps = ['entities', 'screens', 'dictionaries', 'ledgers'] as const
type MapName = (typeof maps)[number]

/** What is another in a plan than in the one before. To copy a whole plan into the page takes longer than to make it. */
export interface PlanChanges {
  maps: { [Name in MapName]?: { changed: Partial<ProductPlan[Name]>; gone: readonly string[] } }
  rest: Partial<Omit<ProductPlan, MapName>>
  /** Optional parts that there are no more. */
  gone: readonly string[]
}

/** Knows the last plan as text, part by part. */
export class PlanWriter {
  #written = new Map<string, { part: unknown; text: string }>()

  changesTo(plan: ProductPlan): PlanChanges {
    const before = this.#written
    const written: typeof before = new Map()
    const isOther = (address: string, part: unknown): boolean => {
      const last = before.get(address)
      // Most parts are the same object as before.
      const now = last && last.part === part ? last : { part, text: JSON.stringify(part) }
      written.set(address, now)
      return last?.text !== now.text
    }
    const { entities, screens, dictionaries, ledgers, ...rest } = plan
    const parts = Object.entries({ entities, screens, dictionaries, ledgers }).map(([name, map]) => {
      const changed = Object.fromEntries(Object.entries(map).filter(([key, part]) => isOther(`${name}/${key}`, part)))
      const gone = keysBelow(before, name).filter((key) => !Object.hasOwn(map, key))
      return [name, { changed, gone }] as const
    })
    const changedRest = Object.fromEntries(Object.entries(rest).filter(([key, part]) => isOther(`/${key}`, part)))
    const goneRest = keysBelow(before, '').filter((key) => !Object.hasOwn(rest, key))
    this.#written = written
    return {
      maps: Object.fromEntries(parts.filter(([, { changed, gone }]) => gone.length > 0 || Object.keys(changed).length > 0)),
      rest: changedRest,
      gone: goneRest,
    }
  }
}

function keysBelow(written: ReadonlyMap<string, unknown>, name: string): string[] {
  return [...written.keys()].flatMap((address) => (address.startsWith(`${name}/`) ? [address.slice(name.length + 1)] : []))
}

/** The plan after changes. What has not changed is the same object as before, so that a page redraws what has. */
export function changedPlan(before: ProductPlan | undefined, { maps: changedMaps, rest, gone }: PlanChanges): ProductPlan {
  const plan: Record<string, unknown> = { ...before, ...rest }
  for (const name of gone) delete plan[name]
  for (const name of maps) {
    const changes = changedMaps[name]
    const map = { ...before?.[name], ...changes?.changed } as Record<string, unknown>
    for (const key of changes?.gone ?? []) delete map[key]
    plan[name] = changes ? map : (before?.[name] ?? {})
  }
  return plan as unknown as ProductPlan
}
