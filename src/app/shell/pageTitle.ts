import type { RecordMode } from '../../../engine/client/pageAddress'
import type { MenuPlan } from '../../../engine/core/plan'
import type { RouteMatch } from '../routing/routeTable'

/** What a page is called in the menu table, else in its plan. */
export function pageTitle(menus: readonly MenuPlan[], { route }: RouteMatch): string {
  return menus.find((menu) => menu.router === route.route)?.name ?? route.title
}

interface TabFacts {
  /** How a record is opened; absent for other pages. */
  mode: RecordMode | undefined
  screenTitle: string | undefined
  /** Of the record, once it is loaded. */
  name: unknown
}

/** `新增企业`, `编辑 RZ20261120-0001`, or the name of the record or page alone. */
export function tabTitle(title: string, { mode, screenTitle, name }: TabFacts): string {
  if (mode === 'add') return screenTitle === undefined ? title : `新增${screenTitle}`
  if (typeof name !== 'string' || name === '') return title
  return mode === 'edit' ? `编辑 ${name}` : name
}
