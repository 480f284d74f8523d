import { memo } from 'react'
import { displayOf } from '../../../core/fields'
import { say } from '../../laterMessages'
import { messages } from '../../messages'
import { afterPress } from '../../ui/afterPress'
import { MoreMenu } from '../../ui/MoreMenu'
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
  /** Always the same one. Absent: the rows are fixed. */
  onTool?: (asked: AskedTool) => void
}

export const rowTools = ['insert', 'copy', 'up', 'down', 'remove'] as const

/** A tool of the row menu, and the row that it was chosen on. */
export interface AskedTool {
  does: (typeof rowTools)[number]
  row: Row
}

export const LineRow = memo(function LineRow({ view, lines, columns, row, index, onTool }: LineRowProps) {
  return (
    <tr data-row={index}>
      <th scope="row" className="engine-lines-number">
        {index + 1}
      </th>
      {columns.map((column, position) => (
        <LineCell key={column.plan.key} view={view} lines={lines} column={column} row={row} index={index} position={position} />
      ))}
      {onTool && (
        <td className="engine-lines-actions">
          <MoreMenu
            label={say('lines.rowActions', { row: index + 1 })}
            sign={messages['action.moreShort']}
            className="engine-lines-more"
            isBeside
            items={rowTools.map((does) => ({
              key: does,
              title: say(`lines.${does}`),
              danger: does === 'remove',
              onPress: () => onTool({ does, row }),
            }))}
          />
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
  // A phone shows the cell under its title, and a wide one by itself.
  const attributes = {
    'data-column': position,
    'data-title': plan.title,
    className: `engine-cell-${plan.align}${column.isWide ? ' engine-lines-wide' : ''}`,
  }
  if (!editable) {
    return (
      <td {...attributes} data-reads>
        {view.textOf(field)((name) => row[name])}
      </td>
    )
  }
  const Input = view.inputOf(field, plan.as)
  const id = view.cellIdOf(lines, row, field.name)
  const problem = lines.problemOf(row, field.name) ?? lines.noteOf(row, field.name)
  const shown = displayOf(field)
  return (
    <td {...attributes} data-required={column.isRequired || column.isRequiredLater || undefined}>
      {Input && (
        <Input
          id={id}
          field={field}
          unit={column.isCounted ? view.unitOf(field, (name) => row[name]) : undefined}
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
