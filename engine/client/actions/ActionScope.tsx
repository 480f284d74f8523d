/**
 * Around the page of a screen: carries out its actions and draws the dialogs they need. Buttons only say which action on which record.
 *
 *   ActionButton, ActionMenu ─perform(action, target)─► performer ─┬─ another page: add, edit, view, link
 *                                                                  ├─ a dialog (ActionDialogs): record, ask form, import, widget
 *                                                                  └─ confirm → request → toast → data asked again
 */
import { createContext, use, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { ActionPlan, BrowserScreenPlan, ImportPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import type { Ask } from '../form/view/useAsk'
import { useDictionaries, useEnvironment, usePageAddress, useRights, useServices } from '../context'
import { listIn, withList } from '../data/listDrawer'
import { useInvalidate } from '../data/useInvalidate'
import { lazyPart } from '../ui/lazyPart'
import { reviews, type ActionTarget } from './actionRequest'
import { dialogOfScreen } from './dialogOfScreen'
import { createPerformer, type ActionDialog, type Performer } from './performer'
import { useOverlays } from './overlays'
import { refusalOf } from '../../core/record/offered'
import { holds } from '../../core/rights'
import { useErrorReport } from '../useAction'

const DecisionHead = lazyPart(() => import('./DecisionHead').then((module) => module.DecisionHead))

export interface ActionScopeProps {
  screen: BrowserScreenPlan
  /** The query of an export: the list's current one. */
  query?: () => Record<string, unknown>
  /** An action has changed something; the data is about to be loaded again. True: the page has gone on to what the action leads to. */
  onChanged?: (action: ActionPlan, target: ActionTarget) => boolean | void
  /** Rows were imported; the data is about to be loaded again, as the import says. */
  onImported?: (queryType: ImportPlan['queryType']) => void
  /** Another page is about to be opened at this address. */
  onLeaving?: (address: string) => void
  /** The page is a list with these rows: on a wide window a decision about one of them opens beside them. */
  rows?: readonly RecordValues[]
  /** Names of what is offered in each of them. */
  rowActions?: readonly string[]
  /** Which of them is being decided on beside the list. */
  onDeciding?: (id: string | undefined) => void
  children: ReactNode
}

/** In px: from here on a decision stands beside the rows. */
const WIDE = 1024

/** Whether the window has room for a decision beside the rows of a list. */
export function standsBeside(): boolean {
  return window.innerWidth >= WIDE
}

const none: readonly string[] = []

interface ActionScopeValue extends Performer {
  screen: BrowserScreenPlan
  /** Head of a dialog that decides: the summary of each record. Empty when the entity declares no summary. */
  head: (target: ActionTarget) => ReactNode
}

/** Has no value around a page of its own; a page that stands inside another one finds the scope of that page here. */
export const ScopeContext = createContext<ActionScopeValue | undefined>(undefined)

export function ActionScope(props: ActionScopeProps) {
  const { screen, query, onChanged, onImported, onLeaving, rows, rowActions = none, onDeciding, children } = props
  const services = useServices()
  const invalidate = useInvalidate()
  const reportError = useErrorReport()
  const rights = useRights()
  const environment = useEnvironment()
  const dictionaries = useDictionaries()
  const address = usePageAddress()
  const { ActionDialogs, ListDrawer } = useOverlays()
  const [opened, setOpened] = useState<{ dialog: ActionDialog; screen: BrowserScreenPlan; isBeside: boolean }>()
  const leaving = useRef<Ask['leave']>(null)
  const latest = useRef({ query, onChanged, onLeaving, dictionaries, address, rows, opened })
  useLayoutEffect(() => {
    latest.current = { query, onChanged, onLeaving, dictionaries, address, rows, opened }
  })
  // Scopes can be nested. Only the outermost one opens the drawer that the address names, otherwise it would open once for each scope.
  const isOutermost = use(ScopeContext) === undefined
  const list = useMemo(() => (isOutermost ? listIn(address.search) : undefined), [isOutermost, address.search])

  // The same object as long as the screen is: every row reads it.
  const scope = useMemo<ActionScopeValue>(() => {
    const { summary } = screen
    const head = (target: ActionTarget): ReactNode =>
      summary && <DecisionHead screen={screen} summary={summary} target={target} dictionaries={latest.current.dictionaries} />
    const performer = createPerformer({
      screen,
      services,
      invalidate,
      reportError,
      head,
      refusal: (action, record) => refusalOf(action, record, { screen, environment: environment() }),
      open(dialog) {
        const { rows: near, opened: before } = latest.current
        const isBeside = isOutermost && standsBeside() && near !== undefined && decidesOnOneOf(near, dialog)
        const show = (): void => setOpened({ dialog, screen, isBeside })
        // Beside a list another row can be pressed while something stands in the panel.
        if (before?.isBeside && leaving.current && recordOf(before.dialog) !== recordOf(dialog)) leaving.current(show)
        else show()
      },
      query: () => latest.current.query?.() ?? {},
      dictionaries: () => latest.current.dictionaries,
      can: ({ permission }) => holds(rights, permission),
      changed: (action, target) => latest.current.onChanged?.(action, target),
      leaving: (address) => latest.current.onLeaving?.(address),
      showList: (wanted) => {
        const { pathname, search } = latest.current.address
        services.navigate(pathname + withList(search, wanted))
      },
    })
    return { screen, head, ...performer }
  }, [screen, services, invalidate, rights, environment, reportError, isOutermost])
  const dialog = useMemo(
    () => opened && (opened.screen === screen ? opened.dialog : dialogOfScreen(opened.dialog, screen)),
    [opened, screen],
  )
  const deciding = opened?.isBeside ? recordOf(opened.dialog) : undefined
  const tellDeciding = useEffectEvent((id: string | undefined) => onDeciding?.(id))
  useEffect(() => tellDeciding(deciding), [deciding])
  return (
    <ScopeContext value={scope}>
      {children}
      {list && <ListDrawer list={list} />}
      {dialog && (
        <ActionDialogs
          dialog={dialog}
          screen={screen}
          submit={scope.submit}
          overtaken={scope.overtaken}
          head={scope.head}
          beside={opened?.isBeside && rows ? { rows, actions: rowActions, perform: scope.perform, leaving } : undefined}
          invalidate={invalidate}
          onImported={(queryType) => onImported?.(queryType)}
          // What an action leads to may have taken its place by now.
          onClose={() => setOpened((now) => (now === opened ? undefined : now))}
        />
      )}
    </ScopeContext>
  )
}

function recordOf(dialog: ActionDialog): string | undefined {
  return dialog.kind === 'ask' ? dialog.target.record?.id : undefined
}

function decidesOnOneOf(rows: readonly RecordValues[], dialog: ActionDialog): boolean {
  if (dialog.kind !== 'ask' || !reviews(dialog.action.does)) return false
  return rows.some(({ id }) => id === dialog.target.record?.id)
}

export function useActionScope(): ActionScopeValue {
  const scope = use(ScopeContext)
  if (!scope) throw new Error('A button of a screen is drawn outside <ActionScope>')
  return scope
}
