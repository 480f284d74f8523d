import { describe, expect, it } from 'vitest'
import type { ProductSources } from '../compile'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

/** The sources with one place changed; `path` is a JSON pointer without escapes. */
function changed(path: string, value: unknown): ProductSources {
  const sources = librarySources()
  const parts = path.split('/').map((part) => part.replace('~', '/'))
  let place = sources as unknown as Record<string, unknown>
  for (const part of parts.slice(0, -1)) place = place[part] as Record<string, unknown>
  const last = parts.at(-1) ?? ''
  if (value === undefined) delete place[last]
  else place[last] = value
  return sources
}

const lending = 'screens/base~lending'

/** The book with a number of its own. */
function numberedBook(prefix: unknown): unknown {
  const { book } = librarySources().entities
  const genre = { ...book?.fields['genre'], required: true }
  return { ...book, serial: { prefix }, fields: { ...book?.fields, genre, bookNo: { type: 'serial', title: '编号' } } }
}

function bookAbout(fields: object): unknown {
  const { book } = librarySources().entities
  return { ...book, fields: { ...book?.fields, ...fields } }
}

function bookSummary(summary: unknown): unknown {
  return { ...librarySources().entities['book'], summary }
}

function countedBook(sequences: unknown): unknown {
  const { book } = librarySources().entities
  const fields = { shelfNo: { type: 'digit', title: '架号', system: true }, boughtAt: { type: 'dateTime', title: '购入' } }
  return { ...book, sequences, fields: { ...book?.fields, ...fields } }
}

describe('an alias', () => {
  const findingsOf = (alias: string, fields: object = {}) => {
    const sources = librarySources()
    sources.entities['book'] = { ...(bookAbout(fields) as NonNullable<ProductSources['entities'][string]>), alias }
    return checkProduct(sources).map(({ pointer, found }) => `${pointer} ${found}`)
  }
  const text = { type: 'text', title: '副标题', maxLength: 40 }

  it('is a stored text that everybody may read', () => {
    expect(findingsOf('subtitle', { subtitle: text })).toEqual([])
  })
  it.each([
    ['nobody', {}, '没有名为“nobody”的 field'],
    ['subtitle', { subtitle: { ...text, secret: true } }, '“subtitle”不能作别名（alias）'],
    ['subtitle', { subtitle: { type: 'digit', title: '卷' } }, '“subtitle”不能作别名（alias）'],
    ['bookTitle', {}, '“bookTitle”不能作别名（alias）'],
  ])('is not %s %j', (alias, fields, found) => {
    expect(findingsOf(alias, fields)).toEqual([expect.stringContaining(`/alias ${found}`)])
  })
})

it('finds nothing wrong in a right product', () => {
  expect(checkProduct(librarySources())).toEqual([])
})

