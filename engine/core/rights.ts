/**
 * What an account's rights mean for what pages show. Pages, links and the playground's explanation ask here; the server asks
 * `permission.ts` itself, and its answer counts.
 */
import { mayDo, mayOpen, menuNameOf, rightToRead, type Readable, type Right, type SubMenus } from './permission'
import type { ActionPlan, RowListPlan, ScreenPlan, TabPlan } from './plan'

export interface UserRights {
  userId?: string
  /** The user has the action, by its code `<menu>_<action>`. */
  can: (permission: string) => boolean
  /** The user may read what the screens of a menu show, by its name `<permission group>_<menu>`. */
  opens: (menuName: string) => boolean
}

export function rightsOf(subMenus: SubMenus, userId?: string): UserRights {
  return {
    userId,
    can: (permission) => mayDo(subMenus, permission),
    opens: (menuName) => mayOpen(subMenus, menuName),
  }
}

/** Whether the user has the permission; what needs none, everybody has who may open the page. */
export function holds({ can }: Pick<UserRights, 'can'>, permission: string | undefined): boolean {
  return permission === undefined || can(permission)
}

/**
 * The right that a user lacks for a button to be there (acceptance P3); undefined: it is there. What opens a list of another screen is left out
 * too where that screen may not be read.
 */
export function missingRight({ permission, does }: Pick<ActionPlan, 'permission' | 'does'>, rights: UserRights): Right | undefined {
  if (permission !== undefined && !holds(rights, permission)) return { permission }
  if (does.kind !== 'list') return undefined
  const right = rightToRead(screenOf(does))
  return has(rights, right) ? undefined : right
}

/** The user may read the rows of another screen that a button, a cell, a tab or a row shows. */
export function readsRowsOf(rows: Pick<RowListPlan, 'screen' | 'readPermission'>, rights: Reading): boolean {
  return reads(screenOf(rows), rights)
}

function screenOf({ screen, readPermission }: Pick<RowListPlan, 'screen' | 'readPermission'>): Readable {
  return { menuName: menuNameOf(screen), readPermission }
}

/** The user may read what the screen shows: with its own right where it has one, else with its menu's. */
export function reads(screen: Readable, rights: Reading): boolean {
  return has(rights, rightToRead(screen))
}

function has({ can, opens }: Reading, right: Right): boolean {
  return 'permission' in right ? can(right.permission) : opens(right.menuName)
}

type Reading = Pick<UserRights, 'can' | 'opens'>

/** The actions of these names, as far as the user has the right to use them here. */
export function allowedActionsOf(
  actions: Readonly<Record<string, ActionPlan>>,
  names: readonly string[],
  rights: UserRights,
): ActionPlan[] {
  return names.flatMap((name) => {
    const action = actions[name]
    return action && missingRight(action, rights) === undefined ? [action] : []
  })
}

/** What a tab needs beyond its record: one that calculates stands in place of the button of its action. */
export function permissionOfTab({ actions }: Pick<ScreenPlan, 'actions'>, tab: TabPlan): string | undefined {
  return tab.kind === 'calculate' ? actions[tab.action]?.permission : undefined
}
