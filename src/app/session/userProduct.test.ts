/** What a session does with the part of the product that its user may see. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ProductPart } from '../../../engine/core/wire'
import type { AccountApi } from '../account'
import { menuOfClerk, success } from '../testing/fakeAccount'
import { menus, part, routes } from '../testing/product'
import { createTestSession, sessionSpies } from '../testing/testSession'
import { productKey, writeCurrentUser } from './currentUser'
import { LEAVE_AFTER_MS } from './leaveAfter'

const NOW = 1_800_000_000_000

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

/** A part with one page less. */
const less: ProductPart = { ...part, version: 'less', menus: menus.slice(0, -1), routes: routes.slice(0, -1) }

function setUp({ answers = [part], token = 'kept' }: { answers?: ProductPart[]; token?: string } = {}) {
  const spies = { ...sessionSpies(), reconsider: vi.fn<() => void>() }
  const menu = vi.fn<AccountApi['menu']>()
  for (const [index, product] of answers.entries()) {
    const answer = success({ userMenuElement: menuOfClerk, product })
    if (index < answers.length - 1) menu.mockResolvedValueOnce(answer)
    else menu.mockResolvedValue(answer)
  }
  const made = createTestSession({ api: { menu }, token, where: () => '/goods', ...spies })
  const has = (path: string): boolean => made.product.state.getState().match(path) !== undefined
  return { ...spies, ...made, menu, has, phase: () => made.session.state.getState().phase }
}

it('S3 is shown as it was known with the stored user, and only the version is asked about', async () => {
  const { session, local, menu, has, phase } = setUp()
  writeCurrentUser(local, { ...menuOfClerk, createTime: NOW })
  const begun = session.begin()
  expect([phase(), has('/order')]).toEqual(['starting', true])
  await begun
  expect(menu).toHaveBeenCalledExactlyOnceWith('small')
})

it('S3 is waited for where it is not stored, or is somebody else’s, and the user with it', async () => {
  for (const stored of [undefined, { userId: '8', ...part }]) {
    const { session, local, store, menu, has, phase } = setUp()
    writeCurrentUser(local, { ...menuOfClerk, createTime: NOW })
    local.set(productKey, stored ?? null)
    const begun = session.begin()
    expect([phase(), store.getState().user, has('/order')]).toEqual(['asking', undefined, false])
    await begun
    expect([phase(), has('/order')]).toEqual(['ready', true])
    expect(menu).toHaveBeenCalledExactlyOnceWith(undefined)
  }
})

it('S1 is of no interest to who is not signed in, whoever was here before', async () => {
  const { session, local, has } = setUp({ token: '' })
  writeCurrentUser(local, { ...menuOfClerk, createTime: NOW })
  await session.begin()
  expect([has('/order'), has('/goods/register')]).toEqual([false, true])
})

it('comes with the user who signs in, and is known before it is decided where they may be', async () => {
  const { session, store, has } = setUp({ token: '' })
  const known: boolean[] = []
  store.subscribe((next, before) => next.user !== before.user && known.push(has('/order')))
  await session.signIn('op01', 'secret')
  expect(known).toEqual([true])
})

it('follows rights that change while a page is open, also where nothing else of the user does', async () => {
  const { session, reconsider, has } = setUp({ answers: [part, less] })
  await session.begin()
  expect([has('/order'), reconsider.mock.calls.length]).toEqual([true, 0])
  vi.advanceTimersByTime(60_000)
  await session.refreshRights()
  expect([has('/order'), reconsider.mock.calls.length]).toEqual([false, 1])
})

it('S5 is gone with the session, and there again at once for the same user', async () => {
  const { session, local, has } = setUp()
  await session.begin()
  session.onUnauthorized()
  vi.advanceTimersByTime(LEAVE_AFTER_MS)
  expect([has('/order'), local.get(productKey)]).toEqual([false, { userId: '7', ...part }])
})

it('S4 is forgotten when the user signs out', async () => {
  const { session, local, has } = setUp()
  await session.begin()
  await session.logout()
  expect([has('/order'), local.get(productKey)]).toEqual([false, undefined])
})

it('is taken over from another window that has a newer one', async () => {
  const { session, local, cookies, has } = setUp()
  await session.begin()
  cookies.cookie = 'accessToken=renewed'
  local.set(productKey, { userId: '7', ...less })
  writeCurrentUser(local, { ...menuOfClerk, createTime: NOW })
  session.onStored('currentUser')
  expect([has('/order'), has('/goods')]).toEqual([false, true])
})

/** The server tells how often plans have changed; each answer to what is asked for says what it was made of. */
function whereScreensArePublished(...made: number[]) {
  const answers = made.map((changes, index) => ({ ...part, version: `made ${index}`, changes }))
  return setUp({ answers })
}

it('is asked for again as soon as a response tells of a published screen, however young it is', async () => {
  const { session, menu, product } = whereScreensArePublished(3, 4)
  await session.begin()
  session.plansChanged(3)
  await session.refreshRights()
  expect(menu).toHaveBeenCalledOnce()
  session.plansChanged(4)
  await vi.waitFor(() => expect(product.version()).toBe('made 1'))
  session.plansChanged(4)
  // A server that has not heard of it yet.
  session.plansChanged(3)
  await session.refreshRights()
  expect(menu).toHaveBeenCalledTimes(2)
})

it('is asked for at each page that is opened until a server answers that has heard of the release', async () => {
  const { session, menu, product } = whereScreensArePublished(3, 3, 3, 4)
  await session.begin()
  session.plansChanged(4)
  await vi.waitFor(() => expect(menu).toHaveBeenCalledTimes(2))
  await session.refreshRights()
  expect([menu.mock.calls.length, product.changes()]).toEqual([3, 3])
  await session.refreshRights()
  expect([menu.mock.calls.length, product.changes()]).toEqual([4, 4])
  await session.refreshRights()
  expect(menu).toHaveBeenCalledTimes(4)
})

it('is asked for once it is known who is here, when a release is heard of while the page begins', async () => {
  const { session, menu } = whereScreensArePublished(3, 4)
  const begun = session.begin()
  session.plansChanged(4)
  await begun
  expect(menu).toHaveBeenCalledOnce()
  await session.refreshRights()
  expect(menu).toHaveBeenCalledTimes(2)
})

it('is asked for by a page that asks for nothing else when it is opened, and by no other', async () => {
  const { session, menu } = whereScreensArePublished(3)
  await session.begin()
  const before = session.plansHeard()
  session.plansChanged(3)
  await session.hearOfPlans(before)
  expect(menu).toHaveBeenCalledOnce()
  await session.hearOfPlans(session.plansHeard())
  expect(menu).toHaveBeenCalledTimes(2)
})

it('is not asked for in the name of who has left', async () => {
  const { session, menu } = whereScreensArePublished(3, 4)
  await session.begin()
  await session.logout()
  session.plansChanged(4)
  await session.hearOfPlans(session.plansHeard())
  expect(menu).toHaveBeenCalledOnce()
})
