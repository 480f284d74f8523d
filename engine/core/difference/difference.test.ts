import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileProduct } from '../compile'
import { parseExpression } from '../expression'
import type { ListPagePlan, RecordPagePlan, ScreenPlan } from '../plan'
import { librarySources } from '../testing/library'
import { differencesOf, differenceText } from './index'

const shipped = compileProduct(librarySources()).screens['base/lending']!

const listOf = (screen: ScreenPlan) => screen.pages['list'] as ListPagePlan
const editOf = (screen: ScreenPlan) => screen.pages['edit'] as RecordPagePlan
const copyOf = (screen: ScreenPlan) => JSON.parse(JSON.stringify(screen)) as ScreenPlan
const edited = (edit: (screen: ScreenPlan) => void): ScreenPlan => {
  const copy = copyOf(shipped)
  edit(copy)
  return copy
}
const wordsOf = (edit: (screen: ScreenPlan) => void): string[] => differencesOf(shipped, edited(edit)).map(differenceText)
/** The schema as it is, and changed, both compiled. */
const sourcesChanged = (change: (screen: ReturnType<typeof librarySources>['screens'][string]) => void): string[] => {
  const sources = librarySources()
  change(sources.screens['base/lending']!)
  return differencesOf(shipped, compileProduct(sources).screens['base/lending']!).map(differenceText)
}

