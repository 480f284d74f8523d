import type { ReactNode } from 'react'
import type { ActionPlan, BrowserScreenPlan } from '../../core/plan'
import { summaryParts } from '../../core/record/summary'
import type { RecordValues } from '../../core/wire'
import { nameOf } from '../actions/actionRequest'
import { useDictionaries } from '../context'
import { say } from '../laterMessages'
import { Course } from './Course'
import { HeadFrame } from './HeadFrame'
import { ReferenceValue } from './ReferenceValue'
import { RecordActions } from './RecordActions'
import { StateTag } from '../fields/StateTag'

interface RecordHeadProps {
  screen: BrowserScreenPlan
  record: RecordValues
  actions: readonly ActionPlan[]
  /** Absent in a dialog, which has its own way out. */
  onBack?: () => void
  /** The way to the places of the page. */
  children?: ReactNode
}

/** What a record is called, its state, whom it is about, its figures and its course stay in sight, with what can be done with it now. */
export function RecordHead({ screen, record, actions, onBack, children }: RecordHeadProps) {
  const dictionaries = useDictionaries()
  const { summary, states } = screen
  const name = nameOf(screen, record)
  const parts = summary ? summaryParts(summary, record, { dictionaries, states }, name) : []
  const about = parts.find(({ field }) => field === summary?.about)
  const facts = parts.filter((part) => part !== about)
  return (
    <HeadFrame>
      <div className="engine-record-title">
        {onBack && <BackButton onBack={onBack} />}
        <h2>{name}</h2>
        <StateTag screen={screen} record={record} />
        {about && (
          <span className="engine-record-about">
            {(about.field.ref ?? about.field.mixed) ? <ReferenceValue field={about.field} record={record} /> : about.text}
          </span>
        )}
        <div className="engine-record-actions">
          <RecordActions screen={screen} actions={actions} record={record} />
        </div>
      </div>
      {(facts.length > 0 || summary?.course) && (
        <div className="engine-record-facts">
          {facts.length > 0 && (
            <dl className="engine-record-figures">
              {facts.map(({ field, title, text }) => (
                <div key={field.name}>
                  <dt>{title}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          )}
          <Course screen={screen} record={record} />
        </div>
      )}
      {children}
    </HeadFrame>
  )
}

export function BackButton({ onBack }: { onBack: () => void }) {
  return (
    <button type="button" className="engine-back" aria-label={say('record.back')} title={say('record.back')} onClick={onBack}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d="M10 3 5 8l5 5" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </button>
  )
}
