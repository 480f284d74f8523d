import { memo } from 'react'
import { displayOf } from '../../../core/fields'
import { say } from '../../laterMessages'
import { afterPress } from '../../ui/afterPress'
import { observer, toJS } from '../model/formily'
import type { FormView } from '../model/formView'
import type { LineColumn } from '../model/lineColumns'
import type { LinesModel, Row } from '../model/linesModel'

interface LineRowProps {
  view: FormView
  lines: LinesModel
  columns: readonly LineColumn[]
  row: Row
  /** Among all rows, from 0. */
  index: number
  hasActions: boolean
}

/** Their titles are short, because they stay in sight beside what is typed; their names are whole. */
const rowButtons = [
  { does: 'insert', danger: false },
  { does: 'copy', danger: false },
  { does: 'remove', danger: true },
] as const

export const LineRow = memo(function LineRow({ view, lines, columns, row, index, hasActions }: LineRowProps) {
  return (
    <tr data-row={index}>
      <th scope="row" className="engine-lines-number">
        {index + 1}
      </th>
      {columns.map((column, position) => (
        <LineCell key={column.plan.key} view={view} lines={lines} column={column} row={row} index={index} position={position} />
      ))}
      {hasActions && (
        <td className="engine-lines-actions">
          <div role="group" aria-label={say('lines.rowActions', { row: index + 1 })}>
            {rowButtons.map(({ does, danger }) => (
              <button
                key={does}
                type="button"
                className={danger ? 'engine-link engine-link-danger' : 'engine-link'}
                data-do={does}
                title={say(`lines.${does}Full`)}
                aria-label={say(`lines.${does}Full`)}
              >
                {say(`lines.${does}`)}
              </button>
            ))}
          </div>
        </td>
      )}
    </tr>
  )
})

interface LineCellProps {
  view: FormView
  lines: LinesModel
  column: LineColumn
  row: Row
  index: number
  position: number
}

const LineCell = observer(function LineCell({ view, lines, column, row, index, position }: LineCellProps) {
  const { plan, field, editable } = column
  if (!editable) {
    return (
      <td data-column={position} className={`engine-cell-${plan.align}`}>
        {view.textOf(field)((name) => row[name])}
      </td>
    )
  }
  const Input = view.inputOf(field, plan.as)
  const id = view.cellIdOf(lines, row, field.name)
  const problem = lines.problemOf(row, field.name) ?? lines.noteOf(row, field.name)
  const shown = displayOf(field)
  return (
    <td data-column={position} className={`engine-cell-${plan.align}`}>
      {Input && (
        <Input
          id={id}
          field={field}
          label={say('lines.cell', { row: index + 1, title: plan.title })}
          value={toJS(row[field.name])}
          display={shown === undefined ? undefined : toJS(row[shown])}
          invalid={problem !== undefined}
          describedBy={problem === undefined ? undefined : `${id}-problem`}
          loadOptions={view.loadLineOptions(lines, row, field)}
          noChoices={view.noLineChoices(lines, row, field)}
          onChange={(value, chosen) => lines.enter(row, field.name, value, chosen)}
          onBlur={() => afterPress(() => lines.leave(row, field.name))}
        />
      )}
      {problem !== undefined && (
        <div id={`${id}-problem`} className="engine-field-problem">
          {problem}
        </div>
      )}
    </td>
  )
})
