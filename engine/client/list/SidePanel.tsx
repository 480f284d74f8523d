import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { textOf } from '../../core/fields'
import type { BrowserScreenPlan, SidePlan } from '../../core/plan'
import type { SideResponse } from '../../core/wire'
import { useDictionaries, useServices } from '../context'
import type { Filters, FilterValue } from '../data/listState'
import { messages, say } from '../laterMessages'
import { bodyOrThrow } from '../request'
import { scrollInto } from '../ui/scrollInto'
import { ListNotice } from '../ui/ListNotice'
import { useItemsPerRow } from './useItemsPerRow'
import './side.css'

export interface SidePanelProps {
  screen: BrowserScreenPlan
  side: SidePlan
  /** Nothing: all rows. */
  chosen: FilterValue | undefined
  /** Told the filter, empty for all rows. */
  onChoose: (filter: Filters) => void
}

interface Choice {
  value: string
  title: string
  count: number
}

/** The values of a field beside the rows; one of them, or all. On a phone it is a select above them. */
export function SidePanel({ screen, side, chosen, onChoose }: SidePanelProps) {
  const { request } = useServices()
  const dictionaries = useDictionaries()
  const values = useQuery({
    queryKey: ['side', screen.base],
    queryFn: async ({ signal }) =>
      bodyOrThrow(await request<SideResponse>({ method: 'GET', url: `${screen.base}/side`, signal, quiet: true })),
  })
  const narrow = useItemsPerRow() === 1
  const { field } = side.filter
  const format = textOf(field, { dictionaries, states: screen.states })
  const choices = (values.data?.values ?? []).map((choice) =>
    side.title === undefined ? { ...choice, title: format(choice.value) } : choice,
  )
  const shown = {
    heading: side.heading,
    choices,
    chosen,
    onChoose: (value: string) => onChoose(value === '' ? {} : { [side.filter.name]: value }),
  }

  if (values.error && !values.data) {
    return (
      <aside className="engine-side" aria-label={side.heading}>
        <ListNotice kind="failed" message={say('side.failed', { title: side.heading })} onRetry={() => void values.refetch()} />
      </aside>
    )
  }
  return narrow ? <SideSelect {...shown} /> : <SideList {...shown} />
}

interface ShownProps {
  heading: string
  choices: readonly Choice[]
  chosen: FilterValue | undefined
  /** Empty: all. */
  onChoose: (value: string) => void
}

function SideSelect({ heading, choices, chosen, onChoose }: ShownProps) {
  return (
    <label className="engine-side engine-side-select">
      {heading}
      <select className="engine-input" value={String(chosen ?? '')} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{messages['side.all']}</option>
        {choices.map(({ value, title, count }) => (
          <option key={value} value={value}>
            {say('side.option', { title, count })}
          </option>
        ))}
      </select>
    </label>
  )
}

function SideList({ heading, choices, chosen, onChoose }: ShownProps) {
  const id = useId()
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const matching = choices.filter(({ value, title }) => `${title} ${value}`.toLowerCase().includes(wanted))
  const total = choices.reduce((sum, { count }) => sum + count, 0)
  return (
    <nav className="engine-side" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <input
        className="engine-input"
        type="search"
        value={text}
        placeholder={say('side.search', { title: heading })}
        aria-label={say('side.search', { title: heading })}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={moveFocus}
      />
      <ul>
        {wanted === '' && <Item title={messages['side.all']} count={total} current={chosen === undefined} onChoose={() => onChoose('')} />}
        {matching.map(({ value, title, count }) => (
          <Item key={value} title={title} hint={value} count={count} current={chosen === value} onChoose={() => onChoose(value)} />
        ))}
      </ul>
      {wanted !== '' && matching.length === 0 && <p role="status">{say('side.nothing', { title: heading })}</p>}
    </nav>
  )
}

interface ItemProps {
  title: string
  hint?: string
  count: number
  current: boolean
  onChoose: () => void
}

function Item({ title, hint, count, current, onChoose }: ItemProps) {
  const ref = useRef<HTMLButtonElement>(null)
  // An address can choose what is far down.
  useEffect(() => {
    if (current) scrollInto(ref.current?.closest('ul'), ref.current)
  }, [current])
  return (
    <li>
      <button
        ref={ref}
        type="button"
        className="engine-entry"
        aria-current={current || undefined}
        title={hint === title ? undefined : hint}
        onClick={onChoose}
        onKeyDown={moveFocus}
      >
        <span>{title}</span>
        <small>{count}</small>
      </button>
    </li>
  )
}

/** With the arrow keys from value to value, and from the search above to the first of them. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const stops = [...(event.currentTarget.closest('nav')?.querySelectorAll<HTMLElement>('input, ul button') ?? [])]
  const next = stops[stops.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
