/**
 * The page of one record. Its address says which and how (mode add, edit, view or approve).
 *
 *   RecordPage ─ ActionScope ─┬─ RecordView   read: no form is loaded for it
 *                             └─ RecordEdit   filled: a chunk of its own with Formily, asked for together with the record
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ActionPlan, BrowserScreenPlan, RecordPagePlan } from '../../core/plan'
import { isSubmit } from '../../core/record/offered'
import { operationRefusal } from '../../core/record/refusal'
import { holds, type UserRights } from '../../core/rights'
import type { RecordValues } from '../../core/wire'
import { ActionScope } from '../actions/ActionScope'
import { useEnvironment, usePageAddress, useRights, useServices, type NavigateOptions, type PageAddress } from '../context'
import { isRecent } from '../data/fresh'
import { useEnter } from '../data/useEnter'
import { openerOf, rememberOpener } from '../memory/openers'
import { useSectionState } from '../data/useSectionState'
import { mayEdit } from '../linkedMode'
import { addressOf, asAddressed, givenOf, notTakenOf, recordOf, type RecordMode, type Given } from '../pageAddress'
import { lazyPart } from '../ui/lazyPart'
import { decisionsOf } from './ApprovalBar'
import type { RecordEditProps } from './RecordEdit'
import { NoRecord, NotAllowed, RecordSkeleton, RecordState } from './RecordState'
import { RecordView } from './RecordView'
import { useMayBegin, useRecord } from './useRecord'
import './record.css'

const RecordEdit = lazyPart(() => import('./RecordEdit').then((module) => module.RecordEdit), <RecordSkeleton atOnce />)

/** Loads the code that a record is drawn with besides its own. */
export async function loadRecordParts(mode: RecordMode): Promise<void> {
  if (mode !== 'view') await RecordEdit.load()
}

export interface RecordPageProps {
  screen: BrowserScreenPlan
  page: RecordPagePlan
}

export function RecordPage({ screen, page }: RecordPageProps) {
  const { navigate, storage } = useServices()
  const rights = useRights()
  const address = usePageAddress()
  const { mode: asked, id } = recordOf(page, address)
  // The address of an edit page, opened by somebody without the right to edit, shows the record to be read.
  const mode = asked === 'edit' && !mayEdit(screen, rights) ? 'view' : asked
  const adding = id === undefined ? pageToAdd(screen, page, address.search) : undefined
  const elsewhere = adding && addAddress(adding, page, address)
  const given = givenOf(adding ?? page, address.search)
  useEnter(page.onEnter)
  // With the record, not after it. What fails here is said when it is drawn.
  useEffect(() => void loadRecordParts(mode).catch(() => undefined), [mode])

  const opener = openerOf(storage, address)
  const back = (options?: NavigateOptions): void => {
    const list = screen.pages['list']?.route
    if (opener !== undefined) navigate(opener, { ...options, returning: true })
    else if (list !== undefined) navigate(list, options)
    else {
      window.history.back()
      options?.stayed?.()
    }
  }
  const needed = mode === 'view' ? undefined : screen.actions[mode]?.permission
  const { visit, isLeft, leave, stay } = useVisit()
  /**
   * A form that was saved, or a record that is gone, is no page to come back to: what its action leads to takes its place.
   *
   * @returns whether it has led there
   */
  const done = (action?: ActionPlan, record?: RecordValues): boolean => {
    leave()
    const next = action && record && addressAfter(screen, action, record, rights)
    if (next === undefined) {
      back({ replace: true, stayed: stay })
      return false
    }
    if (opener !== undefined) rememberOpener(storage, next, opener)
    navigate(next, { replace: true, stayed: stay })
    return true
  }
  const onDone: RecordEditProps['onDone'] = (record, action) => void done(action, record)
  return (
    <ActionScope
      screen={screen}
      onChanged={(action, { record }) => {
        if (action.does.kind === 'delete') done()
        else if (mode === 'edit' && isSubmit(action)) return done(action, record)
        // It may lead to where the user is.
        return record && addressAfter(screen, action, record, rights) === address.pathname + address.search
      }}
    >
      <div key={visit} className="engine-record-page">
        {isLeft ? null : id === undefined && !adding ? (
          <NoRecord onBack={() => back()} />
        ) : !holds(rights, needed) ? (
          <NotAllowed onBack={() => back()} />
        ) : elsewhere !== undefined ? (
          <Elsewhere address={elsewhere} />
        ) : id === undefined ? (
          <NewRecord
            key={new URLSearchParams(given).toString()}
            {...{ screen, given }}
            page={adding ?? page}
            onDone={onDone}
            onBack={() => back()}
          />
        ) : (
          <ExistingRecord key={id} screen={screen} page={page} id={id} mode={mode} onDone={onDone} onBack={() => back()} />
        )}
      </div>
    </ActionScope>
  )
}

