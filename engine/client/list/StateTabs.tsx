import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { BrowserScreenPlan, ListPagePlan } from '../../core/plan'
import type { ListQuery, ListResponse, StateCountsResponse } from '../../core/wire'
import { useEnvironment, useServices } from '../context'
import type { Filters } from '../data/listState'
import { stateCountsQueryOptions } from '../data/useList'
import { messages, say } from '../messages'
import { toneOf, type Toned } from '../table/tone'
import { scrollInto } from '../ui/scrollInto'

interface StateTabsProps {
  screen: BrowserScreenPlan
  page: ListPagePlan
  query: ListQuery
  filters: Filters
  onFilter: (filters: Filters) => void
  /** The rows of the query, once they are there: the numbers are not asked for before them. */
  rows: Pick<ListResponse, 'total' | 'beyond'> | undefined
  /** Beside them, in the row that is scrolled sideways. */
  children?: ReactNode
}

/** What is drawn fits a place that is kept for it, so that nothing moves when the numbers come; the whole number is its name. */
const MOST_SHOWN = 999

/** 全部 and the states of the rows, each with how many there are under the other filters. It draws itself alone when the numbers come. */
export function StateTabs({ screen, page, query, filters, onFilter, rows, children }: StateTabsProps) {
  const { request, queries } = useServices()
  const environment = useEnvironment()
  const name = screen.statusField ?? ''
  const options = stateCountsQueryOptions(request, screen, query)
  const { data, error, refetch } = useQuery({
    ...options,
    enabled: rows !== undefined || queries.getQueryData(options.queryKey) !== undefined,
    placeholderData: keepPreviousData,
  })
  const box = useRef<HTMLDivElement>(null)
  const chosen = filters[name] === undefined ? [''] : [filters[name]].flat().map(String)
  const active = chosen.length === 1 ? chosen[0] : undefined
  const tabs = [
    { code: '', title: messages['list.all'], help: undefined, tone: undefined },
    ...(page.states ?? []).flatMap(({ code, figure }) => {
      const state = screen.states?.[code]
      return state ? [{ code, title: state.title, help: figure?.title, tone: toneOf(figure?.tone, environment) }] : []
    }),
  ]
  const reachable = tabs.some(({ code }) => code === active) ? active : ''

  useLayoutEffect(() => scrollInto(box.current, box.current?.querySelector('[aria-checked="true"]') ?? null), [active])

  function choose(code: string): void {
    const { [name]: _state, ...others } = filters
    const isSeveral = page.search.some((item) => item.name === name && item.as === 'multiple')
    onFilter(code === '' ? others : { ...others, [name]: isSeveral ? [code] : code })
  }

  function move(event: KeyboardEvent): void {
    const at = tabs.findIndex(({ code }) => code === reachable)
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (!next) return
    event.preventDefault()
    choose(next.code)
    box.current?.querySelector<HTMLElement>(`[data-state="${CSS.escape(next.code)}"]`)?.focus()
  }

  return (
    <div ref={box} className="engine-states engine-fading">
      <div role="radiogroup" aria-label={screen.title} className="engine-states-choice">
        {tabs.map(({ code, title, help, tone }) => {
          // Of what is chosen the list itself says how many there are.
          const counted = code === active && rows ? rows : data && countOf(data, code)
          const toned = counted && tone?.({ value: counted.total })
          return (
            <button
              key={code}
              type="button"
              role="radio"
              data-state={code}
              aria-checked={code === active}
              aria-label={nameOf(title, counted, toned)}
              title={toned ? say('list.stateStandsOut', { title: help ?? title, says: toned.says }) : help}
              className={`engine-state${counted?.total === 0 ? ' engine-state-none' : ''}${tone ? ' engine-state-marked' : ''}`}
              tabIndex={code === reachable ? 0 : -1}
              onClick={() => choose(code)}
              onKeyDown={move}
            >
              {title}
              <span className={toned ? `engine-state-count engine-tone engine-tone-${toned.tone}` : 'engine-state-count'}>
                {counted && textOf(counted)}
              </span>
            </button>
          )
        })}
      </div>
      {error && (
        <button type="button" className="engine-link" title={error.message} onClick={() => void refetch()}>
          {messages['list.countsFailed']}
        </button>
      )}
      {children}
    </div>
  )
}

type Counted = Pick<ListResponse, 'total' | 'beyond'>

/** Of more rows than are counted, each state has what was counted of it, or more; where that is nothing, nothing is known. */
function countOf({ counts, total, beyond }: StateCountsResponse, code: string): Counted | undefined {
  const count = code === '' ? total : Object.hasOwn(counts, code) ? (counts[code] ?? 0) : 0
  if (beyond && count === 0) return undefined
  return { total: count, ...(beyond ? { beyond } : {}) }
}

function nameOf(title: string, counted: Counted | undefined, toned: Toned | undefined): string {
  if (!counted) return title
  const name = say(counted.beyond ? 'list.stateBeyond' : 'list.stateCount', { title, count: counted.total })
  return toned ? say('list.stateStandsOut', { title: name, says: toned.says }) : name
}

function textOf({ total, beyond }: Counted): string {
  if (total > MOST_SHOWN) return `${MOST_SHOWN}+`
  return beyond ? `${total}+` : String(total)
}
