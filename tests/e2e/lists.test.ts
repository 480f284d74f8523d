/** Every list, drawn: whoever decides sees what is decided, and enough of the rows. */
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { readSources } from '../../engine/core/check/sources'
import { compileProduct } from '../../engine/core/compile'
import type { ListPagePlan } from '../../engine/core/plan'
import { loadSchemas } from '../../engine/spec/load'
import { test } from './support/test'

const plan = compileProduct(readSources(loadSchemas(fileURLToPath(new URL('../..', import.meta.url)))).sources!)
const mayOpen = plan.roles['OP']?.menus ?? {}

/** The lists of operators that stand alone: charts, tabs and a list beside leave them a part of the window. */
const lists = Object.values(plan.screens).flatMap((screen) => {
  const page = screen.pages['list']
  if (page?.kind !== 'list' || !hasWindow(page) || !(screen.menuName in mayOpen)) return []
  const { route } = page
  if (route === undefined || route.includes(':')) return []
  const { statusField, summary } = plan.entities[screen.entity] ?? {}
  const judged = [statusField, summary?.about.name, summary?.figures[0]?.name].flatMap(
    (name) => page.columns.find(({ key, field }) => key === name || field.name === name)?.title ?? [],
  )
  return [{ id: screen.id, route, judged: [...new Set(judged)] }]
})

function hasWindow({ charts, split, side, area, tabs }: ListPagePlan): boolean {
  return [charts, split, side, area, tabs].every((part) => part === undefined)
}

test('every list shows state, whom it is about and its first figure at 1440 and at 1024 px, and 17 rows at 900', async ({ visit }) => {
  const operator = await visit('/loansmgr', { as: 'op01', window: { viewport: { width: 1440, height: 900 } } })
  const { page } = operator
  const failures: string[] = []
  for (const { id, route, judged } of lists) {
    await operator.follow(route)
    await expect.poll(() => new URL(page.url()).pathname).toBe(route)
    if (!(await operator.list.hasRows())) continue
    await operator.list.fold()
    const rows = await operator.list.rowsWithRoom()
    if (rows < 17) failures.push(`${id} has room for ${rows.toFixed(1)} rows`)
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      const seen = await operator.list.columnsInSight()
      const missing = judged.filter((title) => !seen.includes(title))
      if (missing.length > 0) failures.push(`${id} does not show ${missing.join(', ')} at ${width} px, but ${seen.join(', ')}`)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  expect(failures).toEqual([])
  expect(lists.length).toBeGreaterThan(30)
})
