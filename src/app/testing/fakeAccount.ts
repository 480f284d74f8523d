import type { RequestResult } from '../../../engine/client/request'
import type { AccountApi, CurrentUser, UserMenu } from '../account'

export function success<Body>(body: Body): RequestResult<Body> {
  return { success: true, status: 200, message: '', body }
}

export function failure(status: number, message = '失败'): RequestResult<never> {
  return { success: false, status, message, shown: false }
}

export const menuOfClerk: UserMenu & Pick<CurrentUser, 'parentMenu'> = {
  userId: '7',
  parentMenu: [],
  subMenu: [
    { menuName: 'base_goods', menuId: '1-2', permissionType: 1, children: [{ menuName: 'goods_view' }, { menuName: 'goods_add' }] },
    { menuName: 'base_rate', menuId: '1-3', permissionType: 1, children: [] },
  ],
  departmentElement: [{ id: '3', name: '华东业务部' }],
  fundingElement: [],
}

/** A server that knows one clerk. Single answers are replaced by the test; a session begins with all of them. */
export function fakeAccount(changes: Partial<AccountApi> = {}): AccountApi {
  const response =
    <Body>(body: Body) =>
    () =>
      Promise.resolve(success(body))
  const api: AccountApi = {
    async begin(product) {
      const { menu, detail, roles, belonging, dictionaries, preferences } = api
      const [told, person, has, belongsTo, lists, stored] = await Promise.all([
        menu(product),
        detail(),
        roles(),
        belonging(),
        dictionaries(),
        preferences(),
      ])
      return { menu: told, detail: person, roles: has, belonging: belongsTo, dictionaries: lists, preferences: stored }
    },
    signIn: response({ accessToken: 'fresh-token' }),
    isDemo: response({ demo: false }),
    signOut: response({}),
    menu: response({ userMenuElement: menuOfClerk }),
    check: response({ userMenuElement: menuOfClerk }),
    detail: response({ id: '7', userName: 'op01', realName: '林晓' }),
    roles: response({ roles: [{ roleCode: 'OP', roleName: '业务操作员' }] }),
    belonging: response({ departmentElement: menuOfClerk.departmentElement, fundingPartySet: [], name: '林晓' }),
    changePassword: response({}),
    buttons: response({ result: [{ code: 'view' }, { code: 'add' }] }),
    dictionaries: response({ dictionaries: { unit: { name: 'unit', title: '单位', items: [{ code: 'T', title: '吨' }] } } }),
    preferences: response({ preferences: {} }),
    savePreference: response({}),
    ...changes,
  }
  return api
}
