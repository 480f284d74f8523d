import { formatDecimal } from '../../../core/decimal'
import { formatDateTime } from '../../../core/dateTime'
import type { BucketChange, EffectsResponse } from '../../../core/wire'
import { say } from '../../laterMessages'
import { previewRefusal, type PreviewState } from './usePreview'
import './preview.css'

/**
 * What an action will do, above its confirmation: figures of the record that are reckoned anew, balances before and after, documents that come,
 * states that change.
 */
export function PreviewPanel({ state }: { state: PreviewState }) {
  const { isAsking, response, failure, confirmed } = state
  const { effects, problems = [], asOf } = response ?? {}
  const refused = previewRefusal(state)
  return (
    <section className="engine-preview" aria-label={say('preview.title')} aria-busy={isAsking}>
      <h4 className="engine-preview-title">
        {say('preview.title')}
        <span role="status" className="engine-preview-state">
          {isAsking ? say('preview.asking') : asOf !== undefined && say('preview.asOf', { time: formatDateTime(asOf).slice(-8) })}
        </span>
      </h4>
      {confirmed && (
        <p role="alert" className="engine-preview-warning">
          {say('preview.changed')}
        </p>
      )}
      {failure !== undefined && <p className="engine-preview-note">{say('preview.failed', { reason: failure })}</p>}
      {refused !== undefined && (
        <p role="alert" className="engine-preview-warning">
          {refused}
        </p>
      )}
      {refused === undefined && !effects && problems.length > 0 && <p className="engine-preview-note">{say('preview.incomplete')}</p>}
      {effects && <Effects effects={effects} confirmed={confirmed} />}
    </section>
  )
}

function Effects({ effects, confirmed }: { effects: EffectsResponse; confirmed: EffectsResponse | undefined }) {
  const { figures, created, changed, hidden } = effects
  const rows = rowsOf(effects)
  const before = new Set(confirmed && rowsOf(confirmed).map(textOf))
  const isEmpty = rows.length + created.length + changed.length === 0
  return (
    <>
      {figures.length > 0 && <p className="engine-preview-warning">{say('preview.reckoned')}</p>}
      {rows.length > 0 && (
        <div className="engine-preview-scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">{say('preview.who')}</th>
                <th scope="col">{say('preview.what')}</th>
                <th scope="col" className="engine-preview-figure">
                  {say('preview.change')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => {
                const isNew = confirmed !== undefined && !before.has(textOf(row))
                return (
                  <tr
                    // What is created with others of its kind has no name yet that would tell them apart.
                    key={`${row.title} ${row.label === '' ? index : row.label} ${row.ledger} ${row.bucket.title}`}
                    className={isNew ? 'engine-preview-new' : undefined}
                  >
                    <th scope="row">
                      {row.label === '' ? (
                        say('preview.unnamed', { title: row.title })
                      ) : (
                        <>
                          <span>{row.title}</span> {row.label !== undefined && <span>{row.label}</span>}
                        </>
                      )}
                    </th>
                    <td>{row.bucket.title}</td>
                    <td className="engine-preview-figure">
                      <Change bucket={row.bucket} />
                      {isNew && <span className="engine-preview-mark">{say('preview.new')}</span>}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      {(created.length > 0 || changed.length > 0) && (
        <ul>
          {createdTexts(created).map((text) => (
            <li key={text}>{text}</li>
          ))}
          {changed.map((state) => (
            <li key={`${state.title} ${state.label}`}>{say('preview.state', state)}</li>
          ))}
        </ul>
      )}
      {isEmpty && !hidden && <p className="engine-preview-note">{say('preview.nothing')}</p>}
      {hidden && <p className="engine-preview-note">{say('preview.hidden')}</p>}
    </>
  )
}

/** Documents that would be created have no name yet, so they are counted by kind. */
function createdTexts(created: EffectsResponse['created']): string[] {
  const kinds = new Map<string, { title: string; label: string; count: number }>()
  for (const { title, label = '' } of created) {
    const kind = `${title} ${label}`
    kinds.set(kind, { title, label, count: (kinds.get(kind)?.count ?? 0) + 1 })
  }
  return [...kinds.values()].map((kind) => say(kind.count === 1 ? 'preview.created' : 'preview.createdSeveral', kind))
}

interface EffectRow {
  ledger: string
  title: string
  /** Empty: it comes into being only now. Absent: the record itself. */
  label?: string
  bucket: BucketChange
}

/** What only changes its owner moves on no balance. */
function rowsOf({ figures, balances, holds }: EffectsResponse): EffectRow[] {
  const own = figures.map((bucket) => ({ ledger: '', title: say('preview.own'), bucket }))
  const moved = balances.flatMap(({ buckets, ...balance }) => buckets.map((bucket) => ({ ...balance, bucket })))
  const isMoved = ({ ledger, label, bucket }: EffectsResponse['holds'][number]): boolean =>
    moved.some((row) => row.ledger === ledger && row.label === label && row.bucket.title === bucket.title)
  return [...own, ...moved, ...holds.filter((hold) => !isMoved(hold)).map((hold) => ({ ...hold, title: say('preview.held') }))]
}

function textOf(row: EffectRow): string {
  return JSON.stringify(row)
}

/** Two numbers, between which the line may break. */
function Change({ bucket: { before, after, unit } }: { bucket: BucketChange }) {
  const shown = (units: string): string => formatDecimal(units, units.split('.')[1]?.length ?? 0)
  return (
    <>
      <span>{shown(before)} →</span> <span>{`${shown(after)}${unit === undefined ? '' : ` ${unit}`}`}</span>
    </>
  )
}