it.each<[string, string, unknown, { source: string; pointer: string; found: string; suggestion?: string; offset?: number }]>([
  [
    'a field of a column',
    `${lending}/pages/list/columns/1`,
    'bookTitel',
    { source: 'screens/base/lending', pointer: '/pages/list/columns/1', found: '没有名为“bookTitel”的 field', suggestion: 'bookTitle' },
  ],
  [
    'an entity',
    `${lending}/entity`,
    'lendin',
    { source: 'screens/base/lending', pointer: '/entity', found: '没有名为“lendin”的 entity', suggestion: 'lending' },
  ],
  [
    'a button',
    `${lending}/pages/list/rowActions/3`,
    'sumbit',
    { source: 'screens/base/lending', pointer: '/pages/list/rowActions/3', found: '没有名为“sumbit”的 action', suggestion: 'submit' },
  ],
  [
    'what is drawn above a list',
    `${lending}/pages/list/area`,
    'submit',
    { source: 'screens/base/lending', pointer: '/pages/list/area', found: '没有名为“submit”的 action' },
  ],
  [
    'a field of the condition that a list refreshes by',
    `${lending}/pages/list/refresh`,
    { seconds: 5, while: "statuss == 'DRAFT'" },
    {
      source: 'screens/base/lending',
      pointer: '/pages/list/refresh/while',
      found: '没有名为“statuss”的字段',
      suggestion: 'status',
      offset: 0,
    },
  ],
  [
    'what a document is about, where nothing says it',
    'entities/lending/summary',
    undefined,
    {
      source: 'entities/lending',
      pointer: '/states',
      found: '有状态的实体需要 summary：至少说明单据关于谁（about），另可列出关键数字与日期',
    },
  ],
  [
    'whom a summary is about',
    'entities/lending/summary/about',
    'deposit',
    { source: 'entities/lending', pointer: '/summary/about', found: '“deposit”不能说明单据关于谁：需要引用、文本或选项字段' },
  ],
  [
    'a figure of a summary',
    'entities/lending/summary/figures/1',
    'until',
    { source: 'entities/lending', pointer: '/summary/figures/1', found: '“until”不是数字' },
  ],
  [
    'a field of a summary',
    'entities/lending/summary/date',
    'untill',
    { source: 'entities/lending', pointer: '/summary/date', found: '没有名为“untill”的 field', suggestion: 'until' },
  ],
  [
    'a line table that is decided on',
    'entities/lending/summary/lines',
    { book: ['qty'] },
    { source: 'entities/lending', pointer: '/summary/lines/book', found: '没有名为“book”的 lines', suggestion: 'books' },
  ],
  [
    'a column that is decided on',
    'entities/lending/summary/lines',
    { books: ['qtyy'] },
    { source: 'entities/lending', pointer: '/summary/lines/books/0', found: '没有名为“qtyy”的 field', suggestion: 'qty' },
  ],
  [
    'a sum of what is decided on',
    'entities/lending/summary/lines',
    { books: [{ field: 'bookTitle', total: true }] },
    { source: 'entities/lending', pointer: '/summary/lines/books/0/total', found: '“bookTitle”不是数值，不能合计' },
  ],
  [
    'the date of a summary',
    'entities/lending/summary/date',
    'total',
    { source: 'entities/lending', pointer: '/summary/date', found: '“total”不是日期或时间' },
  ],
  [
    'the condition of a warning',
    'entities/lending/warnings',
    [{ when: 'depositt > 3', says: '押金 {deposit}' }],
    { source: 'entities/lending', pointer: '/warnings/0/when', found: '没有名为“depositt”的字段', suggestion: 'deposit' },
  ],
  [
    'what a warning says',
    'entities/lending/warnings',
    [{ when: 'deposit > 3', says: '押金 {depositt}' }],
    { source: 'entities/lending', pointer: '/warnings/0/says', found: '没有名为“depositt”的 field', suggestion: 'deposit' },
  ],
  [
    'the field of a warning of an action',
    'entities/lending/actions/approve/warnings',
    [{ when: 'form.until > today()', says: '{opinion}', field: 'opinon' }],
    { source: 'entities/lending', pointer: '/actions/approve/warnings/0/field', found: '没有名为“opinon”的 field', suggestion: 'opinion' },
  ],
  [
    'a summary that falls due on no date',
    'entities/lending/summary',
    { about: 'bookId', due: true },
    { source: 'entities/lending', pointer: '/summary/due', found: '没有日期（date），说不出何时到期' },
  ],
  [
    'the sum of a summary without figures',
    'entities/lending/summary/figures',
    undefined,
    { source: 'entities/lending', pointer: '/summary/sum', found: '“figures”不是数值，不能合计' },
  ],
  [
    'the unit of a summary',
    'entities/lending/summary/unit',
    'until',
    { source: 'entities/lending', pointer: '/summary/unit', found: '“until”不能作为数字的单位：需要单值的引用、文本或选项字段' },
  ],
  [
    'a screen without a list',
    `${lending}/pages/list`,
    undefined,
    { source: 'screens/base/lending', pointer: '/pages', found: '没有列表页面：每个 base 都要有 list 和 export' },
  ],
  [
    'what is read first in a summary',
    'entities/lending/summary/first',
    ['reason'],
    { source: 'entities/lending', pointer: '/summary/first/0', found: '没有名为“reason”的 field' },
  ],
  [
    'a secret that is read first in a summary',
    'entities/book',
    bookSummary({ about: 'bookTitle', first: ['secretNote'] }),
    { source: 'entities/book', pointer: '/summary/first/0', found: '“secretNote”是保密字段，不能显示或查询' },
  ],
  [
    'a summary that tells a secret',
    'entities/book',
    bookSummary({ about: 'secretNote' }),
    { source: 'entities/book', pointer: '/summary/about', found: '“secretNote”是保密字段，不能显示或查询' },
  ],
  [
    'the lines that a read model shows',
    'entities/book/view',
    { lines: 'lending.boks' },
    { source: 'entities/book', pointer: '/view/lines', found: '没有名为“boks”的 lines', suggestion: 'books' },
  ],
  [
    'the document whose lines a read model shows',
    'entities/book/view',
    { lines: 'landing.books' },
    { source: 'entities/book', pointer: '/view/lines', found: '没有名为“landing”的 entity', suggestion: 'lending' },
  ],
  [
    'a field of the header beside lines',
    'entities/book/view',
    { lines: 'lending.books', header: ['lendingNo', 'bookId'] },
    { source: 'entities/book', pointer: '/view/header/1', found: '“bookId”已在 lending.books 中使用' },
  ],
  [
    'an argument of a table',
    'entities/book/params',
    { asOf: { type: 'date', title: '截至' } },
    { source: 'entities/book', pointer: '/params', found: '只有命名的视图才能有 params' },
  ],
  [
    'the field that makes the groups of a chart',
    `${lending}/pages/list/charts`,
    { c: { title: '图', kind: 'bar', x: 'untill', series: { total: { sum: 'total' } } } },
    { source: 'screens/base/lending', pointer: '/pages/list/charts/c/x', found: '没有名为“untill”的 field', suggestion: 'until' },
  ],
  [
    'groups of numbers',
    `${lending}/pages/list/charts`,
    { c: { title: '图', kind: 'bar', x: 'total', series: { total: { sum: 'total' } } } },
    {
      source: 'screens/base/lending',
      pointer: '/pages/list/charts/c/x',
      found: '“total”不能作为图表的分组：需要存储的单值引用、日期、选项、状态、开关或单行文本',
    },
  ],
  [
    'a period of what is no time',
    `${lending}/pages/list/charts`,
    { c: { title: '图', kind: 'bar', x: { field: 'status', per: 'month' }, series: { total: { sum: 'total' } } } },
    { source: 'screens/base/lending', pointer: '/pages/list/charts/c/x/per', found: '“status”不是日期或时间，没有 per' },
  ],
  [
    'a chart of what the list does not show',
    `${lending}/pages/list/charts`,
    { c: { title: '图', kind: 'bar', x: 'status', series: { deposit: { sum: 'deposit' } } } },
    {
      source: 'screens/base/lending',
      pointer: '/pages/list/charts/c/series/deposit/sum',
      found: '“deposit”既不是此表的列，也不是查询项，不能画成图',
    },
  ],
  [
    'a chart of texts',
    `${lending}/pages/list/charts`,
    { c: { title: '图', kind: 'bar', x: 'status', series: { remark: { sum: 'remark' } } } },
    { source: 'screens/base/lending', pointer: '/pages/list/charts/c/series/remark/sum', found: '“remark”不是数值，不能合计' },
  ],
  [
    'the last row of no time',
    `${lending}/pages/list/charts`,
    { c: { title: '图', kind: 'bar', x: 'status', series: { total: { last: 'total' } } } },
    {
      source: 'screens/base/lending',
      pointer: '/pages/list/charts/c/series/total/last',
      found: '“status”不是日期或时间，没有最后一行（last）可言',
    },
  ],
  [
    'several numbers of a chart with by',
    `${lending}/pages/list/charts`,
    { c: { title: '图', kind: 'bar', x: 'status', by: 'status', series: { total: { sum: 'total' }, most: { max: 'total' } } } },
    { source: 'screens/base/lending', pointer: '/pages/list/charts/c/by', found: '有 by 的图只能有一个 series' },
  ],
  [
    'a pie of means',
    `${lending}/pages/list/charts`,
    { c: { title: '图', kind: 'pie', x: 'status', series: { total: { avg: 'total' } } } },
    {
      source: 'screens/base/lending',
      pointer: '/pages/list/charts/c/kind',
      found: '饼图显示一个合计的构成：只能有一个 sum 或 count，不能有 by，x 不能是日期或时间',
    },
  ],
  [
    'the condition of a chart',
    `${lending}/pages/list/charts`,
    { c: { title: '图', kind: 'bar', x: 'status', series: { total: { sum: 'total' } }, when: 'totl > 1' } },
    { source: 'screens/base/lending', pointer: '/pages/list/charts/c/when', found: '没有名为“totl”的字段', suggestion: 'total' },
  ],
  [
    'a chart of what a related table does not show',
    `${lending}/pages/detail/tabs/同书/charts`,
    { c: { title: '图', kind: 'bar', x: 'status', series: { n: { title: '数', count: true } } } },
    {
      source: 'screens/base/lending',
      pointer: '/pages/detail/tabs/同书/charts/c/x',
      found: '“status”既不是此表的列，也不是查询项，不能画成图',
    },
  ],
  [
    'a field that a figure adds up',
    `${lending}/pages/list/figures`,
    { all: { title: '和', sum: 'totl' } },
    { source: 'screens/base/lending', pointer: '/pages/list/figures/all/sum', found: '没有名为“totl”的 field', suggestion: 'total' },
  ],
  [
    'a text that a figure adds up',
    `${lending}/pages/list/figures`,
    { all: { title: '和', sum: 'remark' } },
    { source: 'screens/base/lending', pointer: '/pages/list/figures/all/sum', found: '“remark”不是数值，不能合计' },
  ],
  [
    'a condition of a figure that the database cannot answer',
    `${lending}/pages/list/figures`,
    { all: { title: '数', count: true, when: "upper(remark) == 'A'" } },
    { source: 'screens/base/lending', pointer: '/pages/list/figures/all/when', found: '函数“upper”不能用在数据库条件中', offset: 0 },
  ],
  [
    'a filter of a figure that the list has not',
    `${lending}/pages/list/figures`,
    { all: { title: '数', count: true, filter: { fromstart: '2026-01-01' } } },
    {
      source: 'screens/base/lending',
      pointer: '/pages/list/figures/all/filter/fromstart',
      found: '没有名为“fromstart”的 filter',
      suggestion: 'fromStart',
    },
  ],
  [
    'a filter that a figure disregards and the list has not',
    `${lending}/pages/list/figures`,
    { all: { title: '数', count: true, regardless: ['fromEnd', 'fromend'] } },
    {
      source: 'screens/base/lending',
      pointer: '/pages/list/figures/all/regardless/1',
      found: '没有名为“fromend”的 filter',
      suggestion: 'fromEnd',
    },
  ],
  [
    'a code in a filter of a figure',
    `${lending}/pages/list/figures`,
    { all: { title: '数', count: true, filter: { status: 'OPN' } } },
    { source: 'screens/base/lending', pointer: '/pages/list/figures/all/filter/status', found: '没有名为“OPN”的 code', suggestion: 'OPEN' },
  ],
  [
    'a filter of a figure that is no day',
    `${lending}/pages/list/figures`,
    { all: { title: '数', count: true, filter: { fromEnd: { expression: '1 + 1' } } } },
    { source: 'screens/base/lending', pointer: '/pages/list/figures/all/filter/fromEnd/expression', found: '表达式的结果类型是 number' },
  ],
  [
    'what a figure stands out by, other than its value',
    `${lending}/pages/list/figures`,
    { all: { title: '数', count: true, tone: { danger: 'total > 0' } } },
    { source: 'screens/base/lending', pointer: '/pages/list/figures/all/tone/danger', found: '没有名为“total”的字段' },
  ],
  [
    'a column that a group names',
    `${lending}/pages/list/groups`,
    { 值: ['totl'] },
    { source: 'screens/base/lending', pointer: '/pages/list/groups/值/0', found: '没有名为“totl”的 column', suggestion: 'total' },
  ],
  [
    'columns of a group that stand apart',
    `${lending}/pages/list/groups`,
    { 值: ['bookTitle', 'status'] },
    { source: 'screens/base/lending', pointer: '/pages/list/groups/值', found: '“值”中的列在 columns 里没有相邻' },
  ],
  [
    'a group with the pinned column',
    `${lending}/pages/list/groups`,
    { 值: ['lendingNo', 'bookTitle'] },
    { source: 'screens/base/lending', pointer: '/pages/list/groups/值', found: '首列“lendingNo”是固定列，不能归入分组' },
  ],
  [
    'a column in two groups',
    `${lending}/pages/list/groups`,
    { 值: ['bookTitle', 'total'], 另: ['total', 'status'] },
    { source: 'screens/base/lending', pointer: '/pages/list/groups/另/0', found: '“total”已在 值 中使用' },
  ],
  [
    'a field that a cell stands out by',
    `${lending}/pages/list/columns/2`,
    { field: 'total', tone: { danger: { when: 'totl < 0', says: '不足' } } },
    {
      source: 'screens/base/lending',
      pointer: '/pages/list/columns/2/tone/danger/when',
      found: '没有名为“totl”的字段',
      suggestion: 'total',
    },
  ],
  [
    'a condition of a row that is none',
    `${lending}/pages/list/tone`,
    { warning: 'total' },
    { source: 'screens/base/lending', pointer: '/pages/list/tone/warning', found: '表达式的结果类型是 number' },
  ],
  [
    'a line table that no row of a list has',
    `${lending}/pages/list/tone`,
    { warning: 'count(books.qty) > 3' },
    { source: 'screens/base/lending', pointer: '/pages/list/tone/warning', found: '没有名为“books”的字段', offset: 6 },
  ],
  [
    'a secret that a row stands out by',
    `${lending}/pages/edit/tabs/同名`,
    { related: 'book', by: { branchId: 'remark' }, columns: ['bookTitle'], tone: { info: "secretNote == 'x'" } },
    { source: 'screens/base/lending', pointer: '/pages/edit/tabs/同名/tone/info', found: '没有名为“secretNote”的字段' },
  ],
  [
    'a dictionary',
    'entities/book/fields/genre/dictionary',
    'gender',
    { source: 'entities/book', pointer: '/fields/genre/dictionary', found: '没有名为“gender”的 dictionary', suggestion: 'genre' },
  ],
  [
    'the target of a reference',
    'entities/book/fields/branchId/to',
    'brnch',
    { source: 'entities/book', pointer: '/fields/branchId/to', found: '没有名为“brnch”的 entity', suggestion: 'branch' },
  ],
  [
    'a code in a condition of choice',
    'entities/lending/fields/bookId/where/genre',
    'NOVELL',
    { source: 'entities/lending', pointer: '/fields/bookId/where/genre', found: '没有名为“NOVELL”的 code', suggestion: 'NOVEL' },
  ],
  [
    'a field of a condition of choice',
    'entities/lending/fields/bookId/where',
    { anyOf: [{ genre: 'NOVEL' }, { gnre: null }] },
    { source: 'entities/lending', pointer: '/fields/bookId/where/anyOf/1/gnre', found: '没有名为“gnre”的 field', suggestion: 'genre' },
  ],
  [
    'a code that a condition of choice rules out',
    'entities/lending/fields/bookId/where/genre',
    { not: ['NOVEL', 'POERTY'] },
    { source: 'entities/lending', pointer: '/fields/bookId/where/genre/not/1', found: '没有名为“POERTY”的 code', suggestion: 'POETRY' },
  ],
  [
    'a value of another type in a condition of choice',
    'entities/lending/fields/bookId/where',
    { price: { above: 'much' } },
    { source: 'entities/lending', pointer: '/fields/bookId/where/price/above', found: '“price”是 number，不能与 "much" 比较' },
  ],
  [
    'a field of the form of another type',
    'entities/lending/fields/bookId/where',
    { price: { atMost: { from: 'from' } } },
    { source: 'entities/lending', pointer: '/fields/bookId/where/price/atMost', found: '“price”是 number，不能与 from 比较' },
  ],
  [
    'a field of the form that is not there',
    'entities/lending/fields/bookId/where',
    { branchId: { from: 'brnch' } },
    { source: 'entities/lending', pointer: '/fields/bookId/where/branchId/from', found: '没有名为“brnch”的 field' },
  ],
  [
    'an order of what has none',
    'entities/lending/fields/bookId/where',
    { genre: { above: 'NOVEL' } },
    { source: 'entities/lending', pointer: '/fields/bookId/where/genre', found: '“genre”是 text，没有大小先后' },
  ],
  [
    'a day where there is none',
    'entities/lending/fields/bookId/where',
    { price: { today: 0 } },
    { source: 'entities/lending', pointer: '/fields/bookId/where/price', found: '“price”是 number，不能与 today 比较' },
  ],
  [
    'an end that no state is',
    'entities/lending/fields/bookId/where',
    { genre: { ended: false } },
    { source: 'entities/lending', pointer: '/fields/bookId/where/genre', found: '“genre”没有标明 ended 的状态' },
  ],
  [
    'values from around where there are none',
    `${lending}/endpoints/where`,
    { bookId: { from: 'bookId' } },
    { source: 'screens/base/lending', pointer: '/endpoints/where/bookId', found: '此处没有可取值的表单或记录，不能用 from' },
  ],
  [
    'what ends the usual rows of a list',
    `${lending}/endpoints/usual`,
    { where: { status: 'DRAFT' }, unless: ['bookTitel'] },
    { source: 'screens/base/lending', pointer: '/endpoints/usual/unless/0', found: '没有名为“bookTitel”的 field' },
  ],
  [
    'the usual rows of a list',
    `${lending}/endpoints/usual`,
    { where: { statuss: 'DRAFT' }, unless: ['status'] },
    { source: 'screens/base/lending', pointer: '/endpoints/usual/where/statuss', found: '没有名为“statuss”的 field' },
  ],
  [
    'a field of a partial key',
    'entities/branch/unique',
    [['code'], { fields: ['branchNam'], where: { code: { not: null } } }],
    { source: 'entities/branch', pointer: '/unique/1/fields/0', found: '没有名为“branchNam”的 field', suggestion: 'branchName' },
  ],
  [
    'a key that not the database alone can judge',
    'entities/lending/unique',
    [{ fields: ['bookId'], where: { until: { below: { today: 0 } } } }],
    {
      source: 'entities/lending',
      pointer: '/unique/0/where/until/below',
      found: '此处由数据库判断，只能与固定值比较，不能用 from 或 today',
    },
  ],
  [
    'a key that is said twice',
    'entities/branch/unique',
    [['code'], { fields: ['code'], where: { code: { not: null } } }],
    { source: 'entities/branch', pointer: '/unique/1', found: '“code”已在 /unique 中使用' },
  ],
  [
    'an end of a period that is no day',
    'entities/lending/intervals',
    [{ key: ['bookId'], from: 'from', until: 'total' }],
    { source: 'entities/lending', pointer: '/intervals/0/until', found: '“total”不是日期或时间，或与另一端类型不同' },
  ],
  [
    'a field of the key of periods',
    'entities/lending/intervals',
    [{ key: ['bookIdd'], from: 'from', until: 'until' }],
    { source: 'entities/lending', pointer: '/intervals/0/key/0', found: '没有名为“bookIdd”的 field', suggestion: 'bookId' },
  ],
  [
    'periods that only the day decides about',
    'entities/lending/intervals',
    [{ key: ['bookId'], from: 'from', until: 'until', where: { until: { atLeast: { today: 0 } } } }],
    {
      source: 'entities/lending',
      pointer: '/intervals/0/where/until/atLeast',
      found: '此处由数据库判断，只能与固定值比较，不能用 from 或 today',
    },
  ],
  [
    'a field that a choice fills',
    'entities/lending/fields/bookId/fill',
    { deposits: 'price' },
    { source: 'entities/lending', pointer: '/fields/bookId/fill/deposits', found: '没有名为“deposits”的 field', suggestion: 'deposit' },
  ],
  [
    'a field in a formula',
    'entities/lending/fields/total/value',
    'sum(books.amonut)',
    {
      source: 'entities/lending',
      pointer: '/fields/total/value',
      offset: 4,
      found: '没有名为“books.amonut”的字段',
      suggestion: 'books.amount',
    },
  ],
  [
    'the type of a formula',
    'entities/lending/fields/total/value',
    "concat('a')",
    { source: 'entities/lending', pointer: '/fields/total/value', found: '表达式的结果类型是 text' },
  ],
  [
    'a field in a formula that is followed',
    'entities/lending/fields/deposit/follows',
    'totl * 2',
    { source: 'entities/lending', pointer: '/fields/deposit/follows', offset: 0, found: '没有名为“totl”的字段', suggestion: 'total' },
  ],
  [
    'a field that an input of an action is required by',
    'entities/lending/actions/approve/ask',
    { until: true, reason: { type: 'text', title: '原因', maxLength: 20, required: 'totl > 0' } },
    {
      source: 'entities/lending',
      pointer: '/actions/approve/ask/reason/required',
      offset: 0,
      found: '没有名为“totl”的字段',
      suggestion: 'total',
    },
  ],
  [
    'the type of what an input begins with',
    'entities/lending/actions/approve/ask',
    { until: true, fine: { type: 'money', title: '罚金', default: { expression: 'until' } } },
    { source: 'entities/lending', pointer: '/actions/approve/ask/fine/default/expression', found: '表达式的结果类型是 date' },
  ],
  [
    'a field that a column of an input is required by',
    'entities/lending/actions/approve/ask',
    {
      until: true,
      books: { type: 'lines', of: 'books', show: [], fill: { why: { type: 'text', title: '原因', maxLength: 20, required: 'qtty > 1' } } },
    },
    {
      source: 'entities/lending',
      pointer: '/actions/approve/ask/books/fill/why/required',
      offset: 0,
      found: '没有名为“qtty”的字段',
      suggestion: 'qty',
    },
  ],
  [
    'a code list that a request asks for',
    `${lending}/actions/send`,
    { title: '寄', does: 'request', endpoint: 'trial', ask: { genre: { type: 'select', title: '类别', dictionary: 'gene' } } },
    {
      source: 'screens/base/lending',
      pointer: '/actions/send/ask/genre/dictionary',
      found: '没有名为“gene”的 dictionary',
      suggestion: 'genre',
    },
  ],
  [
    'a field that an input of a request begins with',
    `${lending}/actions/send`,
    {
      title: '寄',
      does: 'request',
      endpoint: 'trial',
      ask: { cost: { type: 'money', title: '费用', default: { expression: 'totl' } } },
    },
    {
      source: 'screens/base/lending',
      pointer: '/actions/send/ask/cost/default/expression',
      offset: 0,
      found: '没有名为“totl”的字段',
      suggestion: 'total',
    },
  ],
  [
    'a field that a body is required by',
    `${lending}/endpoints/extra/trial/body`,
    { until: true, why: { type: 'text', title: '原因', maxLength: 20, required: 'untl != null' } },
    {
      source: 'screens/base/lending',
      pointer: '/endpoints/extra/trial/body/why/required',
      offset: 0,
      found: '没有名为“untl”的字段',
      suggestion: 'until',
    },
  ],
  [
    'a field that a column of a body is required by',
    `${lending}/endpoints/extra/trial/body`,
    {
      books: {
        type: 'lines',
        of: 'books',
        fields: { price: true, why: { type: 'text', title: '原因', maxLength: 20, required: 'prce > 1' } },
      },
    },
    {
      source: 'screens/base/lending',
      pointer: '/endpoints/extra/trial/body/books/fields/why/required',
      offset: 0,
      found: '没有名为“prce”的字段',
      suggestion: 'price',
    },
  ],
  [
    'a field that a parameter of an address is required by',
    `${lending}/endpoints/extra/trial/query`,
    { until: { type: 'date', title: '止' }, why: { type: 'text', title: '原因', maxLength: 20, required: 'untl != null' } },
    {
      source: 'screens/base/lending',
      pointer: '/endpoints/extra/trial/query/why/required',
      offset: 0,
      found: '没有名为“untl”的字段',
      suggestion: 'until',
    },
  ],
  [
    'the endpoint that a choice asks',
    `${lending}/pages/edit/sections/基本/0`,
    { field: 'bookId', brings: 'trail' },
    {
      source: 'screens/base/lending',
      pointer: '/pages/edit/sections/基本/0/brings',
      found: '没有名为“trail”的 endpoint',
      suggestion: 'trial',
    },
  ],
  [
    'a button with a title of its own',
    `${lending}/titles`,
    { aprove: '准借' },
    { source: 'screens/base/lending', pointer: '/titles/aprove', found: '没有名为“aprove”的 action', suggestion: 'approve' },
  ],
  [
    'what follows an action',
    `${lending}/leadsTo`,
    { approve: 'bookz' },
    { source: 'screens/base/lending', pointer: '/leadsTo/approve', found: '没有名为“bookz”的 action', suggestion: 'books' },
  ],
  [
    'the syntax of a condition',
    'entities/lending/fields/until/required',
    'deposit >',
    { source: 'entities/lending', pointer: '/fields/until/required', offset: 9, found: '表达式不完整' },
  ],
  [
    'a word of another language',
    'entities/lending/fields/until/required',
    'deposit && from',
    { source: 'entities/lending', pointer: '/fields/until/required', offset: 8, found: '不支持“&&”', suggestion: 'and' },
  ],
  [
    'a state',
    'entities/lending/actions/approve/to',
    'DON',
    { source: 'entities/lending', pointer: '/actions/approve/to', found: '没有名为“DON”的 state', suggestion: 'DONE' },
  ],
  [
    'a second initial state',
    'entities/lending/states/OPEN/initial',
    true,
    { source: 'entities/lending', pointer: '/states', found: '需要恰好一个 initial 状态，现有 2 个' },
  ],
  [
    'a state that nothing leads to',
    'entities/lending/states/LOST',
    { title: 'Lost' },
    {
      source: 'entities/lending',
      pointer: '/states/LOST',
      found: '没有操作进入状态“LOST”：请在某个操作的 to 中写明，或标为 planned（以后的流程才进入）',
    },
  ],
  [
    'a planned state that something leads to',
    'entities/lending/states/OPEN/planned',
    true,
    { source: 'entities/lending', pointer: '/states/OPEN', found: '状态“OPEN”标为 planned，但已有操作进入，请删去 planned' },
  ],
  [
    'a grey button without a reason',
    'entities/lending/actions/approve/whenNot',
    undefined,
    { source: 'entities/lending', pointer: '/actions/approve/when', found: '有 when 就要有 whenNot，说明拒绝的原因' },
  ],
  [
    'four eyes on no user',
    'entities/lending/actions/approve/notBy',
    'bookId',
    { source: 'entities/lending', pointer: '/actions/approve/notBy', found: '“bookId”不是指向用户的引用' },
  ],
  [
    'a row scope that leads elsewhere',
    'entities/lending/scope',
    { branch: ['bookId'], owner: 'none' },
    { source: 'entities/lending', pointer: '/scope/branch/0', found: '“bookId”不是指向 branch 的引用' },
  ],
  [
    'a dimension of scope',
    'entities/book/scope',
    { branch: ['branchId'], owner: 'any', branhc: ['branchId'] },
    { source: 'entities/book', pointer: '/scope/branhc', found: '没有名为“branhc”的 scope', suggestion: 'branch' },
  ],
  [
    'a dimension of scope that is not said',
    'entities/book/scope',
    { branch: ['branchId'] },
    {
      source: 'entities/book',
      pointer: '/scope',
      found: '数据归属未说明“owner”：写明归属字段，或 "any"（不限）、"none"（都不可见）',
    },
  ],
  [
    'a row scope that is not said at all',
    'entities/book/scope',
    undefined,
    {
      source: 'entities/book',
      pointer: '',
      found: '数据归属未说明“branch、owner”：写明归属字段，或 "any"（不限）、"none"（都不可见）',
    },
  ],
  [
    'a step of a row scope that leads nowhere',
    'entities/lending/scope',
    { branch: ['bookId.branchId.branchName.code'], owner: 'any' },
    { source: 'entities/lending', pointer: '/scope/branch/0', found: '“bookId.branchId.branchName.code”不是指向 branch 的引用' },
  ],
  [
    'a field of a step of a row scope',
    'entities/lending/scope',
    { branch: ['bookId.brnchId'], owner: 'any' },
    { source: 'entities/lending', pointer: '/scope/branch/0', found: '没有名为“brnchId”的 field', suggestion: 'branchId' },
  ],
  [
    'a record that rows are to be seen as',
    'entities/lending/scope',
    { as: 'deposit' },
    { source: 'entities/lending', pointer: '/scope/as', found: '“deposit”不是指向单条记录的引用，不能用作 as' },
  ],
  [
    'a check of a group',
    'groups/remark/checks',
    [{ that: 'remrk != null', message: '!', field: 'remark' }],
    {
      source: 'groups/remark',
      pointer: '/checks/0/that',
      offset: 0,
      found: '没有名为“remrk”的字段（lending 引用时）',
      suggestion: 'remark',
    },
  ],
  [
    'an index of a group',
    'groups/remark/indexes',
    [['remrk']],
    { source: 'groups/remark', pointer: '/indexes/0/0', found: '没有名为“remrk”的 field（lending 引用时）', suggestion: 'remark' },
  ],
  [
    'a field of a line table of a group',
    'groups/remark/lines',
    { books: { fields: { fee: { type: 'money', title: '费', value: 'qty * prce' } } } },
    {
      source: 'groups/remark',
      pointer: '/lines/books/fields/fee/value',
      offset: 6,
      found: '没有名为“prce”的字段（lending 引用时）',
      suggestion: 'price',
    },
  ],
  [
    'a line table without a title',
    'groups/remark/lines',
    { pictures: { fields: {} } },
    { source: 'entities/lending', pointer: '/include', found: '行表“pictures”没有标题' },
  ],
  [
    'a line table of which nothing is filled by people',
    'groups/remark/lines',
    { pictures: { title: 'Pictures', fields: { place: { type: 'text', title: 'Place', maxLength: 9, system: true } } } },
    { source: 'entities/lending', pointer: '/include', found: '行表“pictures”没有可填写的列，应写 "system": true' },
  ],
  [
    'a code that is not unique',
    'entities/branch/unique',
    [],
    { source: 'entities/book', pointer: '/fields/branchCode/by', found: '“code”在 branch 中不唯一，不能用作引用' },
  ],
  [
    'a pattern that a text can hang',
    'entities/branch/fields/code/pattern',
    '^(a+)+$',
    { source: 'entities/branch', pointer: '/fields/code/pattern', found: '“code”的正则表达式无效，或可能被恶意文本拖慢' },
  ],
  [
    'a group that nobody includes',
    'entities/lending/include',
    ['approval'],
    { source: 'groups/remark', pointer: '', found: 'group“remark”没有被使用' },
  ],
  [
    'a serial without its field',
    'entities/branch/serial',
    { prefix: 'FG' },
    { source: 'entities/branch', pointer: '/serial', found: 'serial 与 serial 类型的字段必须同时存在' },
  ],
  [
    'rows of several entities without a kind',
    'entities/book',
    bookAbout({ aboutId: { type: 'ref', title: '关于', to: ['staff', 'branch'] } }),
    {
      source: 'entities/book',
      pointer: '/fields/aboutId/to',
      found: '“aboutId”指向多种实体，需要同一记录（行）中恰好一个 of 为它的 kind 字段',
    },
  ],
  [
    'one of several targets',
    'entities/book',
    bookAbout({
      aboutId: { type: 'ref', title: '关于', to: ['staff', 'brnch'] },
      aboutType: { type: 'kind', title: '类型', of: 'aboutId' },
    }),
    { source: 'entities/book', pointer: '/fields/aboutId/to/1', found: '没有名为“brnch”的 entity', suggestion: 'branch' },
  ],
  [
    'a field that one of several targets does not have',
    'entities/book',
    bookAbout({
      aboutId: { type: 'ref', title: '关于', to: ['branch', 'staff'], fill: { secretNote: 'code' } },
      aboutType: { type: 'kind', title: '类型', of: 'aboutId' },
    }),
    { source: 'entities/book', pointer: '/fields/aboutId/fill/secretNote', found: '没有名为“code”的 field' },
  ],
  [
    'the key of rows of several entities',
    'entities/book',
    bookAbout({
      aboutId: { type: 'ref', title: '关于', to: ['branch', 'staff'], multiple: true },
      aboutType: { type: 'kind', title: '类型', of: 'aboutId' },
    }),
    { source: 'entities/book', pointer: '/fields/aboutId/multiple', found: '指向多种实体的引用不能有 multiple' },
  ],
  [
    'what a kind belongs to',
    'entities/book',
    bookAbout({ aboutType: { type: 'kind', title: '类型', of: 'branchId' } }),
    { source: 'entities/book', pointer: '/fields/aboutType/of', found: '“branchId”不是指向多种实体的引用' },
  ],
  [
    'a number that begins with nothing',
    'entities/lending/serial',
    { digits: 5 },
    { source: 'entities/lending', pointer: '/serial', found: '单号以 prefix（字母）或 of（上级单据的引用）开头，二者取一' },
  ],
  [
    'a number under a parent that has none',
    'entities/lending/serial',
    { of: 'bookId' },
    { source: 'entities/lending', pointer: '/serial/of', found: '“bookId”不是必填的单值引用，或其指向的实体没有单号' },
  ],
  [
    'a period of numbers that are ids',
    'entities/lending/serial',
    { prefix: 'JY', by: 'id', restart: 'day' },
    { source: 'entities/lending', pointer: '/serial/restart', found: '有 by 时不能有 restart' },
  ],
  [
    'the field of letters by code',
    'entities/lending/serial',
    { prefix: { by: 'bookIdd', of: { A: 'KA' } } },
    { source: 'entities/lending', pointer: '/serial/prefix/by', found: '没有名为“bookIdd”的 field', suggestion: 'bookId' },
  ],
  [
    'letters by a field that is no code',
    'entities/lending/serial',
    { prefix: { by: 'bookId', of: { A: 'KA' } } },
    { source: 'entities/lending', pointer: '/serial/prefix/by', found: '“bookId”不是必填（或有默认值）的单选字段' },
  ],
  [
    'letters that another kind of document has',
    'entities/book',
    numberedBook('JY'),
    { source: 'entities/lending', pointer: '/serial/prefix', found: '“JY”已在 entities/book 中使用' },
  ],
  [
    'a code without letters',
    'entities/book',
    numberedBook({ by: 'genre', of: { NOVEL: 'XS' } }),
    { source: 'entities/book', pointer: '/serial/prefix/of', found: '还缺前缀：POETRY' },
  ],
  [
    'letters of a code that there is not',
    'entities/book',
    numberedBook({ by: 'genre', of: { NOVEL: 'XS', POETRY: 'SG', POETRI: 'SH' } }),
    { source: 'entities/book', pointer: '/serial/prefix/of/POETRI', found: '没有名为“POETRI”的 code', suggestion: 'POETRY' },
  ],
  [
    'a count without gaps that a user types',
    'entities/lending/sequences',
    { deposit: {} },
    {
      source: 'entities/lending',
      pointer: '/sequences/deposit',
      found: '“deposit”不是系统写入、没有小数的 digit 字段，或所在实体不可修改',
    },
  ],
  [
    'what a count without gaps is kept by',
    'entities/book',
    countedBook({ shelfNo: { per: ['genree'] } }),
    { source: 'entities/book', pointer: '/sequences/shelfNo/per/0', found: '没有名为“genree”的 field', suggestion: 'genre' },
  ],
  [
    'a count that is kept by a moment',
    'entities/book',
    countedBook({ shelfNo: { per: ['boughtAt'] } }),
    { source: 'entities/book', pointer: '/sequences/shelfNo/per/0', found: '“boughtAt”不能作为分别编号的字段：需要存储的单值字段' },
  ],
  [
    'an action that draws a number',
    'entities/book',
    countedBook({ shelfNo: { on: ['shelve'] } }),
    { source: 'entities/book', pointer: '/sequences/shelfNo/on/0', found: '没有名为“shelve”的 action' },
  ],
  [
    'a search by what is not stored',
    'entities/lending/fields/total/stored',
    undefined,
    { source: 'screens/base/lending', pointer: '/pages/list/search/4', found: '“total”是计算值，不能用于查询' },
  ],
  [
    'a total of text',
    `${lending}/pages/list/columns/0`,
    { field: 'lendingNo', total: true },
    { source: 'screens/base/lending', pointer: '/pages/list/columns/0/total', found: '“lendingNo”不是数值，不能合计' },
  ],
  [
    'a list of values that no table has',
    `${lending}/pages/list/side`,
    { field: 'total' },
    {
      source: 'screens/base/lending',
      pointer: '/pages/list/side/field',
      found: '“total”不能列在一旁：需要存储的单值文本、选项或状态',
    },
  ],
  [
    'a list of values that is searched for as well',
    `${lending}/pages/list/side`,
    { field: 'status' },
    { source: 'screens/base/lending', pointer: '/pages/list/side/field', found: '“status”已在 search 中使用' },
  ],
  [
    'a route that is in no menu',
    `${lending}/pages/detail/route`,
    '/lending/see/:id',
    {
      source: 'screens/base/lending',
      pointer: '/pages/detail/route',
      found: '没有名为“/lending/see/:id”的 route',
      suggestion: '/lending/:id',
    },
  ],
  [
    'an endpoint without its right',
    `${lending}/endpoints/extra/trial/permission`,
    'vieuw',
    { source: 'screens/base/lending', pointer: '/endpoints/extra/trial/permission', found: '没有名为“vieuw”的 action', suggestion: 'view' },
  ],
  [
    'the order of rows that an endpoint answers',
    `${lending}/endpoints/extra/trial/list`,
    { fields: ['lendingNo'], sort: { field: 'lendingNr', order: 'ascend' } },
    {
      source: 'screens/base/lending',
      pointer: '/endpoints/extra/trial/list/sort/field',
      found: '没有名为“lendingNr”的 field',
      suggestion: 'lendingNo',
    },
  ],
  [
    'whose rows an endpoint answers',
    `${lending}/endpoints/extra/trial`,
    { method: 'GET', url: '/x', permission: 'view', description: '书', list: { of: 'boook', fields: ['bookTitle'] } },
    { source: 'screens/base/lending', pointer: '/endpoints/extra/trial/list/of', found: '没有名为“boook”的 entity', suggestion: 'book' },
  ],
  [
    'a field of rows that an endpoint answers',
    `${lending}/endpoints/extra/trial`,
    { method: 'GET', url: '/x', permission: 'view', description: '书', list: { of: 'book', fields: ['lendingNo'] } },
    { source: 'screens/base/lending', pointer: '/endpoints/extra/trial/list/fields/0', found: '没有名为“lendingNo”的 field' },
  ],
  [
    'a line table to import into',
    `${lending}/actions/takeIn`,
    { title: '导入', does: 'import', into: { lines: 'boks', match: ['bookId'] } },
    { source: 'screens/base/lending', pointer: '/actions/takeIn/into/lines', found: '没有名为“boks”的 lines', suggestion: 'books' },
  ],
  [
    'a field by which imported lines match',
    `${lending}/actions/takeIn`,
    { title: '导入', does: 'import', into: { lines: 'books', match: ['bookNo'] } },
    { source: 'screens/base/lending', pointer: '/actions/takeIn/into/match/0', found: '没有名为“bookNo”的 field' },
  ],
  [
    'a field by which an imported record is known',
    `${lending}/actions/takeIn`,
    { title: '导入', does: 'import', known: ['lendingNr'] },
    {
      source: 'screens/base/lending',
      pointer: '/actions/takeIn/known/0',
      found: '没有名为“lendingNr”的 field',
      suggestion: 'lendingNo',
    },
  ],
  [
    'known records where the rows go back into the form',
    `${lending}/actions/takeIn`,
    { title: '导入', does: 'import', known: ['lendingNo'], into: { lines: 'books', match: ['bookId'] } },
    {
      source: 'screens/base/lending',
      pointer: '/actions/takeIn/known',
      found: '回到表单明细的导入按 into 的 match 认出已有的行，不用 known',
    },
  ],
  [
    'which record imported lines belong to',
    `${lending}/actions/takeIn`,
    { title: '导入', does: 'import', into: { lines: 'books', match: ['bookId'], record: { lendingNr: 'remark' } } },
    {
      source: 'screens/base/lending',
      pointer: '/actions/takeIn/into/record/lendingNr',
      found: '没有名为“lendingNr”的 field',
      suggestion: 'lendingNo',
    },
  ],
  [
    'a record of imported lines that is not the only one',
    `${lending}/actions/takeIn`,
    { title: '导入', does: 'import', into: { lines: 'books', match: ['bookId'], record: { lendingNo: "'A'" } } },
    {
      source: 'screens/base/lending',
      pointer: '/actions/takeIn/into/record',
      found: '“lendingNo”不是借阅的唯一键（不带 where），不能据此找到行所属的记录',
    },
  ],
  [
    'an import of a line table',
    `${lending}/pages/edit/tabs/书目/import`,
    'takeIn',
    { source: 'screens/base/lending', pointer: '/pages/edit/tabs/书目/import', found: '没有名为“takeIn”的 action' },
  ],
  [
    'a menu of a role',
    'roles/roles/OP/menus',
    { base_lendin: [] },
    { source: 'roles', pointer: '/roles/OP/menus/base_lendin', found: '没有名为“base_lendin”的 menu', suggestion: 'base_lending' },
  ],
  [
    'formulas that read each other',
    'entities/lending/lines/books/fields/amount/value',
    'round(qty * total, 2)',
    {
      source: 'entities/lending',
      pointer: '/fields/total/value',
      found: '公式互相引用：total → books.amount → total',
    },
  ],
  [
    'a field that neither a line nor its record has',
    'entities/lending/lines/books/fields/amount/value',
    'qty * prize',
    {
      source: 'entities/lending',
      pointer: '/lines/books/fields/amount/value',
      found: '没有名为“prize”的字段',
      suggestion: 'price',
    },
  ],
  [
    'a right of a role',
    'roles/roles/OP/menus/base_lending',
    ['aprove'],
    { source: 'roles', pointer: '/roles/OP/menus/base_lending/0', found: '没有名为“aprove”的 action', suggestion: 'approve' },
  ],
  ['a menu id that stands twice', 'menus/menus/5/id', '2', { source: 'menus', pointer: '/menus/5/id', found: '“2”已在 menus 中使用' }],
  [
    'a button that stays grey for ever',
    'entities/lending/states/DRAFT/delete',
    undefined,
    { source: 'screens/base/lending', pointer: '/pages/list/rowActions/2', found: '没有任何状态允许“delete”' },
  ],
])('names the place and the word for %s', (_name, path, value, expected) => {
  const sources = changed(path, value)
  if (path.endsWith('total/stored')) sources.screens['base/lending']?.pages.list?.search?.push('total')
  const findings = checkProduct(sources)
  expect(findings).toEqual(expect.arrayContaining([expect.objectContaining(expected)]))
  expect(
    findings.filter((finding) => finding.source === expected.source),
    'one message per mistake',
  ).toHaveLength(1)
})

