/** Every list, drawn: whoever decides sees what is decided, and enough of the rows. */
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { readSources } from '../../engine/core/check/sources'
import { compileProduct } from '../../engine/core/compile'
import type { FieldPlan } from '../../engine/core/plan'
import { loadSchemas } from '../../engine/spec/load'
import { test } from './support/test'

const plan = compileProduct(readSources(loadSchemas(fileURLToPath(new URL('../..', import.meta.url)))).sources!)
const mayOpen = plan.roles['OP']?.menus ?? {}

/** The lists of operators, but for those whose rows are shown beside them: these have a part of the window. */
const lists = Object.values(plan.screens).flatMap((screen) => {
  const page = screen.pages['list']
  if (page?.kind !== 'list' || page.split || !(screen.menuName in mayOpen)) return []
  const { route } = page
  if (route === undefined || route.includes(':')) return []
  const { statusField, summary } = plan.entities[screen.entity] ?? {}
  const judged = [statusField, summary?.about.name, summary?.figures[0]?.name].flatMap(
    (name) => page.columns.find(({ key, field }) => key === name || field.name === name)?.title ?? [],
  )
  const codes = page.columns.filter(({ field }) => isCode(field)).map(({ title }) => title)
  return [{ id: screen.id, route, judged: [...new Set(judged)], codes }]
})

/** What is read letter by letter. */
function isCode({ type, copyable, pattern, format }: FieldPlan): boolean {
  return type === 'serial' || (type === 'text' && (copyable === true || pattern !== undefined || format !== undefined))
}

test('every list shows state, whom it is about, its first figure, whole codes, what is searched by and 17 rows at 900 px, at 1440 and at 1024 px', async ({
  visit,
}) => {
  const operator = await visit('/loansmgr', { as: 'op01', window: { viewport: { width: 1440, height: 900 } } })
  const { page } = operator
  const failures: string[] = []
  let widths = [1440, 1024]
  for (const { id, route, judged, codes } of lists) {
    await operator.follow(route)
    await expect.poll(() => new URL(page.url()).pathname).toBe(route)
    if (!(await operator.list.hasRows())) continue
    await operator.list.fold()
    for (const width of widths) {
      await operator.resize({ width, height: 900 })
      const rows = await operator.list.rowsWithRoom()
      if (rows < 17) failures.push(`${id} has room for ${rows.toFixed(1)} rows at ${width} px`)
      const cut = await operator.list.cutIn(codes)
      if (cut.length > 0) failures.push(`${id} cuts ${cut.join(', ')} at ${width} px`)
      const narrow = await operator.list.narrowInputs()
      if (narrow.length > 0) failures.push(`${id} has no room for ${narrow.join(', ')} at ${width} px`)
      const seen = await operator.list.columnsInSight()
      const missing = judged.filter((title) => !seen.includes(title))
      if (missing.length > 0) failures.push(`${id} does not show ${missing.join(', ')} at ${width} px, but ${seen.join(', ')}`)
    }
    // The next list begins at the width at which this one ends.
    widths = widths.toReversed()
  }
  expect(failures).toEqual([])
  expect(lists.length).toBeGreaterThan(30)
})
