import { useRef, useState } from 'react'
import type { ActionPlan, BrowserScreenPlan, FieldPlan, RecordPagePlan } from '../../core/plan'
import { hasChanges, type Changes } from '../../core/record/changes'
import { refusalOf } from '../../core/record/offered'
import { Problems } from '../../core/record/problems'
import type { Values } from '../../core/record/values'
import type { FieldProblem, Problem, RecordValues } from '../../core/wire'
import { useActionScope } from '../actions/ActionScope'
import { askedBy, doneText, ownConfirmation } from '../actions/actionRequest'
import { useDictionaries, useEnvironment, useServices } from '../context'
import { useInvalidate } from '../data/useInvalidate'
import type { Draft } from '../form/model/draft'
import { splitChanges, type EditLimits } from '../form/model/editLimits'
import type { FormModel } from '../form/model/formModel'
import { useDraft } from '../form/view/useDraft'
import { useFormSubmit } from '../form/view/useFormSubmit'
import { say } from '../laterMessages'
import { newKey } from '../newKey'
import { addressOf } from '../pageAddress'
import { fieldProblemsOf, type Failure } from '../request'
import { useErrorReport } from '../useAction'
import { useWhenGone } from '../ui/useWhenGone'
import { keepAction, useKeptAction } from './keptAction'
import { keepRefusal, useRefusal } from './keptRefusal'
import { inWordsOfPage } from './pageLines'
import { filesHaveChanged } from './recordFiles'
import { conflictOf, mayHaveHappened, performAfterSave, requestChange, saveRecord } from './saveRecord'

interface SavingSetup {
  screen: BrowserScreenPlan
  page: RecordPagePlan
  /** Absent: a new one. */
  record: RecordValues | undefined
  model: FormModel
  /** Which fields may be written at once; undefined unless changes of the record wait for an approval. */
  limits: EditLimits | undefined
  /** Where the draft is kept, and the one that the form began with. */
  draft: { key: string; kept: Draft | undefined }
  /** Asks for a record as it is now. @throws RequestError */
  load: (id: string) => Promise<RecordValues>
  /** The form is to be filled anew from a saved record, with these values. */
  onRestart: (saved: RecordValues, values: Values) => void
  onDone: (record: RecordValues, action?: ActionPlan) => void
  onCreated: (record: RecordValues) => void
}

export interface Saving {
  /** Problems of fields that the last press of a button has found. */
  problems: readonly FieldProblem[]
  /** Why the last press was refused, where that is about no field. */
  refusal: string | undefined
  /** The record as somebody else has saved it meanwhile. */
  conflict: Problem['current']
  /** The fields that need an approval, while a dialog asks for the reason. */
  asking: Changes | undefined
  /** Checks, confirms and saves, and performs what is to follow. */
  save: (action?: ActionPlan) => Promise<void>
  /** Sends what the dialog has asked for; resolves with what it must ask again. */
  askForChange: (form: Values) => Promise<readonly FieldProblem[] | void>
  stopAsking: () => void
  endConflict: () => void
  /** Leads to fields that are needed now, as when they are missing at the end. */
  lead: (missing: readonly FieldPlan[]) => void
  /** The form goes on from a saved record, with these values in it. */
  restart: (saved: RecordValues, values: Values) => void
  /** Nothing is to be kept any more: it is saved, or given up. */
  end: () => void
  isEnded: () => boolean
}