it('refuses a key by what is not in the table', () => {
  const sources = librarySources()
  sources.entities['book']!.fields['worth'] = { type: 'money', title: '值', value: 'price * 2' }
  sources.entities['book']!.unique = [['bookTitle', 'worth']]
  expect(checkProduct(sources)).toMatchObject([{ source: 'entities/book', pointer: '/unique/0/1', found: '“worth”是计算值，不能用于查询' }])
})

it('refuses a condition on what is not in the table, or secret', () => {
  const sources = librarySources()
  sources.entities['book']!.fields['price'] = { type: 'money', title: '价格', value: '1 + 1' }
  sources.entities['lending']!.fields['bookId'] = {
    type: 'ref',
    title: '主书',
    to: 'book',
    where: { price: { above: '1' }, secretNote: null },
    required: true,
  }
  expect(checkProduct(sources)).toMatchObject([
    { pointer: '/fields/bookId/where/price', found: '“price”是计算值，不能用于查询' },
    { pointer: '/fields/bookId/where/secretNote', found: '“secretNote”是保密字段，不能显示或查询' },
  ])
})

it('refuses groups that say different things of one dimension, unless the entity decides', () => {
  const sources = librarySources()
  sources.groups['approval']!.scope = { branch: ['bookId.branchId'] }
  sources.groups['remark']!.scope = { branch: 'any', owner: 'none' }
  sources.entities['lending']!.scope = { owner: ['createdById'] }
  const found = checkProduct(sources)
  expect(found).toMatchObject([
    { source: 'entities/lending', pointer: '/include', found: '各组对“branch”的数据归属说法不同，请在实体中写明' },
  ])
  sources.entities['lending']!.scope = { owner: ['createdById'], branch: 'any' }
  expect(checkProduct(sources)).toEqual([])
})

