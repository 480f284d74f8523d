import { memo, type ReactNode } from 'react'
import type { CardPart } from '../../core/plan'
import { messages, say } from '../messages'
import { LEVEL } from './contentWidths'
import type { TableColumn, TableRow } from './tableColumn'
import { ToneMark, type Toned } from './tone'

export interface BodyRowProps<Row extends TableRow> {
  row: Row
  columns: readonly TableColumn<Row>[]
  name: string
  /** Place among all rows, from 1 with the header, when not all of them are drawn. */
  position?: number
  number?: number
  /** Absent: cannot be selected. */
  selected?: boolean
  /** Absent: cannot be expanded. */
  expanded?: boolean
  /** Depth in a tree, from 0. */
  level?: number
  /** The row that Tab reaches; the others are reached by the arrow keys. */
  tabStop: boolean
  /** It is the chosen row of a split list. */
  current: boolean
  tone?: (row: Row) => Toned | undefined
  rowActions?: (row: Row) => ReactNode
  expand?: (row: Row) => ReactNode
  span: number
}

export const BodyRow = memo(function BodyRow<Row extends TableRow>(props: BodyRowProps<Row>) {
  const { row, columns, name, position, number, selected, expanded, level, tabStop, current, tone, rowActions, expand, span } = props
  const toned = tone?.(row)
  const toggle = expanded !== undefined && (
    <button
      type="button"
      className="engine-table-toggle"
      data-toggle=""
      tabIndex={-1}
      aria-expanded={expanded}
      aria-label={say(expanded ? 'table.collapse' : 'table.expand', { name })}
    />
  )
  return (
    <>
      <tr
        className={`engine-row${selected ? ' engine-row-selected' : ''}${toned ? ` engine-row-toned engine-tone-${toned.tone}` : ''}`}
        title={toned?.says}
        data-row={row.id}
        tabIndex={tabStop ? 0 : -1}
        aria-current={current || undefined}
        aria-rowindex={position}
        aria-level={level === undefined ? undefined : level + 1}
        aria-expanded={level === undefined ? undefined : expanded}
      >
        {selected !== undefined && (
          <td className="engine-cell-select engine-pinned">
            <input
              type="checkbox"
              className="engine-checkbox"
              data-select=""
              readOnly
              checked={selected}
              aria-label={say('table.selectRow', { name })}
            />
          </td>
        )}
        {expand && <td className="engine-cell-expand engine-pinned">{toggle}</td>}
        {number !== undefined && <td className="engine-cell-number engine-pinned">{number}</td>}
        {columns.map((column, index) => {
          const content = column.cell(row)
          return level !== undefined && index === 0 ? (
            <td key={column.key} className={column.className} style={{ paddingInlineStart: 8 + level * LEVEL }}>
              {toggle || <span className="engine-table-leaf" />}
              {toned && <ToneMark says={toned.says} />}
              {content}
            </td>
          ) : (
            <td
              key={column.key}
              className={column.className || undefined}
              data-card={isNothing(column.card, content) || column.repeats?.(row) ? undefined : column.card}
              data-title={column.card === 'fact' ? column.title : undefined}
            >
              {toned && index === 0 && <ToneMark says={toned.says} />}
              {content}
            </td>
          )
        })}
        {rowActions && <td className="engine-cell-actions engine-pinned-last">{rowActions(row)}</td>}
      </tr>
      {expand && expanded && (
        <tr className="engine-row-detail">
          <td colSpan={span}>
            <div className="engine-row-detail-inner">{expand(row)}</div>
          </td>
        </tr>
      )}
    </>
  )
}) as <Row extends TableRow>(props: BodyRowProps<Row>) => ReactNode

/** Whether a cell is empty, so that it is left out of the card. */
function isNothing(card: CardPart | undefined, content: ReactNode): boolean {
  return card !== 'number' && (content === null || content === messages.empty)
}
