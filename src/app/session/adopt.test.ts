import { describe, expect, it, vi } from 'vitest'
import { failure, menuOfClerk, success } from '../testing/fakeAccount'
import { createTestSession, sessionSpies } from '../testing/testSession'
import type { AccountApi } from '../account'

const otherMenu = success({ userMenuElement: { ...menuOfClerk, userId: '8' } })

/** The first token is one user's, every further one another's. */
function clerkThenOther(): Pick<AccountApi, 'check' | 'menu'> {
  const clerk = success({ userMenuElement: menuOfClerk })
  return {
    check: vi.fn<AccountApi['check']>().mockResolvedValueOnce(clerk).mockResolvedValue(otherMenu),
    menu: vi.fn<AccountApi['menu']>().mockResolvedValueOnce(clerk).mockResolvedValue(otherMenu),
  }
}

/** A session in a frame, unless it is said to be alone. */
function setUp({ api = {}, path = '/goods', framed = true }: { api?: Partial<AccountApi>; path?: string; framed?: boolean } = {}) {
  const spies = sessionSpies()
  const parent = { requestToken: vi.fn<() => void>(), askAgain: vi.fn<() => void>() }
  const made = createTestSession({ api, ...spies, where: () => path, ...(framed ? { parent } : {}) })
  return { ...spies, ...made, parent, phase: () => made.session.state.getState().phase }
}

describe('a session in a frame', () => {
  it('S6 asks the parent first and waits, instead of showing the sign-in page', async () => {
    const { session, phase, parent, navigate } = setUp()
    await session.begin()
    expect(phase()).toBe('waiting')
    expect(parent.requestToken).toHaveBeenCalledOnce()
    expect(navigate).not.toHaveBeenCalled()
  })

  it('S6 has no use for the address of the sign-in page', async () => {
    const { session, navigate } = setUp({ path: '/login?inIFrame' })
    await session.begin()
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/', { replace: true })
  })

  it('S6 uses a token after the login check, and stays where it is', async () => {
    const { session, phase, store, tokens, navigate } = setUp()
    await session.begin()
    expect(await session.adopt('handed-over')).toBe(true)
    expect([phase(), tokens.read(), store.getState().user?.userId]).toEqual(['ready', 'handed-over', '7'])
    expect(navigate).not.toHaveBeenCalled()
  })

  it('S6 does not use a token that the server refuses, and does not ask about it twice', async () => {
    const check = vi.fn<AccountApi['check']>().mockResolvedValue(failure(401))
    const { session, phase, tokens, notify } = setUp({ api: { check } })
    await session.begin()
    expect(await session.adopt('stolen')).toBe(false)
    expect(await session.adopt('stolen')).toBe(false)
    expect(check).toHaveBeenCalledOnce()
    expect([phase(), tokens.read()]).toEqual(['waiting', undefined])
    expect(notify.error).not.toHaveBeenCalled()
  })

  it('S6 takes the last of several tokens, whatever order their checks end in', async () => {
    let slow: (response: Awaited<ReturnType<AccountApi['check']>>) => void = () => undefined
    const check: AccountApi['check'] = (token) =>
      token === 'first' ? new Promise((resolve) => (slow = resolve)) : Promise.resolve(success({ userMenuElement: menuOfClerk }))
    const { session, tokens } = setUp({ api: { check } })
    await session.begin()
    const first = session.adopt('first')
    await session.adopt('second')
    slow(otherMenu)
    expect(await first).toBe(false)
    expect(tokens.read()).toBe('second')
  })

  it('S5 S6 asks the parent again on 401 without a word, and goes on as the same user with all that was open', async () => {
    const { session, phase, store, notify, navigate, forget, parent } = setUp()
    await session.begin()
    await session.adopt('one')
    const user = store.getState().user
    session.onUnauthorized('one')
    expect([phase(), store.getState().user]).toEqual(['waiting', user])
    expect(parent.requestToken).toHaveBeenCalledTimes(2)
    await session.adopt('two')
    expect(phase()).toBe('ready')
    expect(parent.askAgain).toHaveBeenCalledOnce()
    expect(notify.error).not.toHaveBeenCalled()
    expect(navigate).not.toHaveBeenCalled()
    expect(forget).not.toHaveBeenCalled()
  })

  it('S6 forgets everything of the user before when another one comes', async () => {
    const { session, phase, store, forget } = setUp({ api: clerkThenOther() })
    await session.begin()
    await session.adopt('one')
    await session.adopt('two')
    expect(forget).toHaveBeenCalledExactlyOnceWith({ drafts: true })
    expect([phase(), store.getState().user?.userId]).toEqual(['ready', '8'])
  })

  it('S6 does so too when the session of the user before has ended meanwhile', async () => {
    const { session, forget } = setUp({ api: clerkThenOther() })
    await session.begin()
    await session.adopt('one')
    await session.logout()
    forget.mockClear()
    await session.adopt('two')
    expect(forget).toHaveBeenCalledExactlyOnceWith({ drafts: true })
  })

  it('S6 waits again after a logout, and does not follow other windows', async () => {
    const { session, phase, navigate, parent } = setUp()
    await session.begin()
    await session.adopt('one')
    session.onStored('currentUser')
    expect(phase()).toBe('ready')
    await session.logout()
    expect(phase()).toBe('waiting')
    expect(navigate).not.toHaveBeenCalled()
    expect(parent.requestToken).toHaveBeenCalledTimes(2)
  })
})

it('a 401 to an earlier token does not end the session of the one that has come since', async () => {
  const { session, phase, tokens } = setUp({ framed: false })
  await session.signIn('op01', 'secret')
  session.onUnauthorized('an-earlier-one')
  expect([phase(), tokens.read()]).toEqual(['ready', 'fresh-token'])
})

it('L3 goes on with the token of a ticket in a window of its own', async () => {
  const { session, phase, tokens } = setUp({ framed: false, path: '/partnerLogin' })
  expect(await session.adopt('of-a-ticket')).toBe(true)
  expect([phase(), tokens.read()]).toEqual(['ready', 'of-a-ticket'])
})
