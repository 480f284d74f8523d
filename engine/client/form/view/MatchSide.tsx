import { useMemo, useRef } from 'react'
import { compareDecimals, type Decimal } from '../../../core/decimal'
import { textOf } from '../../../core/fields'
import { maxPageSize } from '../../../core/pageSizes'
import type { BrowserScreenPlan, FieldPlan, LinesPlan, MatchSidePlan } from '../../../core/plan'
import type { Read } from '../../../core/record/scope'
import type { RecordValues } from '../../../core/wire'
import { say } from '../../laterMessages'
import { compileColumns } from '../../table/compileColumns'
import { DataTable } from '../../table/DataTable'
import type { TableColumn } from '../../table/tableColumn'
import { toned } from '../../table/tone'
import { useColumnsContext } from '../../table/useColumnsContext'
import { ListNotice } from '../../ui/ListNotice'
import { fillFirst, unfilled } from '../model/fillFirst'
import type { FormModel } from '../model/formModel'
import { restOf } from '../model/match'
import { leftOf } from '../model/matchNotes'
import { keyOf } from '../model/pickedLines'
import { PickSearch } from './PickSearch'
import { usePickRows } from './usePickRows'

interface MatchSideProps {
  screen: BrowserScreenPlan
  lines: LinesPlan
  model: FormModel
  side: MatchSidePlan
  found: FoundSide
  /** What the lines take, by what a line holds of a row. */
  taken: ReadonlyMap<string, Decimal>
  ticked: ReadonlySet<string>
  onTick: (rows: readonly RecordValues[], isTicked: boolean) => void
  onUnfilled: (fields: readonly FieldPlan[]) => void
}

export type FoundSide = ReturnType<typeof useSide>

/** The rows of a side as far as one request brings them; the rest is looked for. Nothing is asked before the form says of whom they are. */
export function useSide(screen: BrowserScreenPlan, side: MatchSidePlan, read: Read) {
  const enabled = side.given.every((name) => read(name) !== null && read(name) !== undefined && read(name) !== '')
  return { ...usePickRows(screen, side, read, { pageSize: maxPageSize, enabled }), enabled }
}

/** In px. */
const FIGURE_WIDTH = 120

/** One side: its rows, ticked or not, with what the lines take of each and what is left of it. */
export function MatchSide({ screen, lines, model, side, found, taken, ticked, onTick, onUnfilled }: MatchSideProps) {
  const { rows: records, total, state, show, query, enabled } = found
  const rows = useFigured(side, lines, records, taken)
  const context = useColumnsContext(screen, side.states)
  const columns = useMemo((): TableColumn<Figured>[] => {
    const field = side.columns.find(({ key }) => key === side.left)?.field
    const text = field ? textOf(field, context) : String
    const figure = (key: string, title: string, cell: TableColumn<Figured>['cell']): TableColumn<Figured> => ({
      key,
      title,
      width: FIGURE_WIDTH,
      align: 'right',
      className: 'engine-cell-right',
      cell,
    })
    const rest = (row: Figured) =>
      compareDecimals(row.matchRest, '0') < 0
        ? toned({ tone: 'danger', says: say('match.tooMuch') }, text(row.matchRest))
        : text(row.matchRest)
    const [first, ...others] = compileColumns(side.columns, context)
    return [
      ...(first ? [first] : []),
      // Beside the name, where they are seen however narrow the side is.
      figure('matchTaken', say('match.taken'), (row) => (row.matchTaken === undefined ? '' : text(row.matchTaken))),
      figure('matchRest', say('match.rest'), rest),
      ...others,
    ]
  }, [side, context])
  const selected = useMemo(
    () => new Set(rows.filter((row) => ticked.has(keyOf(side, lines, row))).map(({ id }) => id)),
    [rows, ticked, side, lines],
  )
  const missing = enabled ? [] : unfilled(model, side.given, model.read)

  return (
    <section className="engine-match-side" aria-label={side.title}>
      <header className="engine-match-head">
        <h3>{side.title}</h3>
        <PickSearch pick={side} onSearch={(keyword) => show({ ...state, page: 1, keyword })} />
      </header>
      <DataTable
        label={side.title}
        columns={columns}
        rows={rows}
        nameOf={(row) => String(row[side.label] ?? row.id)}
        density="small"
        sort={state.sort}
        onSort={(sort) => show({ ...state, page: 1, sort: sort ?? side.sort })}
        selected={selected}
        onSelect={onTick}
        loading={enabled && query.isPending}
        notice={
          query.error ? (
            <ListNotice kind="failed" message={query.error.message} onRetry={() => void query.refetch()} />
          ) : enabled ? (
            <ListNotice kind="empty">{null}</ListNotice>
          ) : (
            <p className="engine-match-first">
              <button type="button" className="engine-link" onClick={() => onUnfilled(missing)}>
                {fillFirst(missing)}
              </button>
            </p>
          )
        }
      />
      {total > rows.length && <p className="engine-match-more">{say('match.more', { total, shown: rows.length })}</p>}
    </section>
  )
}

interface Figured extends RecordValues {
  matchTaken: Decimal | undefined
  matchRest: Decimal
}

/** The rows with their figures; one whose figures are the same stays the same object, so that typing draws the rows again that it is about. */
function useFigured(
  side: MatchSidePlan,
  lines: LinesPlan,
  records: readonly RecordValues[],
  taken: ReadonlyMap<string, Decimal>,
): readonly Figured[] {
  const known = useRef(new Map<RecordValues, Figured>())
  return records.map((record) => {
    const id = keyOf(side, lines, record)
    const [matchTaken, matchRest] = [taken.get(id), restOf({ id, left: leftOf(side, record) }, taken)]
    const before = known.current.get(record)
    if (before && before.matchTaken === matchTaken && before.matchRest === matchRest) return before
    const figured = { ...record, matchTaken, matchRest }
    known.current.set(record, figured)
    return figured
  })
}
