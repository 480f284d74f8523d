import { describe, expect, it } from 'vitest'
import type { HistoryEntry, ListResponse, Option, RecordValues, TryResponse } from '../../core/wire'
import { lendingRights, libraryPlan } from '../testing/library'
import { filteredRows, pageOf, rowsOfScreen } from './sampleList'
import { createSampleServer, type SampleCall } from './sampleServer'

const plan = libraryPlan()
const environment = { today: '2026-11-20', now: '2026-11-20T02:00:00.000Z', user: '1' }
const server = createSampleServer(plan, { environment })
const ask = <Body>(path: string, call: Partial<SampleCall> = {}): Body =>
  server.answer({ method: 'GET', path: `/api/lending${path}`, ...call })?.body as Body

describe('the library as samples', () => {
  it('has lendings with numbers of today, one after another in each of the states', () => {
    const { records } = ask<ListResponse>('/list')
    expect(records.slice(0, 3).map(({ id, lendingNo, status }) => [id, lendingNo, status])).toEqual([
      ['24', 'JY202611200024', 'DRAFT'],
      ['23', 'JY202611200023', 'OPEN'],
      ['22', 'JY202611200022', 'DONE'],
    ])
  })

  it('refers to rows that the reference may point to, with their names, and takes over what it fills', () => {
    const [book] = server.rowsOf(plan.entities['book']!)
    const lending = server.rowsOf(plan.entities['lending']!)[0]!
    const chosen = server.rowsOf(plan.entities['book']!).find(({ id }) => id === lending['bookId'])
    expect(chosen).toMatchObject({ genre: 'NOVEL', bookTitle: lending['bookTitle'], price: lending['deposit'] })
    expect(server.rowsOf(plan.entities['branch']!).map(({ code }) => code)).toContain(book?.['branchCode'])
    expect(book?.['secretNote']).toBeNull()
  })

  it('has lines, and computes what is a formula of them', () => {
    const record = ask<RecordValues>('/24')
    const lines = record['books'] as Record<string, string>[]
    expect(lines).toHaveLength(3)
    for (const { qty, price, amount } of lines) expect(Number(amount)).toBeCloseTo(Number(qty) * Number(price), 2)
    const total = lines.reduce((sum, { amount }) => sum + Number(amount), 0)
    expect(Number((server.rowsOf(plan.entities['lending']!)[0] as RecordValues)['total'])).toBeCloseTo(total, 2)
  })

  it('answers a list only with what its pages show', () => {
    const [row] = ask<ListResponse>('/list').records
    expect(Object.keys(row ?? {})).toEqual(expect.arrayContaining(['id', 'version', 'lendingNo', 'total', 'status']))
    expect(Object.keys(row ?? {})).not.toContain('remark')
    expect(Object.keys(ask<RecordValues>('/24'))).toContain('remark')
  })

  it('offers the choices of a reference, by a part of their names', () => {
    const options = ask<Option[]>('/options/bookId')
    expect(options.length).toBeGreaterThan(2)
    expect(options[0]).toMatchObject({ fill: { deposit: expect.any(String) as string } })
    const [first] = options
    expect(ask<Option[]>('/options/bookId', { query: { keyword: first?.label } }).map(({ label }) => label)).toContain(first?.label)
    expect(ask<Option[]>('/options/bookId', { query: { keyword: 'nothing' } })).toEqual([])
    expect(ask('/options/nothing')).toBeUndefined()
  })

  it('says how a record has come into its state', () => {
    const done = ask<ListResponse>('/list', { query: { status: 'DONE' } }).records[0]!
    expect(ask<HistoryEntry[]>(`/history/${done.id}`)).toMatchObject([{ actionTitle: '通过', from: 'OPEN', to: 'DONE' }, { action: 'add' }])
    expect(ask('/history/999')).toEqual([])
  })

  it('has rows that belong to a record, made to where none does', () => {
    const related = Object.values(plan.screens['base/lending']!.pages).flatMap((page) =>
      page.kind === 'record' ? page.tabs.flatMap((tab) => (tab.kind === 'related' ? [tab] : [])) : [],
    )
    expect(related).toHaveLength(1)
    const { records } = ask<ListResponse>(`/related/${related[0]?.key}/24`)
    expect(records.length).toBeGreaterThan(0)
    expect(new Set(records.map(({ bookId }) => bookId))).toEqual(new Set([ask<RecordValues>('/24')['bookId']]))
  })

  it('tries a new record by its defaults and formulas, and a change over what is stored', () => {
    const books = [{ qty: 2, price: '3.00' }]
    const fresh = ask<TryResponse>('/try', { method: 'POST', body: { books } })
    expect(fresh).toMatchObject({ problems: [], lines: { books: [{ amount: '6.00' }] } })
    const changed = ask<TryResponse>('/try/24', { method: 'POST', body: { remark: 'x' } })
    expect(changed.lines?.['books']).toHaveLength(3)
    expect(ask('/try/approve/24', { method: 'POST', body: {} })).toEqual({ asOf: environment.now, problems: [] })
  })

  it('answers a calculation of the product with what it is given, and nothing without', () => {
    expect(ask('/trial', { method: 'POST' })).toMatchObject({ status: 417 })
    const given = createSampleServer(plan, { environment, handlers: { trial: { interest: '1' } } })
    expect(given.answer({ method: 'POST', path: '/api/lending/trial' })).toEqual({ status: 200, body: { interest: '1' } })
  })

  it('refuses who may not open it', () => {
    const asked = (menus: Parameters<typeof createSampleServer>[1]['subMenus']) =>
      createSampleServer(plan, { environment, subMenus: menus }).answer({ method: 'GET', path: '/api/lending/list' })?.status
    expect([asked([]), asked(lendingRights()), asked(undefined)]).toEqual([403, 200, 200])
  })
})

