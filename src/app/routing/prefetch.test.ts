import { expect, it } from 'vitest'
import { createEngineServices } from '../../../engine/client/EngineProvider'
import { createNotify } from '../../../engine/client/notify'
import { createStore } from '../../../engine/client/memory/storage'
import type { Request } from '../../../engine/client/request'
import type { BrowserScreenPlan } from '../../../engine/core/plan'
import { prefetchPage } from './prefetch'
import type { RouteMatch } from './routeTable'

const entered = { kind: 'record', mode: 'view', route: '/loan', onEnter: { clearCache: true, resetTab: false } }
const plan = { id: 'loans/loan', base: '/api/loan', pages: { detail: entered } } as unknown as BrowserScreenPlan
const matched: RouteMatch = {
  route: { route: '/loan', screen: 'loans/loan', page: 'detail', title: '', menuName: '', open: false, mode: 'view' },
  params: {},
}

it('asks anew for a record that is to be new when its page is entered, and leaves it alone where its link is only rested on', async () => {
  const asked: string[] = []
  const request: Request = async ({ url }) => {
    asked.push(url)
    return { success: true, message: '', status: 200, body: { id: '1', version: 1 } as never }
  }
  const services = createEngineServices({
    request,
    notify: createNotify(),
    navigate: () => undefined,
    loadScreen: () => Promise.resolve(plan),
    storage: createStore(() => window.sessionStorage, 'prefetch-'),
    preferences: { get: () => undefined, set: () => undefined, subscribe: () => () => undefined },
  })
  const screens = { load: () => Promise.resolve(plan) }
  const visit = (ahead: boolean) => prefetchPage({ services, screens, mayAsk: () => true, ahead }, matched, '?id=1')
  await visit(true)
  expect(asked).toHaveLength(0)
  await visit(false)
  await visit(true)
  expect(asked).toHaveLength(1)
  await visit(false)
  expect(asked).toHaveLength(2)
})
