import type { ReactNode } from 'react'
import type {
  ActionPlan,
  AskedLinesPlan,
  CalculationPlan,
  FieldPlan,
  ImportPlan,
  PrintChoice,
  RecordPagePlan,
  BrowserScreenPlan,
} from '../../core/plan'
import { pendingField, stateMeanwhile } from '../../core/pending'
import { formatDateTime } from '../../core/dateTime'
import {
  MAX_PRINTED,
  type BatchResponse,
  type EffectsResponse,
  type FieldProblem,
  type HistoryEntry,
  type RecordValues,
} from '../../core/wire'
import type { EngineServices } from '../context'
import { listOf, type DrawerList } from '../data/listDrawer'
import type { Dictionaries } from '../fieldDefinition'
import { say } from '../messages'
import { newKey } from '../newKey'
import type { BatchOutcome, Refused } from '../form/view/useAsk'
import { addressOf, takenBy, type RecordMode, type Given } from '../pageAddress'
import { bodyOrThrow, fieldProblemsOf, isInFlight, isSilent, isUnconfirmed, problemOf, type Failure, type RequestResult } from '../request'
import { askedBy, confirmationOf, decides, doneText, linkAddress, nameOf, requestOf, type ActionTarget } from './actionRequest'
import { tellsHistory } from '../data/historyQuery'
import { downloadFiles, exportRows } from './exportRows'

/** A dialog that an action continues in. */
export type ActionDialog =
  | {
      kind: 'ask'
      action: ActionPlan
      fields: FieldPlan[]
      lines?: AskedLinesPlan
      target: ActionTarget
      idempotencyKey: string
      /** The message after success, where it differs from the usual one. */
      done?: string
    }
  | { kind: 'record'; page: RecordPagePlan; mode: RecordMode; id?: string; given?: Given }
  | { kind: 'widget'; action: ActionPlan; widget: string; target: ActionTarget }
  | { kind: 'calculate'; action: ActionPlan; plan: CalculationPlan; record?: RecordValues | undefined }
  | { kind: 'import'; action: ActionPlan; plan: ImportPlan }
  | { kind: 'attachments'; action: ActionPlan; record: RecordValues }
  | { kind: 'print'; page: RecordPagePlan; record: RecordValues }
  | { kind: 'templates'; templates: readonly PrintChoice[]; records: readonly RecordValues[] }

export interface PerformerSetup {
  screen: BrowserScreenPlan
  services: EngineServices
  /** Loads the data of the page again. */
  invalidate: () => Promise<void>
  open: (dialog: ActionDialog) => void
  /** Filters and sorting that an export is to use: those of the list. */
  query: () => Record<string, unknown>
  /** True: the page has gone on to what the action leads to. */
  changed: (action: ActionPlan, target: ActionTarget) => boolean | void
  /** The user has the right to an action. */
  can: (action: ActionPlan) => boolean
  /** Why an action is not possible on a record. */
  refusal: (action: ActionPlan, record: RecordValues) => string | undefined
  reportError: (error: unknown) => void
  /** The titles of dictionary codes, as they are at this moment. */
  dictionaries: () => Dictionaries
  /** The summary of the records in a dialog that decides. */
  head: (target: ActionTarget) => ReactNode
  /** Called before another page is opened at this address. */
  leaving: (address: string) => void
  /** Shows a list in a drawer over the page. */
  showList: (list: DrawerList) => void
}

/** The result that keeps a dialog open; undefined when everything was done and it closes. */
export type SubmitOutcome = FieldProblem[] | EffectsResponse | Refused | BatchOutcome | void

export interface Performer {
  /** Resolves when it is done, cancelled, or continues in a dialog. @throws RequestError */
  perform: (action: ActionPlan, target: ActionTarget) => Promise<void>
  /** Sends what a dialog has asked for; resolves with the refused fields when it must stay open, with the new figures when they are not those of
   * the preview that was confirmed, with a refusal that is about no field, with the rows of several that were refused, with nothing when it is
   * done. */
  submit: (dialog: Extract<ActionDialog, { kind: 'ask' }>, form: Record<string, unknown>, preview?: string) => Promise<SubmitOutcome>
  /** The preview of a dialog failed: resolves with why nothing can be decided any more, where somebody else has decided. */
  overtaken: (dialog: Extract<ActionDialog, { kind: 'ask' }>, failure: Failure) => Promise<Refused | void>
  /** Opens a page of the screen: its address, or a dialog where it has none. `given`: what a new record begins with. */
  openPage: (name: string, mode: RecordMode, record?: RecordValues, given?: Given) => void
}