describe('rows of a list', () => {
  const entity = plan.entities['lending']!
  const rows = [
    { id: '1', status: 'DRAFT', total: '5.00', from: '2026-11-01', remark: 'early', lendingNo: 'A1' },
    { id: '2', status: 'OPEN', total: '15.00', from: '2026-11-10', remark: 'late', lendingNo: 'A2' },
    { id: '3', status: 'DONE', total: null, from: null, remark: null, lendingNo: 'B1' },
  ]
  const found = (filters: Parameters<typeof filteredRows>[1], query: object): string[] =>
    filteredRows(rows, filters, entity, { query: { ...query }, today: '2026-11-20' }).map(({ id }) => id)

  it.each([
    ['a range of days', { from: 'range' }, { fromStart: '2026-11-05', fromEnd: '2026-11-30' }, ['2']],
    ['a range with one end', { total: 'range' }, { totalEnd: '10' }, ['1']],
    ['one of several', { status: 'multiple' }, { status: ['DRAFT', 'DONE'] }, ['1', '3']],
    ['a part of a text', { remark: 'contains' }, { remark: 'at' }, ['2']],
    ['the beginning of a text', { lendingNo: 'begins' }, { lendingNo: 'A' }, ['1', '2']],
    ['nothing', { remark: 'contains' }, { remark: '' }, ['1', '2', '3']],
    ['what is no filter', { remark: 'contains' }, { other: 'x' }, ['1', '2', '3']],
  ] as const)('are narrowed by %s', (_what, filters, query, ids) => {
    expect(found(filters, query)).toEqual(ids)
  })

  it('of a screen are those of its condition, which what it fixes is made to meet', () => {
    const ids = (where: Parameters<typeof rowsOfScreen>[0]['where']): string[] =>
      rowsOfScreen(where ? { where } : {}, entity, rows, '2026-11-20').map(({ id }) => id)
    expect(ids(undefined)).toEqual(['1', '2', '3'])
    expect(ids({ status: ['OPEN', 'DONE'] })).toEqual(['2', '3'])
    expect(ids({ status: 'NOBODY' })).toEqual(['1', '2', '3'])
    expect(rowsOfScreen({ where: { remark: 'fixed' } }, entity, rows, '2026-11-20').map(({ remark }) => remark)).toEqual([
      'fixed',
      'fixed',
      'fixed',
    ])
  })

  it('of a list without page numbers go on by what the last page says', () => {
    const first = pageOf(rows, { pageSize: '2' }, { totals: [], cursor: true })
    expect(first).toMatchObject({ total: 3, page: 1, next: '2', last: '2' })
    const second = pageOf(rows, { pageSize: '2', cursor: first.next }, { totals: [], cursor: true })
    expect(second.records.map(({ id }) => id)).toEqual(['3'])
    expect(second).toMatchObject({ previous: '1' })
    expect(second).not.toHaveProperty('next')
  })

  it('are all there where the whole is wanted, unless a page is', () => {
    expect(pageOf(rows, {}, { totals: ['total'], whole: true })).toMatchObject({ pageSize: 3, summary: { total: '20' } })
    expect(pageOf(rows, { pageSize: '1' }, { totals: [], whole: true }).records).toHaveLength(1)
    expect(pageOf([], {}, { totals: [], whole: true })).toMatchObject({ records: [], total: 0 })
  })
})
