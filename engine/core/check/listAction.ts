/** Lists of another screen that a row fixes: behind a button, beside the rows, or behind a cell. */
import type { Entity } from '../../spec/generated/entity'
import type { ListPage, RecordPage, RowList, Screen, ScreenAction } from '../../spec/generated/screen'
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

/** A button whose list a row fixes stands in rows. */
export function checkListAction(context: Context, name: string, action: ListAction): void {
  const { source, screen, report } = context
  const at = `/actions/${name}`
  const { by = {} } = action
  for (const page of Object.values(screen.pages)) {
    for (const list of ['toolbar', 'batchActions'] as const) {
      const buttons = (page as Partial<Record<typeof list, string[]>>)[list] ?? []
      if (buttons.includes(name) && Object.keys(by).length > 0) report.add(source, `${at}/by`, 'check.list-selected', { name, list })
    }
  }
  checkRowList(context, at, { ...action, by })
}

/** Beside the rows stands a record page of this screen, or a list of another one; a list of values has no room there as well. */
export function checkSplit(context: Context, at: string, { split, side }: ListPage): void {
  if (split === undefined) return
  const { source, screen, report } = context
  if (side) report.add(source, at, 'check.split-side', {}, { key: true })
  if (typeof split !== 'string') checkRowList(context, at, split)
  else if (report.known(source, at, 'page', split, Object.keys(screen.pages)) && (screen.pages[split] as RecordPage).kind !== 'record')
    report.add(source, at, 'check.split-page', { name: split })
}

/** The screen and its page are there, the list can be asked by what `by` says, and a row says it. */
export function checkRowList({ source, sources, report, names }: Context, at: string, list: Pick<RowList, 'screen' | 'page' | 'by'>): void {
  const { by, page: pageName = 'list' } = list
  for (const [theirs, ours] of Object.entries(by)) report.known(source, `${at}/by/${theirs}`, 'field', ours, names)
  if (!report.known(source, `${at}/screen`, 'screen', list.screen, Object.keys(sources.screens))) return
  const target = sources.screens[list.screen] as Screen
  const pointer = list.page === undefined ? `${at}/screen` : `${at}/page`
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
