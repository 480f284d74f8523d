import { useSyncExternalStore } from 'react'
import { recordOf } from '../../../engine/client/pageAddress'
import { useProgram } from '../programContext'
import type { RouteMatch } from '../routing/routeTable'

/** What the plan of a page says about its address; undefined until the plan is loaded. */
export function usePageFacts(match: RouteMatch | undefined, search: string) {
  const { screens } = useProgram()
  const screen = useSyncExternalStore(screens.subscribe, () => (match ? screens.peek(match.route.screen) : undefined))
  const page = match && screen?.pages[match.route.page]
  const { mode, id } =
    page?.kind === 'record' ? recordOf(page, { search, params: match?.params ?? {} }) : { mode: undefined, id: undefined }
  return { screen, screenTitle: screen?.title, mode, forEditing: page?.name === 'edit', id }
}
