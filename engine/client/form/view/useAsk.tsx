import { Button } from 'antd'
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { AskedLinesPlan, BrowserScreenPlan, ColumnPlan, FieldPlan } from '../../../core/plan'
import type { EffectsResponse, FieldProblem, RecordValues } from '../../../core/wire'
import { useDictionaries, useEnvironment, useServices } from '../../context'
import { RowReasons, type RowReason } from '../../ui/RowReasons'
import { useWhenGone } from '../../ui/useWhenGone'
import { useLeaveConfirmation } from '../../leaveConfirmation'
import { messages, say } from '../../laterMessages'
import { askColumns, askPlan } from '../model/askPlan'
import { ErrorSummary } from './ErrorSummary'
import { FormContext, Submit } from '../model/formily'
import { FormSections } from './FormSections'
import { createFormView, type FormView } from '../model/formView'
import { LinesTable, type LineTarget } from './LinesTable'
import { createFormModel } from '../model/model'
import type { FormModel } from '../model/formModel'
import { listedProblems, targetOf } from '../model/problemTarget'
import { PreviewPanel } from './PreviewPanel'
import { Refusal } from './Refusal'
import { useFormSubmit } from './useFormSubmit'
import { useSendKeys } from './useSendKeys'
import { useReplanned } from './useReplanned'
import { previewRefusal, usePreview, type AskPreview } from './usePreview'
import { useHold } from './useHold'
import { asSent } from '../../../core/record/changes'
import type { Values } from '../../../core/record/values'
import type { Failure } from '../../request'

/** Refused for a reason that is about no single field. */
export interface Refused {
  refusal: string
  /** It is not possible any more: there is nothing left but to close the dialog. */
  isOver?: true
}

/** What came of an action on several records of which some were refused. Then it is over too. */
export interface BatchOutcome {
  outcome: string
  rows: readonly RowReason[]
}

export interface AskProps {
  title: string
  fields: readonly FieldPlan[]
  lines?: AskedLinesPlan
  /** Fields that it has are filled in beforehand; its line table gives the rows of `lines`. */
  record?: RecordValues
  /** On what is decided, above everything. */
  head?: ReactNode
  /** Confirmation text above the fields. */
  confirmText?: string
  danger?: boolean
  /** Name of the action; choices of references are requested as `<action>:<field>`. */
  action: string
  /** Title of the action, which its button bears: 审批通过, and never 确定. */
  act: string
  screen: Pick<BrowserScreenPlan, 'base' | 'states' | 'summary'>
  /**
   * Gets what was entered, and in `clear` the names of what was emptied; of asked lines each row's `id` and the filled columns. The dialog
   * closes when it resolves with nothing; with problems (also with none, when the user has been told) it stays open and marks the fields, with
   * a refusal it stays open and says it, as it does with the rows of several that were refused. `preview` is the hash of the figures that were confirmed; when they have become others, it resolves
   * with the new ones, which are shown for another confirmation.
   */
  onSubmit: (values: Values, preview?: string) => Promise<readonly FieldProblem[] | EffectsResponse | Refused | BatchOutcome | void>
  /** Asks what the action will do, which is shown before it is confirmed. */
  preview?: AskPreview
  /** The preview failed: resolves with why it is not possible any more, if it is not, as where somebody else was first. */
  onPreviewFailed?: (failure: Failure) => Promise<Refused | void>
  /** It is done; without it, closes. */
  onDone?: () => void
  /** Where it goes on when it is not possible any more; without it, it can only be closed. */
  wayOn?: { title: string; go: () => void }
  /** Other actions that can be chosen in place of this one. Values typed into fields of the same name are kept. */
  instead?: readonly { title: string; danger: boolean; go: () => void }[]
  onClose: () => void
}

export interface Ask {
  /** What stands in the dialog, and at its foot. */
  body: ReactNode
  foot: ReactNode
  send: (event: FormEvent) => void
  /** Gives the focus to the first field, unless one has it already. */
  begin: () => void
  /** Something was typed that would be lost. */
  isTyped: boolean
  /** Leaves, when the user gives up what was typed; closes unless said otherwise. */
  leave: (then?: () => void) => void
}

