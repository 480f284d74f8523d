import type { Block } from './blocks'
import type { Piece } from './paginate'

interface BlockViewProps {
  block: Block
  /** The rows of a table to show; all when it is undefined. */
  rows?: Piece['rows']
}

/** A block as it is printed. The same component is drawn once to be measured, so that the heights are those of the printed blocks. */
export function BlockView({ block, rows }: BlockViewProps) {
  switch (block.kind) {
    case 'head':
      return (
        <header className="engine-paper-head">
          <h1>{block.title}</h1>
          <p>
            <strong>{block.name}</strong>
            {block.state && <span>{block.state}</span>}
          </p>
        </header>
      )
    case 'title':
      return <h2 className="engine-paper-title">{block.text}</h2>
    case 'fields':
      return (
        <dl className="engine-paper-fields" style={{ gridTemplateColumns: `repeat(${block.across}, minmax(0, 1fr))` }}>
          {block.cells.map(({ title, text, span }) => (
            <div key={title} style={{ gridColumn: `span ${span}` }}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )
    case 'table':
      return <Table block={block} rows={rows ?? { from: 0, to: block.rows.length, foot: true }} />
    case 'text':
      return <p className={`engine-paper-text engine-paper-${block.align}`}>{block.text}</p>
    case 'sign':
      return (
        <div className="engine-paper-sign">
          {block.who.map((who) => (
            <span key={who}>{who}</span>
          ))}
        </div>
      )
  }
}

function Table({ block, rows }: { block: Extract<Block, { kind: 'table' }>; rows: NonNullable<Piece['rows']> }) {
  const cellClass = (index: number): string => `engine-cell-${block.columns[index]?.align ?? 'left'}`
  return (
    <table className="engine-paper-table">
      <colgroup>
        {block.columns.map(({ width }, index) => (
          <col key={index} style={{ width: `${width}%` }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {block.columns.map(({ title }, index) => (
            <th key={index} scope="col" className={cellClass(index)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.slice(rows.from, rows.to).map((texts, row) => (
          <tr key={row}>
            {texts.map((text, index) => (
              <td key={index} className={cellClass(index)}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {block.sums && rows.foot && (
        <tfoot>
          <tr>
            {block.sums.map((text, index) => (
              <td key={index} className={cellClass(index)}>
                {text}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  )
}
