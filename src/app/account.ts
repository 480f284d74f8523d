/** What the server says about the account (acceptance C4), asked over the one request wrapper. */
import type { Request, RequestResult } from '../../engine/client/request'
import type { SubMenu } from '../../engine/core/permission'
import type { DictionaryPlan } from '../../engine/core/plan'
import type { ProductAnswer } from '../../engine/core/wire'
import { config } from './config'

export interface Named {
  id: string
  name: string
}

/** A top-level menu of which the account may open something. */
export interface ParentMenu {
  code: string
  pageUrl: string
  label: string
  seq: number
}

/** With what follows from the menus together (acceptance S7). */
export interface PlacedMenu extends ParentMenu {
  /** Its place by `seq`, from 0. */
  index: number
  /** First segment of `pageUrl`, or the code when that is empty. */
  base: string
}

export interface UserMenu {
  userId: string
  parentMenu: readonly ParentMenu[]
  subMenu: readonly SubMenu[]
  departmentElement: readonly Named[]
  fundingElement: readonly Named[]
  /** The password is one that somebody else has set; nothing else is answered before it is changed. */
  mustChangePassword?: boolean
}

export interface UserMenuResponse {
  userMenuElement: UserMenu
  /** What the account may see of the product; always there but from another server. */
  product?: ProductAnswer
}

/** As kept in local storage (acceptance S7). */
export interface CurrentUser extends Omit<UserMenu, 'mustChangePassword' | 'parentMenu'> {
  parentMenu: readonly PlacedMenu[]
  /** Sign-in, ms since 1970 by this browser's clock. */
  createTime: number
}

export interface UserDetail {
  id: string
  userName: string
  realName: string
  mobile?: string | null
  email?: string | null
  departmentName?: string | null
  enterpriseName?: string | null
  dataScope?: string
  /** A partner's account: what is internal is not shown to it. */
  outside?: boolean
}

export interface UserRole {
  roleCode: string
  roleName: string
}

/** Whose rows the account works with; forms start with it. */
export interface Belonging {
  departmentElement: readonly Named[]
  fundingPartySet: readonly Named[]
  name: string
}

/** What a session begins with; each part as its own call would answer it. */
export interface Beginning {
  menu: RequestResult<UserMenuResponse>
  detail: RequestResult<UserDetail>
  roles: RequestResult<{ roles: UserRole[] }>
  belonging: RequestResult<Belonging>
  dictionaries: RequestResult<{ dictionaries: Record<string, DictionaryPlan> }>
  preferences: RequestResult<{ preferences: Record<string, unknown> }>
}

/** A part that is absent could not be had, or not yet. */
type BeginningResponse = { [Part in keyof Beginning]?: BodyOf<Beginning[Part]> }
type BodyOf<Result> = Result extends RequestResult<infer Body> ? Body : never

export interface SignInResponse {
  accessToken: string
}

export type AccountApi = ReturnType<typeof createAccountApi>

const menuUrl = '/userLogin/getUserMenu'

export function createAccountApi(request: Request) {
  const post = <Body>(url: string, values?: Record<string, unknown>): Promise<RequestResult<Body>> =>
    request<Body>({ method: 'POST', url, values, quiet: true })
  return {
    signIn: (userName: string, password: string) =>
      request<SignInResponse>({ method: 'POST', url: '/login/login', values: { userName, password }, anonymous: true, quiet: true }),
    isDemo: () => request<{ demo: boolean }>({ method: 'GET', url: '/login/demo', anonymous: true, quiet: true }),
    signOut: () => post('/uccas/account/logout'),
    /** All that a session begins with, in one call. @param product as of `menu` */
    async begin(product?: string): Promise<Beginning> {
      const result = await post<BeginningResponse>('/userLogin/begin', { systemCode: config.systemCode.signIn, product })
      return {
        menu: partOf(result, 'menu'),
        detail: partOf(result, 'detail'),
        roles: partOf(result, 'roles'),
        belonging: partOf(result, 'belonging'),
        dictionaries: partOf(result, 'dictionaries'),
        preferences: partOf(result, 'preferences'),
      }
    },
    /** @param product version of what is known of the product, which is then not answered again */
    menu: (product?: string) => post<UserMenuResponse>(menuUrl, { systemCode: config.systemCode.signIn, product }),
    /** The login check of a token that is not in use yet. */
    check: (accessToken: string, product?: string) =>
      request<UserMenuResponse>({
        method: 'POST',
        url: menuUrl,
        values: { systemCode: config.systemCode.signIn, product },
        token: accessToken,
        quiet: true,
      }),
    detail: () => post<UserDetail>('/userLogin/getUserDetail'),
    roles: () => post<{ roles: UserRole[] }>('/userLogin/getUserRoles'),
    belonging: () => post<Belonging>('/userLogin/getFundingDepartment'),
    changePassword: (oldPassword: string, newPassword: string) => post('/userLogin/changePassword', { oldPassword, newPassword }),
    buttons: (menuId: string) =>
      request<{ result: { code: string }[] }>({
        method: 'GET',
        url: '/ucmanage/permission/button',
        values: { systemCode: config.systemCode.buttons, menuId, t: String(Date.now()) },
        quiet: true,
      }),
    dictionaries: () =>
      request<{ dictionaries: Record<string, DictionaryPlan> }>({ method: 'GET', url: '/api/base/basicdata/dict/all', quiet: true }),
    preferences: () => request<{ preferences: Record<string, unknown> }>({ method: 'GET', url: '/userLogin/preferences', quiet: true }),
    /** @param last the page goes, and the request outlives it */
    savePreference: (key: string, value: unknown, last: boolean) =>
      request({ method: 'PUT', url: '/userLogin/preferences/{key}', values: { key, value }, keepalive: last, quiet: true }),
  }
}

function partOf<Part extends keyof Beginning>(result: RequestResult<BeginningResponse>, part: Part): Beginning[Part]
function partOf(result: RequestResult<BeginningResponse>, part: keyof Beginning): RequestResult<unknown> {
  if (!result.success) return result
  const { [part]: body } = result.body
  return body === undefined ? { success: false, status: 500, message: '', shown: false } : { ...result, body }
}
