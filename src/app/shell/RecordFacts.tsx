import type { WorkRecord } from '../../../engine/core/wire'
import './recordFacts.css'

/** What a record is, whom it is about and what it comes to. A figure is shown whole; where there is no room it is the text before it that is cut. */
export function RecordFacts({ title, about, facts = [] }: Pick<WorkRecord, 'title' | 'about' | 'facts'>) {
  return (
    <small className="app-record-facts">
      <span>{about === undefined ? title : `${title} · ${about}`}</span>
      {facts.map((fact) => (
        <b key={fact}>{` · ${fact}`}</b>
      ))}
    </small>
  )
}