it('tells a path of a group where the group says it', () => {
  const sources = librarySources()
  sources.groups['approval']!.scope = { owner: ['bookId'] }
  sources.entities['lending']!.scope = { branch: 'any' }
  expect(checkProduct(sources)).toMatchObject([
    { source: 'groups/approval', pointer: '/scope/owner/0', found: '“bookId”不是指向 staff 的引用（lending 引用时）' },
  ])
})

it('refuses records that are seen as each other', () => {
  const sources = librarySources()
  sources.entities['book']!.fields['lendingId'] = { type: 'ref', title: '借阅', to: 'lending' }
  sources.entities['book']!.scope = { as: ['lendingId', 'branchId'] }
  sources.entities['lending']!.scope = { as: 'bookId' }
  expect(checkProduct(sources)).toMatchObject([
    { source: 'entities/book', pointer: '/scope/as/0', found: '数据归属随 lending，又绕回自身' },
    { source: 'entities/lending', pointer: '/scope/as', found: '数据归属随 book，又绕回自身' },
  ])
})

it('tells a mistake of a group once, however many entities include it', () => {
  const sources = librarySources()
  sources.entities['book']!.include = ['remark']
  sources.groups['remark']!.checks = [{ that: 'remrk != null', message: '!', field: 'remark' }]
  expect(checkProduct(sources).map(({ source, pointer }) => source + pointer)).toEqual(['groups/remark/checks/0/that'])
})

