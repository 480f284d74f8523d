import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RoutePlan } from './plan'
import {
  allowedActions,
  allowedMenus,
  decideRoute,
  firstAllowedPath,
  mayDo,
  mayOpen,
  mayRead,
  menuIsAllowed,
  menusSeenBy,
  partFor,
  readingPermission,
  rightToRead,
  splitMenuName,
  type MenuEntry,
  type SubMenu,
} from './permission'

const menus: MenuEntry[] = [
  { id: '1', pid: '0', mpid: -1, seq: 2, permissionGroups: ['base'] },
  { id: '2', pid: '0', mpid: -1, seq: 1, permissionGroups: ['loans', 'tracking'] },
  { id: '1-1', pid: '1', mpid: '1', seq: 1, router: '/house', menuName: 'base_house' },
  { id: '1-1-1', pid: '1-1', mpid: '1-1', seq: 1, router: '/house/:id', menuName: 'base_house', hidden: true },
  { id: '2-2', pid: '2', mpid: '2', seq: 2, router: '/loans', menuName: 'loans_loans' },
  { id: '2-1', pid: '2', mpid: '2', seq: 1, router: '/loansX', menuName: 'loans_loansX' },
  { id: '2-3', pid: '2', mpid: '2', seq: 3, router: '/parcel', menuName: 'loans_parcel', blank: true },
  { id: '2-4', pid: '2', mpid: '2', seq: 4, router: '/contract', menuName: 'loans_contract', hidden: true },
]

function grant(menuName: string, ...codes: string[]): SubMenu {
  return { menuName, menuId: menuName, permissionType: 1, children: codes.map((code) => ({ menuName: code })) }
}
function shut(menuName: string, ...codes: string[]): SubMenu {
  return { ...grant(menuName, ...codes), permissionType: 0 }
}
/** What accounts may have, some of it of no use. */
const grants = fc.array(
  fc.record({
    menuName: fc.constantFrom('base_house', 'loans_loans', 'loans_loansX', 'tracking_parcel', 'loans_contract', 'x_house', 'loans'),
    menuId: fc.constant('1'),
    permissionType: fc.constantFrom(0, 1, 1),
  }),
  { minLength: 1 },
)
const idsOf = (entries: MenuEntry[]) => entries.map(({ id }) => id)

describe('splitMenuName', () => {
  it('splits at the first underscore', () => {
    expect(splitMenuName('base_house')).toEqual({ prefix: 'base', name: 'house' })
    expect(splitMenuName('base_my_house')).toEqual({ prefix: 'base', name: 'my_house' })
    expect(splitMenuName('house')).toEqual({ prefix: 'house', name: '' })
  })
})

describe('the menu', () => {
  it('P1 is full for an account without subMenu', () => {
    expect(allowedMenus(menus, undefined)).toEqual(menus)
    expect(allowedMenus(menus, [])).toEqual(menus)
  })
  it('P1 G2 holds the allowed entries and the branches that lead to them, in their order', () => {
    expect(idsOf(allowedMenus(menus, [grant('base_house')]))).toEqual(['1', '1-1', '1-1-1'])
    expect(idsOf(allowedMenus(menus, [grant('loans_loans'), grant('base_house')]))).toEqual(['1', '2', '1-1', '1-1-1', '2-2'])
  })
  it('P1 needs the group and the whole first segment of the route', () => {
    const subMenus = [grant('loans_loansX')]
    expect(idsOf(menus.filter((menu) => menuIsAllowed(menu, menus, subMenus)))).toEqual(['2-1'])
    expect(allowedMenus(menus, [grant('other_loans')])).toEqual([])
    expect(allowedMenus(menus, [grant('loans')])).toEqual([])
    expect(allowedMenus(menus, [grant('loans_')])).toEqual([])
  })
  it('P1 takes a second group of the same branch', () => {
    expect(idsOf(allowedMenus(menus, [grant('tracking_parcel')]))).toEqual(['2', '2-3'])
  })
  it('P1 takes the group of the menu name where the branch names none', () => {
    const alone: MenuEntry = { id: '9', pid: '0', mpid: -1, seq: 9, router: '/alone', menuName: 'own_alone' }
    expect(menuIsAllowed(alone, [alone], [grant('own_alone')])).toBe(true)
    expect(menuIsAllowed(alone, [alone], [grant('base_alone')])).toBe(false)
  })
  it('G2 shows no branch for a hidden page alone', () => {
    expect(idsOf(allowedMenus(menus, [grant('loans_contract')]))).toEqual(['2-4'])
  })
  it('leaves out what permission type 0 shuts, even when another entry grants it', () => {
    expect(idsOf(allowedMenus(menus, [grant('base_house'), shut('loans_loans')]))).toEqual(['1', '1-1', '1-1-1'])
    expect(allowedMenus(menus, [grant('loans_loans'), shut('loans_loans')])).toEqual([])
  })
  it('comes to an end when entries are each other’s parents', () => {
    const circle: MenuEntry[] = [
      { id: 'a', pid: 'b', mpid: 'b', seq: 1, router: '/a', menuName: 'g_a' },
      { id: 'b', pid: 'a', mpid: -1, seq: 1 },
    ]
    expect(idsOf(allowedMenus(circle, [grant('g_a')]))).toEqual(['a', 'b'])
    expect(firstAllowedPath(circle, [grant('g_a')], '/x')).toBe('/a')
  })
})

