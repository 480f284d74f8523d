import type { Kysely } from 'kysely'
import type { CodeNames } from '../../../engine/core/check/codeNames'
import type { SubMenu } from '../../../engine/core/permission'
import type { MenuPlan } from '../../../engine/core/plan'
import { codeNames, menuIcons, performedByCode } from '../generated/codeNames'
import type { Tables } from '../generated/tables'
import { subMenusOf } from '../session/roleRights'

/** What the playground begins with; `PlaygroundContents` of engine/playground/contents.ts. */
export interface Contents {
  files: { path: string; text: string }[]
  codeNames: CodeNames
  performedByCode: readonly string[]
  icons: readonly string[]
  roles: { id: string; name: string; subMenus: SubMenu[] }[]
}

interface Given {
  kysely: Kysely<Tables>
  menus: MenuPlan[]
  /** The shipped texts, and of them those that releases stand in place of. */
  shipped: readonly Contents['files'][number][]
  released: readonly Contents['files'][number][]
}

export async function contentsOf({ kysely, menus, shipped, released }: Given): Promise<Contents> {
  const texts = new Map([...shipped, ...released].map(({ path, text }) => [path, text]))
  const roles = await kysely
    .selectFrom('role')
    .select(['id', 'role_name', 'menu_permissions'])
    .where('status', '=', 'ENABLED')
    .orderBy('id')
    .execute()
  return {
    files: [...texts].map(([path, text]) => ({ path, text })),
    codeNames,
    performedByCode,
    icons: menuIcons,
    roles: roles.map(({ id, role_name, menu_permissions }) => ({
      id,
      name: role_name,
      subMenus: subMenusOf(menu_permissions ?? [], menus),
    })),
  }
}
