import { useMemo, type ReactNode } from 'react'
import type { BrowserScreenPlan, CalculationPlan } from '../../core/plan'
import { ErrorSummary } from '../form/view/ErrorSummary'
import { FormSections } from '../form/view/FormSections'
import { LinesTable } from '../form/view/LinesTable'
import { say } from '../laterMessages'
import { ResponseFigures } from './ResponseFigures'
import { columnsOf } from './calculationForm'
import type { Calculation } from './useCalculation'
import './calculate.css'

interface CalculationBodyProps {
  screen: BrowserScreenPlan
  plan: CalculationPlan
  calculation: Calculation
  /** The action's. */
  title: string
  /** Between the request and its response. */
  children?: ReactNode
}

/** The form, its rows with the columns of the response, and the response under them. */
export function CalculationBody({ screen, plan, calculation, title, children }: CalculationBodyProps) {
  const { model, view, problems, reveal, target, response, outdated, busy } = calculation
  const tables = useMemo(() => plan.lines.map((lines) => ({ name: lines.table.name, columns: columnsOf(lines) })), [plan])
  const isOld = response !== undefined && (outdated || busy)
  const state = busy ? 'calculate.under-way' : isOld ? 'calculate.outdated' : 'calculate.current'
  return (
    <div className={`engine-ask engine-calculation${isOld ? ' engine-calculation-old' : ''}`}>
      <ErrorSummary model={model} problems={problems} onSelect={reveal} />
      <FormSections view={view} />
      {tables.map(({ name, columns }) => {
        const lines = model.lines.get(name)
        const place = target?.lines === name ? target.place : undefined
        return lines && <LinesTable key={name} view={view} lines={lines} columns={columns} target={place} />
      })}
      {children}
      <section aria-live="polite">
        {response && <ResponseFigures screen={screen} plan={plan} label={say('calculate.answer', { action: title })} response={response} />}
        {(response ?? busy) && <p className="engine-calculation-state">{say(state)}</p>}
      </section>
    </div>
  )
}
