import { describe, expect, it } from 'vitest'
import type { Screen } from '../../spec/generated/screen'
import { compileProduct, type ProductSources } from '../compile'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

type Extra = NonNullable<Screen['endpoints']['extra']>[string]
type Calculate = Extract<NonNullable<Screen['actions']>[string], { does: 'calculate' }>

const cost: Extra = {
  method: 'POST',
  url: '/cost',
  permission: 'view',
  description: '借阅费用',
  body: {
    lendingId: { type: 'ref', title: '借阅', to: 'lending' },
    bookId: true,
    until: false,
    total: true,
    rate: { type: 'percent', title: '折扣' },
    books: { type: 'lines', of: 'books', fields: { bookId: true, qty: true, note: { type: 'text', title: '备注', maxLength: 20 } } },
  },
  answer: {
    fee: { type: 'money', title: '费用', unit: '元', required: true },
    until: true,
    rows: { type: 'lines', of: 'books', fields: { amount: true } },
  },
  handler: 'cost',
}
const action: Calculate = {
  title: '算费用',
  does: 'calculate',
  endpoint: 'cost',
  given: { lendingId: 'id' },
  figures: [{ field: 'fee', note: '至 {until}', tone: { danger: 'count(rows.amount) > 2 and fee > 9' } }],
}

/** The library with a calculation about a lending, behind a button and in a tab. */
function withCalculation(
  change: { endpoint?: Partial<Extra>; action?: Partial<Calculate>; toolbar?: string[]; batchActions?: string[] } = {},
): ProductSources {
  const sources = librarySources()
  const screen = sources.screens['base/lending']!
  screen.endpoints.extra = { ...screen.endpoints.extra, cost: { ...cost, ...change.endpoint } }
  screen.actions = { ...screen.actions, cost: { ...action, ...change.action } }
  screen.permissions = { ...screen.permissions, cost: 'view' }
  const { list, detail } = screen.pages
  list!.rowActions?.push('cost')
  list!.toolbar?.push(...(change.toolbar ?? []))
  if (change.batchActions) list!.batchActions = change.batchActions
  ;(detail as { tabs: object }).tabs = { 费用: { calculate: 'cost' } }
  return sources
}
const found = (sources: ProductSources) => checkProduct(sources).map((finding) => [finding.pointer, finding.found])

