import { describe, expect, it } from 'vitest'
import { allowedActionsOf, holds, missingRight, permissionOfTab, rightsOf } from './rights'
import type { ActionPlan, TabPlan } from './plan'
import type { SubMenu } from './permission'

const subMenus: SubMenu[] = [
  { menuName: 'base_book', menuId: '1', permissionType: 1, children: [{ menuName: 'book_add' }, { menuName: 'book_reckon' }] },
  { menuName: 'base_shut', menuId: '2', permissionType: 0, children: [{ menuName: 'shut_add' }] },
]
const rights = rightsOf(subMenus, '7')

function action(name: string, plan: Partial<ActionPlan> = {}): ActionPlan {
  return { name, title: name, permission: `book_${name}`, does: { kind: 'export' }, states: [], danger: false, ...plan }
}
const list = (screen: string, readPermission?: string): ActionPlan['does'] => ({
  kind: 'list',
  screen,
  page: 'list',
  by: {},
  ...(readPermission === undefined ? {} : { readPermission }),
})

describe('the rights of an account', () => {
  it('are those of its menus, unless one of them is shut', () => {
    expect([rights.can('book_add'), rights.can('book_edit'), rights.can('shut_add')]).toEqual([true, false, false])
    expect([rights.opens('base_book'), rights.opens('base_shut'), rights.opens('base_other')]).toEqual([true, false, false])
    expect(rights.userId).toBe('7')
  })

  it('are none without any menu, although the whole menu is shown', () => {
    for (const none of [rightsOf(undefined), rightsOf([])]) expect([none.can('book_add'), none.opens('base_book')]).toEqual([false, false])
  })

  it('hold what needs no permission', () => {
    expect([holds(rights, undefined), holds(rights, 'book_add'), holds(rights, 'book_edit')]).toEqual([true, true, false])
    expect(holds(rightsOf(undefined), undefined)).toBe(true)
  })
})

describe('a button', () => {
  it.each([
    ['that the account has the right to', action('add'), undefined],
    ['that needs none', action('view', { permission: undefined }), undefined],
    ['whose right is missing', action('edit'), { permission: 'book_edit' }],
    ['that shows a list which may be read', action('add', { does: list('base/book') }), undefined],
    ['that shows a part of its menu', action('add', { does: list('base/book.copies') }), undefined],
    ['that shows a list which may not be read', action('add', { does: list('base/other') }), { menuName: 'base_other' }],
    [
      'that shows a list of a menu that is shut',
      action('add', { permission: undefined, does: list('base/shut') }),
      { menuName: 'base_shut' },
    ],
    [
      'that shows rows which may be read with a right of their own',
      action('add', { does: list('base/book.copies', 'book_reckon') }),
      undefined,
    ],
    [
      'that shows rows whose own right is missing',
      action('add', { does: list('base/book.copies', 'book_audit') }),
      { permission: 'book_audit' },
    ],
    ['that lacks both: the right is said', action('edit', { does: list('base/other') }), { permission: 'book_edit' }],
  ])('%s', (_what, plan, missing) => {
    expect(missingRight(plan, rights)).toEqual(missing)
  })

  it('is there in the order of its page, and one that the screen does not have is not', () => {
    const actions = { add: action('add'), edit: action('edit'), view: action('view', { permission: undefined }) }
    expect(allowedActionsOf(actions, ['view', 'edit', 'fly', 'add'], rights).map(({ name }) => name)).toEqual(['view', 'add'])
  })
})

describe('a tab', () => {
  it('that calculates needs what its action needs, any other nothing', () => {
    const actions = { reckon: action('reckon') }
    const tab = (plan: object): TabPlan => ({ title: 'tab', ...plan }) as TabPlan
    expect(permissionOfTab({ actions }, tab({ kind: 'calculate', action: 'reckon' }))).toBe('book_reckon')
    expect(permissionOfTab({ actions }, tab({ kind: 'calculate', action: 'unknown' }))).toBeUndefined()
    expect(permissionOfTab({ actions }, tab({ kind: 'history' }))).toBeUndefined()
  })
})
