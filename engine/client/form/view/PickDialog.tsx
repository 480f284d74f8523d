/**
 * The choices of a reference as a table, several at once and over its pages. Rows that are lines already are marked and stay as they are,
 * with what was typed into them; the others that are chosen become lines when the dialog is confirmed.
 */
import { Modal } from 'antd'
import { useMemo, useState } from 'react'
import type { BrowserScreenPlan, PickPlan } from '../../../core/plan'
import type { Read } from '../../../core/record/scope'
import type { RecordValues } from '../../../core/wire'
import { useAction } from '../../useAction'
import { useServices } from '../../context'
import { defaultPageSize } from '../../../core/pageSizes'
import { useDialogClose } from '../../ui/dialogClose'
import { ListNotice } from '../../ui/ListNotice'
import { Pager } from '../../ui/Pager'
import { say } from '../../laterMessages'
import { useLeaveConfirmation } from '../../leaveConfirmation'
import { compileColumns } from '../../table/compileColumns'
import { DataTable } from '../../table/DataTable'
import type { TableColumn } from '../../table/tableColumn'
import { useColumnsContext } from '../../table/useColumnsContext'
import type { LinesModel } from '../model/linesModel'
import { keyOf, pickedLines } from '../model/pickedLines'
import { PickSearch } from './PickSearch'
import { usePickRows } from './usePickRows'

interface PickDialogProps {
  screen: BrowserScreenPlan
  pick: PickPlan
  lines: LinesModel
  /** A field of the record. */
  read: Read
  onClose: () => void
}

/** In px. */
const WIDTH = 960
const MARK_WIDTH = 96

export function PickDialog({ screen, pick, lines, read, onClose }: PickDialogProps) {
  const { request, notify } = useServices()
  // Nothing else changes the lines while the dialog is open.
  const [there] = useState(() => new Set(lines.rows().map((row) => String(row[pick.field]))))
  const [selected, setSelected] = useState<ReadonlyMap<string, RecordValues>>(new Map())
  const { rows, total, beyond, state, show, query } = usePickRows(screen, pick, read)
  const keyFor = (row: RecordValues): string => keyOf(pick, lines.plan, row)

  const context = useColumnsContext(screen, pick.states)
  const columns = useMemo((): TableColumn<RecordValues>[] => {
    const mark = (row: RecordValues): string => (there.has(keyOf(pick, lines.plan, row)) ? say('pick.chosen') : '')
    const marks = {
      key: '#chosen',
      title: say('pick.state'),
      width: MARK_WIDTH,
      align: 'left' as const,
      className: 'engine-pick-mark',
      cell: mark,
    }
    return [...compileColumns(pick.columns, context), ...(there.size > 0 ? [marks] : [])]
  }, [pick, lines, context, there])
  const marked = useMemo(
    () => new Set(rows.filter((row) => selected.has(row.id) || there.has(keyOf(pick, lines.plan, row))).map(({ id }) => id)),
    [rows, selected, there, pick, lines],
  )

  function choose(chosen: readonly RecordValues[], isSelected: boolean): void {
    const next = new Map(selected)
    for (const row of chosen) {
      if (there.has(keyFor(row))) continue
      if (isSelected) next.set(row.id, row)
      else next.delete(row.id)
    }
    setSelected(next)
  }

  const { pending, run } = useAction(async () => {
    const made = await pickedLines({ screen, pick, lines: lines.plan, rows: [...selected.values()], read, request })
    // An empty line is replaced by the first chosen row.
    lines.dropUntouched()
    const room = lines.room()
    if (made.length > room) return notify.warning(say('pick.noRoom', { max: lines.plan.maxRows, room }))
    lines.insert(lines.rows().length, made)
    onClose()
  })
  const leave = useLeaveConfirmation(() => selected.size > 0, onClose)
  const close = useDialogClose(leave, () => selected.size === 0)
  return (
    <Modal
      open
      title={say('pick.title', { title: pick.title })}
      width={WIDTH}
      okText={selected.size > 0 ? `${say('pick.take')} (${selected.size})` : say('pick.take')}
      okButtonProps={{ disabled: selected.size === 0, loading: pending }}
      onOk={() => void run()}
      onCancel={close}
      cancelButtonProps={{ onClick: onClose }}
    >
      <div className="engine-pick">
        <PickSearch pick={pick} autoFocus onSearch={(keyword) => show({ ...state, page: 1, keyword })} />
        <div className="engine-pick-rows">
          <DataTable
            label={pick.title}
            columns={columns}
            rows={rows}
            nameOf={(row) => String(row[pick.label] ?? row.id)}
            density="small"
            firstNumber={(state.page - 1) * state.pageSize + 1}
            sort={state.sort}
            onSort={(sort) => show({ ...state, page: 1, sort: sort ?? pick.sort })}
            selected={marked}
            onSelect={choose}
            loading={query.isPending}
            notice={
              query.error ? (
                <ListNotice kind="failed" message={query.error.message} onRetry={() => void query.refetch()} />
              ) : (
                <ListNotice kind="empty">{null}</ListNotice>
              )
            }
          />
        </div>
        {total > defaultPageSize && (
          <Pager
            total={total}
            beyond={beyond}
            page={state.page}
            pageSize={state.pageSize}
            onChange={(page, pageSize) => show({ ...state, page, pageSize })}
          />
        )}
        <span role="status" className="engine-hidden">
          {say('pick.selected', { count: selected.size })}
        </span>
      </div>
    </Modal>
  )
}
