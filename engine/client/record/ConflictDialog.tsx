import { Button, Modal, Radio } from 'antd'
import { useState, type ReactNode } from 'react'
import { formatDateTime } from '../../core/dateTime'
import type { Problem, RecordValues } from '../../core/wire'
import { useErrorReport } from '../useAction'
import { useRights } from '../context'
import type { FormView } from '../form/model/formView'
import { mergeChanges, resolveConflicts, type Conflict, type Merge } from '../../core/record/merge'
import { rowsOf, type Values } from '../../core/record/values'
import { say } from '../laterMessages'
import { useLeaveConfirmation } from '../leaveConfirmation'

interface ConflictDialogProps {
  view: FormView
  current: NonNullable<Problem['current']>
  /** Asks for the record as it is now. @throws RequestError */
  load: () => Promise<RecordValues>
  /** Shows the record as it is now; my changes are given up. */
  onReload: () => void
  /** Goes on with these values over the record as it is now. */
  onMerged: (theirs: RecordValues, values: Values) => void
  onClose: () => void
}

/**
 * Somebody else has saved the record since it was opened. Fields that only one side has changed are merged; where both did, the user
 * chooses. Nothing is saved here.
 */
export function ConflictDialog({ view, current, load, onReload, onMerged, onClose }: ConflictDialogProps) {
  const { model } = view
  const { userId } = useRights()
  // The same user in two windows is not called another user.
  const isOwn = userId !== undefined && current.updatedById === userId
  const reportError = useErrorReport()
  const [comparison, setComparison] = useState<{ theirs: RecordValues; mine: Values; merge: Merge }>()
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set())
  const [isLoading, setLoading] = useState(false)
  const leave = useLeaveConfirmation(() => mine.size > 0, onClose)

  async function compare(): Promise<void> {
    setLoading(true)
    try {
      const theirs = await load()
      const values = model.values()
      const merge = mergeChanges(model.writable(), model.record, values, theirs)
      if (merge.conflicts.length === 0) onMerged(theirs, merge.values)
      else setComparison({ theirs, mine: values, merge })
    } catch (error) {
      reportError(error)
    } finally {
      setLoading(false)
    }
  }

  return (
    <Modal
      open
      title={say(isOwn ? 'merge.titleOwn' : 'merge.title')}
      width={comparison ? 760 : 520}
      mask={{ closable: false }}
      onCancel={leave}
      footer={
        comparison ? (
          <>
            <Button onClick={onClose}>{say('cancel')}</Button>
            <Button type="primary" onClick={() => onMerged(comparison.theirs, resolveConflicts(comparison.merge, comparison.mine, mine))}>
              {say('merge.apply')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{say('cancel')}</Button>
            <Button danger title={say('merge.reloadHint')} onClick={onReload}>
              {say('merge.reload')}
            </Button>
            <Button type="primary" loading={isLoading} onClick={() => void compare()}>
              {say('merge.compare')}
            </Button>
          </>
        )
      }
    >
      <p>{say(isOwn ? 'merge.whoOwn' : 'merge.who', { by: current.updatedBy || say('empty'), at: formatDateTime(current.updatedAt) })}</p>
      {comparison ? (
        <>
          <p>{say(isOwn ? 'merge.conflictsOwn' : 'merge.conflicts')}</p>
          <table className="engine-conflicts">
            <thead>
              <tr>
                <th scope="col">{say('merge.field')}</th>
                <th scope="col">{say(isOwn ? 'merge.mineHere' : 'merge.mine')}</th>
                <th scope="col">{say(isOwn ? 'merge.theirsOwn' : 'merge.theirs')}</th>
              </tr>
            </thead>
            <tbody>
              {comparison.merge.conflicts.map((conflict) => (
                <ConflictRow
                  key={conflict.name}
                  conflict={conflict}
                  read={(side) => readable(view, conflict, side === 'mine' ? comparison.mine : comparison.theirs)}
                  takesMine={mine.has(conflict.name)}
                  onChoose={(takesMine) => setMine(withOrWithout(mine, conflict.name, takesMine))}
                />
              ))}
            </tbody>
          </table>
        </>
      ) : (
        <p>{say('merge.reloadHint')}</p>
      )}
    </Modal>
  )
}

interface ConflictRowProps {
  conflict: Conflict
  read: (side: 'mine' | 'theirs') => ReactNode
  takesMine: boolean
  onChoose: (takesMine: boolean) => void
}

function ConflictRow({ conflict, read, takesMine, onChoose }: ConflictRowProps) {
  return (
    <tr>
      <th scope="row">{conflict.title}</th>
      <td>
        <Radio name={conflict.name} checked={takesMine} onChange={() => onChoose(true)}>
          {read('mine')}
        </Radio>
      </td>
      <td>
        <Radio name={conflict.name} checked={!takesMine} onChange={() => onChoose(false)}>
          {read('theirs')}
        </Radio>
      </td>
    </tr>
  )
}

/** One side of a conflict: the field as it is read anywhere, or how many rows there are. */
function readable(view: FormView, { name, field }: Conflict, values: Values) {
  if (field) return view.textOf(field)((key) => values[key])
  return say('merge.rows', { count: rowsOf(values, name).length })
}

function withOrWithout(names: ReadonlySet<string>, name: string, present: boolean): ReadonlySet<string> {
  const next = new Set(names)
  if (present) next.add(name)
  else next.delete(name)
  return next
}
