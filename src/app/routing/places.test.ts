import { createMemoryRouter } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { SessionState } from '../session/sessionState'
import { createAppStore } from '../state/appStore'
import { menuOfClerk } from '../testing/fakeAccount'
import { memoryStore } from '../memoryStore'
import { menus, routes } from '../testing/product'
import { keptKeys } from './openPages'
import { createPlaces, type Tab } from './places'
import { createRouteTable, type RouteMatch } from './routeTable'

function setUp(path: string, phase: SessionState['phase'] = 'ready', before: readonly Tab[] = []) {
  const router = createMemoryRouter([{ path: '*', element: null }], { initialEntries: [path] })
  const store = createAppStore(memoryStore())
  const session = createStore<SessionState>(() => ({ phase, dictionaries: {}, roles: [], mustChangePassword: false }))
  if (phase === 'ready') store.setState({ user: { ...menuOfClerk, createTime: 1 } })
  const onEnter = vi.fn<(match: RouteMatch, search: string) => undefined>()
  const onTurnedAway = vi.fn<(path: string) => void>()
  const tabsBefore = vi.fn<(userId: string) => readonly Tab[]>(() => before)
  const product = { menus, match: createRouteTable(routes) }
  const places = createPlaces({
    router,
    store,
    session,
    product: () => product,
    beginsAnew: () => false,
    onEnter,
    onTurnedAway,
    tabsBefore,
  })
  places.follow()
  const here = (): string => router.state.location.pathname + router.state.location.search
  const open = (): string[] => places.state.getState().pages.map((page) => page.pathname + page.search)
  return { router, store, session, places, onEnter, onTurnedAway, tabsBefore, here, open }
}

describe('the guard', () => {
  it('S1 sends who is not signed in to the sign-in page, and remembers where they were going', () => {
    const { here, onTurnedAway, places } = setUp('/goods?page=2', 'signedOut')
    expect(here()).toBe('/login')
    expect(onTurnedAway).toHaveBeenCalledExactlyOnceWith('/goods?page=2')
    expect(places.state.getState().place).toEqual({ kind: 'login' })
  })

  it('decides nothing while it is not known who asks', () => {
    const { here, places, store, session } = setUp('/order', 'asking')
    expect(here()).toBe('/order')
    expect(places.state.getState().place).toBeUndefined()
    store.setState({ user: { ...menuOfClerk, createTime: 1 } })
    session.setState({ phase: 'ready' })
    expect(here()).toBe('/*')
  })

  it('sends nobody away by remembered rights, which the server may have widened', () => {
    const { here, places, store, session } = setUp('/goods', 'starting')
    store.setState({ user: { ...menuOfClerk, createTime: 1, subMenu: menuOfClerk.subMenu.slice(1) } })
    expect([here(), places.state.getState().place]).toEqual(['/goods', undefined])
    store.setState({ user: { ...menuOfClerk, createTime: 1 } })
    session.setState({ phase: 'ready' })
    expect([here(), places.state.getState().place?.kind]).toEqual(['/goods', 'page'])
  })

  it('S2 moves the user away when the right to the page is taken', () => {
    const { here, store } = setUp('/goods')
    store.setState({ user: { ...menuOfClerk, createTime: 1, subMenu: menuOfClerk.subMenu.slice(1) } })
    expect(here()).toBe('/*')
  })

  it('takes all pages away when the session ends, and remembers nothing after a logout', async () => {
    const { here, session, store, open, onTurnedAway } = setUp('/goods')
    store.setState({ user: undefined })
    session.setState({ phase: 'signedOut' })
    expect(open()).toEqual([])
    await expect.poll(() => here()).toBe('/login')
    expect(onTurnedAway).not.toHaveBeenCalled()
  })
})

it('leads to the sign-in page past a form that holds its users back, once the form is gone', async () => {
  const { here, router, session, store, places } = setUp('/goods')
  router.getBlocker('form', () => true)
  // As React takes a page away: soon, but not at once.
  places.state.subscribe(({ pages }) => {
    if (pages.length === 0) queueMicrotask(() => router.deleteBlocker('form'))
  })
  store.setState({ user: undefined })
  session.setState({ phase: 'signedOut' })
  await expect.poll(() => here()).toBe('/login')
})

describe('the open pages', () => {
  it('are entered once each, however often a list changes its address', async () => {
    const { router, onEnter, open } = setUp('/goods')
    await router.navigate('/goods?page=2', { replace: true })
    await router.navigate('/goods/7')
    expect(onEnter.mock.calls.map(([{ route }]) => route.page)).toEqual(['list', 'detail'])
    expect(open()).toEqual(['/goods?page=2', '/goods/7'])
  })

  it('lose the page that another takes the place of: a form that became its record', async () => {
    const { router, open } = setUp('/goods')
    await router.navigate('/goods/edit')
    await router.navigate('/goods/8', { replace: true })
    expect(open()).toEqual(['/goods', '/goods/8'])
  })

  it('keep the page from which the user was sent elsewhere by the guard', async () => {
    const { router, open, here } = setUp('/rate')
    await router.navigate('/')
    expect(here()).toBe('/goods')
    expect(open()).toEqual(['/rate', '/goods'])
  })

  it('show the neighbour when the one in front is closed', async () => {
    const { router, places, open, here } = setUp('/goods?page=2')
    await router.navigate('/goods/7')
    places.close('/goods/7')
    expect(here()).toBe('/goods?page=2')
    expect(open()).toEqual(['/goods?page=2'])
  })

  it('keep the last one', () => {
    const { places, open } = setUp('/goods')
    places.close('/goods')
    expect(open()).toEqual(['/goods'])
  })

  it('keep a page that asks before it is left, until the user has said so', async () => {
    const { router, places, open, here } = setUp('/goods')
    await router.navigate('/goods/7')
    router.getBlocker('form', () => true)
    places.close('/goods/7')
    expect(open()).toEqual(['/goods', '/goods/7'])
    router.state.blockers.get('form')?.proceed?.()
    expect(here()).toBe('/goods')
    expect(open()).toEqual(['/goods'])
  })

  it('do not lose a page later that the user has chosen to stay on', async () => {
    const { router, places, open } = setUp('/goods')
    await router.navigate('/goods/7')
    router.getBlocker('form', () => true)
    places.close('/goods/7')
    router.state.blockers.get('form')?.reset?.()
    router.deleteBlocker('form')
    await router.navigate('/rate')
    expect(open()).toEqual(['/goods', '/goods/7', '/rate'])
  })

  it('can all be closed but one, or all but home', async () => {
    const { router, places, open } = setUp('/goods')
    for (const path of ['/goods/7', '/rate', '/goods/8']) await router.navigate(path)
    await places.closeOthers('/rate')
    expect(open()).toEqual(['/rate'])
    await router.navigate('/goods/9')
    await places.closeAll()
    expect(open()).toEqual(['/goods'])
  })
})

