import { messages } from '../messages'

/** Grey bars where rows will be. They appear by CSS after 200 ms, so that a quick answer shows no flicker. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return (
    <>
      {Array.from({ length: rows }, (_, row) => (
        <tr key={row} className="engine-row engine-skeleton" aria-hidden={row > 0 || undefined}>
          {Array.from({ length: columns }, (_cell, column) => (
            <td key={column}>
              {row === 0 && column === 0 && (
                <span className="engine-hidden" role="status">
                  {messages.loading}
                </span>
              )}
              <span className="engine-skeleton-bar" />
            </td>
          ))}
        </tr>
      ))}
    </>
  )
}
