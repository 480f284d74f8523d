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

it('leaves out a calculation of demo mode, as a button and as a tab', () => {
  const sources = librarySources()
  const screen = sources.screens['base/lending']!
  screen.endpoints.extra!['trial']!.demo = true
  screen.actions = { ...screen.actions, reckon: { title: '试算', does: 'calculate', endpoint: 'trial', figures: [] } }
  const detail = screen.pages['detail'] as { actions?: string[]; tabs?: object }
  detail.actions = [...(detail.actions ?? []), 'reckon']
  detail.tabs = { ...detail.tabs, 试算结果: { calculate: 'reckon' } }

  const plan = browserPlan(compileProduct(sources).screens['base/lending']!)
  for (const word of ['"reckon"', '试算结果']) expect(JSON.stringify(plan)).toContain(word)
  const shown = withoutDemo(plan)
  for (const word of ['reckon', '试算', '/trial']) expect(JSON.stringify(shown)).not.toContain(word)
  const tabsOf = (of: typeof plan) => (of.pages['detail'] as { tabs: { title: string }[] }).tabs.map(({ title }) => title)
  expect(tabsOf(shown)).toEqual(tabsOf(plan).filter((title) => title !== '试算结果'))
})
