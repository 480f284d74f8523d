import { describe, expect, it } from 'vitest'
import { parseExpression } from '../../core/expression'
import type { ListPagePlan, RecordPagePlan, ScreenPlan } from '../../core/plan'
import { lendingPath, libraryPlan } from '../testing/library'
import { formsOf } from './formilySchema'
import { operationsOf, requestsOf, screenAt, trialsOf } from './operations'

const id = 'base/lending'
function lending(change: (screen: ScreenPlan) => void = () => undefined): ScreenPlan {
  const screen = libraryPlan().screens[id]!
  change(screen)
  return screen
}
const listOf = (screen: ScreenPlan) => screen.pages['list'] as ListPagePlan
const formOf = (screen: ScreenPlan) => screen.pages['edit'] as RecordPagePlan
const addresses = (screen: ScreenPlan): string[] => operationsOf(screen).map(({ method, url }) => `${method} ${url}`)

describe('the endpoints of a screen', () => {
  it('are read with the right to its menu, and written with that of the button', () => {
    const posted = ['/list', '/trial', '/options/{key}']
    for (const { method, url, permission, title } of operationsOf(lending())) {
      const isRead = method === 'GET' || posted.some((path) => url.endsWith(path))
      if (isRead) expect([url, permission]).toEqual([url, 'base_lending'])
      else expect([url, permission]).toEqual([url, expect.stringMatching(/^lending_/)])
      expect(title).toMatch(/\S/)
    }
  })

  it('are each there once', () => {
    const all = addresses(lending())
    expect(new Set(all).size).toBe(all.length)
  })

  it.each<[string, (screen: ScreenPlan) => void, string]>([
    ['several rows at once', (screen) => (listOf(screen).batchActions = ['submit']), 'POST /api/lending/batch/submit'],
    ['several rows that are deleted', (screen) => (listOf(screen).batchActions = ['delete']), 'POST /api/lending/batch/delete'],
    ['rows in each state', (screen) => (listOf(screen).states = [{ code: 'DRAFT' }]), 'GET /api/lending/states'],
    ['numbers above the list', (screen) => (listOf(screen).figures = [] as never), 'GET /api/lending/figures/list'],
    ['charts above the list', (screen) => (listOf(screen).charts = [] as never), 'GET /api/lending/charts/list'],
    ['values beside the list', (screen) => (listOf(screen).side = {} as never), 'GET /api/lending/side'],
    ['rows under a row', (screen) => (listOf(screen).expand = { key: 'copies' } as never), 'GET /api/lending/related/copies/{id}'],
    [
      'the history of a record',
      (screen) => formOf(screen).tabs.push({ kind: 'history', title: '历史' } as never),
      'GET /api/lending/history/{id}',
    ],
  ])('there is one for %s, and none where there is none of it', (_what, change, address) => {
    const without = lending((screen) => {
      listOf(screen).batchActions = []
      delete listOf(screen).states
      for (const page of Object.values(screen.pages))
        if (page.kind === 'record') page.tabs = page.tabs.filter(({ kind }) => kind !== 'history')
    })
    expect(addresses(without)).not.toContain(address)
    change(without)
    expect(addresses(without)).toContain(address)
  })

  it('lead a list out, with the right of the button where there is one', () => {
    const exportsOf = (screen: ScreenPlan) =>
      operationsOf(screen).flatMap(({ url, permission }) => (url.endsWith('/export') ? [permission] : []))
    expect(exportsOf(lending())).toEqual(['lending_export'])
    expect(exportsOf(lending(({ actions }) => delete actions['export']))).toEqual(['base_lending'])
  })

  it('have no list where there is no list, and always the record', () => {
    const screen = lending(({ pages }) => delete pages['list'])
    expect(addresses(screen)).not.toContain('GET /api/lending/list')
    expect(addresses(screen)).toContain('GET /api/lending/{id}')
  })
})

