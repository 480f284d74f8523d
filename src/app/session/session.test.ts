import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RequestError } from '../../../engine/client/request'
import { createAppActions } from '../state/appActions'
import { failure, fakeAccount, menuOfClerk, success } from '../testing/fakeAccount'
import { createTestSession, LIFETIME, sessionSpies } from '../testing/testSession'
import type { AccountApi } from '../account'
import { readCurrentUser, writeCurrentUser } from './currentUser'
import { rememberPlace } from './returnTo'

const NOW = 1_800_000_000_000

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

function setUp({ path = '/goods?page=2', ...given }: { api?: Partial<AccountApi>; path?: string; token?: string } = {}) {
  const spies = sessionSpies()
  return { ...spies, ...createTestSession({ ...given, ...spies, where: () => path }) }
}

/** A server that answers to nothing else before the password is changed. */
function confined() {
  const open = fakeAccount()
  let mustChangePassword = true
  const refused = () => Promise.resolve(failure(403, '请先修改密码'))
  return {
    menu: () => Promise.resolve(success({ userMenuElement: { ...menuOfClerk, ...(mustChangePassword ? { mustChangePassword } : {}) } })),
    dictionaries: () => (mustChangePassword ? refused() : open.dictionaries()),
    preferences: () => (mustChangePassword ? refused() : open.preferences()),
    changePassword: () => {
      mustChangePassword = false
      return Promise.resolve(success({}))
    },
  }
}

const clerk = { ...menuOfClerk, createTime: NOW - 1000 }

describe('the start of a page', () => {
  it('S1 stays signed out without a token', async () => {
    const { session, store } = setUp()
    await session.begin()
    expect(session.state.getState().phase).toBe('signedOut')
    expect(store.getState().user).toBeUndefined()
  })

  it('S3 applies a stored user at once, so that menu and routes need not wait for the server', async () => {
    const { session, store, local } = setUp({ token: 'kept' })
    writeCurrentUser(local, clerk)
    const begun = session.begin()
    expect(session.state.getState().phase).toBe('starting')
    expect(store.getState().user?.subMenu).toEqual(menuOfClerk.subMenu)
    await begun
    expect(session.state.getState()).toMatchObject({ phase: 'ready', roles: [{ roleCode: 'OP' }] })
    expect(store.getState().user?.createTime).toBe(NOW - 1000)
  })

  it('S3 shows nothing of an expired user before the server has answered, and then counts from now', async () => {
    const { session, store, local } = setUp({ token: 'kept' })
    writeCurrentUser(local, { ...clerk, createTime: NOW - LIFETIME - 1 })
    const begun = session.begin()
    expect(session.state.getState().phase).toBe('asking')
    expect(store.getState().user?.userId).toBe('7')
    await begun
    expect(session.state.getState().phase).toBe('ready')
    expect(readCurrentUser(local)?.createTime).toBe(NOW)
  })

  it('E3 ends when the user cannot be asked for, and begins again on request', async () => {
    const menu = vi
      .fn<AccountApi['menu']>()
      .mockResolvedValueOnce(failure(500))
      .mockResolvedValue(success({ userMenuElement: menuOfClerk }))
    const { session, notify } = setUp({ token: 'kept', api: { menu } })
    await session.begin()
    expect(notify.error).toHaveBeenCalledExactlyOnceWith('获取用户信息失败')
    expect(session.state.getState()).toMatchObject({ phase: 'failed', problem: '获取用户信息失败' })
    await session.retry()
    expect(session.state.getState().phase).toBe('ready')
  })

  it('E3 says that the departments are missing, and goes on', async () => {
    const { session, notify } = setUp({ token: 'kept', api: { belonging: () => Promise.resolve(failure(600)) } })
    await session.begin()
    expect(notify.error).toHaveBeenCalledExactlyOnceWith('获取业务主体信息失败')
    expect(session.state.getState().phase).toBe('ready')
  })

  it('S7 keeps user, departments and token where the specification says', async () => {
    const fundingPartySet = [{ id: '9', name: '甲银行' }]
    const belonging = { departmentElement: menuOfClerk.departmentElement, fundingPartySet, name: '林晓' }
    const { session, local, tab, cookies } = setUp({ api: { belonging: () => Promise.resolve(success(belonging)) } })
    await session.signIn('op01', 'secret')
    expect(local.get('currentUser')).toEqual({ ...menuOfClerk, createTime: NOW })
    expect(tab.get('belongdepartment')).toEqual(menuOfClerk.departmentElement)
    expect(tab.get('belongfunding')).toEqual(fundingPartySet)
    expect(tab.get('belongName')).toBe('林晓')
    expect(tab.get('accessToken')).toBe('fresh-token')
    expect(cookies.cookie).toContain('accessToken=fresh-token')
    expect(cookies.cookie).toContain('SameSite=Lax')
  })
})

