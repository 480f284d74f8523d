import { describe, expect, it } from 'vitest'
import { readFile } from '../../spec/schemaFiles'
import { compileProduct } from '../compile'
import type { Screen } from '../../spec/generated/screen'
import { librarySources } from '../testing/library'
import { limitsExceeded } from './limits'

const id = 'base/lending'
const shipped = compileProduct(librarySources()).screens[id]!

/** What is beyond the limits, as `line: text`, when the file says something else. */
function beyond(change: (screen: Screen) => void): string[] {
  const sources = librarySources()
  const screen = sources.screens[id] as Screen
  change(screen)
  const text = JSON.stringify(screen, null, 2)
  const { file, problems } = readFile(
    { kind: 'screen', source: `screens/${id}`, key: id, path: 'schemas/screens/base/lending.screen.json' },
    text,
  )
  const lines = text.split('\n')
  expect(problems).toEqual([])
  return limitsExceeded(shipped, compileProduct(sources).screens[id]!, file).map(
    ({ line, found }) => `${lines[line - 1]?.trim()}: ${found}`,
  )
}

const list = (screen: Screen) =>
  screen.pages['list'] as unknown as { columns: unknown[]; search: unknown[]; toolbar: string[]; rowActions: string[]; figures?: object }
const edit = (screen: Screen) =>
  screen.pages['edit'] as unknown as { sections: Record<string, unknown[]>; tabs: Record<string, unknown>; route?: string }
const detail = (screen: Screen) =>
  screen.pages['detail'] as unknown as { tabs: Record<string, { columns: string[]; by: object }>; route?: string }

describe('the limits of a screen that is published', () => {
  it('let pages show what there is otherwise', () => {
    expect(
      beyond((screen) => {
        screen.title = '借书'
        Object.assign(screen.actions!['books']!, { title: '书' })
        const { columns, search, rowActions, toolbar } = list(screen)
        columns.reverse()
        columns.push({ field: columns.pop(), width: 300, title: '号' }, 'from')
        columns.pop()
        search.pop()
        toolbar.pop()
        rowActions.reverse()
        edit(screen).sections = { 甲: ['remark', { field: 'deposit', visible: 'until != null', span: 2 }], 乙: ['bookId', 'from', 'until'] }
      }),
    ).toEqual([])
  })

  it.each<[string, Parameters<typeof beyond>[0], string]>([
    [
      'another entity',
      (screen) => Object.assign(screen, { entity: 'book', pages: { list: { columns: ['genre'] } } }),
      '"entity": "book",: 发布到线上的界面不能更改实体',
    ],
    [
      'another address of its endpoints',
      (screen) => (screen.endpoints.base = '/api/other'),
      '"base": "/api/other",: 发布到线上的界面不能更改接口地址',
    ],
    ['other rows', (screen) => (screen.endpoints.where = { status: 'DONE' }), '不能更改数据范围'],
    ['another endpoint', (screen) => (screen.endpoints.extra!['trial']!.permission = 'open'), '不能更改接口'],
    ['another right of a button', (screen) => (screen.permissions = { approve: 'submit' }), '不能更改权限'],
    ['a right of its own', (screen) => (screen.rights = { more: '更多' }), '"rights": {: 发布到线上的界面不能更改权限'],
    [
      'a new button',
      (screen) => {
        screen.actions!['other'] = { title: '别的', does: 'link', to: '/lending' }
        list(screen).rowActions.push('other')
      },
      '不能增加按钮“other”',
    ],
    [
      'a button that leads elsewhere',
      (screen) => Object.assign(screen.actions!['books']!, { to: '/lending/{id}' }),
      '"books": {: 发布到线上的界面不能更改作用',
    ],
    [
      'a column that the list does not answer',
      (screen) => list(screen).columns.push('remark'),
      '"remark": “remark”不在此界面接口的范围内：随程序发布的界面没有在列表中返回它',
    ],
    [
      'a field that a condition reads',
      (screen) => list(screen).columns.push({ field: 'bookId', tone: { info: 'remark != null' } }),
      '"info": "remark != null": “remark”不在此界面接口的范围内',
    ],
    [
      'a filter',
      (screen) => list(screen).search.push('deposit'),
      '"deposit": “deposit”不在此界面接口的范围内：随程序发布的界面没有如此搜索它',
    ],
    [
      'another kind of filter',
      (screen) => (list(screen).search[2] = 'from'),
      '“from”不在此界面接口的范围内：随程序发布的界面没有如此搜索它',
    ],
    ['a related table with other rows', (screen) => (detail(screen).tabs['同书']!.by = { bookId: 'id' }), '不能增加作用“lending”'],
    [
      'a column of a related table',
      (screen) => detail(screen).tabs['同书']!.columns.push('deposit'),
      '"deposit": 发布到线上的界面不能增加列“deposit”',
    ],
    ['a figure', (screen) => (list(screen).figures = { open: { title: '在审', count: true } }), '不能增加关联表“open”'],
    [
      'another address of a page',
      (screen) => (detail(screen).route = '/lending/other/:id'),
      '"route": "/lending/other/:id",: 发布到线上的界面不能更改地址',
    ],
    [
      'a page with an address',
      (screen) => Object.assign(screen.pages, { more: { kind: 'record', like: 'edit' } }),
      '不能增加地址“/lending/more”',
    ],
    [
      'a page for everybody, by which strangers would be answered the plan',
      (screen) => Object.assign(screen.pages, { more: { kind: 'custom', title: '公示', open: true, widget: 'shelves' } }),
      '不能增加地址“/lending/more”',
    ],
    ['a page that is gone', (screen) => delete (screen.pages as Record<string, unknown>)['detail'], '不能去掉页面“detail”'],
  ])('refuse %s, with its place', (_name, change, message) => {
    expect(beyond(change)).toContainEqual(expect.stringContaining(message))
  })

  it('tell of very many only the first, which bounds the time that a hostile file takes', () => {
    const withButtons = (count: number) =>
      beyond((screen) => {
        for (let index = 0; index < count; index++) screen.actions![`more${index}`] = { title: '别的', does: 'link', to: '/lending' }
        list(screen).rowActions.push(...Object.keys(screen.actions!).filter((name) => name.startsWith('more')))
      })
    expect(withButtons(50)).toHaveLength(50)
    expect(withButtons(51)).toHaveLength(50)
  })
})
