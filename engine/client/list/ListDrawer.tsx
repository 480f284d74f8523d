import { Drawer, Skeleton } from 'antd'
import { useCallback } from 'react'
import { usePageAddress, useServices } from '../context'
import { withList, type DrawerList } from '../data/listDrawer'
import { useDialogClose } from '../ui/dialogClose'
import { say } from '../laterMessages'
import { InnerList, useInnerList } from './InnerList'
import { ListPage } from './ListPage'
import { useFixedName } from './useFixedName'

/** In a narrow window the drawer takes its whole width. */
const WIDTH = 'min(100vw, 1200px)'

/**
 * The list of another screen that the address of the page names, in a drawer over the page. Its columns, search, buttons and rights are its own,
 * but some of its filters are fixed by the row that it was opened from. Its query is kept in the address of the page.
 */
export function ListDrawer({ list }: { list: DrawerList }) {
  const { navigate } = useServices()
  const { pathname, search } = usePageAddress()
  const { found, isLoading } = useInnerList(list)
  const name = useFixedName(found && { ...found, search: list.search })
  const close = useDialogClose(() => navigate(pathname + withList(search, undefined), { replace: true }))

  const { screen, page } = list
  const fixed = list.fixed.join(',')
  const around = useCallback(
    (own: string) => pathname + withList(search, { screen, page, fixed: fixed === '' ? [] : fixed.split(','), search: own }),
    [pathname, search, screen, page, fixed],
  )

  const title = found?.page.title
  return (
    <Drawer
      open
      title={title !== undefined && name !== undefined ? say('split.title', { name, title }) : title}
      size={WIDTH}
      onClose={close}
    >
      {isLoading && <Skeleton active paragraph={{ rows: 8 }} />}
      {!isLoading && !found && <p role="alert">{say('drawer.unknown', { name: list.screen })}</p>}
      {found && (
        <InnerList search={list.search} around={around}>
          <ListPage screen={found.screen} page={found.page} />
        </InnerList>
      )}
    </Drawer>
  )
}
