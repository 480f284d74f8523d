import { buttonKinds, differencesOf } from '../../core/difference'
import { readingPermission } from '../../core/permission'
import type { ActionPlan, ScreenPlan } from '../../core/plan'

export interface NeededRight {
  permission: string
  title: string
}

/**
 * What somebody must be allowed to do himself who publishes a screen: to open its menu, and to press each button that the release changes,
 * adds, moves or takes away, also those of other screens that stand in its tables, and calculations that stand in its tabs. Otherwise somebody
 * could make others press what he may not press, by calling it something else.
 * @param screens of the product, by id
 */
export function rightsToPublish(
  before: ScreenPlan,
  after: ScreenPlan,
  screens: Readonly<Record<string, Pick<ScreenPlan, 'actions'>>>,
): NeededRight[] {
  const buttons = differencesOf(before, after).flatMap(({ kind, key }) => (kind === 'action' || buttonKinds.has(kind) ? [key] : []))
  const actions = [...new Set(buttons)].flatMap((name) => after.actions[name] ?? before.actions[name] ?? [])
  const [was, is] = [inTabs(before, screens), inTabs(after, screens)]
  const moved = [...new Set([...was.keys(), ...is.keys()])].flatMap((place) =>
    was.has(place) && is.has(place) ? [] : (is.get(place) ?? was.get(place)!),
  )
  const rights = [...actions, ...moved].flatMap(({ permission, title }) => (permission === undefined ? [] : [{ permission, title }]))
  const once = new Map(rights.map((right) => [right.permission, right]))
  return [{ permission: readingPermission(after), title: after.title }, ...once.values()]
}

type Button = Pick<ActionPlan, 'permission' | 'title'>

/** What can be pressed in the tabs of a screen's records, by where it stands. */
function inTabs(plan: ScreenPlan, screens: Readonly<Record<string, Pick<ScreenPlan, 'actions'>>>): Map<string, Button> {
  const found = new Map<string, Button>()
  const put = (place: string, name: string, button: Button | undefined): void => {
    if (button) found.set(`${place} ${name}`, button)
  }
  for (const page of Object.values(plan.pages)) {
    if (page.kind !== 'record') continue
    for (const tab of page.tabs) {
      const place = `${page.name} ${tab.title}`
      if (tab.kind === 'calculate') put(place, tab.action, plan.actions[tab.action])
      if (tab.kind !== 'related' || !tab.own) continue
      const { screen, rowActions, add } = tab.own
      for (const name of [...rowActions, ...(add ? ['add'] : [])]) put(`${place} ${screen}`, name, screens[screen]?.actions[name])
    }
  }
  return found
}
