import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { menuNameOf } from '../../core/permission'
import { reads } from '../../core/rights'
import type { BrowserScreenPlan, ListPagePlan, SearchPlan } from '../../core/plan'
import { ScopeContext } from '../actions/ActionScope'
import { InnerAddressProvider, ServicesContext, usePageAddress, useRights, useServices, type EngineServices } from '../context'
import type { DrawerList } from '../data/listDrawer'

/** A path for the list itself. It never appears in the browser, where the list is part of the query of its page. */
const INNER_PATH = '/_list'

interface FoundList {
  screen: BrowserScreenPlan
  page: ListPagePlan
  /** The items of its search form that are fixed, and therefore not in it. */
  held: readonly SearchPlan[]
}

/**
 * The list of another screen, prepared to be shown inside a page; undefined when it does not exist, or the user may not open it. Fixed filters
 * are taken out of its search form, and it is not split itself.
 */
export function useInnerList({ screen, page, fixed }: Pick<DrawerList, 'screen' | 'page' | 'fixed'>) {
  const { loadScreen } = useServices()
  const rights = useRights()
  const { data: plan, isLoading } = useQuery({
    queryKey: ['screen', screen],
    queryFn: () => loadScreen(screen),
    enabled: rights.opens(menuNameOf(screen)),
    staleTime: Infinity,
    retry: false,
  })
  const names = fixed.join(',')
  const found = useMemo((): FoundList | undefined => {
    const own = plan?.pages[page]
    if (!plan || own?.kind !== 'list' || !reads(plan, rights)) return undefined
    const fixed = names === '' ? [] : names.split(',')
    return { screen: plan, page: fixedBy(own, fixed), held: own.search.filter(({ name }) => fixed.includes(name)) }
  }, [plan, page, names, rights])
  return { found, isLoading }
}

interface InnerListProps {
  /** Query of the list, with its question mark; or empty. */
  search: string
  /** Answers the address of the surrounding page for a query of the list. */
  around: (search: string) => string
  /** The list. */
  children: ReactNode
}

/** Around a list inside a page, which has its own columns, search, buttons and rights: its query is kept in the address of the page. */
export function InnerList({ search, around, children }: InnerListProps) {
  const services = useServices()
  const { active } = usePageAddress()
  const inner = useMemo((): EngineServices => {
    const { navigate } = services
    const go: EngineServices['navigate'] = (to, options) => {
      const isOwn = to === INNER_PATH || to.startsWith(`${INNER_PATH}?`)
      navigate(isOwn ? around(to.slice(INNER_PATH.length)) : to, options)
    }
    return { ...services, navigate: go }
  }, [services, around])
  const address = useMemo(() => ({ pathname: INNER_PATH, search, params: {}, active }), [search, active])
  return (
    <ServicesContext value={inner}>
      <InnerAddressProvider address={address}>
        <ScopeContext value={undefined}>{children}</ScopeContext>
      </InnerAddressProvider>
    </ServicesContext>
  )
}

/** The page with fixed filters: they are read from its query as parameters, and are not in its search form. */
function fixedBy({ split: _split, ...page }: ListPagePlan, fixed: readonly string[]): ListPagePlan {
  const fixedParams = Object.fromEntries(fixed.map((name) => [name, name]))
  return {
    ...page,
    params: { ...page.params, ...fixedParams },
    search: page.search.filter(({ name }) => !fixed.includes(name)),
  }
}