/** Saves a form: checks it, asks for confirmation, sends it, performs the action that follows, and keeps why any of that was refused. */
export function useSaving({ screen, page, record, model, limits, draft, load, onRestart, onDone, onCreated }: SavingSetup): Saving {
  const { request, notify, queries } = useServices()
  const environment = useEnvironment()
  const dictionaries = useDictionaries()
  const invalidate = useInvalidate()
  const reportError = useErrorReport()
  const { perform } = useActionScope()
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [refusal, setRefusal] = useRefusal(screen.base, record?.id)
  const [conflict, setConflict] = useState<Problem['current']>()
  const [asking, setAsking] = useState<Changes>()
  const idempotencyKey = useRef(draft.kept?.idempotencyKey ?? newKey())
  const isFinished = useRef(false)
  const drafts = useDraft(model, draft.key, () => idempotencyKey.current)
  const send = useFormSubmit(model)
  const isGone = useWhenGone()
  useKeptAction(screen.base, record?.id, (name) => {
    const action = screen.actions[name]
    if (action && record) perform(action, { record }).catch(reportError)
  })

  async function save(action?: ActionPlan): Promise<void> {
    let isComplete = false
    await send(async () => {
      await model.settled()
      // The page was left while a file was on its way.
      isComplete = !isGone()
    })
    if (!isComplete) return
    const found = model.check(action?.name)
    setProblems(found)
    setRefusal(undefined)
    if (found.length > 0) return
    const unmet = action && record && refusalOf(action, { ...record, ...model.values() }, { screen, environment: environment() })
    if (unmet !== undefined) return setRefusal(unmet)
    const waiting = limits && splitChanges(model.changes(), limits).waiting
    if (waiting && hasChanges(waiting)) return setAsking(waiting)
    // A dialog that follows asks for itself.
    const confirmText = action && !askedBy(action) && ownConfirmation(screen, action, model.values(), dictionaries)
    if (action && typeof confirmText === 'string') {
      const isConfirmed = await notify.confirm({ title: confirmText, danger: action.danger, okText: action.title })
      if (!isConfirmed) return
    }
    await send(async () => {
      const saved = await saveChanges(action)
      if (saved) await finish(saved, action)
    })
  }

  /** The saved record; undefined when there was nothing to save or it failed, which the user has been shown. */
  async function saveChanges(action: ActionPlan | undefined): Promise<RecordValues | undefined> {
    const changes = model.changes()
    const before = record && (model.record as RecordValues)
    if (before && !hasChanges(changes)) {
      if (action || filesHaveChanged(model)) return before
      notify.note(say('record.unchanged'))
      return undefined
    }
    const result = await saveRecord(request, screen, {
      record: before,
      changes,
      idempotencyKey: idempotencyKey.current,
      warnings: model.warnings({ dictionaries, states: screen.states }),
    })
    if (result.success) {
      idempotencyKey.current = newKey()
      // An action after it needs the version that the record has now.
      return 'version' in result.body || !action ? result.body : load(result.body.id)
    }
    refuse(result)
    return undefined
  }

  /** Writes the changes that need no approval, then asks for the others with the reason from the dialog. */
  async function askForChange(form: Values): Promise<readonly FieldProblem[] | void> {
    const { change } = limits ?? {}
    if (!limits || !change || !asking || !record) return
    const { direct } = splitChanges(model.changes(), limits)
    let current = model.record as RecordValues
    if (hasChanges(direct)) {
      // What the server warns of is about these alone.
      const save = { record: current, changes: direct, idempotencyKey: idempotencyKey.current, warnings: [] }
      const written = await saveRecord(request, screen, save)
      if (!written.success) return refuse(written)
      idempotencyKey.current = newKey()
      const saved = 'version' in written.body ? written.body : await load(record.id)
      // The rest is still to be asked for, and counted from what is saved.
      restart(saved, { ...saved, ...asking.values, ...Object.fromEntries(asking.clear.map((name) => [name, null])) })
      drafts.goOn()
      current = saved
    }
    const result = await requestChange(request, screen, change, {
      record: current,
      changes: asking,
      form,
      idempotencyKey: idempotencyKey.current,
    })
    if (result.success) {
      end()
      notify.success(say('record.changeAsked', { action: change.title }))
      void invalidate()
      onDone(result.body)
      return
    }
    const ofDialog = fieldProblemsOf(result).filter(({ path }) => change.ask.some(({ name }) => name === path))
    if (ofDialog.length > 0) return ofDialog
    if (hasChanges(direct)) notify.warning(say('record.savedNotChanged', { action: change.title }))
    return refuse(result)
  }

  async function finish(saved: RecordValues, action: ActionPlan | undefined): Promise<void> {
    end()
    const asks = action && askedBy(action)
    const result = action && !asks ? await performAfterSave(request, screen, action, saved, idempotencyKey.current) : undefined
    if (action && result && !result.success) {
      const text = `${say('record.savedNotSubmitted', { action: action.title })}${say('colon')}${result.message}`
      if (!record && !result.shown) {
        // Told once: the form of a dialog closes, that of a page gives way to another one, which says it beside its buttons.
        if (addressOf(page, 'edit', saved) === undefined) notify.error(text)
        else keepRefusal(queries, screen.base, saved.id, text)
      }
      return goOn(saved, () => refuse(result, text))
    }
    notify.success(action && !asks ? doneText(action, { record: saved }) : say('record.saved'))
    if (asks) {
      if (!record) keepAction(queries, screen.base, saved.id, action.name)
      return goOn(saved, () => perform(action, { record: saved }))
    }
    void invalidate()
    onDone(saved, action)
  }

  /** Saved, but not at the end: what was begun anew is now a record, and the form goes on from what is saved. */
  async function goOn(saved: RecordValues, next: () => Promise<void> | void): Promise<void> {
    void invalidate()
    if (!record) return onCreated(saved)
    const fresh = { ...model.values(), ...saved }
    isFinished.current = false
    drafts.goOn()
    restart(fresh, fresh)
    await next()
  }

  function refuse(result: Failure, reason = result.message): void {
    if (!mayHaveHappened(result)) idempotencyKey.current = newKey()
    const refused = inWordsOfPage(fieldProblemsOf(result), screen, model.plan.lines)
    const current = conflictOf(result)
    if (refused.length > 0) {
      model.mark(refused)
      setProblems(refused)
    } else if (current) setConflict(current)
    else if (!result.shown) setRefusal(reason)
  }

  /** To fields that are needed now, as when they are missing at the end. */
  function lead(missing: readonly FieldPlan[]): void {
    const found = new Problems()
    for (const field of missing) found.field(field, 'required', 'invalid.required')
    model.mark(found.all)
    setProblems(found.all)
  }

  function restart(saved: RecordValues, values: Values): void {
    onRestart(saved, values)
    setProblems([])
  }

  function end(): void {
    drafts.finish()
    isFinished.current = true
  }

  return {
    problems,
    refusal,
    conflict,
    asking,
    save,
    askForChange,
    stopAsking: () => setAsking(undefined),
    endConflict: () => setConflict(undefined),
    lead,
    restart,
    end,
    isEnded: () => isFinished.current,
  }
}
