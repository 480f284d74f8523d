import { useCallback, type ReactNode } from 'react'
import { readsRowsOf } from '../../core/rights'
import type { ListTabPlan, RowListPlan } from '../../core/plan'
import { usePageAddress, useRights, useServices } from '../context'
import { tabIn, withTab } from '../data/listTab'
import { useSectionState } from '../data/useSectionState'
import { say } from '../laterMessages'
import { Tabs } from '../ui/Tabs'
import { InnerList, useInnerList } from './InnerList'
import type { ListComponent } from './RowList'

export interface ListTabsProps {
  List: ListComponent
  tabs: readonly ListTabPlan[]
  title: string
  /** Prefix of what the page remembers in its section. */
  memory: string
  /** The page's own list. */
  children: ReactNode
}

/**
 * Lists that share a page, one of them shown. A list of another screen keeps its query in the address of the page, and the section remembers it, so that
 * who comes back to its tab finds it as it was.
 */
export function ListTabs({ List, tabs, title, memory, children }: ListTabsProps) {
  const rights = useRights()
  const { navigate } = useServices()
  const { pathname, search } = usePageAddress()
  const shown = tabs.filter(({ list }) => list === undefined || readsRowsOf(list, rights))
  const open = tabIn(search)
  const active = shown.find((tab) => tab.title === open?.title) ?? shown.find(({ list }) => list === undefined)
  const [left, leave] = useSectionState<Readonly<Record<string, string>>>(`${memory}tabs`, {})

  function show(next: string): void {
    const tab = shown.find((each) => each.title === next)
    if (active?.list && open) leave({ ...left, [active.title]: open.search })
    navigate(pathname + withTab(search, tab?.list && { title: next, search: left[next] ?? '' }), { replace: true })
  }

  if (shown.length < 2) return children
  return (
    <div className="engine-list-tabs">
      <Tabs
        label={say('record.tabs', { title })}
        active={active?.title}
        onActive={show}
        tabs={shown.map(({ title: key, list }) => ({
          key,
          title: key,
          // A list that is not shown asks for nothing, and leaves the address alone.
          content:
            key !== active?.title ? null : list ? <TabList List={List} list={list} title={key} search={open?.search ?? ''} /> : children,
        }))}
      />
    </div>
  )
}

interface TabListProps {
  List: ListComponent
  list: RowListPlan
  title: string
  search: string
}

function TabList({ List, list, title, search }: TabListProps) {
  const { pathname, search: around } = usePageAddress()
  const { found, isLoading } = useInnerList({ ...list, fixed: [] })
  const address = useCallback((own: string) => pathname + withTab(around, { title, search: own }), [pathname, around, title])
  if (isLoading) return null
  if (!found) return <p role="alert">{say('drawer.unknown', { name: list.screen })}</p>
  return (
    <InnerList search={search} around={address}>
      <List screen={found.screen} page={found.page} />
    </InnerList>
  )
}