/** The address of the record page that an action leads to; undefined if it leads to none, or the user may not open it. */
function addressAfter(screen: BrowserScreenPlan, { leadsTo }: ActionPlan, record: RecordValues, rights: UserRights): string | undefined {
  const next = leadsTo === undefined ? undefined : screen.actions[leadsTo]
  if (next?.does.kind !== 'view' || !holds(rights, next.permission)) return undefined
  const page = screen.pages[next.does.page]
  return page && addressOf(page, 'view', record)
}

/**
 * The page whose form adds a record where the address names none: this one, or, where a new record is asked for on a page that only shows
 * records, the one that the screen adds on. Undefined where nothing is added.
 */
function pageToAdd({ actions, pages }: BrowserScreenPlan, page: RecordPagePlan, search: string): RecordPagePlan | undefined {
  const does = actions['add']?.does
  const own = does?.kind === 'add' ? pages[does.page] : undefined
  if (page.mode === 'edit' || own?.name === page.name) return page
  return own?.kind === 'record' && new URLSearchParams(search).get('mode') === 'add' ? own : undefined
}

/** Where this form has its address, when that is another one than it was asked for by; a form without one is drawn here. */
function addAddress(adding: RecordPagePlan, page: RecordPagePlan, { pathname, search }: PageAddress): string | undefined {
  const query = new URLSearchParams(search)
  if (adding.name !== page.name) return addressOf(adding, 'add', undefined, givenOf(adding, search))
  if (query.get('mode') === 'add') return undefined
  query.set('mode', 'add')
  return `${pathname}?${query.toString()}`
}

/** A new record has one address, so that its tab and what was typed into it are found again: others lead there. */
function Elsewhere({ address }: { address: string }) {
  const { navigate } = useServices()
  const { active } = usePageAddress()
  useEffect(() => {
    if (active) navigate(address, { replace: true })
  }, [active, address, navigate])
  return null
}

interface NewRecordProps extends RecordPageProps {
  onDone: RecordEditProps['onDone']
  onBack: () => void
}

function NewRecord({ screen, page, given, onDone, onBack }: NewRecordProps & { given: Given }) {
  const { navigate } = useServices()
  const { search } = usePageAddress()
  const [tab, setTab] = useTab(screen, page, 'new')
  return (
    <RecordEdit
      screen={screen}
      page={page}
      given={given}
      notTaken={notTakenOf(page, search).map(({ title }) => title)}
      tab={tab}
      onTab={setTab}
      onDone={onDone}
      onCreated={(record) => {
        const address = addressOf(page, 'edit', record)
        if (address === undefined) onDone(record)
        else navigate(address, { replace: true })
      }}
      onBack={onBack}
      takesFocus
    />
  )
}

interface ExistingRecordProps extends NewRecordProps {
  id: string
  mode: RecordMode
}

