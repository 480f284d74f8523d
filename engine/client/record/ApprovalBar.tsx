import { useId, useState } from 'react'
import type { ActionPlan, BrowserScreenPlan, EntityActionPlan, FieldPlan } from '../../core/plan'
import { OPINION } from '../../core/decisions'
import { pendingOf } from '../../core/pending'
import { checkValue, isAsked } from '../../core/record/check'
import { readOfSubmitted } from '../../core/record/scope'
import type { RecordValues } from '../../core/wire'
import { useActionScope } from '../actions/ActionScope'
import { confirmationOf } from '../actions/actionRequest'
import { Button } from '../ui/Button'
import { refusalOf } from '../../core/record/offered'
import { useAction } from '../useAction'
import { useDictionaries, useEnvironment, usePageAddress, useServices } from '../context'
import { valueChecks } from '../form/model/valueChecks'
import { say } from '../laterMessages'
import { newKey } from '../newKey'
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
  onBack: () => void
}

/** The bar of an approval page: one opinion, and a button for each decision that takes it. */
export function ApprovalBar({ screen, record, decisions, onBack }: ApprovalBarProps) {
  const { notify, extensions } = useServices()
  const environment = useEnvironment()
  const dictionaries = useDictionaries()
  const { perform, submit, head } = useActionScope()
  const id = useId()
  const { active } = usePageAddress()
  const [opinion, setOpinion] = useState('')
  const [problem, setProblem] = useState<string>()
  const facts = { screen, environment: environment() }
  const { pending, run } = useAction((decision: Decision) => decide(decision))

  async function decide({ action, does, opinion: field }: Decision): Promise<void> {
    // A decision that asks for more does so in its dialog, with the opinion filled in.
    if (does.ask.length > 1 || does.askLines || does.preview) return perform(action, { record: { ...record, [OPINION]: opinion } })
    const read = readOfSubmitted({ [OPINION]: field }, { [OPINION]: opinion }, record)
    const wrong = checkValue(field, opinion, isAsked(field.required, read, environment()), valueChecks(extensions.formats))
    setProblem(wrong?.detail)
    if (wrong) return document.getElementById(id)?.focus()
    const idempotencyKey = newKey()
    await notify.confirm({
      title: confirmationOf(screen, action, { record }, dictionaries) ?? action.title,
      content: head({ record }),
      danger: action.danger,
      okText: action.title,
      perform: async () => {
        const refused = await submit({ kind: 'ask', action, fields: does.ask, target: { record }, idempotencyKey }, { [OPINION]: opinion })
        if (Array.isArray(refused)) setProblem(refused[0]?.detail)
        else setOpinion('')
      },
    })
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
              setOpinion(event.target.value)
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
        <Button onClick={onBack}>{say('record.back')}</Button>
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
