/**
 * A record while it is filled: the form, what is kept of it while it is not saved, and what saving does.
 *
 *   RecordEdit      which record, from the server or begun anew; starts over after 放弃 and 重新载入
 *     RecordEditor  model (form/model), leave guard, conflict; what saving does is useSaving's
 *       RecordForm  sections and tabs
 *       a bar       保存, 提交; in a dialog 取消
 */
import { Button } from 'antd'
import {
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { formatDateTime } from '../../core/dateTime'
import type { ActionPlan, BrowserScreenPlan, RecordPagePlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { submitAction } from '../../core/record/offered'
import { useErrorReport } from '../useAction'
import { useDictionaries, useEnvironment, usePageAddress, useRights, useServices } from '../context'
import { AskDialog } from '../form/view/AskDialog'
import { draftKey, readDraft, startWith, type Draft } from '../form/model/draft'
import { editLimits, limitedSections, type EditLimits } from '../form/model/editLimits'
import { FormContext, Submit } from '../form/model/formily'
import { createFormView, type FormView } from '../form/model/formView'
import { useHold } from '../form/view/useHold'
import { LeaveGuard } from '../form/view/LeaveGuard'
import { LinesImport } from '../form/view/LinesImport'
import { LinesPick } from '../form/view/LinesPick'
import { lazyPart } from '../ui/lazyPart'
import { LiveNote } from '../form/view/LiveNote'
import { createFormModel } from '../form/model/model'
import type { FormModel } from '../form/model/formModel'
import type { LinesModel } from '../form/model/linesModel'
import { RecordForm, type LinesTabPlan } from '../form/view/RecordForm'
import { Refusal } from '../form/view/Refusal'
import { useLive } from '../form/view/useLive'
import { useReplanned } from '../form/view/useReplanned'
import type { Values } from '../../core/record/values'
import { say } from '../laterMessages'
import type { Given } from '../pageAddress'
import { ConflictDialog } from './ConflictDialog'
import { EditHead } from './EditHead'
import { pageLines } from './pageLines'
import { recordFilesInput } from './recordFiles'
import { RecordSkeleton } from './RecordState'
import { useRecordTabs } from './recordTabs'
import { trySave } from './saveRecord'
import { startGiven, type Start } from './startGiven'
import { recordQuery } from './useRecord'
import { useSaving } from './useSaving'

// Few line tables bring two sides together.
const MatchPanel = lazyPart(
  () => import('../form/view/MatchPanel').then((module) => module.MatchPanel),
  <div className="engine-match-place" />,
)

export interface RecordEditProps {
  screen: BrowserScreenPlan
  page: RecordPagePlan
  /** Absent: a new one. */
  record?: RecordValues
  /** What a new one begins with. */
  given?: Given
  /** Titles of fields for which the address had a value that the page does not take. */
  notTaken?: readonly string[]
  tab: string | undefined
  onTab: (key: string) => void
  /** Saved, and the action done that was to follow. */
  onDone: (record: RecordValues, action?: ActionPlan) => void
  /** A new record was saved, but what should follow was refused, or asks for more: it goes on as a record that exists. */
  onCreated: (record: RecordValues) => void
  /** On a page, whose head leads back. */
  onBack?: () => void
  /** In a dialog. */
  onCancel?: () => void
  /** The cursor goes to the first field: when it turns true, which in a dialog is when it has opened. */
  takesFocus: boolean
  /** Filled while the form is there, for a dialog that may be closed over it. */
  unsaved?: RefObject<UnsavedInput | null>
}

/** What was typed into a form and is neither saved nor given up. */
export interface UnsavedInput {
  exists: () => boolean
  /** The user gives it up: no draft is kept either. */
  discard: () => void
}

export function RecordEdit(props: RecordEditProps) {
  const { queries, request } = useServices()
  const { userId } = useRights()
  const { screen, page } = props
  const [record, setRecord] = useState(props.record)
  const [attempt, setAttempt] = useState(0)
  const given = record ? {} : (props.given ?? {})
  const key = draftKey(userId, screen.id, page.name, record?.id, given)

  /** `fresh` is the record as it is now. */
  function startOver(fresh = record): void {
    setRecord(fresh)
    setAttempt((now) => now + 1)
  }
  const load = (id: string): Promise<RecordValues> => queries.fetchQuery({ ...recordQuery(request, screen, id), staleTime: 0 })

  return <StartedEditor key={attempt} {...props} record={record} given={given} draft={key} load={load} onStartOver={startOver} />
}

/** A new record that begins with something waits until the references in it are looked up; a draft has them already. */
function StartedEditor(props: Omit<RecordEditorProps, 'start'> & { given: Given }) {
  const services = useServices()
  const environment = useEnvironment()
  const { screen, page, record, given, draft, notTaken = [] } = props
  const isGiven = !record && Object.keys(given).length > 0
  const [start, setStart] = useState<Start | undefined>(() =>
    isGiven && !readDraft(services.storage, draft) ? undefined : { values: record ?? fixedValues(screen), refused: [] },
  )
  const begin = useEffectEvent(() => startGiven({ screen, page, services, environment: environment(), given, values: fixedValues(screen) }))
  useEffect(() => {
    let isCurrent = true
    if (!start) void begin().then((begun) => isCurrent && setStart(begun))
    return () => {
      isCurrent = false
    }
  }, [start])
  if (!start) return <RecordSkeleton />
  return <RecordEditor {...props} start={{ ...start, refused: [...start.refused, ...(record ? [] : notTaken)] }} />
}

interface RecordEditorProps extends RecordEditProps {
  start: Start
  /** Where the draft is kept. */
  draft: string
  /** Asks for a record as it is now. @throws RequestError */
  load: (id: string) => Promise<RecordValues>
  onStartOver: (fresh?: RecordValues) => void
}

interface FormParts {
  limits: EditLimits | undefined
  model: FormModel
  view: FormView
  draft: Draft | undefined
}

function RecordEditor({
  screen,
  page,
  record,
  start: { values: known, refused },
  draft: key,
  load,
  onStartOver,
  ...outside
}: RecordEditorProps) {
  const { tab, onTab, onDone, onCreated, onBack, onCancel, takesFocus, unsaved } = outside
  const services = useServices()
  const { request, notify, storage } = services
  const environment = useEnvironment()
  const dictionaries = useDictionaries()
  const reportError = useErrorReport()
  const { active } = usePageAddress()
  const id = useId()

  const { limits, model, view, draft } = useReplanned<FormParts>([screen, page, dictionaries], (last) => {
    const limits = editLimits(screen, record)
    const draft = last ? last.draft : readDraft(storage, key)
    const start = draft ? startWith(draft, known) : { record: known }
    const env = environment()
    const lines = pageLines(screen, page, 'values' in start ? start.values : known, env).filter(
      ({ name }) => limits?.isDirect(name) ?? true,
    )
    const model = createFormModel({
      plan: {
        sections: limitedSections(page.sections, stateOf(screen, record), limits),
        lines,
        checks: screen.checks,
        warnings: screen.warnings,
      },
      ...start,
      isNew: record === undefined,
      environment: env,
      formats: services.extensions.formats,
      last: last?.model,
    })
    const context = { dictionaries, states: screen.states }
    const filesInput = recordFilesInput(screen, record?.id)
    const { base, summary } = screen
    return { limits, model, view: createFormView({ model, services, context, base, filesInput, summary, id }), draft }
  })
  const [bar, setBar] = useState<HTMLElement | null>(null)
  // UI state of the form other than its values is reset with each version of the record.
  const [round, setRound] = useState(0)
  useHold(model)
  const saving = useSaving({
    screen,
    page,
    record,
    model,
    limits,
    draft: { key, kept: draft },
    load,
    onDone,
    onCreated,
    onRestart,
  })
  const { problems, refusal, conflict, asking, save, lead } = saving
  const live = useLive(model, page.live, (values, signal) =>
    trySave(request, screen, record && (model.record as RecordValues), values, signal),
  )
  const submitAction = useSubmitAction(screen, record)
  // Of a new record there is only what a save would compute.
  const others = page.tabs.filter((each) => (each.kind === 'lines' ? !model.lines.has(each.lines) && (record ?? page.live) : record))
  const otherTabs = useRecordTabs(screen, others, { id: '', ...record, ...live.lines }, { isFilled: true })

  // A new form differs from nothing by its defaults alone.
  const touched = useRef(draft !== undefined)
  useEffect(
    () =>
      model.onInput(() => {
        touched.current = true
      }),
    [model],
  )
  useImperativeHandle(unsaved, () => ({
    exists: () => touched.current && !saving.isEnded() && model.isChanged(),
    discard: saving.end,
  }))

  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>('.engine-section :is(input, textarea, [role=combobox])')?.focus()
  }, [takesFocus])

  /** What is still to be kept of the old input would be the next one's draft. */
  function startOver(fresh?: RecordValues): void {
    saving.end()
    onStartOver(fresh)
  }

  function onRestart(theirs: RecordValues, values: Values): void {
    model.restart(theirs, values)
    setRound((now) => now + 1)
  }

  function press(event: KeyboardEvent): void {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void save()
  }

  function linesTool({ import: action, pick }: LinesTabPlan, lines: LinesModel): ReactNode {
    return (
      <>
        {pick && <LinesPick screen={screen} pick={pick} lines={lines} model={model} onUnfilled={lead} />}
        {action !== undefined && <LinesImport screen={screen} action={action} lines={lines} />}
      </>
    )
  }

  function aboveLines({ title, match }: LinesTabPlan, lines: LinesModel): ReactNode {
    return match && <MatchPanel {...{ screen, title, match, lines, model }} onUnfilled={lead} />
  }

  const events = { onKeyDown: press }
  return (
    <div ref={form} role="form" aria-label={page.title} className="engine-record-edit" {...events}>
      {onBack && <EditHead {...{ screen, page, record, model, otherTabs, onTab, onBack }} root={form} />}
      {draft && (
        <div role="status" className="engine-form-notice">
          {say('form.restored', { time: formatDateTime(draft.at) })}
          <button type="button" className="engine-link" onClick={() => startOver()}>
            {say('form.discard')}
          </button>
        </div>
      )}
      {refused.length > 0 && (
        <div role="status" className="engine-form-notice">
          {say('form.notTaken', { titles: refused.join(say('enumerate')) })}
        </div>
      )}
      {limits?.change && (
        <div role="status" className="engine-form-notice">
          {say('record.changeNotice', { direct: directText(page, limits) })}
        </div>
      )}
      <RecordForm
        key={round}
        view={view}
        label={page.title}
        tabs={page.tabs}
        otherTab={({ title }) => otherTabs.find((each) => each.key === title)}
        linesTool={linesTool}
        aboveLines={aboveLines}
        problems={problems}
        problemsAt={bar}
        tab={tab}
        onTab={onTab}
      />
      <div className="engine-record-bar" role="toolbar" aria-label={say('record.actions')}>
        {/* There is room for it beside the buttons: nothing of the page moves when it comes, and when it goes. */}
        <div ref={setBar} className="engine-record-problems" />
        <FormContext.Provider value={model.form}>
          <Refusal reason={refusal} />
          {page.live && <LiveNote state={live} />}
          {onCancel && <Button onClick={onCancel}>{say('cancel')}</Button>}
          <Submit htmlType="button" type={submitAction ? 'default' : 'primary'} onClick={() => void save()}>
            {say('record.save')}
          </Submit>
          {submitAction && (
            <Submit htmlType="button" onClick={() => void save(submitAction)}>
              {submitAction.title}
            </Submit>
          )}
        </FormContext.Provider>
      </div>
      {asking && limits?.change && (
        <AskDialog
          title={limits.change.title}
          action={limits.change.name}
          act={limits.change.title}
          fields={limits.change.ask}
          screen={screen}
          onSubmit={saving.askForChange}
          onClose={saving.stopAsking}
        />
      )}
      <LeaveGuard model={model} active={active} isFinished={saving.isEnded} />
      {conflict && record && (
        <ConflictDialog
          view={view}
          current={conflict}
          load={() => load(record.id)}
          onReload={() => void load(record.id).then(startOver, reportError)}
          onMerged={(theirs, values) => {
            saving.endConflict()
            saving.restart(theirs, values)
            notify.success(say('merge.merged'))
          }}
          onClose={saving.endConflict}
        />
      )}
    </div>
  )
}

function stateOf({ statusField }: BrowserScreenPlan, record: RecordValues | undefined): string {
  return statusField === undefined ? '' : String(record?.[statusField])
}

/** Which of the page's fields need no approval. */
function directText({ sections }: RecordPagePlan, { isDirect }: EditLimits): string {
  const fields = sections
    .flatMap(({ items }) => items.map(({ field }) => field))
    .filter(({ name, readOnly }) => !readOnly && isDirect(name))
  return fields.length === 0 ? '' : say('record.changeDirect', { titles: fields.map(({ title }) => title).join(say('enumerate')) })
}

/** The action that may follow a save here. */
function useSubmitAction(screen: BrowserScreenPlan, record: RecordValues | undefined): ActionPlan | undefined {
  const rights = useRights()
  const environment = useEnvironment()
  return submitAction(screen, record, rights, environment())
}

/** What every record of the screen has, so that conditions see it in a new one too. */
function fixedValues({ where = {} }: BrowserScreenPlan): Values {
  return Object.fromEntries(Object.entries(where).filter(([, value]) => typeof value !== 'object'))
}
