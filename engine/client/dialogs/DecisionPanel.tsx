import { Button, Checkbox, Drawer } from 'antd'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { ActionPlan, BrowserScreenPlan } from '../../core/plan'
import { isPossible } from '../../core/record/offered'
import type { RecordValues } from '../../core/wire'
import { reviews, shownLines } from '../actions/actionRequest'
import type { ActionDialogsProps } from '../actions/overlays'
import { useShownActions } from '../actions/useShownActions'
import { useEnvironment, usePageAddress, useServices } from '../context'
import { usePreference } from '../data/usePreference'
import { AskPanel, type AskPanelProps } from '../form/view/AskPanel'
import { say } from '../laterMessages'
import { useDialogClose } from '../ui/dialogClose'
import { scrollInto } from '../ui/scrollInto'

/** Lines, and what a decision books, need more; at least half of the window stays with the rows. */
const WIDTH = 480
const WIDTH_WITH_FIGURES = 'min(720px, 50vw)'

interface DecisionPanelProps extends Omit<
  AskPanelProps,
  'action' | 'act' | 'screen' | 'record' | 'place' | 'onDone' | 'wayOn' | 'instead' | 'children'
> {
  action: ActionPlan
  screen: BrowserScreenPlan
  record: RecordValues
  /** With what waits of a change laid over it. */
  shown: RecordValues
  rows: readonly RecordValues[]
  actions: readonly string[]
  perform: NonNullable<ActionDialogsProps['beside']>['perform']
}

/**
 * A decision at the right edge of the window, with the rows of its list in sight. ↑ and ↓ lead to the row before and after on which the same action is
 * possible; after a decision the next one follows, unless the user wants none.
 */
export function DecisionPanel({ action, screen, record, shown, rows, actions, perform, leaving, onClose, ...asked }: DecisionPanelProps) {
  const { notify } = useServices()
  const { active } = usePageAddress()
  const environment = useEnvironment()
  const [goesOn, setGoesOn] = usePreference('decision:next', true)
  const close = useDialogClose(() => (leaving.current ? leaving.current() : onClose()))
  const place = useRef<HTMLFormElement>(null)
  const at = rows.findIndex(({ id }) => id === record.id)
  const latest = useRef(rows)
  /** Those below the row as long as it is in the list, which it may leave. */
  const below = useRef<readonly string[]>([])
  useLayoutEffect(() => {
    latest.current = rows
    if (at >= 0) below.current = rows.slice(at + 1).map(({ id }) => id)
  })

  const facts = { screen, environment: environment() }
  const isWaiting = (row: RecordValues): boolean => isPossible(action, row, facts)
  const others = useShownActions(screen, actions).filter(
    (other) => other.name !== action.name && reviews(other.does) && isPossible(other, record, facts),
  )
  const previous = at < 0 ? undefined : rows.slice(0, at).findLast(isWaiting)
  const next = at < 0 ? undefined : rows.slice(at + 1).find(isWaiting)
  const isLeft = rows.some((row) => row.id !== record.id && isWaiting(row))

  function goTo(row: RecordValues | undefined): void {
    if (row) leaving.current?.(() => void perform(action, { record: row }))
  }

  const step = useEffectEvent((direction: 'previous' | 'next') => goTo(direction === 'previous' ? previous : next))
  useEffect(() => {
    if (!active) return undefined
    function press(event: KeyboardEvent): void {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event
      if ((key !== 'ArrowUp' && key !== 'ArrowDown') || altKey || ctrlKey || metaKey || shiftKey) return
      if (!(target instanceof Element) || target.closest(OWN_ARROWS)) return
      // Before the table moves the focus from row to row.
      event.preventDefault()
      event.stopPropagation()
      step(key === 'ArrowUp' ? 'previous' : 'next')
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [active])

  useEffect(() => {
    const row = document.querySelector(`[data-row="${record.id}"]`)
    scrollInto(row?.closest('.engine-table-scroller'), row)
  }, [record.id])

  /** The next below where the row was or is, else the first of the page that waits. */
  function following(): RecordValues | undefined {
    const now = new Map(latest.current.map((row) => [row.id, row]))
    const under = below.current.flatMap((id) => now.get(id) ?? [])
    return [...under, ...latest.current].find((row) => row.id !== record.id && isWaiting(row))
  }

  function done(): void {
    if (!goesOn || action.leadsTo !== undefined) return onClose()
    const row = following()
    if (row) return void perform(action, { record: row })
    notify.note(say('decision.noNext'))
    onClose()
  }

  const needsRoom = asked.lines !== undefined || asked.preview !== undefined || shownLines(action.does).length > 0
  return (
    <Drawer
      open={active}
      // At its first row it is in the document only now; who was quicker keeps the focus.
      afterOpenChange={(isOpen) => isOpen && !place.current?.contains(document.activeElement) && place.current?.focus()}
      mask={false}
      rootClassName="engine-panel-drawer"
      focusable={{ trap: false, focusTriggerAfterClose: false }}
      size={needsRoom ? WIDTH_WITH_FIGURES : WIDTH}
      title={asked.title}
      extra={
        <>
          <Button
            type="text"
            disabled={!previous}
            title={say('decision.previousKey')}
            aria-keyshortcuts="ArrowUp"
            onClick={() => goTo(previous)}
          >
            {say('decision.previous')}
          </Button>
          <Button type="text" disabled={!next} title={say('decision.nextKey')} aria-keyshortcuts="ArrowDown" onClick={() => goTo(next)}>
            {say('decision.next')}
          </Button>
        </>
      }
      onClose={close}
    >
      <AskPanel
        key={record.id}
        {...asked}
        action={action.name}
        act={action.title}
        screen={screen}
        record={shown}
        leaving={leaving}
        place={place}
        onDone={done}
        instead={others.map((other) => ({
          title: other.title,
          danger: other.danger,
          go: () => void perform(other, { record }),
        }))}
        wayOn={isLeft ? { title: say('decision.next'), go: () => goTo(following()) } : undefined}
        onClose={onClose}
      >
        <Checkbox checked={goesOn} onChange={({ target }) => setGoesOn(target.checked)}>
          {say('decision.goesOn')}
        </Checkbox>
      </AskPanel>
    </Drawer>
  )
}

/** What moves by arrow keys itself, and what lies over the panel. */
const OWN_ARROWS =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu], [role=tablist], [role=radiogroup], .ant-modal, .ant-dropdown, .ant-picker-dropdown'
