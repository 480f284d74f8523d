import { useEffect, useId, useRef, type RefObject } from 'react'
import type { BrowserScreenPlan, ListPagePlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { nameOf } from '../actions/actionRequest'
import { Button } from '../ui/Button'
import { usePageAddress } from '../context'
import { messages, say } from '../laterMessages'
import { scrollInto } from '../ui/scrollInto'
import { lazyPart } from '../ui/lazyPart'
import { Splitter, useShare } from './Splitter'
import type { Choice } from './useChoice'
import type { ListComponent } from './RowList'
import { useNarrow } from '../ui/useNarrow'
import './split.css'

export interface SplitPaneProps {
  List: ListComponent
  screen: BrowserScreenPlan
  page: ListPagePlan
  choice: Choice
  /** The rows that the list shows; undefined while they are being loaded. */
  records: readonly RecordValues[] | undefined
}

// A list uses one of the two, so each is loaded when it is needed.
const RowRecord = lazyPart(() => import('./RowRecord').then((module) => module.RowRecord))
const RowList = lazyPart(() => import('./RowList').then((module) => module.RowList))

/** The right half of a split list, which shows the chosen row. In a narrow window it replaces the list and has a button that leads back. */
export function SplitPane({ List, screen, page, choice, records }: SplitPaneProps) {
  const { split, chosen, choose } = choice
  const id = useId()
  const isNarrow = useNarrow()
  const share = useShare(`list:${screen.id}:${page.name}:split`)
  const place = useRef<HTMLElement>(null)
  useChosen(choice, records, isNarrow, place)
  useFocus(place, chosen?.id, isNarrow)

  if (isNarrow && !chosen) return <span ref={place} hidden />
  const row = records?.find((record) => record.id === chosen?.id)
  return (
    <>
      {!isNarrow && <Splitter share={share} controls={id} />}
      <section
        ref={place}
        id={id}
        className="engine-split-pane"
        data-alone={isNarrow || undefined}
        style={isNarrow ? undefined : { flexBasis: `${100 - share.value}%` }}
        aria-label={row ? nameOf(screen, row) : messages['split.pane']}
      >
        {isNarrow && (
          <p>
            <Button onClick={() => choose(undefined)}>{messages['split.back']}</Button>
          </p>
        )}
        {!chosen && records && <p className="engine-split-nothing">{messages['split.nothing']}</p>}
        {chosen &&
          (split.kind === 'record' ? (
            <RowRecord key={chosen.id} screen={screen} page={split.page} id={chosen.id} onBack={() => choose(undefined)} />
          ) : (
            <RowList List={List} key={chosen.id} list={split} chosen={chosen} name={row && nameOf(screen, row)} />
          ))}
        <span className="engine-hidden" role="status">
          {row ? say('split.shows', { name: nameOf(screen, row) }) : ''}
        </span>
      </section>
    </>
  )
}

/**
 * Chooses a row where the user has chosen none: the first one, or the neighbour of a chosen row that was in the list and is gone. A row that the
 * address names stays chosen even when it is not among the rows. A row that was chosen here, and not by the user, is given up when the window
 * becomes narrow, where it would hide the list.
 */
function useChosen(
  { chosen, choose }: Choice,
  records: readonly RecordValues[] | undefined,
  isNarrow: boolean,
  place: RefObject<HTMLElement | null>,
): void {
  const { active } = usePageAddress()
  const seen = useRef<{ id: string; at: number }>(undefined)
  const unasked = useRef<string>(undefined)
  useEffect(() => {
    if (!records || !active) return
    if (chosen && chosen.id !== unasked.current) unasked.current = undefined
    else if (chosen && isNarrow) return choose(undefined)
    const at = chosen ? records.findIndex(({ id }) => id === chosen.id) : -1
    if (chosen && at >= 0) {
      // A row that the address names can be far down in the list.
      if (seen.current === undefined) scrollInto(...rowOf(place.current, chosen.id))
      seen.current = { id: chosen.id, at }
      return
    }
    if (chosen && seen.current?.id !== chosen.id) return
    const next = chosen ? (seen.current?.at ?? 0) : 0
    const row = isNarrow ? undefined : records[Math.min(next, records.length - 1)]
    unasked.current = row?.id
    choose(row)
  }, [chosen, records, active, choose, isNarrow, place])
}

/** In a narrow window, where the pane replaces the list, moves the focus into the pane when it opens and back to the row when it closes. */
function useFocus(place: RefObject<HTMLElement | null>, chosen: string | undefined, isNarrow: boolean): void {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    const before = shown.current
    shown.current = isNarrow ? chosen : undefined
    if (!isNarrow || before === chosen) return
    if (chosen !== undefined) place.current?.querySelector('button')?.focus()
    else if (before !== undefined) place.current?.parentElement?.querySelector<HTMLElement>(`[data-row="${CSS.escape(before)}"]`)?.focus()
  }, [place, chosen, isNarrow])
}

/** The element of a row in the list beside the pane, and the element that scrolls it. */
function rowOf(place: HTMLElement | null, id: string): [box: Element | null, row: HTMLElement | null] {
  const row = place?.parentElement?.querySelector<HTMLElement>(`:scope > .engine-list [data-row="${CSS.escape(id)}"]`) ?? null
  return [row?.closest('.engine-table-scroller') ?? null, row]
}