it('lets a formula of a line read its record, and conditions who is at work', () => {
  const sources = changed('entities/lending/lines/books/fields/amount/value', 'round(qty * deposit, 2)')
  sources.screens['base/lending']!.actions!['books'] = { title: '看书', does: 'link', to: '/lending', visible: 'createdById == user' }
  expect(checkProduct(sources)).toEqual([])
})

it('lets a screen call an action otherwise that somebody may take, and no other', () => {
  const sources = librarySources()
  const actions = sources.screens['base/lending']!.actions!
  actions['handOut'] = { title: '出借', does: 'action', action: 'approve' }
  expect(checkProduct(sources)).toEqual([])
  actions['handOut'] = { title: '出借', does: 'action', action: 'aprove' }
  expect(checkProduct(sources).map(({ pointer, found }) => [pointer, found])).toEqual([
    ['/actions/handOut/action', '没有名为“aprove”的 action'],
  ])
  // What the system alone does is nobody's button.
  sources.entities['lending']!.actions!['lapse'] = { title: '到期', from: ['AUDITING'], system: true, daily: { when: 'true' } }
  actions['handOut'] = { title: '出借', does: 'action', action: 'lapse' }
  expect(checkProduct(sources).map(({ pointer }) => pointer)).toContain('/actions/handOut/action')
})

