/**
 * The session: from a token to a user with menus, rights and code lists, and back.
 * `sessionState.ts` has its phases, `refreshing.ts` what is loaded again while it goes on.
 */
import { LEAVE_AFTER_MS } from './leaveAfter'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Notify } from '../../../engine/client/notify'
import { fieldProblemsOf, RequestError, type RequestResult } from '../../../engine/client/request'
import type { KeyValueStore } from '../../../engine/client/memory/storage'
import type { FieldProblem } from '../../../engine/core/wire'
import type { AppActions } from '../state/appActions'
import type { AppStore } from '../state/appStore'
import type { AccountApi, Belonging, CurrentUser, UserMenuResponse } from '../account'
import { currentUserKey, decideStart, placedMenus, readCurrentUser, writeCurrentUser } from './currentUser'
import type { LoadedPreferences } from './preferences'
import { rememberPlace, takePlace } from './returnTo'
import { createRefreshing, type Refreshing } from './refreshing'
import { initialState, transition, type SessionEvent, type SessionState } from './sessionState'
import type { TokenStore } from './tokenStore'
import type { UserProduct } from './userProduct'

export interface SessionOptions {
  store: AppStore
  actions: Pick<AppActions, 'changeLeftMenu' | 'closeModifyPwdModal' | 'showModifyPwdModal' | 'track'>
  api: AccountApi
  token: TokenStore
  local: KeyValueStore
  tab: KeyValueStore
  notify: Pick<Notify, 'error' | 'success'>
  preferences: LoadedPreferences
  product: UserProduct
  /** Path and query of the page. */
  where: () => string
  navigate: (to: string, options?: { replace?: boolean }) => void
  /** Other menus and routes are known, though the user is the same. */
  reconsider: () => void
  /** Clears cached data of the user who signs out, and on request unsaved input. */
  forget: (what: { drafts: boolean }) => void
  lifetimeMs: number
  /** In a frame: the page around it says who is signed in (acceptance S6), and there is no sign-in page. */
  parent?: {
    requestToken: () => void
    /** There is a token again: requests that failed without one are sent again. */
    askAgain: () => void
  }
  now?: () => number
}

export interface Session extends Pick<
  Refreshing,
  'refreshRights' | 'refresh' | 'refreshPreferences' | 'refreshButtons' | 'plansChanged' | 'hearOfPlans' | 'plansHeard'
> {
  state: StoreApi<SessionState>
  /** Once, when the page is loaded. */
  begin: () => Promise<void>
  /** Resolves with the failure, or with nothing when the user is signed in. */
  signIn: (userName: string, password: string) => Promise<string | undefined>
  /**
   * Goes on with a token from outside, of the parent page or of a ticket, when the server accepts it. Data of the previous user is cleared. Resolves
   * with whether it is in use.
   */
  adopt: (accessToken: string) => Promise<boolean>
  /**
   * User and selection go when the server has answered: without a user the whole menu would be shown meanwhile (P1), and a failure would
   * have thrown away what was typed.
   * @throws RequestError when the server has not ended the session: it goes on, and the user is loaded again (acceptance S4)
   */
  logout: () => Promise<void>
  /** Resolves with the refused fields, or with nothing when it is done. @throws RequestError */
  changeUserPasswd: (oldPassword: string, newPassword: string) => Promise<FieldProblem[] | void>
  /** After a start that failed. */
  retry: () => Promise<void>
  /** Some call with this token was answered with 401 (acceptance S5). */
  onUnauthorized: (refused?: string) => void
  /** Another page of this browser has changed a stored value; `key` without prefix. */
  onStored: (key: string) => void
}

const LOGIN = '/login'
const LAST_USER = 'lastUserId'
const belongings = ['belongdepartment', 'belongfunding', 'belongName']

