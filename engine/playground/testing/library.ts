import { compileProduct } from '../../core/compile'
import { menuNameOf, type SubMenu } from '../../core/permission'
import type { ProductPlan } from '../../core/plan'
import { librarySources } from '../../core/testing/library'
import type { PlaygroundRole } from '../contents'

/** The library, compiled; each test has its own, to change as it likes. */
export function libraryPlan(): ProductPlan {
  return compileProduct(librarySources())
}

export const lendingPath = 'schemas/screens/base/lending.screen.json'

export function lendingRights(...codes: string[]): SubMenu[] {
  return [
    {
      menuName: menuNameOf('base/lending'),
      menuId: '1-1',
      permissionType: 1,
      children: codes.map((code) => ({ menuName: `lending_${code}` })),
    },
  ]
}

export const clerk: PlaygroundRole = { id: '7', name: '操作员', subMenus: lendingRights('add', 'submit') }
