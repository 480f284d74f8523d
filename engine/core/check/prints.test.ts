import { expect, it } from 'vitest'
import type { ProductSources } from '../compile'
import { browserPlan, compileProduct } from '../compile'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

type Screen = ProductSources['screens'][string]
type Prints = NonNullable<Screen['prints']>

function sourcesWith(prints: unknown, list: object = {}): ProductSources {
  const sources = librarySources()
  const screen = sources.screens['base/lending']!
  if (prints !== undefined) screen.prints = prints as Prints
  const { rowActions = [] } = screen.pages.list!
  Object.assign(screen.pages.list!, { rowActions: [...rowActions, 'print'] }, list)
  return sources
}
const findings = (prints: unknown, list: object = {}) =>
  checkProduct(sourcesWith(prints, list)).map(({ pointer, found, suggestion }) => ({
    pointer,
    found,
    ...(suggestion ? { suggestion } : {}),
  }))

const slip = {
  title: '借书单',
  when: "status == 'OPEN'",
  paper: { size: '241x140' },
  parts: [
    { fields: ['bookId', { field: 'until', span: 2 }] },
    { lines: 'books', columns: ['bookTitle', { field: 'qty', title: '册', width: 60, total: true }], when: 'count(books) > 0' },
    { text: '{bookTitle} 的押金 {deposit}' },
    { sign: ['馆员'] },
  ],
}

it('accepts a template of all kinds of parts, and the button for several rows', () => {
  expect(findings({ slip }, { batchActions: ['print'] })).toEqual([])
})

it('compiles it with the fields that it reads, and gives the browser its title and condition alone', () => {
  const screen = compileProduct(sourcesWith({ slip })).screens['base/lending']!
  expect(screen.prints!['slip']).toMatchObject({
    paper: { size: '241x140', landscape: true, margin: 12 },
    copies: [],
    reads: {
      fields: ['id', 'lendingNo', 'status', 'bookId', 'bookTitle', 'until', 'deposit'],
      lines: { books: ['bookTitle', 'bookId', 'qty'] },
    },
    parts: [{ kind: 'fields', across: 3 }, { title: '书目', columns: [{ title: '书' }, { title: '册', width: 60, total: true }] }, {}, {}],
  })
  const { templates } = screen.actions['print']!.does as { templates: object[] }
  expect(templates).toEqual([{ name: 'slip', title: '借书单', when: expect.anything() as object }])
  expect(browserPlan(screen)).not.toHaveProperty('prints')
})

it('answers rows with what their print button decides by', () => {
  const screen = compileProduct(sourcesWith({ slip: { ...slip, when: "remark == 'x'" } })).screens['base/lending']!
  expect(screen.access.listFields).toContain('remark')
})

it.each<[string, object, { pointer: string; found: string; suggestion?: string }]>([
  [
    'a field that is not there',
    { parts: [{ fields: ['bookid'] }] },
    { pointer: '/prints/slip/parts/0/fields/0', found: '没有名为“bookid”的 field', suggestion: 'bookId' },
  ],
  [
    'a span wider than the sheet',
    { parts: [{ fields: [{ field: 'bookId', span: 3 }], across: 2 }] },
    { pointer: '/prints/slip/parts/0/fields/0/span', found: '跨 3 列，超过每行 2 列（across）' },
  ],
  [
    'a line table that is not there',
    { parts: [{ lines: 'book', columns: ['qty'] }] },
    { pointer: '/prints/slip/parts/0/lines', found: '没有名为“book”的 lines', suggestion: 'books' },
  ],
  [
    'a column that is not there',
    { parts: [{ lines: 'books', columns: ['deposit'] }] },
    { pointer: '/prints/slip/parts/0/columns/0', found: '没有名为“deposit”的 field' },
  ],
  [
    'the sum of a text',
    { parts: [{ lines: 'books', columns: [{ field: 'bookTitle', total: true }] }] },
    { pointer: '/prints/slip/parts/0/columns/0/total', found: '“bookTitle”不是数值，不能合计' },
  ],
  [
    'a hole for nothing',
    { parts: [{ text: '押金 {depositt}' }] },
    { pointer: '/prints/slip/parts/0/text', found: '没有名为“depositt”的 field', suggestion: 'deposit' },
  ],
])('refuses %s', (_what, change, finding) => {
  expect(findings({ slip: { ...slip, ...change } })).toEqual([finding])
})

it('refuses a condition over lines, which a row of a list has not', () => {
  const found = findings({ slip: { ...slip, when: 'count(books) > 0' } })
  expect(found.map(({ pointer }) => pointer)).toEqual(['/prints/slip/when'])
})

it('refuses templates that no button prints, and several rows without a template', () => {
  expect(findings({ slip }, { rowActions: ['submit'] })).toEqual([expect.objectContaining({ pointer: '/prints' })])
  expect(findings(undefined, { rowActions: ['submit'], batchActions: ['print'] })).toEqual([
    { pointer: '/pages/list/batchActions/0', found: '没有打印模板（prints），不能批量打印' },
  ])
})

it('refuses a secret on paper, and templates of what keeps no history', () => {
  const sources = sourcesWith({ slip: { ...slip, parts: [{ text: '{secretNote}' }, ...slip.parts] } })
  sources.entities['lending']!.fields['secretNote'] = { type: 'text', title: '密注', maxLength: 10, secret: true }
  expect(checkProduct(sources)).toMatchObject([{ pointer: '/prints/slip/parts/0/text', found: '“secretNote”是保密字段，不能显示或查询' }])
  const seen = sourcesWith({ slip })
  seen.entities['lending']!.view = 'lent'
  expect(checkProduct(seen)).toContainEqual(
    expect.objectContaining({ pointer: '/prints', found: '读模型“lending”没有历史记录，不能设打印模板' }),
  )
})
