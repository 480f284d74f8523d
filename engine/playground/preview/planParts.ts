/**
 * A plan is sent to the preview once, and then what an edit has changed of it: a product has many screens, and a keystroke changes one. What has
 * not changed stays the same object on the other side, so that nothing is drawn again for it.
 */
import type { ProductPlan } from '../../core/plan'

const collections = ['screens', 'entities', 'dictionaries', 'roles', 'ledgers'] as const
type Collection = (typeof collections)[number]

/** By name; null: there is none of this name any more. */
type Changed<Parts> = { [Name in keyof Parts]?: Parts[Name] | null }

export interface PlanParts {
  collections: { [Name in Collection]: Changed<ProductPlan[Name]> }
  /** All the rest, where some of it has changed. */
  rest?: Omit<ProductPlan, Collection>
}

/** @param before absent: everything has changed. @returns undefined: nothing has */
export function changedParts(before: ProductPlan | undefined, after: ProductPlan): PlanParts | undefined {
  if (before === after) return undefined
  const changed = Object.fromEntries(
    collections.map((name) => [name, changedOf<unknown>(before?.[name] ?? {}, after[name])]),
  ) as PlanParts['collections']
  const [was, is] = [before && restOf(before), restOf(after)]
  const rest = was && isSame(was, is) ? undefined : is
  if (!rest && collections.every((name) => Object.keys(changed[name]).length === 0)) return undefined
  return { collections: changed, ...(rest ? { rest } : {}) }
}

function changedOf<Part>(before: Readonly<Record<string, Part>>, after: Readonly<Record<string, Part>>): Record<string, Part | null> {
  const kept = Object.entries(after).filter(([name, part]) => !isSame(before[name], part))
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name))
  return Object.fromEntries([...kept, ...gone.map((name) => [name, null] as const)])
}

function restOf(plan: ProductPlan): Omit<ProductPlan, Collection> {
  const { screens: _screens, entities: _entities, dictionaries: _dictionaries, roles: _roles, ledgers: _ledgers, ...rest } = plan
  return rest
}

/** @throws TypeError for the first parts of a plan when they are not all of it */
export function withParts(before: ProductPlan | undefined, { collections: changed, rest = before }: PlanParts): ProductPlan {
  if (!rest) throw new TypeError('The first parts of a plan are all of it')
  const merged = Object.fromEntries(
    collections.map((name) => [
      name,
      Object.fromEntries(Object.entries({ ...before?.[name], ...changed[name] }).filter(([, part]) => part !== null)),
    ]),
  ) as Pick<ProductPlan, Collection>
  return { ...rest, ...merged }
}

/** Plain JSON of the same content, whatever the order of its keys. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) || Array.isArray(other))
    return Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((item, at) => isSame(item, other[at]))
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name as keyof typeof one], other[name as keyof typeof other]))
  )
}