describe('signing in', () => {
  it('S1 leads to where the user was going', async () => {
    const { session, navigate, tab } = setUp({ path: '/login' })
    rememberPlace(tab, '/rate?page=3')
    expect(await session.signIn('op01', 'secret')).toBeUndefined()
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/rate?page=3', { replace: true })
  })

  it('says what the server says about a wrong password, and stays', async () => {
    const { session, navigate, tokens } = setUp({ api: { signIn: () => Promise.resolve(failure(417, '登录名或密码不正确')) } })
    expect(await session.signIn('op01', 'wrong')).toBe('登录名或密码不正确')
    expect(navigate).not.toHaveBeenCalled()
    expect(tokens.read()).toBeUndefined()
  })

  it('says so when the user cannot be asked for, and is signed out again', async () => {
    const { session, tokens } = setUp({ api: { detail: () => Promise.resolve(failure(600)) } })
    expect(await session.signIn('op01', 'secret')).toBe('获取用户信息失败')
    expect(tokens.read()).toBeUndefined()
    expect(session.state.getState().phase).toBe('signedOut')
  })

  it('forgets what the last user of the tab has left', async () => {
    const { session, tab, forget } = setUp()
    tab.set('lastUserId', '6')
    await session.signIn('op01', 'secret')
    expect(forget).toHaveBeenCalledOnce()
  })

  it('asks for another password when somebody else has set this one', async () => {
    const { session, store, notify } = setUp({ api: confined() })
    await session.signIn('op01', 'secret')
    expect(store.getState().showModifyPwdModal).toBe(true)
    expect(session.state.getState()).toMatchObject({ phase: 'ready', mustChangePassword: true, dictionaries: {} })
    await session.changeUserPasswd('secret', 'Another@2026')
    expect(store.getState().showModifyPwdModal).toBe(false)
    expect(session.state.getState()).toMatchObject({ phase: 'ready', mustChangePassword: false, dictionaries: { unit: { title: '单位' } } })
    expect(notify.error).not.toHaveBeenCalled()
  })

  it('asks for it in every tab, until it was changed in one of them', async () => {
    const api = confined()
    const { session, store } = setUp({ api, token: 'of-the-browser' })
    await session.begin()
    expect(store.getState().showModifyPwdModal).toBe(true)
    await api.changePassword()
    vi.advanceTimersByTime(60_000)
    await session.refreshRights()
    expect(store.getState().showModifyPwdModal).toBe(false)
    expect(session.state.getState()).toMatchObject({ phase: 'ready', mustChangePassword: false, dictionaries: { unit: { title: '单位' } } })
  })
})

