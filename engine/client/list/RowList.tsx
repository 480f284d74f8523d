import { memo, useCallback, type ComponentType } from 'react'
import type { BrowserScreenPlan, ListPagePlan, RowListPlan } from '../../core/plan'
import { usePageAddress } from '../context'
import { withChosen, type ChosenRow } from '../data/chosenRow'
import { say } from '../laterMessages'
import { InnerList, useInnerList } from './InnerList'

/** What draws a list page. It is given, because it stands around this list too. */
export type ListComponent = ComponentType<{ screen: BrowserScreenPlan; page: ListPagePlan }>

interface RowListProps {
  List: ListComponent
  list: RowListPlan
  chosen: ChosenRow
  /** What the chosen row is called; undefined while it is not among the rows that the list shows. */
  name: string | undefined
}

/** The right half of a split list: the list of what belongs to the chosen row. */
export const RowList = memo(function RowList({ List, list, chosen, name }: RowListProps) {
  const { pathname, search } = usePageAddress()
  const { found, isLoading } = useInnerList({ ...list, fixed: Object.keys(list.by) })
  const { id } = chosen
  const around = useCallback((own: string) => pathname + withChosen(search, { id, search: own }), [pathname, search, id])

  if (isLoading) return null
  if (!found) return <p role="alert">{say('drawer.unknown', { name: list.screen })}</p>
  const { title } = found.page
  return (
    <>
      <h2>{name === undefined ? title : say('split.title', { name, title })}</h2>
      <InnerList search={chosen.search} around={around}>
        <List screen={found.screen} page={found.page} />
      </InnerList>
    </>
  )
})