/** What asks for what an action needs, whether in a dialog or beside a list. Enter in a line of text sends it, Ctrl+Enter from anywhere. */
export function useAsk(props: AskProps): Ask {
  const {
    fields,
    lines,
    record,
    head,
    confirmText,
    danger,
    action,
    act,
    screen,
    onSubmit,
    preview: askPreview,
    onDone,
    wayOn,
    instead = [],
    onClose,
  } = props
  const services = useServices()
  const environment = useEnvironment()
  const dictionaries = useDictionaries()
  const id = useId()
  const { model, view, columns } = useReplanned<{ model: FormModel; view: FormView; columns: ColumnPlan[] }>(
    [screen, fields, lines, dictionaries],
    (last) => {
      const plan = askPlan(fields, lines)
      const model = createFormModel({
        plan,
        record: record ?? {},
        isNew: true,
        environment: environment(),
        formats: services.extensions.formats,
        last: last?.model,
      })
      const context = { dictionaries, states: screen.states }
      const { base, summary } = screen
      const view = createFormView({ model, services, context, base, optionsPrefix: `${action}:`, summary, about: record, id })
      return { model, view, columns: lines ? askColumns(lines) : [] }
    },
  )
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [refusal, setRefusal] = useState<string>()
  const [over, setOver] = useState<Refused | BatchOutcome>()
  const [target, setTarget] = useState<LineTarget>()
  const submit = useFormSubmit(model)
  useHold(model)
  const preview = usePreview(model, action, askPreview, record?.['version'], (failure) => {
    void props.onPreviewFailed?.(failure).then((refused) => refused && setOver(refused))
  })
  const [isTyped, setTyped] = useState(false)
  // Also between two renderings: what was given up just now is not asked about again.
  const wasTyped = useRef(false)
  const isGone = useWhenGone()
  const body = useRef<HTMLDivElement>(null)
  const way = useRef<HTMLButtonElement>(null)
  useSendKeys(body)
  const next = useRef(onClose)
  const confirmLeaving = useLeaveConfirmation(
    () => wasTyped.current && !over,
    () => {
      noteTyped(false)
      next.current()
    },
  )

  useEffect(() => model.onInput(() => noteTyped(true)), [model])
  // The button that was pressed is gone; who is in a text is left there.
  useEffect(() => {
    if (over && !way.current?.closest('form')?.contains(document.activeElement)) way.current?.focus()
  }, [over])

  function noteTyped(typed: boolean): void {
    wasTyped.current = typed
    setTyped(typed)
  }

  function doInstead(go: () => void): void {
    setProblems([])
    setRefusal(undefined)
    go()
  }

  function leave(then = onClose): void {
    next.current = then
    confirmLeaving()
  }

  function begin(): void {
    // A user may have focused a field while the dialog was still opening: what is typed must not go elsewhere.
    if (body.current?.contains(document.activeElement)) return
    body.current?.querySelector<HTMLElement>('input:not([data-scan]), textarea, [role=combobox]')?.focus()
  }

  function show(found: readonly FieldProblem[]): void {
    setProblems(listedProblems(model, found))
    if (found[0]) reveal(found[0])
  }

  function reveal(problem: FieldProblem): void {
    const place = targetOf(model, problem)
    if (place?.lines) setTarget({ row: place.row ?? 0, name: place.name })
    else if (place?.name) document.getElementById(view.idOf(place.name))?.focus()
  }

  function send(event: FormEvent): void {
    event.preventDefault()
    if (over) return wayOn ? wayOn.go() : onClose()
    void submit(async () => {
      await model.settled()
      // Cancelled while a file was on its way.
      if (isGone()) return
      const found = model.check(action)
      show(found)
      setRefusal(undefined)
      const hash = preview?.state.response?.effects?.hash
      // While a preview is being computed, only what is on the screen is confirmed; the server answers with the figures where they are others.
      if (found.length > 0 || (preview?.state.isAsking && hash === undefined)) return
      const refused = await onSubmit(asSent(model.changes()), ...(preview ? [hash] : []))
      if (refused === undefined) {
        noteTyped(false)
        return onDone ? onDone() : onClose()
      }
      if ('outcome' in refused || ('refusal' in refused && refused.isOver)) return setOver(refused)
      if ('hash' in refused) return preview?.change(refused)
      if ('refusal' in refused) return setRefusal(refused.refusal)
      model.mark(refused)
      show(refused)
    })
  }

  return {
    send,
    begin,
    isTyped: isTyped && !over,
    leave,
    foot: over ? (
      <>
        {wayOn && <Button onClick={onClose}>{messages.close}</Button>}
        <Button ref={way} type="primary" onClick={wayOn ? wayOn.go : onClose}>
          {wayOn ? wayOn.title : messages.close}
        </Button>
      </>
    ) : (
      <FormContext.Provider value={model.form}>
        {instead.map(({ title, danger: isDanger, go }) => (
          <Button key={title} danger={isDanger} onClick={() => doInstead(go)}>
            {title}
          </Button>
        ))}
        <Button onClick={() => leave()}>{messages.cancel}</Button>
        <Submit danger={danger} disabled={preview?.state.isAsking}>
          {act}
        </Submit>
      </FormContext.Provider>
    ),
    body: (
      <div ref={body} className="engine-ask">
        {over && 'outcome' in over && <RowReasons role="alert" title={over.outcome} rows={over.rows} />}
        {over && 'refusal' in over && (
          <>
            <Refusal reason={over.refusal} />
            {isTyped && <p className="engine-ask-kept">{say('decision.kept')}</p>}
          </>
        )}
        {head}
        {confirmText && <p className="engine-ask-confirmation">{confirmText}</p>}
        <ErrorSummary model={model} problems={problems} onSelect={reveal} />
        <FormSections view={view} />
        {lines &&
          [...model.lines.values()].map((table) => (
            <LinesTable key={table.plan.name} view={view} lines={table} columns={columns} fixedRows entry={lines} target={target} />
          ))}
        {preview && !over && <PreviewPanel state={preview.state} />}
        {/* What the preview says as well is said once. */}
        <Refusal reason={preview && previewRefusal(preview.state) === refusal ? undefined : refusal} />
      </div>
    ),
  }
}
