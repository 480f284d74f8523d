import { expect, it } from 'vitest'
import { browserPlan, compileProduct } from './compile'
import { withoutDemo } from './demoOnly'
import { librarySources } from './testing/library'

it('leaves out endpoints of demo mode, and the buttons that ask them, wherever they stand', () => {
  const sources = librarySources()
  const screen = sources.screens['base/lending']!
  screen.endpoints.extra = {
    ...screen.endpoints.extra,
    simulate: { method: 'POST', url: '/simulate/{id}', permission: 'edit', description: '模拟', handler: 'simulate', demo: true },
  }
  screen.actions = { ...screen.actions, pretend: { title: '模拟归还', does: 'request', endpoint: 'simulate' } }
  screen.pages.list!.rowActions!.push('pretend')
  const detail = screen.pages['detail'] as { actions?: string[] }
  detail.actions = [...(detail.actions ?? []), 'pretend']

  const plan = browserPlan(compileProduct(sources).screens['base/lending']!)
  expect(JSON.stringify(plan)).toContain('"pretend"')
  const shown = withoutDemo(plan)
  for (const word of ['pretend', '/simulate']) expect(JSON.stringify(shown)).not.toContain(word)
  expect(Object.keys(plan.actions).filter((name) => name !== 'pretend')).toEqual(Object.keys(shown.actions))
  expect(withoutDemo(shown)).toEqual(shown)
})