describe('the differences of two plans of a screen', () => {
  it('are none between equal ones, however their expressions are spaced', () => {
    expect(differencesOf(shipped, copyOf(shipped))).toEqual([])
    expect(wordsOf((screen) => (editOf(screen).sections[0]!.items[3]!.visible = parseExpression('from   !=   null')))).toEqual([])
  })

  it.each<[string, (screen: ScreenPlan) => void, string]>([
    [
      'a column that is added',
      (screen) => listOf(screen).columns.splice(4, 0, { ...listOf(screen).columns[0]!, key: 'remark', title: '备注' }),
      '借阅管理：列“备注”加在“合计”之后',
    ],
    ['a column that is gone', (screen) => listOf(screen).columns.splice(2, 1), '借阅管理：去掉列“主书”'],
    [
      'a column that is moved',
      (screen) => listOf(screen).columns.unshift(...listOf(screen).columns.splice(3, 1)),
      '借阅管理：列“合计”移到最前',
    ],
    ['a column that is wider', (screen) => (listOf(screen).columns[0]!.width = 300), '借阅管理：列“单号”的宽度由176改为300'],
    [
      'a search item that is added first',
      (screen) => listOf(screen).search.unshift({ ...listOf(screen).search[0]!, name: 'total', title: '合计' }),
      '借阅管理：搜索项“合计”加在最前',
    ],
    [
      'another kind of search',
      (screen) => (listOf(screen).search[0]!.as = 'begins'),
      '借阅管理：搜索项“单号”的显示方式由“contains”改为“begins”',
    ],
    ['a title', (screen) => (screen.title = '借书'), '界面“借书”的标题由“借阅管理”改为“借书”'],
    [
      'the permission of a button',
      (screen) => (screen.actions['approve']!.permission = 'lending_submit'),
      '按钮“通过”的权限由“lending_approve”改为“lending_submit”',
    ],
    [
      'a button that stands first',
      (screen) => listOf(screen).rowActions.unshift(...listOf(screen).rowActions.splice(4, 1)),
      '借阅管理：行内按钮“通过”移到最前',
    ],
    ['a button that is gone from the toolbar', (screen) => listOf(screen).toolbar.pop(), '借阅管理：去掉工具栏按钮“导出”'],
    [
      'a condition',
      (screen) => (editOf(screen).sections[0]!.items[3]!.visible = parseExpression('from != null and deposit > (1 + 2) * 3')),
      '借阅编辑：字段“止”的显示条件由“from != null”改为“from != null and deposit > (1 + 2) * 3”',
    ],
    [
      'a section that is called otherwise',
      (screen) => (editOf(screen).sections[0]!.title = '主要'),
      '借阅编辑：分区“主要”的标题由“基本”改为“主要”',
    ],
    ['a tab that is gone', (screen) => editOf(screen).tabs.pop(), '借阅编辑：去掉页签“书目”'],
    [
      'a column of a tab',
      (screen) => {
        const [tab] = editOf(screen).tabs
        if (tab?.kind === 'lines') tab.columns.pop()
      },
      '借阅编辑 › 书目：去掉列“金额”',
    ],
    ['a page that is gone, with all that was on it', (screen) => delete screen.pages['detail'], '去掉页面“借阅详情”'],
    ['a route', (screen) => (screen.pages['detail']!.route = '/lending/other'), '页面“借阅详情”的地址由“/lending/:id”改为“/lending/other”'],
    ['another base', (screen) => (screen.base = '/api/other'), '界面“借阅管理”的接口地址由“/api/lending”改为“/api/other”'],
    ['an endpoint that is gone', (screen) => delete screen.extra['trial'], '去掉接口“trial”'],
    ['a right that is added', (screen) => (screen.rights = { lending_special: '特批' }), '增加权限“特批”'],
  ])('tell %s in one line', (_name, edit, line) => {
    expect(wordsOf(edit)).toEqual([line])
  })

  it('tell a field that goes to another section once, with its place', () => {
    expect(
      wordsOf((screen) => {
        const { sections } = editOf(screen)
        sections.push({ title: '其他', items: sections[0]!.items.splice(0, 1) })
      }),
    ).toEqual(['借阅编辑：分区“其他”加在“基本”之后', '借阅编辑：字段“主书”移到“备注”之后'])
  })

  it('tell a new button by where it stands', () => {
    const edit = (screen: ScreenPlan): void => {
      screen.actions['again'] = { ...screen.actions['books']!, name: 'again', title: '再看' }
      listOf(screen).rowActions.push('again')
    }
    expect(wordsOf(edit)).toEqual(['借阅管理：行内按钮“再看”加在“看书”之后'])
  })

  it('tell what a schema says otherwise', () => {
    const said = sourcesChanged((screen) => {
      screen.permissions = { approve: 'submit' }
      const list = screen.pages.list as { columns: unknown[] }
      list.columns.splice(1, 0, 'deposit')
    })
    expect(said).toEqual(['借阅管理：列“押金”加在“合计”之后', '按钮“通过”的权限由“lending_approve”改为“lending_submit”'])
  })

  it('have for each column that is moved, gone, added or changed exactly one line', () => {
    const columns = listOf(shipped).columns
    const cases = fc.record({
      order: fc.shuffledSubarray(columns.map((_, index) => index)),
      wide: fc.integer({ min: 0, max: columns.length - 1 }),
    })
    fc.assert(
      fc.property(cases, ({ order, wide }) => {
        const after = edited((screen) => {
          listOf(screen).columns = order.map((index) => ({ ...columns[index]!, width: columns[index]!.width + (index === wide ? 1 : 0) }))
        })
        const found = differencesOf(shipped, after)
        const count = (change: string) => found.filter((each) => each.change === change).length
        expect(count('removed')).toBe(columns.length - order.length)
        expect(count('changed')).toBe(order.includes(wide) ? 1 : 0)
        expect(count('added')).toBe(0)
        // As few as there are columns outside of the longest row that has kept its order.
        expect(count('moved')).toBe(order.length - longestRising(order))
        // And the way back is as long.
        expect(differencesOf(after, shipped)).toHaveLength(found.length)
      }),
    )
  })
})

/** By trying all: there are few columns. */
function longestRising(order: readonly number[], above = -1): number {
  return Math.max(0, ...order.map((value, index) => (value > above ? 1 + longestRising(order.slice(index + 1), value) : 0)))
}
