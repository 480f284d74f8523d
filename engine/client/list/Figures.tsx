import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { evaluateExpression } from '../../core/expression'
import { textOf } from '../../core/fields'
import type { BrowserScreenPlan, FigurePlan, ListPagePlan } from '../../core/plan'
import type { FiguresResponse, ListQuery } from '../../core/wire'
import { useServices } from '../context'
import { figuresQueryOptions } from '../data/useList'
import type { Filters, FilterValue } from '../data/listState'
import type { FieldContext } from '../fieldDefinition'
import { countField } from '../fields/countField'
import { messages, say } from '../messages'
import { Meaning, toneOf, type Toned } from '../table/tone'
import { useColumnsContext } from '../table/useColumnsContext'
import { asksFor, pressedFilters } from '../charts/pressedFilters'
import { useNarrow } from '../ui/useNarrow'
import './figures.css'

export interface FiguresProps {
  screen: BrowserScreenPlan
  page: ListPagePlan
  /** What the list asks; its page and order make no difference. */
  query: ListQuery
  filters: Filters
  /** Told the list's filters after a figure was pressed. */
  onFilter: (filters: Filters) => void
}

/** Numbers of all that the list asks for. The list is there without them: they come by themselves and may fail by themselves. */
export function Figures({ screen, page, query, filters, onFilter }: FiguresProps) {
  const { request, environment } = useServices()
  const context = useColumnsContext(screen, screen.states)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...figuresQueryOptions(request, screen, page, query),
    placeholderData: keepPreviousData,
  })
  const drawn = useMemo(
    () =>
      (page.figures ?? []).map((figure) => ({
        figure,
        format: amountsOf(figure, context),
        tone: toneOf(figure.tone, environment),
      })),
    [page, context, environment],
  )

  // On a phone they are scrolled sideways: by the keyboard from what can be pressed in them, or else from themselves.
  const isScrolled = useNarrow() && drawn.every(({ figure }) => filterOf(figure, environment) === undefined)

  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to take the focus, so that keys scroll it
      tabIndex={isScrolled ? 0 : undefined}
      className={`engine-figures engine-fading${isPlaceholderData ? ' engine-figures-old' : ''}`}
      aria-label={messages['figures.label']}
    >
      {drawn.map(({ figure, format, tone }) => {
        const amounts = data && format(data.figures[figure.name])
        const filter = filterOf(figure, environment)
        return (
          <Figure
            key={figure.name}
            title={figure.title}
            amounts={amounts}
            toned={tone && amounts?.map(({ value }) => tone({ value })).find((toned) => toned !== undefined)}
            failed={error !== null}
            pressed={filter && asksFor(filter, filters)}
            onPress={filter && (() => onFilter(pressedFilters(filter, filters)))}
          />
        )
      })}
      {error && (
        <p className="engine-figures-failed" role="alert">
          {messages['figures.failed']}
          <button type="button" className="engine-link" onClick={() => void refetch()}>
            {messages.retry}
          </button>
        </p>
      )}
    </section>
  )
}

interface Amount {
  value: unknown
  text: string
  unit: string | undefined
}

/** A number as it reads; where rows are counted in different units, one for each of them. */
function amountsOf(
  { field = countField, unit, by }: FigurePlan,
  context: FieldContext,
): (value: FiguresResponse['figures'][string] | undefined) => Amount[] {
  const format = textOf(field, context)
  const formatUnit = by && textOf(by, context)
  return (value) => {
    if (typeof value !== 'object' || value === null) return [{ value, text: format(value), unit }]
    const sums = Object.entries(value)
    if (sums.length === 0) return [{ value: '0', text: format('0'), unit }]
    return sums.map(([code, sum]) => ({ value: sum, text: format(sum), unit: formatUnit?.(code) }))
  }
}

interface FigureProps {
  title: string
  /** Absent while they are on their way. */
  amounts: readonly Amount[] | undefined
  toned: Toned | undefined
  failed: boolean
  /** Absent: it only says its number. */
  pressed: boolean | undefined
  onPress: (() => void) | undefined
}

function Figure({ title, amounts, toned, failed, pressed, onPress }: FigureProps) {
  const className = `engine-figure${toned ? ` engine-tone-${toned.tone}` : ''}`
  const content = (
    <>
      <span className="engine-figure-title">
        {toned && (
          <span className="engine-tone-mark">
            <Meaning says={toned.says} />
          </span>
        )}
        {title}
      </span>
      {amounts ? (
        amounts.map(({ text, unit }) => (
          <span key={unit ?? ''} className="engine-figure-value">
            {text}
            {unit !== undefined && <small>{unit}</small>}
          </span>
        ))
      ) : (
        <span className="engine-figure-value">
          {failed ? messages.empty : <span className="engine-skeleton-bar" aria-label={messages.loading} role="img" />}
        </span>
      )}
    </>
  )
  if (!onPress) {
    return (
      <div className={className} title={toned?.says}>
        {content}
      </div>
    )
  }
  return (
    <button
      type="button"
      className={className}
      aria-pressed={pressed}
      title={toned?.says ?? say(pressed ? 'figures.unpress' : 'figures.press', { title })}
      onClick={onPress}
    >
      {content}
    </button>
  )
}

function filterOf({ filter }: FigurePlan, environment: ReturnType<typeof useServices>['environment']): Filters | undefined {
  if (!filter) return undefined
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]): [string, FilterValue] => [
      name,
      typeof value === 'object' && 'expression' in value ? String(evaluateExpression(value.expression, {}, environment())) : value,
    ]),
  )
}
