/** The engine's pages with as little around them as the hand-written ones have: a router, links, pages loaded when they are opened. */
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { createEngineServices, EngineProvider } from '../../../engine/client/EngineProvider'
import { createNotify } from '../../../engine/client/notify'
import { createRequest } from '../../../engine/client/request'
import { createStore } from '../../../engine/client/memory/storage'
import type { BrowserScreenPlan } from '../../../engine/core/plan'
import { dictionaries } from 'virtual:bench-dictionaries'
import { Shell } from './Shell'

const notify = createNotify()
/** The whole search form is shown, as on the hand-written page. */
const preferences = new Map<string, unknown>([['list:store/order:list:unfolded', true]])
const router = createBrowserRouter([{ path: '*', element: <Shell /> }])

/** A chunk for each plan, as the product fetches that of one screen at a time. */
async function loadScreen(id: string): Promise<BrowserScreenPlan> {
  const { screen } = await (id === 'store/large' ? import('virtual:bench-screen/store/large') : import('virtual:bench-screen/store/order'))
  return screen
}

const services = createEngineServices({
  request: createRequest({ token: () => 'token', show: notify.error, fetch: (...request) => window.fetch(...request) }),
  notify,
  navigate: (to, options) => void router.navigate(to, options),
  loadScreen,
  storage: createStore(() => window.sessionStorage, 'bench-'),
  preferences: {
    get: (key) => preferences.get(key),
    set: (key, value) => void preferences.set(key, value),
    subscribe: () => () => undefined,
  },
})
const rights = { userId: '1', can: () => true, opens: () => true }

createRoot(document.getElementById('root')!).render(
  <ConfigProvider locale={zhCN}>
    <App>
      <EngineProvider services={services} rights={rights} dictionaries={dictionaries}>
        <RouterProvider router={router} />
      </EngineProvider>
    </App>
  </ConfigProvider>,
)
