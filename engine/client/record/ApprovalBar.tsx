import { useId, useState } from 'react'
import type { ActionPlan, BrowserScreenPlan, EntityActionPlan, FieldPlan } from '../../core/plan'
import { OPINION } from '../../core/decisions'
import { pendingOf } from '../../core/pending'
import { checkValue, isAsked } from '../../core/record/check'
import { readOfSubmitted } from '../../core/record/scope'
import type { RecordValues } from '../../core/wire'
import { useActionScope } from '../actions/ActionScope'
import { Button } from '../ui/Button'
import { refusalOf } from '../../core/record/offered'
import { useAction } from '../useAction'
import { useEnvironment, usePageAddress, useServices } from '../context'
import { valueChecks } from '../form/model/valueChecks'
import { say } from '../laterMessages'
import { LeaveQuestion } from '../form/view/LeaveGuard'
import { SinceSubmission } from './DecisionFacts'
import './record.css'

/** An action that decides: it asks for an opinion. */
export interface Decision {
  action: ActionPlan
  does: EntityActionPlan
  opinion: FieldPlan
}

export function decisionsOf(actions: readonly ActionPlan[]): Decision[] {
  return actions.flatMap((action) => {
    const does = action.does.kind === 'action' ? action.does.action : undefined
    const opinion = does?.ask.find((field) => field.name === OPINION)
    return does && opinion ? [{ action, does, opinion }] : []
  })
}

interface ApprovalBarProps {
  screen: BrowserScreenPlan
  record: RecordValues
  decisions: readonly Decision[]
}

/** The bar of an approval page: one opinion, and a button for each decision that takes it to its dialog. */
export function ApprovalBar({ screen, record, decisions }: ApprovalBarProps) {
  const { notify, extensions } = useServices()
  const environment = useEnvironment()
  const { perform } = useActionScope()
  const id = useId()
  const { active } = usePageAddress()
  // What was typed is about the record as it was then.
  const [typed, setTyped] = useState({ version: record['version'], opinion: '' })
  const opinion = typed.version === record['version'] ? typed.opinion : ''
  const [problem, setProblem] = useState<string>()
  const facts = { screen, environment: environment() }
  const { pending, run } = useAction((decision: Decision) => decide(decision))

  async function decide({ action, does, opinion: field }: Decision): Promise<void> {
    // Whether it is required may depend on what the dialog asks besides.
    if (does.ask.length === 1 && !does.askLines) {
      const read = readOfSubmitted({ [OPINION]: field }, { [OPINION]: opinion }, record)
      const wrong = checkValue(field, opinion, isAsked(field.required, read, environment()), valueChecks(extensions.formats))
      setProblem(wrong?.detail)
      if (wrong) return document.getElementById(id)?.focus()
    }
    // Its dialog shows what is decided on, and has the opinion filled in.
    await perform(action, { record: { ...record, [OPINION]: opinion } })
  }

  const maxLength = decisions.map(({ opinion: field }) => field.maxLength).find((length) => length !== undefined)
  const problemId = `${id}-problem`
  return (
    <>
      {!pendingOf(record) && <SinceSubmission screen={screen} record={record} />}
      <div className="engine-record-bar engine-approval" role="toolbar" aria-label={say('record.actions')}>
        <div className="engine-approval-opinion">
          <label htmlFor={id}>{say('record.opinion')}</label>
          <textarea
            id={id}
            className="engine-input"
            rows={1}
            value={opinion}
            maxLength={maxLength}
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={problem === undefined ? undefined : problemId}
            onChange={(event) => {
              setTyped({ version: record['version'], opinion: event.target.value })
              setProblem(undefined)
            }}
          />
          {problem !== undefined && (
            <span id={problemId} role="alert" className="engine-field-problem">
              {problem}
            </span>
          )}
        </div>
        {opinion !== '' && active && <LeaveQuestion isChanged={() => true} text={say('record.opinionLost')} />}
        {decisions.map((decision, index) => {
          const { action } = decision
          const refusal = refusalOf(action, record, facts)
          return (
            <Button
              key={action.name}
              look={action.danger ? 'danger' : index === 0 ? 'primary' : 'default'}
              busy={pending}
              refusal={refusal}
              onClick={() => (refusal === undefined ? void run(decision) : notify.warning(refusal))}
            >
              {action.title}
            </Button>
          )
        })}
      </div>
    </>
  )
}
