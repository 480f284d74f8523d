/** Actions that open a list of another screen in a drawer. */
import type { Entity } from '../../spec/generated/entity'
import type { ListPage, Screen, ScreenAction } from '../../spec/generated/screen'
import { resolveGroups, type ProductSources } from '../compile'
import { schemaTypeOf } from '../fields/schemas'
import type { Report } from './report'

interface Context {
  source: string
  screen: Screen
  sources: ProductSources
  report: Report
  /** Fields and display values of a record. */
  names: string[]
}

type ListAction = Extract<ScreenAction, { does: 'list' }>

/** The screen and its page are there, the list can be asked by what `by` says, and a row says it. */
export function checkListAction({ source, screen, sources, report, names }: Context, name: string, action: ListAction): void {
  const at = `/actions/${name}`
  const { by = {}, page: pageName = 'list' } = action
  for (const page of Object.values(screen.pages)) {
    for (const list of ['toolbar', 'batchActions'] as const) {
      const buttons = (page as Partial<Record<typeof list, string[]>>)[list] ?? []
      if (buttons.includes(name) && Object.keys(by).length > 0) report.add(source, `${at}/by`, 'check.list-selected', { name, list })
    }
  }
  for (const [theirs, ours] of Object.entries(by)) report.known(source, `${at}/by/${theirs}`, 'field', ours, names)
  if (!report.known(source, `${at}/screen`, 'screen', action.screen, Object.keys(sources.screens))) return
  const target = sources.screens[action.screen] as Screen
  const pointer = action.page === undefined ? `${at}/screen` : `${at}/page`
  if (!report.known(source, pointer, 'page', pageName, Object.keys(target.pages))) return
  const page = target.pages[pageName] as ListPage
  if (pageName !== 'list' && page.kind !== 'list') {
    report.add(source, pointer, 'check.list-page', { name: pageName })
    return
  }
  const said = sources.entities[target.entity]
  if (said)
    for (const theirs of Object.keys(by))
      checkFilter(theirs, page, resolveGroups(target.entity, said, sources), `${at}/by/${theirs}`, { source, report })
}

/** One value of it can be asked for: the list takes it from its address, or searches by it as it is. */
function checkFilter(
  name: string,
  page: ListPage,
  { fields, params = {} }: Entity,
  at: string,
  { source, report }: Pick<Context, 'source' | 'report'>,
): void {
  const items = (page.search ?? []).map((item) => (typeof item === 'string' ? { field: item, as: undefined } : item))
  const taken = Object.keys(page.params ?? {})
  if (!report.known(source, at, 'filter', name, [...taken, ...items.map(({ field }) => field)], { key: true }) || taken.includes(name))
    return
  const item = items.find(({ field }) => field === name)
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  const isEqual = field && !Object.hasOwn(params, name) && item?.as === undefined && schemaTypeOf(field).search === 'equals'
  if (!isEqual) report.add(source, at, 'check.list-filter', { name }, { key: true })
}
