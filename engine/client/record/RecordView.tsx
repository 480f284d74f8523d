import { useRef } from 'react'
import type { BrowserScreenPlan, RecordPagePlan } from '../../core/plan'
import { pendingOf } from '../../core/pending'
import { isElsewhere } from '../../core/record/offered'
import { sectionAfter } from '../../core/record/sectionAfter'
import type { RecordValues } from '../../core/wire'
import { useShownActions } from '../actions/useShownActions'
import { say } from '../laterMessages'
import { ApprovalBar, decisionsOf } from './ApprovalBar'
import { Chain } from './Chain'
import { Descriptions, useCondition } from './Descriptions'
import { History } from './History'
import { PendingChange } from './PendingChange'
import { Places } from './Places'
import { RecordHead } from './RecordHead'
import { tabKey, useRecordTabs } from './recordTabs'
import { Tabs, TabSection } from '../ui/Tabs'
import { useWide } from '../ui/useWide'
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

/** In px: from here on there is room for what happened beside the fields, and from there on beside a table too. */
const WIDE = 1440
const WIDE_WITH_TABLE = 1760

/** A record to read: what it is called and its state, what can be done with it, its sections, its tabs. */
export function RecordView({ screen, page, record, facts = record, approving, tab, onTab, onBack }: RecordViewProps) {
  const actions = useShownActions(screen, page.actions)
  const decisions = approving ? decisionsOf(actions).filter(({ action }) => isInState(action, screen, record)) : []
  const inBar = new Set(decisions.map(({ action }) => action))
  const above = new Map(
    page.tabs.flatMap((plan) => {
      const section = sectionAfter(plan)
      return section === undefined ? [] : [[tabKey(plan), section] as const]
    }),
  )
  const isWide = useWide(above.size > 0 ? WIDE_WITH_TABLE : WIDE)
  const beside = isWide && onBack ? page.tabs.find(({ kind }) => kind === 'history') : undefined
  const shownTabs = useRecordTabs(
    screen,
    page.tabs.filter((plan) => plan !== beside),
    record,
    { facts },
  )
  const tabs = shownTabs.filter(({ key }) => !above.has(key))
  const isShown = useCondition(facts)
  const history = beside && isShown(beside.visible) ? beside : undefined
  const pending = pendingOf(record)
  const root = useRef<HTMLElement>(null)
  const sections = page.sections.filter(({ title, visible }) => title !== '' && isShown(visible)).map(({ title }) => title)
  return (
    <article ref={root} className="engine-record">
      <RecordHead
        screen={screen}
        actions={actions.filter((action) => !inBar.has(action) && !isElsewhere(action, page))}
        record={record}
        onBack={onBack}
      >
        <Places root={root} sections={sections} tabs={shownTabs} onTab={onTab} />
      </RecordHead>
      {screen.document && onBack && <Chain screen={screen} record={record} />}
      {pending && <PendingChange pending={pending} />}
      <div className={history && 'engine-record-beside'}>
        <div>
          <Descriptions
            screen={screen}
            sections={page.sections}
            record={record}
            facts={facts}
            before={(section) =>
              shownTabs.filter(({ key }) => above.get(key) === section).map((each) => <TabSection key={each.key} tab={each} />)
            }
          />
        </div>
        {history && (
          <aside className="engine-record-history" aria-label={history.title}>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to take the focus, so that keys scroll it */}
            <div tabIndex={0} role="group" aria-label={history.title}>
              <h3 className="engine-section-title">{history.title}</h3>
              <History screen={screen} recordId={record.id} />
            </div>
          </aside>
        )}
      </div>
      {tabs.length > 0 && <Tabs label={say('record.tabs', { title: page.title })} tabs={tabs} active={tab} onActive={onTab} />}
      {decisions.length > 0 && onBack && <ApprovalBar screen={screen} record={record} decisions={decisions} />}
    </article>
  )
}

/** What belongs to another state is no decision now. */
function isInState({ states }: BrowserScreenPlan['actions'][string], { statusField }: BrowserScreenPlan, record: RecordValues): boolean {
  return states.length === 0 || statusField === undefined || states.includes(String(record[statusField]))
}
