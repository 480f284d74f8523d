import type { ColumnPlan } from '../../core/plan'
import { messages, say } from '../messages'
import type { TableSummary } from '../table/SummaryRow'

interface PageSumsProps {
  columns: readonly ColumnPlan[]
  sums: NonNullable<TableSummary['page']>
  /** The page has all rows: what they add up to stands below their columns already. */
  all: boolean
}

/** 本页合计 beside the pager: each sum with the title of its column, which may be scrolled out of sight. */
export function PageSums({ columns, sums, all }: PageSumsProps) {
  if (all) return null
  const texts = columns.flatMap(({ key, title }) => {
    const of = sums[key]
    return of === undefined ? [] : [say('list.sumOf', { title, sum: of.join(say('enumerate')) })]
  })
  return (
    <p className="engine-page-sums" title={texts.join('\n')}>
      <b>{messages['table.pageSum']}</b>
      {texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </p>
  )
}
