import { useCallback, useEffect, useMemo, useState } from 'react'
import type { BrowserScreenPlan, ListPagePlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import type { Filters } from '../data/listState'
import { RelatedTab } from './listParts'
import { paramsOf } from './listQueries'
import { onlyTop, treeRows } from './tree'

const ignore = (): void => undefined

/** Which rows are open, of a tree or of rows below which others lie, and what opens below a row. */
export function useExpandedRows(screen: BrowserScreenPlan, page: ListPagePlan, records: readonly RecordValues[], filters: Filters) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const isFixed = page.onEnter.fixedHeader
  useEffect(() => (isFixed ? () => setChosen(undefined) : undefined), [isFixed])
  const open = useMemo(() => chosen ?? new Set(page.tree === undefined ? [] : onlyTop(records, page.tree)), [chosen, page, records])
  const tree = useMemo(() => (page.tree === undefined ? undefined : treeRows(records, page.tree, open)), [page, records, open])
  const params = useMemo(() => paramsOf(page, filters), [page, filters])
  const expand = useCallback(
    (record: RecordValues) =>
      page.expand && (
        <RelatedTab screen={screen} related={{ ...page.expand, title: page.title }} record={record} params={params} onCount={ignore} />
      ),
    [screen, page, params],
  )
  return {
    tree,
    expand: page.expand ? expand : undefined,
    expanded: open,
    onExpand: (record: RecordValues, expanded: boolean) => setChosen(withOrWithout(open, record.id, expanded)),
  }
}

function withOrWithout(ids: ReadonlySet<string>, id: string, present: boolean): ReadonlySet<string> {
  const next = new Set(ids)
  if (present) next.add(id)
  else next.delete(id)
  return next
}
