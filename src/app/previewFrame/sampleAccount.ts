/** Who the preview's frame is signed in as, and what the program asks about it at its start (src/app/account.ts). */
import { allowedActions, type SubMenu } from '../../../engine/core/permission'
import type { ProductPlan } from '../../../engine/core/plan'
import type { FrameState } from '../../../engine/playground/preview/frameMessages'
import { SAMPLE_USER } from '../../../engine/playground/preview/previewState'
import type { SampleCall } from '../../../engine/playground/sample/sampleServer'
import type { UserDetail } from '../account'
import { planAt, wholeProduct } from './samplePlans'

const name = '预览'

export function sampleDetail(outside: boolean): UserDetail {
  return { id: SAMPLE_USER, userName: 'preview', realName: name, ...(outside ? { outside: true } : {}) }
}

/** Undefined for what is about neither the account nor the product that it sees. */
export function answerAccount(
  { path, query }: SampleCall,
  plan: ProductPlan,
  { subMenus, outside }: Pick<FrameState, 'subMenus' | 'outside'>,
): object | undefined {
  switch (path) {
    case '/userLogin/getUserMenu':
      return {
        product: wholeProduct(plan),
        userMenuElement: { userId: SAMPLE_USER, parentMenu: [], subMenu: subMenus, departmentElement: [], fundingElement: [] },
      }
    case '/userLogin/getUserDetail':
      return sampleDetail(outside)
    case '/userLogin/getUserRoles':
      return { roles: [] }
    case '/userLogin/getFundingDepartment':
      return { departmentElement: [], fundingPartySet: [], name }
    case '/userLogin/preferences':
      return { preferences: {} }
    case '/ucmanage/permission/button':
      return { result: buttonsOf(subMenus, query?.['menuId']).map((code) => ({ code })) }
    case '/api/base/basicdata/dict/all':
      return { dictionaries: plan.dictionaries }
    default:
      return planAt(path, plan, outside)
  }
}

function buttonsOf(subMenus: readonly SubMenu[], id: unknown): string[] {
  const menuName = subMenus.find(({ menuId }) => menuId === id)?.menuName
  return menuName === undefined ? [] : allowedActions(subMenus, menuName)
}
