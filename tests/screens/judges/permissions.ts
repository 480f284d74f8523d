import { mayDo, mayOpen, type SubMenu } from '../../../engine/core/permission'
import type { ProductPlan } from '../../../engine/core/plan'
import { permits } from '../../../engine/server/authorise'
import { sentBy } from './sentBy'

/** What an account of one role has. */
export interface Holder {
  role: string
  subMenus: readonly SubMenu[]
}

/** A button for a role. */
interface Cell {
  /** `OP base/goods delete`. */
  name: string
  /** Its menu can be opened, and the button is drawn in it. */
  shown: boolean
  /** The request that it ends in passes the gate of the server. */
  allowed: boolean
  /** `DELETE /api/goods/{id} (goods_delete)`. */
  endpoint: string
}

/**
 * Role × screen × button: a button that is shown is one that the server lets through, and no other.
 * @param permissions of the endpoints that are served, by method and path
 * @returns what is wrong, and how many cells were compared
 */
export function permissionFindings(
  { screens }: Pick<ProductPlan, 'screens'>,
  holders: readonly Holder[],
  permissions: ReadonlyMap<string, string>,
): { findings: string[]; cells: number } {
  const menuNames = new Set(Object.values(screens).map(({ menuName }) => menuName))
  const sent = Object.values(screens).flatMap((screen) =>
    Object.values(screen.actions).flatMap((action) => {
      const endpoint = sentBy(screen, action)
      return endpoint === undefined ? [] : [{ screen, action, endpoint, permission: permissions.get(endpoint) }]
    }),
  )
  const unserved = sent.filter(({ permission }) => permission === undefined)
  const cells = holders.flatMap(({ role, subMenus }) =>
    sent.flatMap(({ screen, action, endpoint, permission }): Cell[] => {
      if (permission === undefined) return []
      const shown = mayOpen(subMenus, screen.menuName) && (action.permission === undefined || mayDo(subMenus, action.permission))
      // What any account may ask for is no right that a role has; who sees which file is asked of the row.
      const allowed =
        permission === 'session' || permission === 'open' ? shown : permits({ subMenus: [...subMenus] }, permission, menuNames)
      return [{ name: `${role} ${screen.id} ${action.name}`, shown, allowed, endpoint: `${endpoint} (${permission})` }]
    }),
  )
  return {
    findings: [
      ...unserved.map(({ screen, action, endpoint }) => `${screen.id} ${action.name}: there is no ${endpoint}`),
      ...cells
        .filter(({ shown, allowed }) => shown !== allowed)
        .map(({ name, shown, endpoint }) => `${name}: ${shown ? 'shown, and refused by' : 'not shown, and let through by'} ${endpoint}`),
    ],
    cells: cells.length,
  }
}
