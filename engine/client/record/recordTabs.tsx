import { useCallback, useMemo, useState } from 'react'
import type { BrowserScreenPlan, TabPlan } from '../../core/plan'
import { holds, permissionOfTab } from '../../core/rights'
import type { RecordValues } from '../../core/wire'
import { useRights, useServices } from '../context'
import { useInvalidate } from '../data/useInvalidate'
import { lazyPart } from '../ui/lazyPart'
import { Attachments } from './Attachments'
import { useCondition } from './Descriptions'
import { History } from './History'
import { LinesView } from './LinesView'
import { RelatedTab } from './RelatedTab'
import type { Tab } from '../ui/Tabs'
import { UnknownWidget } from '../ui/UnknownWidget'

const Timeline = lazyPart(() => import('./Timeline').then((module) => module.Timeline))
const CalculateTab = lazyPart(() => import('../calculate/CalculateTab').then((module) => module.CalculateTab))

/** Key of a tab: its title, which the schema has unique. */
export function tabKey({ title }: TabPlan): string {
  return title
}

/**
 * The tabs of a record to read. Counts of what is loaded on opening come when it is. `facts`: what conditions see. `isFilled`: they stand
 * beside a form, whose record and input a button of a related row would pull away.
 */
export function useRecordTabs(
  screen: BrowserScreenPlan,
  plans: readonly TabPlan[],
  record: RecordValues,
  { facts = record, isFilled = false }: { facts?: RecordValues; isFilled?: boolean } = {},
): Tab[] {
  const isShown = useCondition(facts)
  const rights = useRights()
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({})
  const count = useCallback((key: string, value: number) => setCounts((now) => (now[key] === value ? now : { ...now, [key]: value })), [])

  return plans
    .filter((plan) => isShown(plan.visible) && holds(rights, permissionOfTab(screen, plan)))
    .map((plan) => {
      const key = tabKey(plan)
      const known = plan.kind === 'lines' ? rowCount(record[plan.lines]) : counts[key]
      return {
        key,
        title: plan.title,
        count: known,
        content: <TabContent {...{ screen, plan, record, isFilled }} onCount={count} />,
      }
    })
}

interface TabContentProps {
  screen: BrowserScreenPlan
  plan: TabPlan
  record: RecordValues
  isFilled: boolean
  onCount: (key: string, count: number) => void
}

function TabContent({ screen, plan, record, isFilled, onCount }: TabContentProps) {
  const { extensions } = useServices()
  const invalidate = useInvalidate()
  const key = tabKey(plan)
  const counted = useMemo(() => (count: number) => onCount(key, count), [key, onCount])
  switch (plan.kind) {
    case 'lines':
      return <LinesView screen={screen} title={plan.title} columns={plan.columns} rows={record[plan.lines]} />
    case 'related':
      return <RelatedTab screen={screen} related={isFilled ? { ...plan, own: undefined } : plan} record={record} onCount={counted} />
    case 'attachments':
      return <Attachments screen={screen} record={record} onCount={counted} />
    case 'history':
      return <History screen={screen} recordId={record.id} onCount={counted} />
    case 'timeline':
      return <Timeline screen={screen} plan={plan.timeline} recordId={record.id} onCount={counted} />
    case 'calculate': {
      const action = screen.actions[plan.action]
      return action && <CalculateTab key={record.id} screen={screen} action={action} record={record} />
    }
    case 'widget': {
      const { widgets } = extensions
      const Widget = Object.hasOwn(widgets, plan.widget) ? widgets[plan.widget] : undefined
      if (!Widget) return <UnknownWidget screen={screen} name={plan.widget} known={Object.keys(widgets)} />
      return <Widget screen={screen} record={record} onDone={() => void invalidate()} />
    }
  }
}

function rowCount(rows: unknown): number {
  return Array.isArray(rows) ? rows.length : 0
}