describe('decideRoute', () => {
  const subMenus = [grant('base_house'), grant('loans_loansX'), shut('loans_loans')]
  it.each([
    ['/house', 'allowed'],
    ['/house/7?mode=edit', 'allowed'],
    ['/house?x=/loans', 'allowed'],
    ['/loansX/detail', 'allowed'],
    ['/loans', 'noPermission'],
    ['/loans/detail', 'noPermission'],
    ['/parcel', 'notFound'],
    ['/houses', 'notFound'],
    ['/nowhere', 'notFound'],
    ['/House', 'notFound'],
    ['house', 'notFound'],
    ['', 'notFound'],
  ] as const)('S2 answers for %s: %s', (path, decision) => {
    expect(decideRoute(path, subMenus, menus)).toBe(decision)
  })
  it('S2 lets an account without subMenu to every page that there is', () => {
    expect(decideRoute('/loans/detail', undefined, menus)).toBe('allowed')
    expect(decideRoute('/loans', [], menus)).toBe('allowed')
    expect(decideRoute('/nowhere', undefined, menus)).toBe('notFound')
  })
})

describe('firstAllowedPath', () => {
  it('R4 is the first page of the sidebar, by order of the branches and of the entries in them', () => {
    expect(firstAllowedPath(menus, [grant('base_house'), grant('loans_loans'), grant('loans_loansX')], '/start')).toBe('/loansX')
    expect(firstAllowedPath(menus, [grant('base_house'), grant('loans_loans')], '/start')).toBe('/loans')
    expect(firstAllowedPath(menus, [grant('base_house')], '/start')).toBe('/house')
  })
  it('R4 is the given page without subMenu, and the not-found page when nothing can be opened here', () => {
    expect(firstAllowedPath(menus, undefined, '/start')).toBe('/start')
    expect(firstAllowedPath(menus, [], '/start')).toBe('/start')
    for (const useless of [shut('base_house'), grant('loans_parcel'), grant('loans_contract'), grant('no_where')]) {
      expect(firstAllowedPath(menus, [useless], '/start')).toBe('/*')
    }
  })
})

describe('actions', () => {
  const subMenus = [
    grant('loans_loans', 'loans_add', 'loans_approve'),
    grant('tracking_loans', 'loans_add', 'loans_print'),
    grant('base_house', 'house_view'),
  ]

  it('P2 are the children of the entries of that menu, by the part after the underscore', () => {
    expect(allowedActions(subMenus, 'loans_loans')).toEqual(['add', 'approve', 'print'])
    expect(allowedActions(subMenus, 'base_house')).toEqual(['view'])
    expect(allowedActions(subMenus, 'loans_loansX')).toEqual([])
    expect(allowedActions(subMenus, 'loans')).toEqual([])
  })
  it('P5 are refused to an account without subMenu, whatever its menu shows', () => {
    for (const none of [undefined, []]) {
      expect(allowedActions(none, 'loans_loans')).toEqual([])
      expect(mayDo(none, 'loans_add')).toBe(false)
      expect(mayOpen(none, 'loans_loans')).toBe(false)
    }
  })
  it('P5 are refused when permission type 0 shuts the menu', () => {
    const mixed = [...subMenus, shut('loans_loans', 'loans_add')]
    expect(allowedActions(mixed, 'loans_loans')).toEqual([])
    expect(mayDo(mixed, 'loans_add')).toBe(false)
    expect(mayOpen(mixed, 'loans_loans')).toBe(false)
    expect(mayDo(mixed, 'house_view')).toBe(true)
  })
  it('reading needs the right that the screen names, and without one that to its menu', () => {
    const [house, own] = [{ menuName: 'base_house' }, { menuName: 'base_house', readPermission: 'house_look' }]
    expect([house, own].map(readingPermission)).toEqual(['base_house', 'house_look'])
    expect([house, own].map(rightToRead)).toEqual([{ menuName: 'base_house' }, { permission: 'house_look' }])
    expect([house, own].map((screen) => mayRead(subMenus, screen))).toEqual([true, false])
    expect([house, own].map((screen) => mayRead([grant('base_house', 'house_look')], screen))).toEqual([true, true])
    expect(mayRead([shut('base_house', 'house_look')], own)).toBe(false)
  })
  it('P5 count only under their own menu', () => {
    const misplaced = [grant('base_house', 'loans_approve', 'house_', 'house')]
    expect(mayDo(misplaced, 'loans_approve')).toBe(false)
    expect(allowedActions(misplaced, 'base_house')).toEqual([])
    for (const code of ['house_', 'house', '', '_', '_view']) expect(mayDo(misplaced, code)).toBe(false)
  })
  it('security 2: a name that begins like another never matches', () => {
    const similar = [grant('loans_loansX', 'loansX_approve')]
    expect(mayOpen(similar, 'loans_loans')).toBe(false)
    expect(mayDo(similar, 'loans_approve')).toBe(false)
    expect(mayDo(similar, 'loansX_approveAll')).toBe(false)
    expect(mayDo(similar, 'loansX_approve')).toBe(true)
    expect(mayDo([grant('loans_loans', 'loans_approve')], 'loansX_approve')).toBe(false)
  })
})