describe('logout', () => {
  it('S4 clears the user, the selection and the token, and goes to the sign-in page', async () => {
    const { session, store, tokens, local, navigate, forget } = setUp()
    await session.signIn('op01', 'secret')
    store.setState({ menuItemKey: '1-2' })
    navigate.mockClear()
    await session.logout()
    expect(store.getState()).toMatchObject({ user: undefined, accessToken: undefined, menuItemKey: '' })
    expect(tokens.read()).toBeUndefined()
    expect(local.get('currentUser')).toBeUndefined()
    expect(forget).toHaveBeenCalledOnce()
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/login')
  })

  it('S4 keeps user and selection until the server has answered, and what pages have read is asked for again by the next user', async () => {
    const seen: unknown[] = []
    const signOut: AccountApi['signOut'] = () => {
      const { user, menuItemKey } = store.getState()
      seen.push(user?.userId, menuItemKey, tokens.read())
      return Promise.resolve(success({}))
    }
    const menu = vi.fn<AccountApi['menu']>().mockResolvedValue(success({ userMenuElement: menuOfClerk }))
    const { session, store, tokens, forget } = setUp({ token: 'kept', api: { signOut, menu } })
    await session.begin()
    store.setState({ menuItemKey: '1-2' })
    await session.logout()
    expect(seen).toEqual(['7', '1-2', 'kept'])
    expect(store.getState().menuItemKey).toBe('')
    expect(forget).toHaveBeenCalledExactlyOnceWith({ drafts: true })
    await session.signIn('op01', 'secret')
    expect(menu).toHaveBeenCalledTimes(2)
  })

  it.each(['/login', '/login?from=x'])('S4 stays on %s', async (path) => {
    const { session, navigate } = setUp({ path, token: 'kept' })
    await session.begin()
    await session.logout()
    expect(navigate).not.toHaveBeenCalled()
  })

  it('S4 stays on the register page', async () => {
    const { session, navigate } = setUp({ path: '/enterprise/register', token: 'kept' })
    await session.begin()
    await session.logout()
    expect(navigate).not.toHaveBeenCalled()
  })

  it('S4 says nothing of a call that the end of the session has overtaken', async () => {
    const signOut = vi.fn<AccountApi['signOut']>(() => {
      session.onUnauthorized('kept')
      return Promise.resolve(success({}))
    })
    const { session, notify, navigate } = setUp({ token: 'kept', api: { signOut } })
    await session.begin()
    await session.logout()
    vi.advanceTimersByTime(60_000)
    expect(notify.error).not.toHaveBeenCalled()
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/login')
  })

  it('S4 shows and rethrows what the server says when it fails, and the session goes on', async () => {
    const { session, tokens, notify } = setUp({ token: 'kept', api: { signOut: () => Promise.resolve(failure(600, '网络错误')) } })
    await session.begin()
    await expect(session.logout()).rejects.toThrow(RequestError)
    expect(notify.error).toHaveBeenCalledExactlyOnceWith('网络错误')
    expect(tokens.read()).toBe('kept')
    expect(session.state.getState().phase).toBe('ready')
  })

  it('S4 asks for the user again when it has failed, however young the rights are', async () => {
    const less = { userMenuElement: { ...menuOfClerk, subMenu: menuOfClerk.subMenu.slice(0, 1) } }
    const menu = vi
      .fn<AccountApi['menu']>()
      .mockResolvedValueOnce(success({ userMenuElement: menuOfClerk }))
      .mockResolvedValue(success(less))
    const { session, store } = setUp({ token: 'kept', api: { menu, signOut: () => Promise.resolve(failure(600)) } })
    await session.begin()
    await session.logout().catch(() => undefined)
    await expect.poll(() => store.getState().user?.subMenu).toHaveLength(1)
  })
})

describe('changing the password', () => {
  it('E3 says and rethrows what the server says when it fails, and the dialog stays', async () => {
    const refused = failure(500, '服务器错误')
    const { session, store, notify } = setUp({ token: 'kept', api: { changePassword: () => Promise.resolve(refused) } })
    await session.begin()
    store.setState({ showModifyPwdModal: true })
    await expect(session.changeUserPasswd('old', 'Another@2026')).rejects.toMatchObject({ name: 'RequestError', failure: refused })
    expect(notify.error).toHaveBeenCalledExactlyOnceWith('服务器错误')
    expect(notify.success).not.toHaveBeenCalled()
    expect(store.getState()).toMatchObject({ showModifyPwdModal: true, loading: {} })
  })

  it('E3 does not say again what the request wrapper has said', async () => {
    const shown = { ...failure(401), shown: true }
    const { session, notify } = setUp({ token: 'kept', api: { changePassword: () => Promise.resolve(shown) } })
    await session.begin()
    await expect(session.changeUserPasswd('old', 'Another@2026')).rejects.toThrow(RequestError)
    expect(notify.error).not.toHaveBeenCalled()
  })
})

describe('a call answered with 401', () => {
  it('S5 removes the token, says why once, and leads to the sign-in page after 2 seconds', async () => {
    const { session, tokens, notify, navigate } = setUp({ token: 'kept' })
    await session.begin()
    session.onUnauthorized()
    session.onUnauthorized()
    expect(tokens.read()).toBeUndefined()
    expect(notify.error).toHaveBeenCalledExactlyOnceWith('认证失败，请重新登录')
    vi.advanceTimersByTime(1999)
    expect(navigate).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/login', { replace: true })
    expect(session.state.getState().phase).toBe('signedOut')
  })

  it('S5 brings the same user back to where they were', async () => {
    const { session, navigate } = setUp({ token: 'kept' })
    await session.begin()
    session.onUnauthorized()
    vi.advanceTimersByTime(2000)
    await session.signIn('op01', 'secret')
    expect(navigate).toHaveBeenLastCalledWith('/goods?page=2', { replace: true })
  })

  it('brings another user home, not to the page of the one before', async () => {
    const other = { userMenuElement: { ...menuOfClerk, userId: '8' } }
    const menu = vi
      .fn<AccountApi['menu']>()
      .mockResolvedValueOnce(success({ userMenuElement: menuOfClerk }))
      .mockResolvedValue(success(other))
    const { session, navigate } = setUp({ token: 'kept', api: { menu } })
    await session.begin()
    session.onUnauthorized()
    vi.advanceTimersByTime(2000)
    await session.signIn('bm01', 'secret')
    expect(navigate).toHaveBeenLastCalledWith('/', { replace: true })
  })

  it('S5 stays on the register page', async () => {
    const { session, navigate } = setUp({ token: 'kept', path: '/enterprise/register' })
    await session.begin()
    session.onUnauthorized()
    vi.advanceTimersByTime(5000)
    expect(navigate).not.toHaveBeenCalled()
    expect(session.state.getState().phase).toBe('signedOut')
  })
})

