import { describe, expect, it } from 'vitest'
import { config } from '../config'
import { menuOfClerk } from '../testing/fakeAccount'
import { menus, routes } from '../testing/product'
import { decidePlace, PLAYGROUND, playgroundRight, WORKBENCH } from './decidePlace'
import { createRouteTable } from './routeTable'

const product = { menus, match: createRouteTable(routes) }
const stranger = { signedIn: false, subMenus: undefined }
const clerk = { signedIn: true, subMenus: menuOfClerk.subMenu }
const unrestricted = { signedIn: true, subMenus: [] }

describe('without a token', () => {
  it.each([
    ['/login', 'login'],
    ['/noPermission', 'noPermission'],
    ['/goods/register', 'openPage'],
  ])('R1 %s is open', (path, kind) => {
    expect(decidePlace(path, stranger, product).kind).toBe(kind)
  })

  it.each(['/', '/goods', '/goods/7', '/*', '/nowhere'])('S1 %s leads to the sign-in page', (path) => {
    expect(decidePlace(path, stranger, product)).toEqual({ kind: 'redirect', to: '/login' })
  })
})

describe('with a token', () => {
  it('R4 / leads to the first menu entry that the user may see', () => {
    expect(decidePlace('/', clerk, product)).toEqual({ kind: 'redirect', to: '/goods' })
  })

  it('R4 / leads an account without restriction to the page of the configuration', () => {
    expect(decidePlace('/', unrestricted, product)).toEqual({ kind: 'redirect', to: config.unrestrictedHome })
  })

  it('R4 / leads to the not-found page when there is nothing to see', () => {
    const nothing = { signedIn: true, subMenus: [{ menuName: 'other_thing', menuId: '9', permissionType: 1 }] }
    expect(decidePlace('/', nothing, product)).toEqual({ kind: 'redirect', to: '/*' })
  })

  it("/ leads to the workbench who has chosen to begin there, and the workbench is everybody's", () => {
    expect(decidePlace('/', { ...clerk, startsAtWorkbench: true }, product)).toEqual({ kind: 'redirect', to: WORKBENCH })
    expect(decidePlace(WORKBENCH, clerk, product)).toEqual({ kind: 'workbench' })
    expect(decidePlace(WORKBENCH, stranger, product)).toEqual({ kind: 'redirect', to: '/login' })
  })

  it('shows the page of an allowed menu, and its pages below', () => {
    expect(decidePlace('/goods/7', clerk, product)).toMatchObject({
      kind: 'page',
      match: { route: { page: 'detail' }, params: { id: '7' } },
    })
  })

  it.each(['/order', '/nowhere', '/goods/7/8'])('S2, R3 %s leads to the not-found page', (path) => {
    expect(decidePlace(path, clerk, product)).toEqual({ kind: 'redirect', to: '/*' })
  })

  it('R3 serves the not-found page at /*', () => {
    expect(decidePlace('/*', clerk, product)).toEqual({ kind: 'notFound' })
  })

  it('S2 a page of another menu below an allowed address leads to the no-permission page', () => {
    const planAddress = (screen: string) => (screen === 'base/goods' ? undefined : `/plans/${screen}`)
    expect(decidePlace('/goods/7', clerk, { ...product, planAddress })).toEqual({ kind: 'redirect', to: '/noPermission' })
    expect(decidePlace('/goods/7', clerk, { ...product, planAddress: (screen) => `/plans/${screen}` }).kind).toBe('page')
  })

  it('S2 a shut menu leads to the no-permission page', () => {
    const shut = { signedIn: true, subMenus: [...menuOfClerk.subMenu, { menuName: 'base_goods', menuId: '1-2', permissionType: 0 }] }
    expect(decidePlace('/goods/7', shut, product)).toEqual({ kind: 'redirect', to: '/noPermission' })
  })
})

describe('the playground', () => {
  const developer = {
    signedIn: true,
    subMenus: [{ menuName: 'sys_userManage', menuId: '9', permissionType: 1, children: [{ menuName: playgroundRight }] }],
  }
  const switchedOn = { ...product, playground: true }

  it('is there for who has the right, where it is switched on', () => {
    expect(decidePlace(PLAYGROUND, developer, switchedOn)).toEqual({ kind: 'playground' })
    expect(decidePlace(PLAYGROUND, developer, product)).toEqual({ kind: 'redirect', to: '/*' })
  })

  it.each([
    ['without the right', clerk],
    ['without any restriction', unrestricted],
  ])('is not there for an account %s', (_who, visitor) => {
    expect(decidePlace(PLAYGROUND, visitor, switchedOn)).toEqual({ kind: 'redirect', to: '/*' })
  })

  it('leads a stranger to the sign-in page', () => {
    expect(decidePlace(PLAYGROUND, stranger, switchedOn)).toEqual({ kind: 'redirect', to: '/login' })
  })
})
