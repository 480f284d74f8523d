import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { PageAddressProvider, usePageAddress, useServices } from '../../../engine/client/context'
import type { BrowserScreenPlan } from '../../../engine/core/plan'
import { KeptPage } from '../../../src/app/pages/KeptPage'
import { pageKinds } from '../../../src/app/routing/pageKinds'
import { prefetchPage } from '../../../src/app/routing/prefetch'
import { Links } from '../Links'

/** Links, and the pages that were opened, kept alive as the product keeps them. */
export function Shell() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { queries, sections } = useServices()
  const open = useRef(new Map<string, string>())
  const [, draw] = useState(0)
  if (pathname !== '/') open.current.set(pathname, search)

  function close(): void {
    open.current.clear()
    queries.clear()
    sections.clear()
    // Drafts: every form is to begin as the record is.
    window.sessionStorage.clear()
    draw((now) => now + 1)
    void navigate('/')
  }
  return (
    <>
      <Links onClose={close} />
      {pathname === '/' && <h1 id="welcome">欢迎</h1>}
      {[...open.current].map(([path, query]) => (
        <OpenedPage key={path} pathname={path} search={query} active={path === pathname} />
      ))}
    </>
  )
}

interface OpenedPageProps {
  pathname: string
  search: string
  active: boolean
}

const OpenedPage = memo(function OpenedPage({ pathname, search, active }: OpenedPageProps) {
  const address = useMemo(() => ({ pathname, search, params: {}, active }), [pathname, search, active])
  return (
    <KeptPage active={active}>
      <PageAddressProvider address={address}>
        <PlannedPage id={pathname.startsWith('/large') ? 'store/large' : 'store/order'} name={pathname === '/order' ? 'list' : 'edit'} />
      </PageAddressProvider>
    </KeptPage>
  )
})

const plans = new Map<string, BrowserScreenPlan>()

/** Code, plan and first data are on their way at once, as in the product. */
function PlannedPage({ id, name }: { id: string; name: 'list' | 'edit' }) {
  const services = useServices()
  const { search } = usePageAddress()
  const [screen, setScreen] = useState(plans.get(id))
  useLayoutEffect(() => {
    const screens = {
      async load(screenId: string) {
        const loaded = await services.loadScreen(screenId)
        plans.set(screenId, loaded)
        setScreen(loaded)
        return loaded
      },
    }
    const route = {
      route: '',
      screen: id,
      page: name,
      title: '',
      menuName: '',
      open: false,
      ...(name === 'edit' && { mode: 'edit' as const }),
    }
    void prefetchPage({ services, screens, mayAsk: () => true }, { route, params: {} }, search)
  }, [id, name, search, services])
  const page = screen?.pages[name]
  const Page = pageKinds[name === 'list' ? 'list' : 'record']
  return screen && page && <Page screen={screen} page={page} />
}
