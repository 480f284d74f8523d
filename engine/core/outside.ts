/**
 * A plan, or a part of one, as accounts from outside are shown it: without columns, items of forms and inputs of dialogs whose field is
 * internal. The server answers them no values either (engine/server/outside.ts).
 */
export function withoutInternal<Plan>(plan: Plan): Plan {
  return without(plan) as Plan
}

function without(part: unknown): unknown {
  if (Array.isArray(part)) return part.filter((each: unknown) => !isOf(each) && !isEmptied(each)).map(without)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).flatMap(([name, value]) => (isField(value) ? [] : [[name, without(value)]])))
}

/** A column or an item of an internal field, or the field itself. */
function isOf(part: unknown): boolean {
  return isField(part) || (typeof part === 'object' && part !== null && 'field' in part && isField(part.field))
}

/** States can be internal too; they have a code in place of a type. */
function isField(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'internal' in part && part.internal === true && 'type' in part
}

/** A section of which nothing is left. */
function isEmptied(part: unknown): boolean {
  if (typeof part !== 'object' || part === null || !('items' in part) || !Array.isArray(part.items)) return false
  return part.items.length > 0 && part.items.every(isOf)
}
