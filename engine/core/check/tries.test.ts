import { expect, it } from 'vitest'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

function findings(change: (sources: ReturnType<typeof librarySources>) => void) {
  const sources = librarySources()
  change(sources)
  return checkProduct(sources).map(({ pointer, found, suggestion }) => ({ pointer, found, ...(suggestion ? { suggestion } : {}) }))
}
const live = (page: string, names: string[]) =>
  findings(({ screens }) => Object.assign(screens['base/lending']!.pages[page]!, { live: names }))
const lend = (part: object, name = 'lend') =>
  findings(({ entities }) => {
    const { lending } = entities
    lending!.actions = { ...lending!.actions, [name]: { title: 'Lend out', ...part } }
  })

it('lets a form be computed while its fields and line tables are filled', () => {
  expect(live('edit', ['bookId', 'books'])).toEqual([])
})

it.each([
  [
    'a field that the form has not',
    'edit',
    ['bookid'],
    { pointer: '/pages/edit/live/0', found: '没有名为“bookid”的 field', suggestion: 'bookId' },
  ],
  ['a page that is never filled', 'detail', ['bookId'], { pointer: '/pages/detail/live', found: '此页不填写记录，live 不会用到' }],
])('refuses live with %s', (_what, page, names, expected) => {
  expect(live(page, names)).toContainEqual(expected)
})

it('refuses live with a field that nobody types', () => {
  const found = findings(({ screens }) =>
    Object.assign(screens['base/lending']!.pages['edit']!, {
      sections: { 基本: ['bookId', 'from', 'until', 'deposit', 'total'] },
      live: ['total'],
    }),
  )
  expect(found).toEqual([{ pointer: '/pages/edit/live/0', found: '“total”不由用户填写，不能触发试算' }])
})

it('asks of an action with a preview that it does something and that somebody confirms it', () => {
  const at = '/actions/lend/preview'
  expect(lend({ preview: true })).toContainEqual({
    pointer: at,
    found: '“lend”除本单外没有变动（moves、free、undo、then），preview 没有可显示的内容',
  })
  expect(lend({ preview: true, free: true }).filter(({ pointer }) => pointer === at)).toEqual([])
  expect(lend({ preview: true, free: true, system: true })).toContainEqual({
    pointer: at,
    found: '“lend”只由系统执行，没有人确认，不能有 preview',
  })
})

it('keeps the names of addresses that the engine has', () => {
  expect(lend({}, 'try')).toContainEqual({ pointer: '/actions/try', found: '“try”是引擎接口的路径，不能作为动作名' })
})
