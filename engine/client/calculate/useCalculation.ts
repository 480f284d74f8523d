import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import type { ActionPlan, BrowserScreenPlan, CalculationPlan } from '../../core/plan'
import type { Values } from '../../core/record/values'
import type { FieldProblem, RecordValues } from '../../core/wire'
import { useDictionaries, useEnvironment, useServices } from '../context'
import { createFormView, type FormView } from '../form/model/formView'
import type { LineTarget } from '../form/view/LinesTable'
import { createFormModel } from '../form/model/model'
import type { FormModel } from '../form/model/formModel'
import { listedProblems, targetOf } from '../form/model/problemTarget'
import { useReplanned } from '../form/view/useReplanned'
import { fieldProblemsOf, isSilent } from '../request'
import { beginningOf, formPlanOf, calculationBody, rowsToFill } from './calculationForm'

export interface CalculationProps {
  screen: BrowserScreenPlan
  action: ActionPlan
  plan: CalculationPlan
  /** With its line tables; absent before there is a record. */
  record?: RecordValues | undefined
}

export interface Calculation {
  model: FormModel
  view: FormView
  problems: readonly FieldProblem[]
  reveal: (problem: FieldProblem) => void
  /** The cell that gets the focus: the first one with a problem. */
  target: { lines: string; place: LineTarget } | undefined
  /** The last response; it stays while the next one is being computed, and when that is refused. */
  response: Values | undefined
  /** The form has changed since `response` was computed. */
  outdated: boolean
  busy: boolean
  ask: (event: FormEvent) => void
  /** Something was typed since it was opened. */
  wasTyped: () => boolean
}

/** Sends a form's values to an endpoint of the screen; the response to an older request is ignored. */
export function useCalculation({ screen, action, plan, record }: CalculationProps): Calculation {
  const services = useServices()
  const environment = useEnvironment()
  const dictionaries = useDictionaries()
  const id = useId()
  const { model, view } = useReplanned<{ model: FormModel; view: FormView }>([screen, plan, dictionaries], (last) => {
    const model = createFormModel({
      plan: formPlanOf(plan),
      record: beginningOf(plan, record),
      isNew: true,
      environment: environment(),
      formats: services.extensions.formats,
      last: last?.model,
    })
    const context = { dictionaries, states: screen.states }
    return { model, view: createFormView({ model, services, context, base: screen.base, optionsPrefix: `${action.name}:`, id }) }
  })
  const [response, setResponse] = useState<Values>()
  const [outdated, setOutdated] = useState(false)
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [target, setTarget] = useState<Calculation['target']>()
  const [busy, setBusy] = useState(false)
  const inputs = useRef(0)
  const latest = useRef(0)

  useEffect(
    () =>
      model.onInput(() => {
        inputs.current += 1
        setOutdated(true)
      }),
    [model],
  )
  // A response that comes after it was closed is ignored.
  useEffect(
    () => () => {
      latest.current += 1
    },
    [],
  )

  function reveal(problem: FieldProblem): void {
    const place = targetOf(model, problem)
    if (place?.lines !== undefined) setTarget({ lines: place.lines, place: { row: place.row ?? 0, name: place.name } })
    else if (place?.name !== undefined) document.getElementById(view.idOf(place.name))?.focus()
  }

  function show(found: readonly FieldProblem[]): void {
    setProblems(listedProblems(model, found))
    if (found[0]) reveal(found[0])
  }

  async function send(): Promise<void> {
    latest.current += 1
    const [mine, asked] = [latest.current, inputs.current]
    const takeRows = rowsToFill(plan, model)
    const { method, url } = plan
    setBusy(true)
    const result = await services.request<Values>({ method, url, values: calculationBody(plan, model.values(), record), quiet: true })
    if (mine !== latest.current) return
    setBusy(false)
    setOutdated(!result.success || inputs.current !== asked)
    if (result.success) {
      takeRows(result.body)
      setResponse(result.body)
      return
    }
    const refused = fieldProblemsOf(result)
    model.mark(refused)
    show(refused)
    if (refused.length === 0 && !result.shown && !isSilent(result)) services.notify.error(result.message)
  }

  function ask(event: FormEvent): void {
    event.preventDefault()
    const found = model.check()
    show(found)
    if (found.length === 0) void send()
  }

  return { model, view, problems, reveal, target, response, outdated, busy, ask, wasTyped: () => inputs.current > 0 }
}
