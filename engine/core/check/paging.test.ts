import { describe, expect, it } from 'vitest'
import type { ListPage } from '../../spec/generated/screen'
import { compileProduct } from '../compile'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

const columns = ['lendingNo', 'from', 'until', 'bookTitle']

/** The library with lendings that are paged by cursor, and what else is said of their list and their indexes. */
function paged(list: Partial<ListPage>, indexes: string[][] = [['from', 'id']]) {
  const sources = librarySources()
  const { pages } = sources.screens['base/lending']!
  pages.list = { columns, rowActions: pages.list?.rowActions ?? [], toolbar: pages.list?.toolbar ?? [], paging: 'cursor', ...list }
  sources.entities['lending']!.indexes = indexes
  return sources
}

const found = (list: Partial<ListPage>, indexes?: string[][]) =>
  checkProduct(paged(list, indexes)).map(({ pointer, found: text }) => [pointer, text])

describe('a list that is paged by cursor', () => {
  it('is sorted by what an index has alone, or with the id behind it', () => {
    expect(found({ sort: { field: 'from', order: 'descend' } })).toEqual([])
    expect(found({ sort: { field: 'from', order: 'descend' } }, [['from']])).toEqual([])
    const { screens } = compileProduct(paged({}))
    expect(screens['base/lending']?.access).toMatchObject({ cursor: true, sorts: ['from'] })
    const { list } = screens['base/lending']!.pages
    expect(list?.kind === 'list' && list.columns.flatMap(({ sort }) => sort ?? [])).toEqual(['from'])
  })

  it.each([
    ['with another field behind it', 'from', [['from', 'bookId']]],
    ['that may be empty', 'until', [['until']]],
    ['that refers to another row', 'bookId', [['bookId']]],
    ['without an index', 'from', []],
  ])('is not sorted by a field %s', (_what, field, indexes) => {
    expect(found({ sort: { field, order: 'ascend' } }, indexes)).toEqual([
      [
        '/pages/list/sort/field',
        `按游标翻页时不能按“${field}”排序：需要必填、不是引用或 label，并在 indexes 中单独（或后面只有 id）列出的字段`,
      ],
    ])
  })

  it('has nothing that reads all rows', () => {
    const figures = { all: { title: '全部', count: true as const } }
    const charts = { byDay: { title: '按日', kind: 'bar' as const, x: 'from', series: { all: { title: '笔数', count: true as const } } } }
    expect(found({ figures, charts, columns: [...columns, { field: 'total', total: true }] })).toEqual([
      ['/pages/list/figures', '“figures”要读全部数据，不能与 paging: cursor 同用'],
      ['/pages/list/charts', '“charts”要读全部数据，不能与 paging: cursor 同用'],
      ['/pages/list/columns/4/total', '“total”要读全部数据，不能与 paging: cursor 同用'],
    ])
  })

  it('is paged as the other lists of its screen', () => {
    const sources = paged({})
    sources.screens['base/lending']!.pages['late'] = { kind: 'list', route: '/lending/:id/late', columns }
    const told = checkProduct(sources).filter(({ code }) => code === 'check.cursor-apart')
    expect(told.map(({ pointer }) => pointer)).toEqual(['/pages/list', '/pages/late'])
  })
})

describe('texts of very many rows', () => {
  it.each(['begins', 'few'] as const)('are searched by %s where an index begins with them', (as) => {
    expect(found({ search: [{ field: 'lendingNo', as }] }, [['lendingNo', 'from']])).toEqual([])
    expect(found({ search: [{ field: 'lendingNo', as }] })).toEqual([
      ['/pages/list/search/0/as', `“lendingNo”不能按 ${as} 查询：需要存储的文本，且 indexes 或 unique 中有以它开头的键`],
    ])
    expect(found({ search: [{ field: 'from', as }] })).toMatchObject([
      ['/pages/list/search/0/as', expect.stringContaining('from') as string],
    ])
  })
})
