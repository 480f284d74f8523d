import { splitMenuName, type SubMenu } from '../../../engine/core/permission'

/**
 * Menus of which one has exactly these buttons (acceptance P3); the same list when it has them already.
 * @param codes with or without the menu's name before them
 */
export function withButtons(subMenus: readonly SubMenu[], menuName: string, codes: readonly string[]): readonly SubMenu[] {
  const menu = splitMenuName(menuName).name
  const wanted = codes.map((code) => `${menu}_${splitMenuName(code).name || code}`)
  const entry = subMenus.find((subMenu) => subMenu.menuName === menuName)
  const known = new Set(entry?.children?.map((child) => child.menuName))
  if (!entry || (known.size === wanted.length && wanted.every((code) => known.has(code)))) return subMenus
  return subMenus.map((subMenu) => (subMenu === entry ? { ...entry, children: wanted.map((code) => ({ menuName: code })) } : subMenu))
}
