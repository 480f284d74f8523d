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
export function answerAccount(call: SampleCall, plan: ProductPlan, state: Pick<FrameState, 'subMenus' | 'outside'>): object | undefined {
  const { path, query } = call
  const { subMenus, outside } = state
  switch (path) {
    case '/userLogin/begin': {
      const answer = (path: string): object | undefined => answerAccount({ ...call, path }, plan, state)
      return {
        menu: answer('/userLogin/getUserMenu'),
        detail: answer('/userLogin/getUserDetail'),
        roles: answer('/userLogin/getUserRoles'),
        belonging: answer('/userLogin/getFundingDepartment'),
        dictionaries: answer('/api/base/basicdata/dict/all'),
        preferences: answer('/userLogin/preferences'),
      }
    }
    case '/userLogin/getUserMenu':
      return {
        product: wholeProduct(plan),
        userMenuElement: { userId: SAMPLE_USER, parentMenu: [], subMenu: subMenus, departmentElement: [], fundingElement: [] },
      }
    case '/userLogin/getUserDetail':
      return sampleDetail(outside)
    case '/api/views':
      return call.method === 'GET' ? { views: [], roles: [] } : undefined
    case '/api/views/names':
      return { views: [] }
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