describe('another page of the browser', () => {
  it('that signs out takes this one along', async () => {
    const { session, local, navigate } = setUp({ token: 'kept' })
    await session.begin()
    local.remove('currentUser')
    session.onStored('currentUser')
    expect(session.state.getState().phase).toBe('signedOut')
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/login', { replace: true })
  })

  it('S4 that signs out leaves what is typed here, which nobody was asked about, for the same user', async () => {
    const { session, local, tab, forget } = setUp({ token: 'kept' })
    await session.begin()
    local.remove('currentUser')
    session.onStored('currentUser')
    expect(forget).toHaveBeenCalledExactlyOnceWith({ drafts: false })
    expect(tab.get('returnTo')).toEqual({ path: '/goods?page=2', userId: '7' })
  })

  it('that signs in as the same user saves this one the way to the sign-in page', async () => {
    const { session, local, cookies, tokens, navigate } = setUp({ token: 'kept' })
    await session.begin()
    session.onUnauthorized()
    cookies.cookie = 'accessToken=renewed'
    writeCurrentUser(local, { ...clerk, createTime: NOW })
    session.onStored('currentUser')
    vi.advanceTimersByTime(5000)
    expect(navigate).not.toHaveBeenCalled()
    expect(tokens.read()).toBe('renewed')
    expect(session.state.getState().phase).toBe('ready')
  })

  it('that signs in as somebody else makes this one follow', async () => {
    const { session, local, cookies, store, forget } = setUp({ token: 'kept' })
    await session.begin()
    cookies.cookie = 'accessToken=others'
    writeCurrentUser(local, { ...clerk, userId: '8' })
    session.onStored('currentUser')
    expect(store.getState().user).toBeUndefined()
    expect(session.state.getState().phase).toBe('asking')
    expect(forget).toHaveBeenCalledWith({ drafts: true })
    await vi.runAllTimersAsync()
    expect(session.state.getState().phase).toBe('ready')
  })
})

it('L11 has state and actions under the names of the old platform', () => {
  const { session, store } = setUp()
  expect(Object.keys(store.getState())).toEqual(
    expect.arrayContaining(
      'user userDetail accessToken showModifyPwdModal siderFold darkTheme isNavbar menuPopoverVisible navOpenKeys menuItemKey inlineCollapsed'.split(
        ' ',
      ),
    ),
  )
  expect([...Object.keys(createAppActions(store)), ...Object.keys(session)]).toEqual(
    expect.arrayContaining(
      'updateInlineCollapsed switchMenuPopver logout switchSider handleNavOpenKeys changeUserPasswd showModifyPwdModal closeModifyPwdModal changeLeftMenu switchTheme'.split(
        ' ',
      ),
    ),
  )
})

describe('rights', () => {
  it('are asked for again after a minute of use, and change what the user may do', async () => {
    const less = { userMenuElement: { ...menuOfClerk, subMenu: menuOfClerk.subMenu.slice(0, 1) } }
    const menu = vi
      .fn<AccountApi['menu']>()
      .mockResolvedValueOnce(success({ userMenuElement: menuOfClerk }))
      .mockResolvedValue(success(less))
    const { session, store } = setUp({ token: 'kept', api: { menu } })
    await session.begin()
    await session.refreshRights()
    expect(menu).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(60_000)
    await session.refreshRights()
    expect(store.getState().user?.subMenu.map(({ menuName }) => menuName)).toEqual(['base_goods'])
  })

  it('P3 are narrowed to the buttons that the server names for a menu', async () => {
    const buttons = vi.fn<AccountApi['buttons']>().mockResolvedValue(success({ result: [{ code: 'view' }] }))
    const { session, store } = setUp({ token: 'kept', api: { buttons } })
    await session.begin()
    await session.refreshButtons('base_goods')
    await session.refreshButtons('base_goods')
    expect(buttons).toHaveBeenCalledExactlyOnceWith('1-2')
    expect(store.getState().user?.subMenu[0]?.children).toEqual([{ menuName: 'goods_view' }])
  })
})