it('asks a form that lets a row of several entities be chosen for its kind, and a search for its name', () => {
  const sources = librarySources()
  sources.entities['lending'] = {
    ...sources.entities['lending']!,
    fields: {
      ...sources.entities['lending']!.fields,
      aboutId: { type: 'ref', title: '关于', to: ['staff', 'branch'] },
      aboutType: { type: 'kind', title: '类型', of: 'aboutId' },
    },
  }
  const { list, edit } = sources.screens['base/lending']!.pages
  const sections = (edit as { sections: Record<string, unknown[]> }).sections
  sections['基本']?.push('aboutId')
  list?.search?.push({ field: 'aboutId', as: 'multiple' })
  expect(checkProduct(sources).map(({ pointer, found }) => [pointer, found])).toEqual([
    ['/pages/list/search/4/field', '“aboutId”指向多种实体，只能按名称包含（contains）查询'],
    ['/pages/edit/sections', '表单中有“aboutId”就要有“aboutType”'],
  ])
  sections['基本']?.push('aboutType')
  list?.search?.splice(4, 1, 'aboutId')
  expect(checkProduct(sources)).toEqual([])
})

it('refuses two screens at one address and one base', () => {
  const sources = librarySources()
  sources.screens['base/lending.twin'] = sources.screens['base/lending']!
  const twice = checkProduct(sources).filter((finding) => finding.code === 'check.twice')
  expect(twice.map((finding) => finding.pointer)).toEqual(['/endpoints/base', '/pages/list', '/pages/edit', '/pages/detail'])
})

it('lets a record have the address of its list, unless it begins with an empty form, and knows what a link to it means', () => {
  const sources = librarySources()
  const lending = sources.screens['base/lending']!
  lending.pages['detail'] = { ...(lending.pages['detail'] as object), route: '/lending' } as never
  lending.actions!['again'] = { title: '再看', does: 'link', to: '/lending?id={id}' }
  lending.actions!['others'] = { title: '其他', does: 'link', to: '/lending?bookId={bookId}' }
  expect(checkProduct(sources)).toEqual([])
  lending.actions!['again'] = { title: '再看', does: 'link', to: '/lending?id={id}&bookId={bookId}' }
  expect(checkProduct(sources)).toMatchObject([{ pointer: '/actions/again/to', name: 'bookId' }])
  delete lending.actions!['again']
  lending.pages['detail'] = { ...(lending.pages['detail'] as object), mode: 'edit' } as never
  expect(checkProduct(sources)).toMatchObject([{ code: 'check.twice', pointer: '/pages/detail' }])
})
