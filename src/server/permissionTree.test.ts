import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProductPlan } from '../../engine/core/plan'
import { splitMenuName } from '../../engine/core/permission'
import { permissionTreeOf } from './permissionTree'
import { readProduct } from './product'

const root = fileURLToPath(new URL('../..', import.meta.url))
const plan = readProduct(root)
const tree = permissionTreeOf(plan)

/** Acceptance P4. */
const groups = [
  'base',
  'bet',
  'costSettlementManagement',
  'customsManage',
  'earlywarn',
  'evidence',
  'exDataExport',
  'exchange',
  'funds',
  'inventory',
  'limit',
  'loans',
  'logisticsStatement',
  'logisticsStatementManage',
  'logisticsTracking',
  'manage',
  'redemption',
  'report',
  'salesInventoryManagement',
]

describe('the permission tree', () => {
  it('P4 is made of the nineteen permission groups, of each the menus that are there', () => {
    const { menus } = JSON.parse(readFileSync(join(root, 'schemas/menus.json'), 'utf8')) as Pick<ProductPlan, 'menus'>
    const named = menus.flatMap(({ menuName }) => (menuName === undefined ? [] : [splitMenuName(menuName).prefix]))
    const declared = menus.flatMap(({ permissionGroups }) => permissionGroups ?? [])
    expect([...new Set(named)].filter((group) => !groups.includes(group))).toEqual([])
    expect([...new Set([...named, ...declared])].toSorted()).toEqual(groups)
    expect(tree.map(({ menuName }) => menuName)).toEqual(
      expect.arrayContaining(Object.values(plan.screens).map(({ menuName }) => menuName)),
    )
  })

  it('has each menu once, under its top-level entry', () => {
    const names = tree.map(({ menuName }) => menuName)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(tree.filter(({ group, title }) => group === '' || title === '')).toEqual([])
  })

  it('has the rights of a menu that belong to no button, beside its buttons', () => {
    const [screen] = Object.values(plan.screens)
    if (!screen) throw new Error('no screen')
    const rights = { [`${screen.menu}_showAccounts`]: '查看完整账号' }
    const withRight = permissionTreeOf({ ...plan, screens: { ...plan.screens, [screen.id]: { ...screen, rights } } })
    const buttons = withRight.find(({ menuName }) => menuName === screen.menuName)?.buttons
    expect(buttons?.filter(({ code }) => code === 'showAccounts')).toEqual([{ code: 'showAccounts', title: '查看完整账号' }])
    expect(buttons?.length).toBeGreaterThan(1)
  })

  it('P6 has everything that the standard roles have, so that saving a role loses nothing', () => {
    const lost = Object.entries(plan.roles).flatMap(([role, { menus }]) =>
      Object.entries(menus).flatMap(([menuName, codes]) => {
        const menu = tree.find((known) => known.menuName === menuName)
        if (!menu) return [`${role} ${menuName}`]
        // To see a menu is to have it; few have a button for it.
        return codes
          .filter((code) => code !== 'view' && !menu.buttons.some((button) => button.code === code))
          .map((code) => `${role} ${menuName} ${code}`)
      }),
    )
    expect(lost).toEqual([])
  })
})
