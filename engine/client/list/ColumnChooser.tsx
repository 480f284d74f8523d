import type { ColumnPlan } from '../../core/plan'
import { messages, say } from '../messages'
import { maxPinned } from '../table/tableColumn'
import { isOff, orderColumns, settingsOf, withPinned, type ColumnSettings } from './columnSettings'

interface ColumnChooserProps {
  columns: readonly ColumnPlan[]
  settings: ColumnSettings | undefined
  /** Undefined: as the schema has it. */
  onChange: (settings: ColumnSettings | undefined) => void
}

/** Which columns a list shows, and in which order. */
export function ColumnChooser({ columns, settings, onChange }: ColumnChooserProps) {
  const ordered = orderColumns(columns, settings)
  const off = new Set(ordered.filter((column) => isOff(column, settings)).map(({ key }) => key))
  const shown = ordered.length - off.size

  function toggle(key: string): void {
    const next = new Set(off)
    if (!next.delete(key)) next.add(key)
    onChange(settingsOf(ordered, next, settings))
  }
  function move(index: number, by: -1 | 1): void {
    const next = [...ordered]
    const [moved] = next.splice(index, 1)
    if (moved) next.splice(index + by, 0, moved)
    onChange(settingsOf(next, off, settings))
  }

  const seen = ordered.filter(({ key }) => !off.has(key))
  const pinned = settings?.pinned ?? 1
  return (
    <>
      <ul className="engine-chooser">
        {ordered.map((column, index) => (
          <li key={column.key}>
            <label>
              <input
                type="checkbox"
                className="engine-checkbox"
                checked={!off.has(column.key)}
                disabled={shown === 1 && !off.has(column.key)}
                onChange={() => toggle(column.key)}
              />
              {column.group === undefined ? column.title : say('table.grouped', { group: column.group, title: column.title })}
            </label>
            <PinButton
              title={column.title}
              place={seen.indexOf(column) + 1}
              pinned={pinned}
              onPin={(count) => onChange(withPinned(settings, count))}
            />
            <MoveButton
              label={say('list.columnUp', { title: column.title })}
              arrow="↑"
              disabled={index === 0}
              onClick={() => move(index, -1)}
            />
            <MoveButton
              label={say('list.columnDown', { title: column.title })}
              arrow="↓"
              disabled={index === ordered.length - 1}
              onClick={() => move(index, 1)}
            />
          </li>
        ))}
      </ul>
      <button type="button" className="engine-link" onClick={() => onChange(undefined)}>
        {messages['list.columnsReset']}
      </button>
    </>
  )
}

interface PinButtonProps {
  title: string
  /** Among the columns that are shown, from 1; 0: it is not. */
  place: number
  pinned: number
  onPin: (count: number) => void
}

/** Up to which column they stay in place while the others are scrolled; pressed again, only those before it. The first always does. */
function PinButton({ title, place, pinned, onPin }: PinButtonProps) {
  return (
    <button
      type="button"
      className="engine-link engine-pin"
      aria-label={say('list.columnPin', { title })}
      title={say('list.columnPin', { title })}
      aria-pressed={place > 0 && place <= pinned}
      disabled={place <= 1 || place > maxPinned}
      onClick={() => onPin(place === pinned ? place - 1 : place)}
    >
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path d="M4 1h4v4l2 2H6.6v4.2h-1.2V7H2l2-2z" fill="currentColor" />
      </svg>
    </button>
  )
}

function MoveButton({ label, arrow, disabled, onClick }: { label: string; arrow: string; disabled: boolean; onClick: () => void }) {
  return (
    <button type="button" className="engine-link" aria-label={label} disabled={disabled} onClick={onClick}>
      {arrow}
    </button>
  )
}
