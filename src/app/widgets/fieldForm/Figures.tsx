export interface Figure {
  title: string
  value: string
  note?: string
  /** A state's colour. */
  tone?: string
}

/** Results that a person reads at a glance. */
export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <dl className="app-figures" aria-label={label} aria-live="polite">
      {figures.map(({ title, value, note, tone }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
          {note && <dd className={tone ? `engine-tag engine-tag-${tone}` : 'app-figure-note'}>{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
