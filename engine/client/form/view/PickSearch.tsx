import type { PickPlan } from '../../../core/plan'
import { say } from '../../laterMessages'

interface PickSearchProps {
  pick: Pick<PickPlan, 'search'>
  autoFocus?: boolean
  onSearch: (keyword: string) => void
}

/** Looks for a keyword in the texts of rows that are offered; nothing where the plan names none. */
export function PickSearch({ pick: { search }, autoFocus = false, onSearch }: PickSearchProps) {
  if (search.length === 0) return null
  const label = say('pick.keyword', { titles: search.map(({ title }) => title).join(say('enumerate')) })
  return (
    <form
      role="search"
      className="engine-pick-search"
      onSubmit={(event) => {
        event.preventDefault()
        // The form around it is not sent.
        event.stopPropagation()
        const keyword = new FormData(event.currentTarget).get('keyword')
        onSearch(typeof keyword === 'string' ? keyword.trim() : '')
      }}
    >
      <input
        name="keyword"
        type="search"
        className="engine-input"
        autoFocus={autoFocus}
        maxLength={100}
        placeholder={label}
        aria-label={label}
      />
    </form>
  )
}
