import { act, render } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { createStore } from 'zustand/vanilla'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { noExtensions, rightsOf, type ClientExtensions, type EngineServices, type UserRights } from '../../../engine/client/context'
import { createEngineServices, EngineProvider } from '../../../engine/client/EngineProvider'
import { createNotify } from '../../../engine/client/notify'
import { createRequest } from '../../../engine/client/request'
import { createPartnerEntries } from '../partner/partnerEntries'
import { createPartnerLogin } from '../partner/partnerLogin'
import type { Program } from '../program'
import { productOf, type CompiledProduct } from '../product'
import { ProgramContext } from '../programContext'
import type { BrowserScreenPlan } from '../../../engine/core/plan'
import { createPlaces } from '../routing/places'
import { prefetchPage } from '../routing/prefetch'
import { createScreens } from '../routing/screens'
import type { AccountApi } from '../account'
import { menus, routes } from './product'
import { createTestSession } from './testSession'

interface ShellSetup {
  path?: string
  api?: Partial<AccountApi>
  token?: string
  /** Plans of screens, whose pages can then be opened. */
  screens?: Readonly<Record<string, () => Promise<{ default: BrowserScreenPlan }>>>
  rights?: UserRights
  /** In place of the small product's. */
  product?: Pick<CompiledProduct, 'menus' | 'routes'>
  extensions?: ClientExtensions
  /** Answers what pages ask for. */
  fetch?: typeof window.fetch
  /** What day it is; the machine's unless said. */
  environment?: EngineServices['environment']
}

/** A part of the shell in a program that is whole but for the server. */
export async function renderShell(part: ReactNode, { path = '/goods', api = {}, token = 'kept', ...pages }: ShellSetup = {}) {
  const router = createMemoryRouter([{ path: '*', element: part }], { initialEntries: [path] })
  const navigate = (to: string, options?: { replace?: boolean }): void => void router.navigate(to, options)
  const known = pages.product ?? { menus, routes }
  const notify = createNotify()
  const request = createRequest({
    token: () => token,
    show: notify.error,
    fetch: pages.fetch ?? (() => Promise.reject(new Error('There is no server in this test'))),
  })
  const page = { notify, navigate, where: () => router.state.location.pathname, forget: () => undefined }
  const { session, store, actions, account, preferences, tab } = createTestSession({ api, token, ...page })
  const screens = createScreens(pages.screens ?? {})
  const parts = { request, notify, navigate, preferences }
  const services = createEngineServices({
    ...parts,
    loadScreen: screens.load,
    storage: tab,
    extensions: pages.extensions ?? noExtensions,
    ...(pages.environment ? { environment: pages.environment } : {}),
  })
  const product = createStore(() => productOf({ ...known, screens: pages.screens ?? {} }, () => false))
  const places = createPlaces({
    router,
    store,
    session: session.state,
    product: product.getState,
    beginsAnew: () => false,
    onEnter: (entered, search) => prefetchPage({ services, screens, mayAsk: () => true }, entered, search).catch(() => undefined),
    onTurnedAway: () => undefined,
  })
  const program: Program = {
    router,
    product,
    followProduct: () => undefined,
    store,
    actions,
    session,
    places,
    screens,
    ...parts,
    services,
    api: account,
    prefetch: () => undefined,
    hasDrafts: () => false,
    framed: false,
    partnerEntries: createPartnerEntries({ menus: () => known.menus, subApps: {}, request, notify }),
    partnerLogin: createPartnerLogin({ isKnown: () => false, request, session: () => session, navigate }),
  }
  await session.begin()
  places.follow()
  render(
    <ConfigProvider theme={{ token: { motion: false } }} button={{ autoInsertSpace: false }}>
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
