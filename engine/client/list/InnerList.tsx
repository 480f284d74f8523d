import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { menuNameOf } from '../../core/permission'
import type { BrowserScreenPlan, ListPagePlan } from '../../core/plan'
import { ScopeContext } from '../actions/ActionScope'
import { InnerAddressProvider, ServicesContext, usePageAddress, useRights, useServices, type EngineServices } from '../context'
import type { DrawerList } from '../data/listDrawer'
import { ListPage } from './ListPage'

/** The path of a list inside a page, which only the list knows. */
const INNER_PATH = '/_list'

interface FoundList {
  screen: BrowserScreenPlan
  page: ListPagePlan
}

/**
 * The list of another screen as it stands inside a page; undefined when there is none, or the user may not open it. Its search form has not
 * what the row fixes, and nothing stands beside it.
 */
export function useInnerList({ screen, page, fixed }: Pick<DrawerList, 'screen' | 'page' | 'fixed'>) {
  const { loadScreen } = useServices()
  const { opens } = useRights()
  const { data: plan, isLoading } = useQuery({
    queryKey: ['screen', screen],
    queryFn: () => loadScreen(screen),
    enabled: opens(menuNameOf(screen)),
    staleTime: Infinity,
    retry: false,
  })
  const names = fixed.join(',')
  const found = useMemo((): FoundList | undefined => {
    const own = plan?.pages[page]
    return plan && own?.kind === 'list' ? { screen: plan, page: fixedBy(own, names === '' ? [] : names.split(',')) } : undefined
  }, [plan, page, names])
  return { found, isLoading }
}

interface InnerListProps extends FoundList {
  /** Address of the list; with its question mark, or empty. */
  search: string
  /** The address of the page around it when that of the list is this. */
  around: (search: string) => string
}

/** A list inside a page, with its own columns, search, buttons and rights. What it writes into its address goes into that of the page. */
export function InnerList({ screen, page, search, around }: InnerListProps) {
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
        <ScopeContext value={undefined}>
          <ListPage screen={screen} page={page} />
        </ScopeContext>
      </InnerAddressProvider>
    </ServicesContext>
  )
}

/** The page with filters that come from its address, and that its search form has not. */
function fixedBy({ split: _split, ...page }: ListPagePlan, fixed: readonly string[]): ListPagePlan {
  const named = Object.fromEntries(fixed.map((name) => [name, name]))
  return {
    ...page,
    params: { ...page.params, ...named },
    search: page.search.filter(({ name }) => !fixed.includes(name)),
  }
}
