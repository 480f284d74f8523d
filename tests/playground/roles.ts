import { splitMenuName } from '../../engine/core/permission'
import type { ProductPlan } from '../../engine/core/plan'
import type { PlaygroundRole } from '../../engine/playground/contents'

/** The roles of the schemas with their rights, as the server gives them to a new installation. */
export function standardRoles(plan: ProductPlan): PlaygroundRole[] {
  return Object.values(plan.roles).map(({ code, title, menus }) => ({
    id: code,
    name: title,
    subMenus: Object.entries(menus).map(([menuName, codes]) => ({
      menuName,
      menuId: plan.menus.find((menu) => menu.menuName === menuName)?.id ?? menuName,
      permissionType: 1,
      children: codes.map((each) => ({ menuName: `${splitMenuName(menuName).name}_${each}` })),
    })),
  }))
}