function ExistingRecord({ screen, page, id, mode, onDone, onBack }: ExistingRecordProps) {
  useFreshStart(screen, page, id)
  const [tab, setTab] = useTab(screen, page, id)
  const query = useRecord(screen, id)
  const environment = useEnvironment()
  const isApproving = useApproving(screen, page)
  const { data: record } = query
  const { search } = usePageAddress()
  const isReady = useMayBegin(query, mode)

  if (query.error && (!record || isGone(query.error)))
    return <RecordState error={query.error} onRetry={() => void query.refetch()} onBack={onBack} />
  // Its page was waited for before it was drawn.
  if (!record || !isReady) return <RecordSkeleton atOnce />
  const closed = mode === 'edit' ? operationRefusal(screen, 'edit', record, environment())?.text : undefined
  if (mode === 'view' || closed) {
    return (
      <>
        {closed && (
          <p role="status" className="engine-form-notice">
            {closed}
          </p>
        )}
        <RecordView
          screen={screen}
          page={page}
          record={record}
          facts={asAddressed(page, record, search)}
          approving={isApproving}
          tab={tab}
          onTab={setTab}
          onBack={onBack}
        />
      </>
    )
  }
  return (
    <RecordEdit
      screen={screen}
      page={page}
      record={record}
      tab={tab}
      onTab={setTab}
      onDone={onDone}
      onCreated={onDone}
      onBack={onBack}
      takesFocus={false}
    />
  )
}

function isGone(error: Error): boolean {
  return 'failure' in error && [403, 404].includes((error.failure as { status: number }).status)
}

/** Opened with mode=approve, or a page on which there is nothing to do but decide. */
function useApproving(screen: BrowserScreenPlan, page: RecordPagePlan): boolean {
  const { search } = usePageAddress()
  if (new URLSearchParams(search).get('mode') === 'approve') return true
  const actions = page.actions.flatMap((name) => screen.actions[name] ?? [])
  return actions.length > 0 && decisionsOf(actions).length === actions.length
}

/** The open tab, remembered while the user stays in the section, unless the page begins with its first tab each time (acceptance R7). */
function useTab(screen: BrowserScreenPlan, page: RecordPagePlan, id: string): [string | undefined, (key: string) => void] {
  const [remembered, setRemembered] = useSectionState<string | undefined>(`${screen.id}:${page.name}:${id}:tab`, undefined)
  const [own, setOwn] = useState<string>()
  const reset = page.onEnter.resetTab
  useOnReturn(() => setOwn(undefined))
  return reset ? [own, setOwn] : [remembered, setRemembered]
}

/** A page that clears its cache shows nothing of the last time, not even for a moment (acceptance R7). */
function useFreshStart(screen: BrowserScreenPlan, page: RecordPagePlan, id: string): void {
  const { queries } = useServices()
  const forget = page.onEnter.clearCache
  // What the prefetch of this very visit has brought is not of the last time.
  const mustForget = (): boolean => forget && !isRecent(queries.getQueryState(['record', screen.base, id]))
  const forgotten = useRef(false)
  if (!forgotten.current) {
    // Before the first look at the cache.
    forgotten.current = true
    if (mustForget()) queries.removeQueries({ queryKey: ['record', screen.base, id] })
  }
  useOnReturn(() => {
    if (mustForget()) void queries.resetQueries({ queryKey: ['record', screen.base, id] })
  })
}

/** A form that was saved is gone from its page, which may be kept in the background: who comes back, or never got away, begins anew. */
function useVisit() {
  const { pathname, search } = usePageAddress()
  const here = pathname + search
  const [visit, setVisit] = useState(0)
  const [leftAt, setLeftAt] = useState<string>()
  // What was left is another address than the one that is entered now.
  if (leftAt !== undefined && leftAt !== here) setLeftAt(undefined)
  const stay = (): void => setLeftAt(undefined)
  useOnReturn(stay)
  const leave = (): void => {
    setVisit((before) => before + 1)
    setLeftAt(here)
  }
  return { visit, isLeft: leftAt === here, leave, stay }
}

/**
 * Calls when a page that was kept in the background comes back to the front. Effects of a hidden page end and begin again when it is
 * shown; where it is only told that it is not in front, the address says so.
 */
function useOnReturn(enter: () => void): void {
  const { active } = usePageAddress()
  const wasLeft = useRef(false)
  const onReturn = useEffectEvent(enter)
  useEffect(() => {
    if (!active) return undefined
    if (wasLeft.current) onReturn()
    return () => {
      wasLeft.current = true
    }
  }, [active])
}
