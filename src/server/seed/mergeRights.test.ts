import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MenuPermission } from '../session/roleRights'
import { areSameRights, mergeRights } from './mergeRights'

const menu = (menuName: string, ...buttons: string[]): MenuPermission => ({ menuName, permissionType: 1, buttons })
const shut = (menuName: string): MenuPermission => ({ menuName, permissionType: 0, buttons: [] })

describe('rights of a standard role after a new version', () => {
  it.each<[string, { shipped: MenuPermission[]; own: MenuPermission[]; wanted: MenuPermission[]; merged: MenuPermission[] }]>([
    [
      'a new button of a menu that nobody touched',
      { shipped: [menu('a', 'add')], own: [menu('a', 'add')], wanted: [menu('a', 'add', 'edit')], merged: [menu('a', 'add', 'edit')] },
    ],
    ['a new menu', { shipped: [], own: [menu('x', 'own')], wanted: [menu('a', 'add')], merged: [menu('x', 'own'), menu('a', 'add')] }],
    [
      'a button that the version takes away',
      { shipped: [menu('a', 'add', 'edit')], own: [menu('a', 'add', 'edit')], wanted: [menu('a', 'edit')], merged: [menu('a', 'edit')] },
    ],
    ['a menu that the version takes away', { shipped: [menu('a', 'add')], own: [menu('a', 'add')], wanted: [], merged: [] }],
    [
      'a button that an administrator took away, beside a new one',
      {
        shipped: [menu('a', 'add', 'edit')],
        own: [menu('a', 'edit')],
        wanted: [menu('a', 'add', 'edit', 'print')],
        merged: [menu('a', 'edit', 'print')],
      },
    ],
    [
      'a button that an administrator gave, beside one that is taken away',
      { shipped: [menu('a', 'add')], own: [menu('a', 'add', 'delete')], wanted: [menu('a')], merged: [menu('a', 'delete')] },
    ],
    ['a menu that an administrator took away', { shipped: [menu('a', 'add')], own: [], wanted: [menu('a', 'add', 'edit')], merged: [] }],
    [
      'a menu that an administrator shut',
      { shipped: [menu('a', 'add')], own: [shut('a')], wanted: [menu('a', 'add', 'edit')], merged: [shut('a')] },
    ],
    ['a menu that is taken away and was shut', { shipped: [menu('a', 'add')], own: [shut('a')], wanted: [], merged: [shut('a')] }],
    [
      'a menu that an administrator gave before the version did',
      { shipped: [], own: [menu('a', 'add')], wanted: [menu('a', 'add', 'edit')], merged: [menu('a', 'add')] },
    ],
    [
      'a menu that is taken away and that an administrator had added to',
      { shipped: [menu('a', 'add')], own: [menu('a', 'add', 'print')], wanted: [], merged: [menu('a', 'print')] },
    ],
  ])('%s', (_what, { shipped, own, wanted, merged }) => {
    expect(mergeRights(shipped, own, wanted)).toEqual(merged)
  })

  const rights = fc.uniqueArray(
    fc.record({
      menuName: fc.constantFrom('a', 'b', 'c', 'd'),
      permissionType: fc.constant(1 as const),
      buttons: fc.uniqueArray(fc.constantFrom('add', 'edit', 'delete', 'print')),
    }),
    { selector: ({ menuName }) => menuName },
  )

  it('are the version’s where nobody touched the role', () => {
    fc.assert(fc.property(rights, rights, (shipped, wanted) => areSameRights(mergeRights(shipped, shipped, wanted), wanted)))
  })

  it('stay as they are while the version gives the same', () => {
    fc.assert(fc.property(rights, rights, (shipped, own) => areSameRights(mergeRights(shipped, own, shipped), own)))
  })

  it('have only what the role had or the version adds, and whatever an administrator gave', () => {
    fc.assert(
      fc.property(rights, rights, rights, (shipped, own, wanted) => {
        const codes = (list: MenuPermission[]) =>
          new Set(list.flatMap(({ menuName, buttons }) => buttons.map((code) => `${menuName} ${code}`)))
        const [was, has, gives, merged] = [codes(shipped), codes(own), codes(wanted), codes(mergeRights(shipped, own, wanted))]
        const given = [...has].filter((code) => !was.has(code))
        const taken = [...was].filter((code) => !has.has(code))
        return (
          given.every((code) => merged.has(code)) &&
          taken.every((code) => !merged.has(code)) &&
          [...merged].every((code) => has.has(code) || gives.has(code))
        )
      }),
    )
  })
})
