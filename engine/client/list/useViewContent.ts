import type { ListPagePlan } from '../../core/plan'
import type { ViewContent } from '../../core/wire'
import type { ListState } from '../data/listState'
import { contentOf } from '../data/listViews'
import type { ListViews } from '../data/useListViews'
import { useAction } from '../useAction'
import type { ListLook } from './useListLook'

/** What a view of the list as it is shown now would say, and how the view that is open takes it over. */
export function useViewContent(page: ListPagePlan, state: ListState, look: ListLook, views: ListViews | undefined) {
  const { settings, density, forget } = look
  const content = (): ViewContent => contentOf(page, { state, columns: settings, density })
  const { run: update } = useAction(async () => {
    const view = views?.view
    if (!view) return
    await views.save({ id: view.id, version: view.version, name: view.name, role: view.role, content: content() })
    forget()
  })
  return { content, update }
}
