import { memo, useCallback } from 'react'
import type { RowListPlan } from '../../core/plan'
import { usePageAddress } from '../context'
import { withChosen, type ChosenRow } from '../data/chosenRow'
import { say } from '../laterMessages'
import { InnerList, useInnerList } from './InnerList'

interface RowListProps {
  list: RowListPlan
  chosen: ChosenRow
  /** Of the row, when it is among those that are shown. */
  name: string | undefined
}

/** The list of what belongs to a row, beside the list of the row. */
export const RowList = memo(function RowList({ list, chosen, name }: RowListProps) {
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
      <InnerList {...found} search={chosen.search} around={around} />
    </>
  )
})
