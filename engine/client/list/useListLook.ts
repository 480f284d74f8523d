import type { BrowserScreenPlan, ListPagePlan } from '../../core/plan'
import type { Density } from '../../core/wire'
import type { ListViews } from '../data/useListViews'
import { usePreference } from '../data/usePreference'
import { useSectionState } from '../data/useSectionState'
import type { ColumnSettings } from './columnSettings'

interface Look {
  settings?: ColumnSettings | undefined
  density?: Density
}

export type ListLook = ReturnType<typeof useListLook>

const asSaved: Look = {}

/**
 * Columns and density of a list: the user's own, or those of the view that is open. What is changed in a view is the user's until they leave the
 * section or save it, and leaves what they have chosen without a view as it is.
 * @param memory prefix of what the page remembers in its section
 */
export function useListLook(screen: BrowserScreenPlan, page: ListPagePlan, views: ListViews | undefined, memory: string) {
  const [ownSettings, setOwnSettings] = usePreference<ColumnSettings | undefined>(`list:${screen.id}:${page.name}:columns`, undefined)
  const [ownDensity, setOwnDensity] = usePreference<Density>('list:density', 'small')
  const { view, opened } = views ?? {}
  const [changed, setChanged] = useSectionState<Look>(`${memory}look:${view?.id ?? ''}`, asSaved)
  if (!view)
    return { settings: ownSettings, setSettings: setOwnSettings, density: ownDensity, setDensity: setOwnDensity, forget: () => undefined }
  return {
    settings: 'settings' in changed ? changed.settings : opened?.columns,
    setSettings: (settings: ColumnSettings | undefined) => setChanged({ ...changed, settings }),
    density: changed.density ?? view.content.density ?? ownDensity,
    setDensity: (density: Density) => setChanged({ ...changed, density }),
    forget: () => setChanged(asSaved),
  }
}
