import type { BrowserScreenPlan, RecordPagePlan } from '../../core/plan'
import { pendingOf } from '../../core/pending'
import { isElsewhere } from '../../core/record/offered'
import type { RecordValues } from '../../core/wire'
import { nameOf } from '../actions/actionRequest'
import { Button } from '../ui/Button'
import { useShownActions } from '../actions/useShownActions'
import { Tag } from '../fields/controls/Tag'
import { say } from '../laterMessages'
import { ApprovalBar, decisionsOf } from './ApprovalBar'
import { Descriptions } from './Descriptions'
import { PendingChange } from './PendingChange'
import { RecordActions } from './RecordActions'
import { useRecordTabs } from './recordTabs'
import { Tabs } from '../ui/Tabs'
import './record.css'

export interface RecordViewProps {
  screen: BrowserScreenPlan
  page: RecordPagePlan
  record: RecordValues
  /** The record as its page's conditions see it. */
  facts?: RecordValues
  /** The page is there to decide: its decisions stand in a bar at the bottom with the opinion. */
  approving: boolean
  tab: string | undefined
  onTab: (key: string) => void
  /** Absent in a dialog, which has its own way out. */
  onBack?: () => void
}

/** A record to read: what it is called and its state, what can be done with it, its sections, its tabs. */
export function RecordView({ screen, page, record, facts = record, approving, tab, onTab, onBack }: RecordViewProps) {
  const actions = useShownActions(screen, page.actions)
  const decisions = approving ? decisionsOf(actions).filter(({ action }) => isInState(action, screen, record)) : []
  const inBar = new Set(decisions.map(({ action }) => action))
  const tabs = useRecordTabs(screen, page.tabs, record, { facts })
  const pending = pendingOf(record)
  const state = screen.statusField === undefined ? undefined : screen.states?.[String(record[screen.statusField])]
  return (
    <article className="engine-record">
      <header className="engine-record-head">
        <h2>{nameOf(screen, record)}</h2>
        {state && <Tag text={state.title} color={state.color} />}
        <div className="engine-record-actions">
          <RecordActions
            screen={screen}
            actions={actions.filter((action) => !inBar.has(action) && !isElsewhere(action, page))}
            record={record}
          />
          {onBack && decisions.length === 0 && <Button onClick={onBack}>{say('record.back')}</Button>}
        </div>
      </header>
      {pending && <PendingChange pending={pending} />}
      <Descriptions screen={screen} sections={page.sections} record={record} facts={facts} />
      {tabs.length > 0 && <Tabs label={say('record.tabs', { title: page.title })} tabs={tabs} active={tab} onActive={onTab} />}
      {decisions.length > 0 && onBack && <ApprovalBar screen={screen} record={record} decisions={decisions} onBack={onBack} />}
    </article>
  )
}

/** What belongs to another state is no decision now. */
function isInState({ states }: BrowserScreenPlan['actions'][string], { statusField }: BrowserScreenPlan, record: RecordValues): boolean {
  return states.length === 0 || statusField === undefined || states.includes(String(record[statusField]))
}