describe('the tabs of before a reload', () => {
  const before: Tab[] = [
    { pathname: '/rate', search: '?day=1', title: '汇率', scrolled: { top: 40, left: 0 } },
    { pathname: '/goods', search: '?page=3' },
    { pathname: '/goods/7', search: '', title: 'SP-7' },
    { pathname: '/order', search: '' },
    { pathname: '/nowhere', search: '' },
  ]
  const seen = (places: ReturnType<typeof setUp>['places']): number => keptKeys(places.state.getState().pages).size

  it('are there again in their order, with the page in front among them, and without those that may not be opened', () => {
    const { open, places, tabsBefore } = setUp('/goods?page=2', 'ready', before)
    expect(tabsBefore).toHaveBeenCalledExactlyOnceWith(menuOfClerk.userId)
    expect(open()).toEqual(['/rate?day=1', '/goods?page=2', '/goods/7'])
    // The others are drawn, and ask the server, when they are visited.
    expect(seen(places)).toBe(1)
    expect(places.tabs()).toEqual({
      userId: menuOfClerk.userId,
      tabs: [before[0], { pathname: '/goods', search: '?page=2' }, before[2]],
    })
  })

  it('are shown as they were left by their tabs, and anew by a link', async () => {
    const { places, router } = setUp('/goods/8', 'ready', before)
    const rate = () => places.state.getState().pages[0]
    await places.show(rate()!)
    expect(rate()).toMatchObject({ left: { scrolled: { top: 40, left: 0 } }, instance: 0 })
    expect(seen(places)).toBe(2)
    await router.navigate('/goods/8')
    await router.navigate('/rate')
    expect([rate()?.left, rate()?.instance]).toEqual([undefined, 1])
    expect(places.state.getState().pages[2]?.left).toEqual({ title: 'SP-7' })
    places.refresh('/goods/7')
    expect(places.state.getState().pages[2]?.left).toBeUndefined()
  })

  it('keep what is said of them since', () => {
    const { places } = setUp('/goods', 'ready', before)
    places.note('/goods', { title: '商品' })
    places.note('/goods', { scrolled: { top: 7, left: 0 } })
    expect(places.tabs()?.tabs[1]).toEqual({ pathname: '/goods', search: '', title: '商品', scrolled: { top: 7, left: 0 } })
  })

  it('go with a right that was remembered and is no more', () => {
    const { open, store, session } = setUp('/goods', 'starting', before)
    store.setState({ user: { ...menuOfClerk, createTime: 1 } })
    expect(open()).toContain('/rate?day=1')
    store.setState({
      user: { ...menuOfClerk, createTime: 1, subMenu: menuOfClerk.subMenu.filter(({ menuName }) => menuName !== 'base_rate') },
    })
    session.setState({ phase: 'ready' })
    expect(open()).not.toContain('/rate?day=1')
  })

  it('S6 are nobody else’s, and are not there after a sign-out', async () => {
    const { open, store, session, router, here, places } = setUp('/goods', 'ready', before)
    store.setState({ user: undefined })
    session.setState({ phase: 'signedOut' })
    await expect.poll(() => here()).toBe('/login')
    expect(places.tabs()).toBeUndefined()
    session.setState({ phase: 'ready' })
    store.setState({ user: { ...menuOfClerk, userId: '8', createTime: 2 } })
    await router.navigate('/goods')
    expect(open()).toEqual(['/goods'])
  })
})

it('S6 shows another user none of the pages that were open, also while the address stays', () => {
  const { open, places, router, store } = setUp('/goods')
  void router.navigate('/rate')
  expect(open()).toEqual(['/goods', '/rate'])
  const [, before] = places.state.getState().pages
  store.setState({ user: undefined })
  store.setState({ user: { ...menuOfClerk, userId: '8', createTime: 2 } })
  expect(open()).toEqual(['/rate'])
  expect(places.state.getState().pages[0]).not.toBe(before)
})

it('S6 lets pages begin anew with another query, in front and behind, and leaves the others alone', async () => {
  const { here, open, places, router } = setUp('/goods/7?tab=2')
  void router.navigate('/goods?name=x')
  void router.navigate('/rate?day=1')
  const instances = (): number[] => places.state.getState().pages.map((page) => page.instance)
  expect(instances()).toEqual([0, 0, 0])
  places.rewrite(({ match }) => (match.route.page === 'list' ? '' : undefined))
  await expect.poll(() => here()).toBe('/rate')
  expect(open()).toEqual(['/goods/7?tab=2', '/goods', '/rate'])
  expect(instances()).toEqual([0, 1, 1])
})
