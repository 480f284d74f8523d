import { act, render } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { noExtensions, type ClientExtensions, type EngineServices } from '../../../engine/client/context'
import { rightsOf, type UserRights } from '../../../engine/core/rights'
import { createEngineServices, EngineProvider } from '../../../engine/client/EngineProvider'
import { createNotify } from '../../../engine/client/notify'
import { createRequest } from '../../../engine/client/request'
import { withoutStyles } from '../../../engine/client/testing/withoutStyles'
import { createPartnerEntries } from '../partner/partnerEntries'
import { createPartnerLogin } from '../partner/partnerLogin'
import type { Program } from '../program'
import { ProgramContext } from '../programContext'
import type { BrowserScreenPlan } from '../../../engine/core/plan'
import { planUrl, type ProductPart } from '../../../engine/core/wire'
import { createPlaces } from '../routing/places'
import { prefetchPage } from '../routing/prefetch'
import { createScreens } from '../routing/screens'
import { createRecents } from '../session/recents'
import type { AccountApi } from '../account'
import { part } from './product'
import { menuOfClerk } from './fakeAccount'
import { createTestSession } from './testSession'

interface ShellSetup {
  path?: string
  api?: Partial<AccountApi>
  token?: string
  /** Plans of screens, whose pages can then be opened. */
  screens?: Readonly<Record<string, () => Promise<BrowserScreenPlan>>>
  rights?: UserRights
  /** In place of the small product's. */
  product?: Pick<ProductPart, 'menus' | 'routes'>
  extensions?: ClientExtensions
  environment?: EngineServices['environment']
  /** It is switched on. */
  playground?: boolean
  /** Answers what pages ask for. */
  fetch?: typeof window.fetch
}

/** Lists have no views unless a test is about them. */
function servedBy(fetch: typeof window.fetch): typeof window.fetch {
  return async (input, init) => (String(input).endsWith('/api/views/names') ? Response.json({ views: [] }) : fetch(input, init))
}

/** A part of the shell in a program that is whole but for the server. */
export async function renderShell(drawn: ReactNode, { path = '/goods', api = {}, token = 'kept', ...pages }: ShellSetup = {}) {
  const router = createMemoryRouter([{ path: '*', element: drawn }], { initialEntries: [path] })
  const navigate = (to: string, options?: { replace?: boolean }): void => void router.navigate(to, options)
  const plans = pages.screens ?? {}
  const known: ProductPart = {
    ...part,
    plans: { ...part.plans, ...Object.fromEntries(Object.keys(plans).map((id) => [id, '1'])) },
    ...pages.product,
  }
  const notify = createNotify()
  const request = createRequest({
    token: () => token,
    show: notify.error,
    fetch: servedBy(pages.fetch ?? (() => Promise.reject(new Error('There is no server in this test')))),
  })
  const page = { notify, navigate, where: () => router.state.location.pathname, forget: () => undefined }
  const reconsider = (): void => places.reconsider()
  const made = createTestSession({ api, token, product: known, reconsider, ...page })
  const { session, store, actions, account, preferences, product, tab } = made
  product.restore(menuOfClerk.userId)
  const screens = createScreens({
    addressOf: (id) => product.state.getState().planAddress(id),
    async fetchPlan(address) {
      const found = Object.entries(plans).find(([id]) => planUrl(id, '1') === address)
      if (!found) throw new Error(`There is no plan at ${address}`)
      return found[1]()
    },
  })
  const parts = { request, notify, navigate, preferences }
  const services = createEngineServices({
    ...parts,
    loadScreen: screens.load,
    storage: tab,
    extensions: pages.extensions ?? noExtensions,
    ...(pages.environment ? { environment: pages.environment } : {}),
  })
  const places = createPlaces({
    router,
    store,
    session: session.state,
    product: () => ({ ...product.state.getState(), playground: pages.playground ?? false }),
    beginsAnew: () => false,
    onEnter: (entered, search) => prefetchPage({ services, screens, mayAsk: () => true }, entered, search).catch(() => undefined),
    onTurnedAway: () => undefined,
  })
  const program: Program = {
    router,
    product: product.state,
    followProduct: () => undefined,
    playground: pages.playground ?? false,
    store,
    actions,
    session,
    places,
    screens,
    ...parts,
    recents: createRecents(preferences, () => store.getState().user?.userId),
    services,
    api: account,
    prefetch: () => undefined,
    keepTabs: () => undefined,
    hasDrafts: () => false,
    framed: false,
    partnerEntries: createPartnerEntries({ menus: () => known.menus, subApps: {}, request, notify }),
    partnerLogin: createPartnerLogin({ isKnown: () => false, request, session: () => session, navigate }),
  }
  await session.begin()
  places.follow()
  render(
    <ConfigProvider theme={withoutStyles} button={{ autoInsertSpace: false }}>
      <App>
        <ProgramContext value={program}>
          <EngineProvider services={services} rights={pages.rights ?? rightsOf(undefined)} dictionaries={{}}>
            <RouterProvider router={router} />
          </EngineProvider>
        </ProgramContext>
      </App>
    </ConfigProvider>,
  )
  return { program, goTo: (to: string) => act(() => router.navigate(to)), address: () => router.state.location.pathname }
}