export function createPerformer(setup: PerformerSetup): Performer {
  const { screen, services, invalidate, open, query, changed, can, refusal, reportError, dictionaries, head, leaving, showList } = setup
  const { request, notify } = services
  const recordUrl = `${screen.base}/{id}`

  async function perform(action: ActionPlan, target: ActionTarget): Promise<void> {
    const { does } = action
    switch (does.kind) {
      case 'add':
        return openPage(does.page, 'add', undefined, target.given)
      case 'edit':
      case 'view':
        return openPage(does.page, does.kind, target.record)
      case 'link':
        return go(linkAddress(does.to, target))
      case 'list':
        return showList(listOf(does, target.record))
      case 'export':
        return exportRows(services, `${screen.base}/export`, query())
      case 'download':
        return downloadFiles(request, screen, target)
      case 'import':
        return open({ kind: 'import', action, plan: does })
      case 'calculate':
        return open({ kind: 'calculate', action, plan: does, record: target.record && (await wholeRecord(target.record)) })
      case 'widget':
        return open({ kind: 'widget', action, widget: does.widget, target })
      case 'attach':
        return target.record && open({ kind: 'attachments', action, record: target.record })
      case 'print':
        return 'templates' in does ? printTemplates(does.templates, target) : print(does.page, target.record)
      case 'delete':
      case 'action':
      case 'request':
        return ask(action, target)
    }
  }

  function go(address: string): void {
    leaving(address)
    services.navigate(address)
  }

  async function ask(action: ActionPlan, target: ActionTarget): Promise<void> {
    const asked = askedBy(action, target)
    // One idempotency key while the dialog is open: a request repeated after a lost response changes nothing twice.
    const idempotencyKey = newKey()
    if (asked) {
      const record = target.record && (needsWhole(action, target.record) ? await wholeRecord(target.record) : target.record)
      const records = target.records && (await Promise.all(target.records.map(withItsChange)))
      return open({ kind: 'ask', action, ...asked, target: { ...target, record, records }, idempotencyKey })
    }
    const title = confirmationOf(screen, action, target, dictionaries())
    if (title === undefined) return send(action, target, idempotencyKey)
    await notify.confirm({
      title,
      content: head(target),
      danger: action.danger,
      okText: action.title,
      // A refusal closes the dialog too: the same request would be refused again.
      perform: () => send(action, target, idempotencyKey).catch(reportError),
    })
  }

  async function send(action: ActionPlan, target: ActionTarget, idempotencyKey: string): Promise<void> {
    const result = await request(requestOf(screen, action, target, {}, idempotencyKey))
    if (!result.success && isOutdated(result)) await invalidate()
    notify.success(doneText(action, target, bodyOrThrow(result)))
    await finish(action, target)
  }

  async function submit(
    dialog: Extract<ActionDialog, { kind: 'ask' }>,
    form: Record<string, unknown>,
    preview?: string,
  ): Promise<SubmitOutcome> {
    const { action, target, idempotencyKey } = dialog
    const result = await request<unknown>({ ...requestOf(screen, action, target, form, idempotencyKey, preview), quiet: true })
    const batch = batchResponseOf(result)
    if (target.records && batch) return finishEach(action, { ...target, records: target.records }, batch)
    if (result.success) {
      notify.success(dialog.done ?? doneText(action, target, result.body))
      return finish(action, target)
    }
    const effects = problemOf(result)?.effects
    if (effects) return effects
    const problems = fieldProblemsOf(result)
    const outcome = problems.length > 0 || result.shown || isSilent(result) ? problems : { refusal: result.message }
    if (!isOutdated(result)) return outcome
    await invalidate()
    return problems.length > 0 ? problems : goOn(dialog, outcome)
  }

  /** Some records are done already and stay so, although others were refused. */
  async function finishEach(
    action: ActionPlan,
    { records, refused: left = [], ...target }: ActionTarget & { records: readonly RecordValues[] },
    { ids, refused }: BatchResponse,
  ): Promise<BatchOutcome | void> {
    const done = records.filter(({ id }) => ids.includes(id))
    const reasons = new Map(refused.map(({ id, reason }) => [id, reason]))
    const undone = records.filter(({ id }) => !ids.includes(id))
    if (done.length > 0) changed(action, { ...target, records: done })
    await invalidate()
    if (undone.length === 0) return notify.success(doneText(action, { records }))
    return {
      outcome: say('action.batchPart', { action: action.title, done: done.length, refused: undone.length + left.length }),
      rows: [
        ...undone.map((record) => ({ name: nameOf(screen, record), reason: reasons.get(record.id) ?? say('action.unconfirmed') })),
        ...left.map(({ record, reason }) => ({ name: nameOf(screen, record), reason })),
      ],
    }
  }

  /**
   * Somebody else has changed the record: its dialog goes on with what is there now, as long as the action is possible on it. When it is not,
   * the user is told why: to try again, as the refusal of an old version says, would be in vain. A decision tells who has decided, and leaves in
   * sight what was typed.
   */
  async function goOn(
    dialog: Extract<ActionDialog, { kind: 'ask' }>,
    outcome: FieldProblem[] | Refused,
  ): Promise<FieldProblem[] | Refused | void> {
    const { action, target } = dialog
    if (!target.record) return outcome
    const result = await request<RecordValues>({ method: 'GET', url: recordUrl, values: { id: target.record.id }, quiet: true })
    const reason = result.success ? refusal(action, result.body) : undefined
    if (!result.success || reason !== undefined) {
      if (!('refusal' in outcome)) return
      const refusal = reason ?? outcome.refusal
      if (decides(action.does)) return { refusal: (await decidedBy(target.record.id)) ?? refusal, isOver: true }
      notify.error(refusal)
      return
    }
    open({ ...dialog, target: { ...target, record: result.body }, idempotencyKey: newKey() })
    return outcome
  }

  async function overtaken(dialog: Extract<ActionDialog, { kind: 'ask' }>, failure: Failure): Promise<Refused | void> {
    const { action, target } = dialog
    if (!isOutdated(failure) || !target.record || !decides(action.does)) return
    const { id, version } = target.record
    const result = await request<RecordValues>({ method: 'GET', url: recordUrl, values: { id }, quiet: true })
    // Refused for a reason of its own, which the preview tells.
    if (result.success && result.body['version'] === version) return
    await invalidate()
    const outcome = await goOn(dialog, { refusal: failure.message })
    return outcome && 'isOver' in outcome ? outcome : undefined
  }

  /** The history entry that brought the record into its present state: who, by which action, when. */
  async function decidedBy(id: string): Promise<string | undefined> {
    if (!tellsHistory(screen)) return undefined
    const result = await request<HistoryEntry[]>({ method: 'GET', url: `${screen.base}/history/{id}`, values: { id }, quiet: true })
    const last = result.success ? result.body.findLast(({ from, to }) => to !== undefined && from !== to) : undefined
    if (!last) return undefined
    const told = say('action.decidedBy', { by: last.operator || say('empty'), at: formatDateTime(last.at), action: last.actionTitle })
    return last.opinion ? `${told}${say('action.decidedOpinion', { opinion: last.opinion })}` : told
  }

  async function finish(action: ActionPlan, target: ActionTarget): Promise<void> {
    const isLed = changed(action, target)
    await invalidate()
    if (isLed) return
    const next = action.leadsTo === undefined ? undefined : screen.actions[action.leadsTo]
    if (next && target.record && can(next)) await perform(next, { record: target.record })
  }

  function openPage(name: string, mode: RecordMode, record?: RecordValues, given?: Given): void {
    const page = screen.pages[name]
    const address = page && addressOf(page, mode, record, given)
    if (address !== undefined) go(address)
    else if (page?.kind === 'record') open({ kind: 'record', page, mode, id: record?.id, given: given && takenBy(page, given) })
  }

  /** Loaded again: what is printed should be what is stored. */
  async function print(name: string, record: RecordValues | undefined): Promise<void> {
    const page = screen.pages[name]
    if (record && page?.kind === 'record') open({ kind: 'print', page, record: await wholeRecord(record) })
  }

  function printTemplates(templates: readonly PrintChoice[], { record, records = record ? [record] : [] }: ActionTarget): void {
    if (records.length > MAX_PRINTED) return services.notify.error(say('print.tooMany', { max: MAX_PRINTED }))
    if (records.length > 0) open({ kind: 'templates', templates, records })
  }

  /** A row says no more of a change that waits than that there is one. */
  async function withItsChange(record: RecordValues): Promise<RecordValues> {
    return stateMeanwhile(screen, record) === undefined ? record : wholeRecord(record)
  }

  /** With its line tables, which a list row has not. */
  async function wholeRecord({ id }: RecordValues): Promise<RecordValues> {
    return bodyOrThrow(await request<RecordValues>({ method: 'GET', url: recordUrl, values: { id } }))
  }

  return { perform, submit, overtaken, openPage }
}

/** A row of a list has no line tables, and of a pending change at most what the list shows. */
function needsWhole({ does }: ActionPlan, record: RecordValues): boolean {
  if (does.kind !== 'action') return false
  return does.action.askLines !== undefined || (does.action.onPending !== undefined && record[pendingField] !== null)
}

/** The outcome of a batch whose records are handled one by one, including those whose warnings the user did not confirm. */
function batchResponseOf(result: RequestResult<unknown>): BatchResponse | undefined {
  const response = (result.success ? result.body : isUnconfirmed(result) ? problemOf(result)?.params : undefined) as
    Partial<BatchResponse> | undefined
  return response?.ids && response.refused ? { ids: response.ids, refused: response.refused } : undefined
}

/** Somebody else has changed the record, so what the page shows is stale. */
function isOutdated(failure: Failure): boolean {
  return [404, 409, 417].includes(failure.status) && !isUnconfirmed(failure) && !isInFlight(failure)
}
