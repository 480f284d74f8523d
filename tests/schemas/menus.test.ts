import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { MenuPlan } from '../../engine/core/plan'

const { menus } = JSON.parse(readFileSync(new URL('../../schemas/menus.json', import.meta.url), 'utf8')) as { menus: MenuPlan[] }

it.each([
  ['1', 'bars'],
  ['2', 'credit-card'],
  ['3', 'red-envelope'],
  ['4', 'bank'],
  ['5', 'home'],
  ['6', 'dot-chart'],
  ['7', 'appstore'],
  ['9', 'wallet'],
  ['10', 'pie-chart'],
  ['11', 'desktop'],
  ['12', 'database'],
  ['13', 'database'],
  ['15', 'database'],
  ['16', 'red-envelope'],
  ['17', 'cloud-download'],
])('L9 entry %s of the menu has the icon %s', (id, icon) => {
  expect(menus.find((menu) => menu.id === id)?.icon).toBe(icon)
})
