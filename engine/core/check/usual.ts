import type { ListPage } from '../../spec/generated/screen'
import type { ScreenContext } from './screenContext'
import { checkWhere } from './where'

/**
 * Checks which rows the lists of a screen answer usually, and that they can be asked by what ends it. No figure may ask by that itself: it would
 * count the usual rows, and pressing it would find others.
 */
export function checkUsual({ source, sources, report, entity, screen }: ScreenContext): void {
  const { usual } = screen.endpoints
  if (!usual) return
  const at = '/endpoints/usual'
  checkWhere({ source, sources, report, rows: entity, around: null }, `${at}/where`, usual.where)
  const lists = Object.values(screen.pages).filter((page): page is ListPage => page !== undefined && 'columns' in page)
  const searched = lists.flatMap(({ search = [] }) => search.map((item) => (typeof item === 'string' ? item : item.field)))
  const filters = lists.flatMap(({ figures = {} }) => Object.values(figures).flatMap(({ filter }) => Object.keys(filter ?? {})))
  for (const [index, name] of usual.unless.entries()) {
    if (!report.known(source, `${at}/unless/${index}`, 'field', name, searched)) continue
    const asked = filters.find((parameter) => [name, `${name}Start`, `${name}End`].includes(parameter))
    if (asked !== undefined) report.add(source, `${at}/unless/${index}`, 'check.twice', { name: asked, other: 'figures' })
  }
}
