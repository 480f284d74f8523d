import type { UserRights } from '../../../engine/core/rights'
import { splitMenuName, type SubMenus } from '../../../engine/core/permission'
import type { ButtonListMessage } from './messages'

/** The last list of buttons from the parent; for one permission group only. */
export type ButtonList = Omit<ButtonListMessage, 'type'>

/**
 * The rights as the parent's list leaves them (acceptance P3): in menus of its permission group only the buttons that it names, elsewhere
 * all. It never adds one.
 */
export function withButtonList(rights: UserRights, list: ButtonList | undefined, subMenus: SubMenus = []): UserRights {
  if (!list) return rights
  const names = subMenus.map(({ menuName }) => splitMenuName(menuName))
  const menus = new Set(names.filter(({ prefix }) => prefix === list.permissionGroup).map(({ name }) => name))
  const allowed = new Set(list.buttons)
  return {
    ...rights,
    can: (permission) => rights.can(permission) && (!menus.has(splitMenuName(permission).prefix) || allowed.has(permission)),
  }
}
