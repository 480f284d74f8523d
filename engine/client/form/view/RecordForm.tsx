import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { TabPlan } from '../../../core/plan'
import { sectionAfter } from '../../../core/record/sectionAfter'
import type { FieldProblem } from '../../../core/wire'
import { say } from '../../laterMessages'
import { Tabs, TabSection, type Tab } from '../../ui/Tabs'
import { afterDialogs } from '../../ui/afterDialogs'
import { ErrorSummary } from './ErrorSummary'
import { FormSections } from './FormSections'
import { observer } from '../model/formily'
import type { FormView } from '../model/formView'
import { LinesTable, type LineTarget } from './LinesTable'
import type { LinesModel } from '../model/linesModel'
import { targetOf } from '../model/problemTarget'
import './form.css'

export type LinesTabPlan = Extract<TabPlan, { kind: 'lines' }>

export interface RecordFormProps {
  view: FormView
  /** What the form is about, for screen readers. */
  label: string
  tabs: readonly TabPlan[]
  /** Tabs that are no line table of the form; they follow the form's own order. */
  otherTab: (plan: TabPlan) => Tab | undefined
  /** What stands beside 新增一行 of a line table. */
  linesTool?: (plan: LinesTabPlan, lines: LinesModel) => ReactNode
  /** What stands above a line table. */
  aboveLines?: (plan: LinesTabPlan, lines: LinesModel) => ReactNode
  /** What keeps it from being saved; the first is gone to when the list is a new one. */
  problems: readonly FieldProblem[]
  /** Where they are listed; above the form without. Null: that place is not there yet. */
  problemsAt?: Element | null
  /** Key of the tab to begin with. */
  tab: string | undefined
  onTab: (key: string) => void
}

/** Sections and line tables of a record to fill. What is wrong is listed, and each entry leads to its place. */
export const RecordForm = observer(function RecordForm({
  view,
  label,
  tabs: plans,
  otherTab,
  linesTool,
  aboveLines,
  problems,
  problemsAt,
  tab,
  onTab,
}: RecordFormProps) {
  const { model } = view
  const [target, setTarget] = useState<{ lines: string; place: LineTarget }>()

  const root = useRef<HTMLDivElement>(null)
  const revealFirst = useEffectEvent((problem: FieldProblem) => reveal(problem))
  useEffect(() => {
    const [first] = problems
    return first && afterDialogs(root.current, () => revealFirst(first))
  }, [problems])

  function reveal(problem: FieldProblem): void {
    const found = targetOf(model, problem)
    if (found?.lines !== undefined) {
      const { lines, row = 0, name } = found
      const plan = plans.find((each) => each.kind === 'lines' && each.lines === lines)
      if (plan) onTab(plan.title)
      setTarget({ lines, place: { row, name } })
    } else if (found?.name !== undefined) {
      document.getElementById(view.idOf(found.name))?.focus()
    }
  }

  const all = plans.flatMap((plan): (Tab & { before?: string })[] => {
    if (!model.holds(plan.visible)) return []
    const before = sectionAfter(plan)
    const lines = plan.kind === 'lines' ? model.lines.get(plan.lines) : undefined
    if (plan.kind !== 'lines' || !lines) {
      const other = otherTab(plan)
      return other ? [{ ...other, before }] : []
    }
    const content = (
      <>
        {aboveLines?.(plan, lines)}
        <LinesTable
          view={view}
          lines={lines}
          columns={plan.columns}
          tool={linesTool?.(plan, lines)}
          target={target?.lines === plan.lines ? target.place : undefined}
        />
      </>
    )
    return [{ key: plan.title, title: plan.title, count: <RowCount lines={lines} />, content, before }]
  })
  const tabs = all.filter(({ before }) => before === undefined)

  const summary = <ErrorSummary model={model} problems={problems} onSelect={reveal} />
  return (
    <div ref={root} className="engine-form">
      {problemsAt === undefined ? summary : problemsAt && createPortal(summary, problemsAt)}
      <FormSections
        view={view}
        before={(section) => all.filter(({ before }) => before === section).map((each) => <TabSection key={each.key} tab={each} />)}
      />
      {tabs.length > 0 && <Tabs label={say('record.tabs', { title: label })} tabs={tabs} active={tab} onActive={onTab} />}
    </div>
  )
})

const RowCount = observer(function RowCount({ lines }: { lines: LinesModel }) {
  return <>{lines.rows().length}</>
})
