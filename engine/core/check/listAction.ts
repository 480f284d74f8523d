/** Checks lists of another screen that are filtered by a row and opened by a button, by a cell, or beside the rows. */
import type { Entity } from '../../spec/generated/entity'
import type { ListPage, RecordPage, RowList, Screen, ScreenAction } from '../../spec/generated/screen'
import { resolveGroups } from '../compile'
import { schemaTypeOf } from '../fields/schemas'
import type { ScreenContext } from './screenContext'

type Context = Pick<ScreenContext, 'source' | 'screen' | 'sources' | 'report' | 'names'>
type ListAction = Extract<ScreenAction, { does: 'list' }>

/** A button whose list is filtered by a row must be a row action: a toolbar has no row. */
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

/** Checks what a split list shows beside its rows: a record page of this screen, or a list of another one. It leaves no room for a side panel. */
export function checkSplit(context: Context, at: string, { split, side }: ListPage): void {
  if (split === undefined) return
  const { source, screen, report } = context
  if (side) report.add(source, at, 'check.split-side', {}, { key: true })
  if (typeof split !== 'string') checkRowList(context, at, split)
  else if (report.known(source, at, 'page', split, Object.keys(screen.pages)) && (screen.pages[split] as RecordPage).kind !== 'record')
    report.add(source, at, 'check.split-page', { name: split })
}

/** Lists that share a page: the page's own once, and others that have no tabs themselves. */
export function checkListTabs(context: Context, at: string, { tabs }: ListPage): void {
  if (tabs === undefined) return
  const { source, sources, report } = context
  if (Object.values(tabs).filter((tab) => tab === 'own').length !== 1) report.add(source, at, 'check.tabs-own', {}, { key: true })
  for (const [title, tab] of Object.entries(tabs)) {
    if (tab === 'own') continue
    const pointer = `${at}/${title.replace(/~/g, '~0').replace(/\//g, '~1')}`
    checkRowList(context, pointer, { ...tab, by: {} })
    const page = sources.screens[tab.screen]?.pages[tab.page ?? 'list'] as ListPage | undefined
    if (page?.tabs) report.add(source, `${pointer}/screen`, 'check.tabs-inside', { name: tab.screen })
  }
}

/** The screen and its page must exist, and `by` must name filters of the list and fields of the row. */
export function checkRowList({ source, sources, report, names }: Context, at: string, list: Pick<RowList, 'screen' | 'page' | 'by'>): void {
  const { by, page: pageName = 'list' } = list
  for (const [theirs, ours] of Object.entries(by)) report.known(source, `${at}/by/${theirs}`, 'field', ours, names)
  if (!report.known(source, `${at}/screen`, 'screen', list.screen, sources.screens)) return
  const target = sources.screens[list.screen] as Screen
  const pointer = list.page === undefined ? `${at}/screen` : `${at}/page`
  if (!report.known(source, pointer, 'page', pageName, Object.keys(target.pages))) return
  const page = target.pages[pageName] as ListPage
  if (pageName !== 'list' && page.kind !== 'list') {
    report.add(source, pointer, 'check.list-page', { name: pageName })
    return
  }
  const targetEntity = sources.entities[target.entity]
  if (targetEntity)
    for (const theirs of Object.keys(by))
      checkFilter(theirs, page, resolveGroups(target.entity, targetEntity, sources), `${at}/by/${theirs}`, { source, report })
}

/** The list must be able to filter by a single value of this name: as a parameter of its address, or as an item of its search form. */
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
