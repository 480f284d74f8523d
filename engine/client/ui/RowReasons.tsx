import './rowReasons.css'

export interface RowReason {
  name: string
  reason: string
}

/** Rows on which something is not, or was not done, each with its reason. */
export function RowReasons({ title, rows, role }: { title: string; rows: readonly RowReason[]; role?: 'alert' }) {
  return (
    <section className="engine-reasons" role={role}>
      <p>{title}</p>
      <ul>
        {rows.map(({ name, reason }) => (
          <li key={name}>
            <b>{name}</b> {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}
