import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { useMemo } from 'react'
import { menuNameOf } from '../../core/permission'
import type { ListPagePlan } from '../../core/plan'
import { ScopeContext } from '../actions/ActionScope'
import { InnerAddressProvider, ServicesContext, usePageAddress, useRights, useServices, type EngineServices } from '../context'
import { withList, type DrawerList } from '../data/listDrawer'
import { useDialogClose } from '../dialogClose'
import { say } from '../messages'
import { ListPage } from './ListPage'

/** The whole window where it is narrow. */
const WIDTH = 'min(100vw, 1200px)'

/** The path of the list inside the drawer, which only the page in it knows. */
const INNER_PATH = '/_list'

/**
 * A list of another screen over the page, as the address says: its columns, search, buttons and rights are its own, but for the filters that
 * the row under it fixes. What it writes into its address goes into that of the page.
 */
export function ListDrawer({ list }: { list: DrawerList }) {
  const services = useServices()
  const { loadScreen, navigate } = services
  const { opens } = useRights()
  const { pathname, search, active } = usePageAddress()
  const mayOpen = opens(menuNameOf(list.screen))
  const { data: plan, isLoading } = useQuery({
    queryKey: ['screen', list.screen],
    queryFn: () => loadScreen(list.screen),
    enabled: mayOpen,
    staleTime: Infinity,
    retry: false,
  })
  const close = useDialogClose(() => navigate(pathname + withList(search, undefined), { replace: true }))
  const found = plan?.pages[list.page]
  const fixedNames = list.fixed.join(',')
  const page = useMemo(
    () => (found?.kind === 'list' ? fixedBy(found, fixedNames === '' ? [] : fixedNames.split(',')) : undefined),
    [found, fixedNames],
  )

  const { screen, page: name } = list
  const inner = useMemo((): EngineServices => {
    const go: EngineServices['navigate'] = (to, options) => {
      if (to !== INNER_PATH && !to.startsWith(`${INNER_PATH}?`)) return navigate(to, options)
      const fixed = fixedNames === '' ? [] : fixedNames.split(',')
      navigate(pathname + withList(search, { screen, page: name, fixed, search: to.slice(INNER_PATH.length) }), options)
    }
    return { ...services, navigate: go }
  }, [services, navigate, pathname, search, screen, name, fixedNames])
  const address = useMemo(() => ({ pathname: INNER_PATH, search: list.search, params: {}, active }), [list.search, active])

  return (
    <Drawer open title={page?.title} size={WIDTH} onClose={close}>
      {isLoading && <Skeleton active paragraph={{ rows: 8 }} />}
      {!isLoading && !page && <p role="alert">{say('drawer.unknown', { name: list.screen })}</p>}
      {plan && page && (
        <ServicesContext value={inner}>
          <InnerAddressProvider address={address}>
            <ScopeContext value={undefined}>
              <ListPage screen={plan} page={page} />
            </ScopeContext>
          </InnerAddressProvider>
        </ServicesContext>
      )}
    </Drawer>
  )
}

/** The page with filters that come from its address, and that its search form has not. */
function fixedBy(page: ListPagePlan, fixed: readonly string[]): ListPagePlan {
  const named = Object.fromEntries(fixed.map((name) => [name, name]))
  return {
    ...page,
    params: { ...page.params, ...named },
    search: page.search.filter(({ name }) => !fixed.includes(name)),
  }
}
