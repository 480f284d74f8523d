import { useQuery } from '@tanstack/react-query'
import type { BrowserScreenPlan, SearchPlan } from '../../core/plan'
import { useServices } from '../context'
import { optionsLoader } from '../data/options'
import { messages } from '../messages'

/** Where a list comes from: its screen, those items of its search form that are fixed, and its query. */
interface Fixed {
  screen: BrowserScreenPlan
  held: readonly SearchPlan[]
  search: string
}

/**
 * The names of the records that a list is fixed by, asked as choices of its search form, so that they are known after a reload, are those of today,
 * and are told only to whom they may be. Undefined until they are known, and where no reference is fixed.
 */
export function useFixedName(fixed: Fixed | undefined): string | undefined {
  const { request } = useServices()
  const query = new URLSearchParams(fixed?.search)
  const asked = (fixed?.held ?? []).flatMap(({ name, field }) => {
    const value = field.ref && query.get(name)
    return value ? [{ field: field.name, value }] : []
  })
  const { data } = useQuery({
    queryKey: ['fixed', fixed?.screen.base, asked],
    enabled: asked.length > 0,
    queryFn: async ({ signal }) => {
      const found = asked.map(({ field, value }) =>
        optionsLoader(request, fixed?.screen.base ?? '', `search:${field}`)({ values: [value], signal }),
      )
      const names = (await Promise.all(found)).flatMap((options) => options.map(({ label }) => label))
      return names.join(messages.enumerate)
    },
  })
  return data === '' ? undefined : data
}
