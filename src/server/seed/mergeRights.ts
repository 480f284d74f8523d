import type { MenuPermission } from '../session/roleRights'

/**
 * The rights of a standard role after a new version: what the version adds is added and what it takes away goes, but only where the
 * administrators have left the role as it was shipped. Whoever has taken a menu or a button from the role, or given it one, shut a menu or
 * opened one of their own, keeps that.
 * @param shipped what the last version gave @param own what the role has now @param wanted what this version gives
 */
export function mergeRights(
  shipped: readonly MenuPermission[],
  own: readonly MenuPermission[],
  wanted: readonly MenuPermission[],
): MenuPermission[] {
  const before = byMenu(shipped)
  const after = byMenu(wanted)
  const kept = own.flatMap((entry) => {
    const was = before.get(entry.menuName)
    // Given by administrators, or shut by them.
    if (!was || entry.permissionType === 0) return [entry]
    const now = after.get(entry.menuName)
    const gone = new Set(was.buttons.filter((code) => now?.buttons.includes(code) !== true))
    const left = entry.buttons.filter((code) => !gone.has(code))
    // A menu that the version takes away stays where administrators have added to it.
    if (!now && left.length === 0) return []
    const added = (now?.buttons ?? []).filter((code) => !was.buttons.includes(code) && !entry.buttons.includes(code))
    return [{ ...entry, buttons: [...left, ...added] }]
  })
  const known = new Set([...before.keys(), ...own.map(({ menuName }) => menuName)])
  return [...kept, ...wanted.filter(({ menuName }) => !known.has(menuName))]
}

/** Whether two lists give the same, in whatever order. */
export function areSameRights(one: readonly MenuPermission[], other: readonly MenuPermission[]): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))
}

function byMenu(permissions: readonly MenuPermission[]): Map<string, MenuPermission> {
  return new Map(permissions.map((entry) => [entry.menuName, entry]))
}

function inOrder(permissions: readonly MenuPermission[]): unknown[] {
  return permissions
    .map(({ menuName, permissionType, buttons }) => [menuName, permissionType, ...buttons.toSorted(byCode)])
    .toSorted(([a], [b]) => byCode(String(a), String(b)))
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
