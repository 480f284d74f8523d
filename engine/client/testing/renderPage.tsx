import { render } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import { useMemo, useState, type ReactNode } from 'react'
import type { UserRights } from '../../core/rights'
import type { ViewNamesResponse } from '../../core/wire'
import { noExtensions, PageAddressProvider, type ClientExtensions, type EngineServices, type Preferences } from '../context'
import { createEngineServices, EngineProvider } from '../EngineProvider'
import { confirmWarnings } from '../confirmWarnings'
import { createNotify } from '../notify'
import { createRequest } from '../request'
import { createStore } from '../memory/storage'
import type { BrowserScreenPlan } from '../../core/plan'
import { dictionaries } from './plans'
import { withoutStyles } from './withoutStyles'

/** What the program around a page would be, with a server that the test writes. */
export interface PageSetup {
  address?: string
  /** Answers a request; the default knows nothing. */
  serve?: (request: ServedRequest) => unknown
  /** The views that the server names to lists; none by default. These requests are not recorded in `requests`. */
  viewNames?: () => ViewNamesResponse['views']
  rights?: UserRights
  extensions?: Partial<ClientExtensions>
  preferences?: Map<string, unknown>
  /** Plans of other screens, by id. */
  screens?: Readonly<Record<string, BrowserScreenPlan>>
  /** Where records of an entity are looked at. */
  homes?: EngineServices['homes']
}

export interface ServedRequest {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
  headers: Headers
  signal: AbortSignal | undefined
}

/** An answer that is not 200, from `serve`. */
export class Refusal {
  readonly status: number
  readonly problem: Record<string, unknown>
  constructor(status: number, problem: Record<string, unknown> = {}) {
    this.status = status
    this.problem = problem
  }
}

export interface Page {
  services: EngineServices
  requests: ServedRequest[]
  /** Addresses whose pages were got before they were opened. */
  prefetched: string[]
  /** Addresses that the page has led to, in their order. */
  visited: string[]
  /** Requests whose path ends so. */
  asked: (end: string) => ServedRequest[]
  address: () => string
  /** Leaves for another address, which draws `elsewhere` unless it is the page's own. */
  goTo: (address: string) => void
}

export const everything: UserRights = { userId: '1', can: () => true, opens: () => true }

function preferencesOf(known: Map<string, unknown>): Preferences {
  const listeners = new Set<() => void>()
  return {
    get: (key) => known.get(key),
    set(key, value) {
      known.set(key, value)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function renderPage(page: ReactNode, setup: PageSetup = {}): Page {
  const {
    address: first = '/stock',
    serve = () => ({}),
    viewNames = () => [],
    rights = everything,
    preferences = new Map<string, unknown>(),
    screens = {},
  } = setup
  const requests: ServedRequest[] = []
  const notify = createNotify()
  const program: { at: string; goTo?: (address: string) => void } = { at: first }

  async function response(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(input))
    const request: ServedRequest = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {},
      headers: new Headers(init.headers),
      signal: init.signal ?? undefined,
    }
    const isOfViews = request.path === '/api/views/names'
    if (!isOfViews) requests.push(request)
    const body = isOfViews ? { views: viewNames() } : await serve(request)
    // As fetch does: an answer to a cancelled request never arrives.
    init.signal?.throwIfAborted()
    if (body instanceof Response) return body
    const [status, json] = body instanceof Refusal ? [body.status, body.problem] : [200, body]
    return new Response(JSON.stringify(json), { status, headers: { 'content-type': 'application/json' } })
  }

  const prefetched: string[] = []
  const visited: string[] = []
  const services = createEngineServices({
    notify,
    request: createRequest({
      token: () => 'token',
      show: notify.error,
      fetch: response,
      confirm: (...asked) => confirmWarnings(notify, ...asked),
    }),
    navigate(to, { stayed } = {}) {
      const before = program.at
      visited.push(to)
      program.goTo?.(to)
      if (program.at === before) stayed?.()
    },
    prefetch: (to) => void prefetched.push(to),
    homes: setup.homes,
    loadScreen: (id) => (screens[id] ? Promise.resolve(screens[id]) : Promise.reject(new Error(`No screen ${id} here`))),
    storage: createStore(() => window.sessionStorage, 'test-'),
    preferences: preferencesOf(preferences),
    extensions: { ...noExtensions, ...setup.extensions },
  })

  // As a program does that was not reloaded.
  services.sections.clear()

  function Program() {
    const [at, setAt] = useState(first)
    program.goTo = (next) => {
      program.at = next
      setAt(next)
    }
    const [pathname = '', search = ''] = at.split('?')
    const address = useMemo(() => ({ pathname, search: search && `?${search}`, params: {}, active: true }), [pathname, search])
    return (
      <ConfigProvider locale={zhCN} theme={withoutStyles}>
        <App>
          <EngineProvider services={services} rights={rights} dictionaries={dictionaries}>
            <PageAddressProvider address={address}>{pathname === first.split('?')[0] ? page : <p>elsewhere</p>}</PageAddressProvider>
          </EngineProvider>
        </App>
      </ConfigProvider>
    )
  }
  render(<Program />)
  return {
    services,
    requests,
    prefetched,
    visited,
    asked: (end) => requests.filter(({ path }) => path.endsWith(end)),
    address: () => program.at,
    goTo: (address) => program.goTo?.(address),
  }
}
