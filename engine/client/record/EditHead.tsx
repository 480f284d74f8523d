import type { RefObject } from 'react'
import type { BrowserScreenPlan, RecordPagePlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { nameOf } from '../actions/actionRequest'
import type { FormModel } from '../form/model/formModel'
import { observer } from '../form/model/formily'
import { say } from '../laterMessages'
import type { Tab } from '../ui/Tabs'
import { HeadFrame } from './HeadFrame'
import { Places } from './Places'
import { BackButton } from './RecordHead'
import { StateTag } from '../fields/StateTag'

interface EditHeadProps {
  screen: BrowserScreenPlan
  page: RecordPagePlan
  /** Absent: a new one. */
  record?: RecordValues
  model: FormModel
  root: RefObject<HTMLElement | null>
  /** Those that are no line table of the form. */
  otherTabs: readonly Tab[]
  onTab: (key: string) => void
  onBack: () => void
}

/** What is being filled, and the way to its sections and tabs, in sight wherever a long form is scrolled to. */
export const EditHead = observer(function EditHead({ screen, page, record, model, root, otherTabs, onTab, onBack }: EditHeadProps) {
  const sections = model.plan.sections.filter(({ title, items, visible }) => {
    const isFilled = items.some(({ field }) => model.items.get(field.name)?.field.visible)
    return title !== '' && isFilled && model.holds(visible)
  })
  const tabs = page.tabs.flatMap((plan): Tab[] => {
    if (!model.holds(plan.visible)) return []
    if (plan.kind === 'lines' && model.lines.has(plan.lines)) return [{ key: plan.title, title: plan.title, content: null }]
    return otherTabs.filter(({ key }) => key === plan.title)
  })
  return (
    <HeadFrame>
      <div className="engine-record-title">
        <BackButton onBack={onBack} />
        <h2>{record ? nameOf(screen, record) : say('record.add', { title: screen.title })}</h2>
        {record && <StateTag screen={screen} record={record} />}
      </div>
      <Places root={root} sections={sections.map(({ title }) => title)} tabs={tabs} onTab={onTab} />
    </HeadFrame>
  )
})
