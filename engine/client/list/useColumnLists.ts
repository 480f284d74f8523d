import { useMemo } from 'react'
import { readsRowsOf } from '../../core/rights'
import type { ColumnPlan, ListPagePlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { usePageAddress, useRights, useServices } from '../context'
import { listOf, withList } from '../data/listDrawer'

/**
 * For columns whose cells open a list of another screen: the columns, with plain cells where the user may not open that list, and the function
 * that opens it.
 */
export function useColumnLists({ columns }: ListPagePlan) {
  const rights = useRights()
  const { navigate } = useServices()
  const { pathname, search } = usePageAddress()
  const shown = useMemo(() => {
    const isShut = ({ opens: list }: ColumnPlan): boolean => list !== undefined && !readsRowsOf(list, rights)
    return columns.some(isShut) ? columns.map((column) => (isShut(column) ? plain(column) : column)) : columns
  }, [columns, rights])
  return {
    columns: shown,
    openList: (key: string, record: RecordValues): void => {
      const list = shown.find((column) => column.key === key)?.opens
      if (list) navigate(pathname + withList(search, listOf(list, record)))
    },
  }
}

function plain({ opens: _opens, ...column }: ColumnPlan): ColumnPlan {
  return column
}
