import { expect, it } from 'vitest'
import { permissionFindings } from '../screens/judges/permissions'
import { all, grantsOf, plan, subMenusOf } from '../screens/support/shipped'
import { servedContract } from './servedContract'

it('every standard role is shown the buttons whose request it may send, on every screen, and no other', async () => {
  const paths = await servedContract(plan, 'base_currency')
  const permissions = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation['x-permission']] as const),
    ),
  )
  const holders = Object.values(plan.roles).map((role) => ({ role: role.code, subMenus: subMenusOf(grantsOf(role)) }))
  const everybody = [...holders, { role: 'all', subMenus: subMenusOf(all) }, { role: 'none', subMenus: [] }]
  const { findings, cells } = permissionFindings(plan, everybody, permissions)
  expect(findings).toEqual([])
  expect(cells).toBeGreaterThan(everybody.length * 200)
})
