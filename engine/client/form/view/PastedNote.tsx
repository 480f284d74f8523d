import { say } from '../../laterMessages'
import { observer } from '../model/formily'
import type { LinesModel } from '../model/linesModel'
import type { Unread } from '../model/pasteInto'

/** More than this is corrected in the spreadsheet, not here. */
const MAX_LISTED = 200

interface PastedNoteProps {
  lines: LinesModel
  unread: readonly Unread[]
  onSelect: (row: number, unread: Unread) => void
  onClose: () => void
}

/**
 * What of a pasted block was not understood, until it is corrected or put away: nothing that was pasted is lost. Cells of rows that were made
 * lead there; of a line that made no row the text is here alone.
 */
export const PastedNote = observer(function PastedNote({ lines, unread, onSelect, onClose }: PastedNoteProps) {
  const open = unread.filter(({ row, column }) => row === undefined || lines.problemOf(row, column.field.name) !== undefined)
  const listed = open.map((each) => ({ ...each, index: each.row === undefined ? -1 : lines.indexOf(each.row) }))
  const shown = listed.filter(({ row, index }) => row === undefined || index >= 0)
  if (shown.length === 0) return null
  return (
    <section className="engine-lines-unread" aria-label={say('lines.unreadList')}>
      <div className="engine-lines-unread-head">
        <strong>{say('lines.unreadList')}</strong>
        <button type="button" className="engine-link" onClick={onClose}>
          {say('lines.close')}
        </button>
      </div>
      <ul>
        {shown.slice(0, MAX_LISTED).map(({ index, ...each }) => (
          <li key={`${each.line}.${each.column.plan.key}`}>
            {each.row === undefined ? (
              say('lines.unreadLine', textsOf(each.line, each))
            ) : (
              <button type="button" className="engine-link" onClick={() => onSelect(index, each)}>
                {say('lines.unreadCell', textsOf(index + 1, each))}
              </button>
            )}
          </li>
        ))}
        {shown.length > MAX_LISTED && <li>{say('lines.unreadRest', { count: shown.length - MAX_LISTED })}</li>}
      </ul>
    </section>
  )
})

function textsOf(row: number, { column, text }: Unread): { row: number; title: string; text: string } {
  return { row, title: column.plan.title, text }
}
