/**
 * What a row is judged by is seen without scrolling sideways, even before its content makes the columns narrower: its number, its state, whom it
 * is about, its first figure and the first column that is summed up, in a window of 1440 px with the sidebar open. tests/e2e/lists.test.ts
 * looks at them drawn.
 */
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { actionsWidth } from '../../engine/client/actions/actionsWidth'
import { readSources } from '../../engine/core/check/sources'
import { compileProduct } from '../../engine/core/compile'
import type { ListPagePlan, ScreenPlan } from '../../engine/core/plan'
import { loadSchemas } from '../../engine/spec/load'

const plan = compileProduct(readSources(loadSchemas(fileURLToPath(new URL('../..', import.meta.url)))).sources!)

/** In px: what a table has in such a window, and what the columns before its own take: boxes to choose by, and numbers. */
const TABLE = 1200
const LEADING = 40 + 56
/** A list beside the record of the chosen row has half of it. */
const SPLIT = 564
/** The least that a column with a sum takes. */
const SUM = 160

const lists = Object.values(plan.screens).flatMap((screen) =>
  Object.values(screen.pages).flatMap((page) => (page.kind === 'list' ? [[`${screen.id} ${page.name}`, screen, page] as const] : [])),
)

it.each(lists)('%s shows the state and the main figure of its rows', (_name, screen, page) => {
  const room = (page.split ? SPLIT : TABLE) - LEADING - rowActionsWidth(screen, page)
  const judged = judgedBy(screen, page)
  const widths = page.columns.map(({ width, total }) => (total ? Math.max(width, SUM) : width))
  const last = Math.max(...judged.map((key) => page.columns.findIndex((column) => column.key === key)))
  const seen = widths.slice(0, last + 1).reduce((sum, width) => sum + width, 0)
  expect(seen, `${judged.join(', ')} end at ${seen} px of ${room}`).toBeLessThanOrEqual(room)
})

/** A phone shows two columns: a code alone, with a state beside it, tells nobody which goods or which company it is. */
it.each(lists.filter(([, { entity }, { columns }]) => columns.some(({ key }) => key === plan.entities[entity]?.label)))(
  '%s says what its rows are called in its first two columns',
  (_name, { entity }, { columns }) => {
    expect(columns.slice(0, 2).map(({ key }) => key)).toContain(plan.entities[entity]?.label)
  },
)

function rowActionsWidth(screen: ScreenPlan, page: ListPagePlan): number {
  const actions = page.rowActions.flatMap((name) => screen.actions[name] ?? [])
  return actions.length === 0 ? 0 : actionsWidth(actions)
}

/** Those of them that the list has as columns. */
function judgedBy(screen: ScreenPlan, page: ListPagePlan): string[] {
  const entity = plan.entities[screen.entity]
  const status = page.columns.find(({ field }) => field.type === 'status')?.key
  const [figure] = entity?.summary?.figures ?? []
  const about = page.columns.find(({ field }) => field.name === entity?.summary?.about.name)?.key
  const keys = page.columns.map(({ key }) => key)
  const summed = page.columns.find(({ total }) => total)
  return [keys[0], status, about, figure?.name, summed?.key].filter((key): key is string => key !== undefined && keys.includes(key))
}