export function createSession(options: SessionOptions): Session {
  const {
    store,
    actions,
    api,
    token,
    local,
    tab,
    notify,
    preferences,
    product,
    where,
    navigate,
    reconsider,
    forget,
    lifetimeMs,
    parent,
    now = Date.now,
  } = options
  const state = createStore<SessionState>(() => initialState)
  /** Responses to requests of an earlier session are ignored. */
  let generation = 0
  let leaving: ReturnType<typeof setTimeout> | undefined
  /** Until the server has answered. */
  let signingOut = false
  /** Of several tokens from outside only the last one is used. */
  let adoptions = 0
  /** The token that the server has refused: it is not tried again. */
  let refusedToken: string | undefined

  const refreshing = createRefreshing({
    state,
    store,
    local,
    api,
    preferences,
    product,
    now,
    send,
    applyMenu,
    passwordWasChanged: goOn,
    sameSession() {
      const current = generation
      return () => current === generation
    },
  })

  function send(event: SessionEvent): void {
    state.setState((before) => transition(before, event), true)
  }

  async function begin(): Promise<void> {
    parent?.requestToken()
    if (parent && where().startsWith(LOGIN)) navigate('/', { replace: true })
    const stored = token.read() === undefined ? undefined : storedUser()
    const start = decideStart(token.read(), stored, now(), lifetimeMs)
    if (start === 'signIn') {
      if (parent) send({ type: 'tokenRequested' })
      return
    }
    store.setState({ user: stored, accessToken: token.read() })
    send({ type: start === 'show' ? 'userKnown' : 'tokenFound' })
    await load(start === 'show' ? stored?.createTime : undefined)
  }

  /** With the product as it was known with this user; neither without the other. */
  function storedUser(): CurrentUser | undefined {
    const stored = readCurrentUser(local)
    return stored && product.restore(stored.userId) ? stored : undefined
  }

  /** @param since when the user has signed in; absent: now */
  async function load(since?: number): Promise<boolean> {
    generation += 1
    const mine = generation
    const {
      menu,
      detail,
      roles,
      belonging,
      dictionaries,
      preferences: stored,
    } = await actions.track('session', api.begin(product.version()))
    if (mine !== generation || leaving !== undefined) return false
    if (!menu.success || !detail.success) return fail('获取用户信息失败', menu.success ? detail : menu)
    const { mustChangePassword = false } = menu.body.userMenuElement
    // Before the password is changed no dictionaries are loaded, and no page needs them.
    if (!dictionaries.success && !mustChangePassword) return fail('获取基础数据失败', dictionaries)
    if (belonging.success) keepBelonging(belonging.body)
    else notify.error('获取业务主体信息失败')

    preferences.load(stored.success ? stored.body.preferences : {}, menu.body.userMenuElement.userId)
    refreshing.allLoaded()
    beginWith(menu.body.userMenuElement.userId)
    applyMenu(menu.body, since ?? now())
    store.setState({ userDetail: detail.body })
    send({
      type: 'loaded',
      dictionaries: dictionaries.success ? dictionaries.body.dictionaries : {},
      roles: roles.success ? roles.body.roles : [],
      mustChangePassword,
    })
    if (mustChangePassword) actions.showModifyPwdModal()
    return true
  }

  function fail(what: string, { status }: RequestResult): false {
    // The end of the session has a message of its own.
    if (status === 401) return false
    notify.error(what)
    send({ type: 'loadFailed', problem: what })
    return false
  }

  function applyMenu({ userMenuElement, product: answer }: UserMenuResponse, createTime: number): void {
    const { userId, parentMenu, subMenu, departmentElement, fundingElement } = userMenuElement
    // First: with the user it is decided what is at the address.
    const changed = product.take(userId, answer)
    const user = { createTime, userId, parentMenu: placedMenus(parentMenu), subMenu, departmentElement, fundingElement }
    const before = store.getState().user
    // Keeps the identity of equal values, so that pages render only after a change.
    if (JSON.stringify(before) === JSON.stringify(user)) return changed ? reconsider() : undefined
    store.setState({ user })
    writeCurrentUser(local, user)
  }

  /** Removes what the previous user of the tab has left in its storage. */
  function beginWith(userId: string): void {
    const last = tab.get(LAST_USER)
    if (last !== undefined && last !== userId) forget({ drafts: true })
    tab.set(LAST_USER, userId)
  }

  function keepBelonging({ departmentElement, fundingPartySet, name }: Belonging): void {
    tab.set('belongdepartment', departmentElement)
    tab.set('belongfunding', fundingPartySet)
    tab.set('belongName', name)
  }

  async function signIn(userName: string, password: string): Promise<string | undefined> {
    const result = await api.signIn(userName, password)
    if (!result.success) return result.message
    cancelLeaving()
    token.write(result.body.accessToken)
    store.setState({ accessToken: result.body.accessToken })
    return enter()
  }

  /** From the sign-in page to where the user was going. */
  async function enter(): Promise<string | undefined> {
    if (!(await load())) {
      const { problem } = state.getState()
      // The sign-in page stays and can be submitted again.
      if (problem !== undefined) end()
      return problem
    }
    const { user } = store.getState()
    if (!user) return undefined
    navigate(takePlace(tab, user.userId), { replace: true })
    return undefined
  }

  async function adopt(accessToken: string): Promise<boolean> {
    adoptions += 1
    const mine = adoptions
    if (accessToken === token.read()) return true
    if (accessToken === refusedToken) return false
    const checked = await api.check(accessToken, product.version())
    if (mine !== adoptions) return false
    if (!checked.success) {
      if (checked.status === 401) refusedToken = accessToken
      return false
    }
    const { userMenuElement } = checked.body
    const { user, userDetail } = store.getState()
    const last = user?.userId ?? tab.get(LAST_USER)
    const same = last === undefined || last === userMenuElement.userId
    cancelLeaving()
    token.write(accessToken)
    tab.set(LAST_USER, userMenuElement.userId)
    store.setState({ accessToken })
    const { phase } = state.getState()
    if (same && user && userDetail && !userMenuElement.mustChangePassword && (phase === 'ready' || phase === 'waiting')) {
      refreshing.rightsLoaded()
      applyMenu(checked.body, now())
      send({ type: 'tokenRenewed' })
      if (phase === 'waiting') parent?.askAgain()
      return true
    }
    if (!same) {
      forget({ drafts: true })
      refreshing.forgetButtons()
      store.setState({ user: undefined, userDetail: undefined })
    }
    send({ type: same && user ? 'userKnown' : 'tokenFound' })
    return load()
  }

  async function logout(): Promise<void> {
    await preferences.flush()
    signingOut = true
    const result = await actions.track('logout', api.signOut()).finally(() => {
      signingOut = false
    })
    // 401: it had ended already, as requested.
    if (!result.success && result.status !== 401) {
      notify.error(result.message)
      // The response may have been lost although the session has ended; then the next request gets a 401 and signs the user out.
      refreshing.rightsOutdated()
      void refreshing.refreshRights()
      throw new RequestError(result)
    }
    cancelLeaving()
    local.remove(currentUserKey)
    product.discard()
    forget({ drafts: true })
    end()
    if (!parent && !isOpenPlace(where())) navigate(LOGIN)
  }

  /** Resets to the signed-out state; closes pages first so that no leave guard fires. */
  function end(): void {
    generation += 1
    token.remove()
    preferences.forget()
    for (const name of belongings) tab.remove(name)
    actions.changeLeftMenu('')
    actions.closeModifyPwdModal()
    refreshing.forgetButtons()
    store.setState({ user: undefined, userDetail: undefined, accessToken: undefined, menuPopoverVisible: false })
    send({ type: 'ended', isFramed: parent !== undefined })
    product.forget()
    parent?.requestToken()
  }

  function onUnauthorized(refused = token.read()): void {
    // A response to a request with an earlier token says nothing about the current one.
    if (leaving !== undefined || refused === undefined || refused !== token.read()) return
    // A call that the end of the session has overtaken. Should signing out fail nevertheless, the rights are asked for next.
    if (signingOut) return
    token.remove()
    if (parent) {
      // The parent page signs the user in and may have a new token at once: the pages stay, behind a veil.
      generation += 1
      send({ type: 'tokenRequested' })
      return parent.requestToken()
    }
    notify.error('认证失败，请重新登录')
    if (isOpenPlace(where())) return end()
    leaving = setTimeout(() => {
      leaving = undefined
      rememberPlace(tab, where(), store.getState().user?.userId)
      end()
      navigate(LOGIN, { replace: true })
    }, LEAVE_AFTER_MS)
  }

  function cancelLeaving(): void {
    clearTimeout(leaving)
    leaving = undefined
  }

  async function changeUserPasswd(oldPassword: string, newPassword: string): Promise<FieldProblem[] | void> {
    const result = await actions.track('changeUserPasswd', api.changePassword(oldPassword, newPassword))
    if (!result.success) {
      const problems = fieldProblemsOf(result)
      if (problems.length > 0) return problems
      if (!result.shown) notify.error(result.message)
      throw new RequestError(result)
    }
    notify.success('密码修改成功')
    if (state.getState().mustChangePassword) await goOn()
    else actions.closeModifyPwdModal()
    return undefined
  }

  /** The password has been changed: loads what the server refused until then. */
  async function goOn(): Promise<void> {
    actions.closeModifyPwdModal()
    send({ type: 'passwordChanged' })
    await load(store.getState().user?.createTime)
  }

  function onStored(key: string): void {
    // In a frame the parent decides who is signed in, not another window.
    if (parent || key !== currentUserKey) return
    const other = readCurrentUser(local)
    const { user } = store.getState()
    if (!other) {
      if (state.getState().phase === 'signedOut') return
      cancelLeaving()
      // The user was not asked about unsaved input here, so it is kept for the same user.
      rememberPlace(tab, where(), user?.userId)
      forget({ drafts: false })
      end()
      if (!isOpenPlace(where())) navigate(LOGIN, { replace: true })
      return
    }
    const adopted = token.adopt()
    if (adopted === undefined) return
    cancelLeaving()
    if (user?.userId === other.userId) {
      // A part that was stored with the user is the newer one.
      product.restore(other.userId)
      store.setState({ user: other, accessToken: adopted })
      return
    }
    // A user, or another one, has signed in elsewhere in this browser: this page takes over that session.
    if (user) forget({ drafts: true })
    store.setState({ user: undefined, accessToken: adopted })
    send({ type: 'tokenFound' })
    void enter()
  }

  async function retry(): Promise<void> {
    send({ type: 'retried' })
    await load()
  }

  return {
    state,
    begin,
    signIn,
    adopt,
    logout,
    changeUserPasswd,
    retry,
    onUnauthorized,
    onStored,
    refreshRights: refreshing.refreshRights,
    refresh: refreshing.refresh,
    refreshPreferences: refreshing.refreshPreferences,
    refreshButtons: refreshing.refreshButtons,
    plansChanged: refreshing.plansChanged,
    hearOfPlans: refreshing.hearOfPlans,
    plansHeard: refreshing.plansHeard,
  }
}

/** Pages on which the end of a session does not lead to the sign-in page (acceptance S4, S5). */
function isOpenPlace(path: string): boolean {
  return /^\/(login|enterprise\/register|partnerLogin)([/?#]|$)/.test(path)
}
