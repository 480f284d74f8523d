/** Whoever decides on a document reads its lines first: they stand above what they come to, behind no more than two sections, not below all of it. */
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readSources } from '../../engine/core/check/sources'
import { compileProduct } from '../../engine/core/compile'
import { isDecision } from '../../engine/core/decisions'
import { loadSchemas } from '../../engine/spec/load'

const plan = compileProduct(readSources(loadSchemas(fileURLToPath(new URL('../..', import.meta.url)))).sources!)

/** What is decided on is not in these lines: whom one calls, and the goods that a report has frozen, which is its outcome. */
const aside = new Set(['enterprise.contacts', 'stockUnusual.frozenItems'])

const pages = Object.values(plan.screens).flatMap(({ id, entity, pages: own }) =>
  Object.values(own).flatMap((page) => {
    if (page.kind !== 'record' || !Object.values(plan.entities[entity]?.actions ?? {}).some(isDecision)) return []
    const first = page.tabs.find((tab) => tab.kind === 'lines')
    return first && !aside.has(`${entity}.${first.lines}`) ? [[`${id} ${page.name}`, page, first] as const] : []
  }),
)

it.each(pages)('%s', (_name, { sections }, { before }) => {
  const above = sections.findIndex(({ title }) => title === before)
  expect(above).toBeGreaterThan(0)
  expect(above).toBeLessThanOrEqual(2)
})
