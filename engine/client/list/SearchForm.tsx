import { useId, useMemo, useState, type CSSProperties } from 'react'
import type { ListPagePlan, BrowserScreenPlan } from '../../core/plan'
import { Button } from '../ui/Button'
import { useServices } from '../context'
import { cleanFilters, defaultListState, paramDefaults, parametersOf, sameFilters, type Filters } from '../data/listState'
import { usePreference } from '../data/usePreference'
import { messages } from '../messages'
import { useNarrow } from '../ui/useNarrow'
import { SearchItem } from './SearchItem'
import { searchInputs } from './searchInputs'
import { useItemsPerRow } from './useItemsPerRow'

interface SearchFormProps {
  screen: BrowserScreenPlan
  page: ListPagePlan
  /** What the list is filtered by now. */
  filters: Filters
  onQuery: (filters: Filters) => void
  /** @param filters those that a list begins with */
  onReset: (filters: Filters) => void
  busy: boolean
  /** Folded behind its button. It stays, with what is typed. */
  hidden: boolean
}

/** Typed values stay in this component until the user searches, so that a keystroke renders this form and nothing else. */
export function SearchForm({ screen, page, filters, onQuery, onReset, busy, hidden }: SearchFormProps) {
  const { request } = useServices()
  const id = useId()
  const inputs = useMemo(() => searchInputs(page.search, { screen, request }), [page, screen, request])
  const [unfolded, setUnfolded] = usePreference(`list:${screen.id}:${page.name}:unfolded`, false)
  const perRow = useItemsPerRow()
  const params = useMemo(() => paramDefaults(page), [page])

  const [typed, setTyped] = useState<{ applied: Filters; values: Readonly<Record<string, unknown>> }>({ applied: filters, values: filters })
  // Another address, or a return to a remembered list: the form shows what the list is filtered by.
  if (typed.applied !== filters) {
    setTyped({ applied: filters, values: sameFilters(typed.applied, filters) ? typed.values : filters })
  }

  // The last place of the row is for the buttons.
  const room = perRow === 1 ? 1 : perRow - 1
  // Where it is folded as a whole, all of it is opened at once.
  const narrow = useNarrow()
  const folds = !narrow && inputs.length > room
  const shown = unfolded || !folds ? inputs : inputs.slice(0, room)
  // In one line, the buttons right behind it.
  const isFolded = shown.length <= room
  // All inputs are of one width: with a range among them, wide enough for two days.
  const columns = perRow > 1 && inputs.some(({ kind }) => kind !== 'one') ? perRow - 1 : perRow
  const hiddenInUse = inputs.slice(shown.length).filter(({ plan }) => parametersOf(plan).some((name) => filters[name] !== undefined)).length

  return (
    <form
      className="engine-search"
      role="search"
      hidden={hidden}
      aria-label={messages['list.search']}
      data-folded={isFolded || undefined}
      style={{ '--engine-search-columns': isFolded ? shown.length : columns } as CSSProperties}
      onSubmit={(event) => {
        event.preventDefault()
        const asked = { ...params, ...cleanFilters(typed.values) }
        setTyped((now) => ({ ...now, values: { ...now.values, ...asked } }))
        onQuery(asked)
      }}
    >
      {shown.map((input) => (
        <SearchItem
          key={input.plan.name}
          input={input}
          id={`${id}-${input.plan.name}`}
          values={typed.values}
          onChange={(changes) => setTyped((now) => ({ ...now, values: { ...now.values, ...changes } }))}
        />
      ))}
      <div className="engine-search-buttons">
        <Button type="submit" look="primary" busy={busy}>
          {messages['list.query']}
        </Button>
        <Button
          onClick={() => {
            const { filters: initial } = defaultListState(page)
            setTyped((now) => ({ ...now, values: initial }))
            onReset(initial)
          }}
        >
          {messages['list.reset']}
        </Button>
        {folds && (
          <button type="button" className="engine-link" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
            {messages[unfolded ? 'list.fold' : 'list.unfold']}
            {hiddenInUse > 0 && `(${hiddenInUse})`}
          </button>
        )}
      </div>
    </form>
  )
}