describe('a calculation', () => {
  it('has its form from the endpoint, which takes what it has', () => {
    expect(found(withCalculation())).toEqual([])
    const screen = compileProduct(withCalculation()).screens['base/lending']!
    const endpoint = screen.extra['cost']!
    const does = screen.actions['cost']!.does
    if (does.kind !== 'calculate') throw new Error('no calculation')

    expect(endpoint.body.map(({ name, required, readOnly }) => [name, required, readOnly])).toEqual([
      ['lendingId', false, false],
      ['bookId', true, false],
      ['until', false, false],
      // Computed in a record, typed here.
      ['total', true, false],
      ['rate', false, false],
    ])
    expect(does.items.map(({ field }) => field.name)).toEqual(['bookId', 'until', 'total', 'rate'])
    expect(does.alone).toEqual(['lendingId', 'rate'])
    expect(does.items.every(({ field }) => field.value === undefined)).toBe(true)
    // The form narrows and fills as the record's does; the server takes what the user may see.
    expect(does.items[0]?.field.ref).toMatchObject({ where: { genre: 'NOVEL' }, fill: { deposit: 'price' } })
    expect(endpoint.body[1]?.ref).toMatchObject({ entity: 'book' })
    expect(endpoint.body[1]?.ref).not.toHaveProperty('where')

    const [table] = does.lines
    expect(table).toMatchObject({ of: 'books', answered: 'rows', table: { name: 'books', title: '书目', minRows: 1, requiredFor: [] } })
    expect(Object.values(table!.table.fields).map(({ name, readOnly }) => [name, readOnly])).toEqual([
      ['bookId', false],
      ['qty', false],
      ['note', false],
      ['amount', true],
    ])
    expect(Object.keys(endpoint.lines![0]!.table.fields)).toEqual(['bookId', 'qty', 'note'])
  })

  it('opens the choices of its references, and what it fills itself from is answered with the record', () => {
    const { access, pages, actions } = compileProduct(withCalculation()).screens['base/lending']!
    expect(Object.keys(access.options)).toEqual(expect.arrayContaining(['cost:bookId', 'cost:books.bookId']))
    expect(access.options).not.toHaveProperty('cost:lendingId')
    expect(access.recordFields).toEqual(expect.arrayContaining(['bookId', 'bookTitle', 'until', 'total']))
    expect(access.recordLines).toContain('books')
    expect(pages['detail']).toMatchObject({ tabs: [{ kind: 'calculate', title: '费用', action: 'cost' }] })
    // Mapped to `view`: whoever reads the records may press it.
    expect(actions['cost']).toBeDefined()
    expect(actions['cost']?.permission).toBeUndefined()
  })

  it('may ask by the query of a GET, of which its form is made', () => {
    const { lendingId, ...rest } = { lendingId: cost.body!['lendingId']!, rate: cost.body!['rate']! }
    const query = { lendingId, ...rest } as NonNullable<Extra['query']>
    const { body: _body, ...asked } = cost
    const sources = withCalculation({ endpoint: { ...asked, method: 'GET', query, answer: { fee: cost.answer!['fee']! } } })
    delete sources.screens['base/lending']!.endpoints.extra!['cost']!.body
    const { does } = compileProduct(sources).screens['base/lending']!.actions['cost']!
    expect(does).toMatchObject({ kind: 'calculate', method: 'GET', items: [{ field: { name: 'rate' } }], lines: [] })
  })

  const extra = '/endpoints/extra/cost'
  it.each<[string, Parameters<typeof withCalculation>[0], [string, string]]>([
    [
      'a field that is not there',
      { endpoint: { body: { ...cost.body, bookIt: true } } },
      [`${extra}/body/bookIt`, '没有名为“bookIt”的 field'],
    ],
    [
      'a column that is not there',
      { endpoint: { answer: { ...cost.answer, rows: { type: 'lines', of: 'books', fields: { amount: true, amout: true } } } } },
      [`${extra}/answer/rows/fields/amout`, '没有名为“amout”的 field'],
    ],
    [
      'rows that have no place in the form',
      { endpoint: { body: { lendingId: cost.body!['lendingId']! } } },
      [`${extra}/answer/rows/of`, 'body 中没有明细“books”，答案的行没有对应的位置'],
    ],
    [
      'a column that is typed and answered',
      { endpoint: { answer: { ...cost.answer, rows: { type: 'lines', of: 'books', fields: { qty: true, amount: true } } } } },
      [`${extra}/answer/rows/fields/qty`, '“qty”由用户填写，不能又由答案填写'],
    ],
    [
      'an endpoint that only answers',
      { endpoint: { method: 'GET' } },
      ['/actions/cost/endpoint', '“cost”不能用于计算：需要不带参数的路径、answer，以及 body（POST）或 query（GET）'],
    ],
    ['a figure that is not answered', { action: { figures: ['fees'] } }, ['/actions/cost/figures/0', '没有名为“fees”的 field']],
    [
      'a note that says what is not answered',
      { action: { figures: [{ field: 'fee', note: '{days} 天' }] } },
      ['/actions/cost/figures/0/note', '没有名为“days”的 field'],
    ],
    ['what is given to nobody', { action: { given: { lending: 'id' } } }, ['/actions/cost/given/lending', '没有名为“lending”的 field']],
    [
      'what is given of another kind',
      { action: { given: { lendingId: 'deposit' } } },
      ['/actions/cost/given/lendingId', '“lendingId”不能取自 deposit：不是同一种值'],
    ],
    ['several records at once', { batchActions: ['cost'] }, ['/pages/list/batchActions/0', '“cost”一次只计算一条记录，不能用于批量操作']],
    ['a place without a record', { toolbar: ['cost'] }, ['/pages/list/toolbar/2', '“cost”取自一条记录的值（given），不能放在 toolbar']],
  ])('is refused for %s', (_what, change, expected) => {
    expect(found(withCalculation(change))).toEqual([expected])
  })

  it('is refused in a tab of an action that does something else', () => {
    const sources = withCalculation()
    ;(sources.screens['base/lending']!.pages['detail'] as { tabs: object }).tabs = { 费用: { calculate: 'books' } }
    expect(found(sources)).toEqual([['/pages/detail/tabs/费用/calculate', '没有名为“books”的 action']])
  })
})