describe('whatever was granted', () => {
  // Few short names, so that equal ones, prefixes of each other and malformed ones meet often.
  const name = fc.constantFrom('a', 'aX', 'aXX', 'b', '')
  const code = fc.tuple(name, name).map(([menu, action]) => `${menu}_${action}`)
  const subMenu = fc.record({
    menuName: fc.oneof(code, name),
    menuId: fc.constant('1'),
    permissionType: fc.constantFrom(0, 1, 1, 1),
    children: fc.option(fc.array(fc.record({ menuName: fc.oneof(code, name) })), { nil: undefined }),
  })

  it('an action is allowed only where it is listed under an open entry of its own menu', () => {
    fc.assert(
      fc.property(fc.array(subMenu), code, (subMenus, asked) => {
        const [menu, action] = asked.split('_') as [string, string]
        const own = subMenus.filter(({ menuName }) => menuName.includes('_') && menuName.split('_')[1] === menu)
        const listed = own.some(({ children }) => children?.some((child) => child.menuName === asked))
        const open = own.every(({ permissionType }) => permissionType !== 0)
        expect(mayDo(subMenus, asked)).toBe(menu !== '' && action !== '' && listed && open)
      }),
    )
  })
  it('the actions of a menu are those that may be done, and need the menu', () => {
    fc.assert(
      fc.property(fc.array(subMenu), name, name, (subMenus, menu, action) => {
        const actions = allowedActions(subMenus, `group_${menu}`)
        expect(actions.includes(action)).toBe(mayDo(subMenus, `${menu}_${action}`))
        expect(new Set(actions).size).toBe(actions.length)
        if (actions.length > 0) expect(mayOpen(subMenus, `group_${menu}`)).toBe(true)
      }),
    )
  })
  it('the screens of a menu are shown to whoever may open it, and to an account without subMenu', () => {
    fc.assert(
      fc.property(fc.array(subMenu, { minLength: 1 }), name, (subMenus, menu) => {
        expect(menusSeenBy(subMenus)(`group_${menu}`)).toBe(mayOpen(subMenus, `group_${menu}`))
      }),
    )
    expect([menusSeenBy([])('base_house'), menusSeenBy(undefined)('base_house')]).toEqual([true, true])
  })
  it('a page that may be entered is in the menu, and the first page may be entered', () => {
    fc.assert(
      fc.property(grants, fc.constantFrom(...menus.flatMap(({ router }) => router ?? [])), (subMenus, router) => {
        const shown = allowedMenus(menus, subMenus).some((menu) => menu.router === router)
        expect(decideRoute(router, subMenus, menus) === 'allowed').toBe(shown)
        const first = firstAllowedPath(menus, subMenus, '/start')
        if (first !== '/*') expect(decideRoute(first, subMenus, menus)).toBe('allowed')
      }),
    )
  })
})

describe('the part of the product for an account', () => {
  const route = (path: string, open = false): RoutePlan => ({ route: path, screen: '', page: '', title: '', menuName: '', open })
  const routes = [...menus.flatMap(({ router }) => (router === undefined ? [] : [route(router)])), route('/register', true)]

  it('P1 S2 R4 G2 decides as all of it would', () => {
    fc.assert(
      fc.property(grants, fc.constantFrom('/', '/nothing', ...routes.map((each) => each.route)), (subMenus, path) => {
        const part = partFor({ menus, routes }, subMenus)
        expect(decideRoute(path, subMenus, part.menus)).toBe(decideRoute(path, subMenus, menus))
        expect(allowedMenus(part.menus, subMenus)).toEqual(allowedMenus(menus, subMenus))
        expect(firstAllowedPath(part.menus, subMenus, '/start')).toBe(firstAllowedPath(menus, subMenus, '/start'))
      }),
    )
  })

  it('holds the routes that may be entered, those that are said to be shut, and the open ones', () => {
    const part = partFor({ menus, routes }, [grant('base_house'), shut('loans_loans')])
    expect(part.routes.map((each) => each.route)).toEqual(['/house', '/house/:id', '/loans', '/register'])
    expect(idsOf(part.menus)).toEqual(['1', '2', '1-1', '1-1-1', '2-2'])
  })

  it('P1 is all of it without subMenu', () => {
    expect(partFor({ menus, routes }, [])).toEqual({ menus, routes })
  })
})