describe('what a button sends', () => {
  it.each<[string, object, string[]]>([
    ['add', { kind: 'add', page: 'edit' }, ['POST /api/lending']],
    ['edit', { kind: 'edit', page: 'edit' }, ['PATCH /api/lending/{id}']],
    ['delete', { kind: 'delete' }, ['DELETE /api/lending/{id}']],
    ['export', { kind: 'export' }, ['POST /api/lending/export']],
    ['attach', { kind: 'attach' }, ['POST /api/lending/attach/{id}']],
    ['download', { kind: 'download' }, ['GET /api/lending/download/{id}']],
    ['upload', { kind: 'import' }, ['POST /api/lending/upload', 'GET /api/lending/upload/template']],
    ['submit', { kind: 'action', action: {} }, ['POST /api/lending/submit/{id}']],
    ['ask', { kind: 'request', endpoint: { method: 'PUT', url: '/api/other' } }, ['PUT /api/other']],
    ['count', { kind: 'calculate', method: 'POST', url: '/api/lending/count' }, ['POST /api/lending/count']],
    [
      'print',
      { kind: 'print', templates: [{ name: 'slip' }, { name: 'list' }] },
      ['GET /api/lending/print/slip', 'GET /api/lending/print/list'],
    ],
    ['print', { kind: 'print' }, []],
    ['view', { kind: 'view', page: 'detail' }, []],
    ['go', { kind: 'link', to: '/book' }, []],
  ])('%s %j', (name, does, sent) => {
    const requests = requestsOf({ name, title: name, does } as never, lending())
    expect(requests.map((parts) => parts.join(' '))).toEqual(sent)
  })

  it('is also tried, where its form shows what would become of it', () => {
    const live = lending((screen) => {
      formOf(screen).live = ['total'] as never
      const { does } = screen.actions['submit']!
      if (does.kind === 'action') does.action.preview = true
    })
    expect(trialsOf(live).map(({ url }) => url)).toEqual(
      expect.arrayContaining(['/api/lending/try', '/api/lending/try/{id}', '/api/lending/try/submit/{id}']),
    )
    const dead = lending((screen) => {
      delete formOf(screen).live
      for (const { does } of Object.values(screen.actions)) if (does.kind === 'action') delete does.action.preview
    })
    expect(trialsOf(dead)).toEqual([])
  })
})

it('finds the screen of a file, and none by a name that every object has', () => {
  const plan = libraryPlan()
  expect(screenAt(lendingPath, plan)?.id).toBe(id)
  for (const path of ['schemas/screens/constructor.screen.json', 'schemas/entities/base/lending.entity.json', ''])
    expect(screenAt(path, plan)).toBeUndefined()
})

describe('a form in the words of Formily', () => {
  interface Schema {
    type?: string
    title?: string
    properties?: Record<string, Schema>
    items?: Schema
    [keyword: string]: unknown
  }
  function form(change: (page: RecordPagePlan) => void = () => undefined): Schema {
    const plan = libraryPlan()
    change(formOf(plan.screens[id]!))
    return formsOf(plan.screens[id]!, plan)['edit'] as Schema
  }
  const section = (schema: Schema) => schema.properties!['section1']!
  const field = (schema: Schema, name: string) => section(schema).properties![name]!

  it('has each field of each section, and the rows of its tables', () => {
    const { tabs, sections } = formOf(lending())
    const schema = form()
    expect(Object.keys(section(schema).properties!)).toEqual(sections[0]!.items.map((item) => item.field.name))
    const tables = tabs.flatMap((tab) => (tab.kind === 'lines' ? [tab.lines] : []))
    expect(tables.length).toBeGreaterThan(0)
    for (const name of tables) expect(schema.properties![name]).toMatchObject({ type: 'array', items: { type: 'object' } })
  })

  it('says what is required: always, or by what is filled in', () => {
    const itemOf = (page: RecordPagePlan, name: string) => page.sections[0]!.items.find((item) => item.field.name === name)!
    const schema = form((page) => {
      itemOf(page, 'remark').field.required = true
      itemOf(page, 'from').required = parseExpression('deposit > 10')
      itemOf(page, 'until').field.required = false
    })
    expect(field(schema, 'remark')['required']).toBe(true)
    expect(field(schema, 'from')['x-required']).toEqual({ dependencies: ['deposit'] })
    expect(field(schema, 'until')).not.toHaveProperty('required')
  })

  it('says by what a field or a section is hidden or closed', () => {
    const schema = form((page) => {
      page.sections[0]!.visible = parseExpression("status == 'DRAFT'")
      page.sections[0]!.items[0]!.enabled = parseExpression('from != null and deposit > 0')
    })
    expect(section(schema)['x-visible']).toEqual({ dependencies: ['status'] })
    const first = Object.values(section(schema).properties!)[0]!
    expect((first['x-enabled'] as { dependencies: string[] }).dependencies.toSorted()).toEqual(['deposit', 'from'])
  })

  it('says limits in the words of JSON schema, whole numbers as numbers and others as texts', () => {
    const schema = form((page) => {
      const [one, other] = page.sections[0]!.items
      one!.field = { ...one!.field, decimals: 0, min: '1', max: '9', maxLength: 3, pattern: '^a$' }
      other!.field = { ...other!.field, decimals: 2 }
    })
    const [one, other] = Object.values(section(schema).properties!)
    expect(one).toMatchObject({ type: 'number', minimum: '1', maximum: '9', maxLength: 3, pattern: '^a$' })
    expect(other).toMatchObject({ type: 'string' })
  })

  it('is there of pages that are filled in, and of no other', () => {
    const plan = libraryPlan()
    expect(Object.keys(formsOf(plan.screens[id]!, plan))).toContain('edit')
    expect(formsOf(plan.screens[id]!, plan)).not.toHaveProperty('list')
  })
})
