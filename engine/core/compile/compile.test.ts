import { expect, it } from 'vitest'
import type { ListPage } from '../../spec/generated/screen'
import type { ListPagePlan, RecordPagePlan } from '../plan'
import { librarySourcesWithBooks } from '../testing/books'
import { librarySources } from '../testing/library'
import { fieldsAtHome } from './access'
import { browserPlan, compileProduct, routesOf } from './index'

const plan = compileProduct(librarySources())
const lending = plan.entities['lending']!
const screen = plan.screens['base/lending']!
const list = screen.pages['list'] as ListPagePlan
const edit = screen.pages['edit'] as RecordPagePlan
const detail = screen.pages['detail'] as RecordPagePlan

it('is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(plan))).toEqual(plan)
})

it('gives every entity the built-in fields first, then its own, then those of its groups', () => {
  const [first, last] = [Object.keys(lending.fields).slice(0, 7), Object.keys(lending.fields).slice(-2)]
  expect(first.join(' ')).toBe('id version createdById createdAt updatedById updatedAt lendingNo')
  expect(last).toEqual(['submittedById', 'remark'])
})

it('names the display value of a reference after the target label, unless it stores a code', () => {
  expect(lending.displays).toMatchObject({ bookTitle: 'bookId', createdByName: 'createdById' })
  expect(plan.entities['book']!.displays).toEqual({ branchName: 'branchId', createdByName: 'createdById', updatedByName: 'updatedById' })
})

it('names records by what is shown of their label, where that is a reference', () => {
  const sources = librarySources()
  sources.entities['lending']!.label = 'bookId'
  expect(compileProduct(sources).screens['base/lending']!.label).toBe('bookTitle')
  expect(plan.screens['base/lending']!.label).toBe('lendingNo')
})

it('gives an entity the scope, line tables, keys and checks of its groups, and puts its own over them', () => {
  const sources = librarySources()
  const { lending } = sources.entities
  Object.assign(sources.groups['remark']!, {
    scope: { branch: 'any', owner: 'none' },
    indexes: [['remark']],
    unique: [['remark', 'from']],
    checks: [{ that: 'remark != null', message: '!', field: 'remark' }],
    lines: {
      books: {
        title: '书',
        fields: { shelf: { type: 'text', title: '架', maxLength: 4 }, qty: { type: 'text', title: '?', maxLength: 1 } },
        maxRows: 9,
      },
      pictures: { title: '图片', include: ['remark'], fields: {} },
    },
  })
  lending!.scope = { branch: ['bookId.branchId'] }
  lending!.indexes = [['from']]
  const plan = compileProduct(sources).entities['lending']!
  expect(plan.scope).toEqual({ by: { branch: ['bookId.branchId'], owner: 'none' } })
  expect(plan.indexes).toEqual([['remark'], ['from']])
  expect(plan.unique).toEqual([{ fields: ['remark', 'from'] }])
  expect(plan.checks.map(({ message }) => message)).toEqual(['!', '止不能早于起'])
  expect(plan.lines['books']).toMatchObject({
    title: '书目',
    maxRows: 9,
    minRows: 1,
    requiredFor: ['submit'],
    fields: { qty: { type: 'digit' } },
  })
  expect(Object.keys(plan.lines['books']!.fields)).toEqual(['shelf', 'qty', 'bookId', 'price', 'amount'])
  expect(plan.lines['pictures']).toMatchObject({ title: '图片', fields: { remark: { type: 'textarea' } } })
})

it('writes the states out that a condition means by their end', () => {
  const sources = librarySources()
  sources.entities['lending']!.states!['DONE']!.ended = true
  sources.screens['base/lending']!.endpoints.where = { status: { ended: false }, anyOf: [{ deposit: null }, { status: { ended: true } }] }
  expect(compileProduct(sources).screens['base/lending']!.where).toEqual({
    status: { not: ['DONE'] },
    anyOf: [{ deposit: null }, { status: ['DONE'] }],
  })
})

it('puts what an entity says of an action over the action of its group, dialog and all', () => {
  const approve = lending.actions['approve']!
  expect(approve.to).toEqual(['DONE'])
  expect(approve.from).toEqual(['OPEN'])
  expect(approve.ask.map((field) => [field.name, field.required])).toEqual([
    ['until', true],
    ['opinion', false],
  ])
  expect(approve.notBy).toEqual({ field: 'submittedById', title: '提交人' })
})

it('offers for a selection what the rows decide without asking more than an opinion, unless a list says itself what it offers', () => {
  const batchOf = (ask: Record<string, unknown>, list: Record<string, unknown> = {}, more: Record<string, unknown> = {}): unknown => {
    const sources = librarySources()
    const lending = sources.entities['lending'] as unknown as { actions: Record<string, Record<string, unknown>> }
    lending.actions['approve'] = { ...lending.actions['approve'], ...more, ask }
    if (more['onPending']) lending.actions['change'] = { title: '变更', from: ['DONE'], to: ['OPEN'], pending: ['purpose'] }
    Object.assign(sources.screens['base/lending']!.pages['list'] as object, list)
    const page = compileProduct(sources).screens['base/lending']!.pages['list']
    return page?.kind === 'list' && page.batchActions
  }
  expect(batchOf({})).toEqual(['approve'])
  expect(batchOf({ opinion: { type: 'textarea', title: '意见', required: true } })).toEqual([])
  expect(batchOf({ until: { type: 'date', title: '归还' } })).toEqual([])
  expect(batchOf({}, {}, { onPending: 'apply' })).toEqual(['approve'])
  expect(batchOf({}, { batchActions: ['delete'] })).toEqual(['delete', 'approve'])
  expect(batchOf({}, { batchActions: [] })).toEqual([])
})

it('has the states of its groups first, and keeps of each what the entity does not say again', () => {
  const sources = librarySources()
  const { lending } = sources.entities
  sources.groups['approval']!.states = {
    DRAFT: { title: '草稿', initial: true, edit: true, delete: true },
    OPEN: { title: '在审', color: 'processing' },
  }
  lending!.states = { DONE: { title: '完成' }, OPEN: { title: '审批中', delete: true } }
  const { states } = compileProduct(sources).entities['lending']!
  expect(Object.keys(states!)).toEqual(['DRAFT', 'OPEN', 'DONE'])
  expect(states!['OPEN']).toMatchObject({ title: '审批中', color: 'processing', delete: true })
})

it('knows which fields nobody types', () => {
  const readOnly = Object.values(lending.fields).filter((field) => field.readOnly)
  expect(readOnly.map((field) => field.name)).toEqual(expect.arrayContaining(['id', 'lendingNo', 'total', 'status', 'submittedById']))
  expect(lending.fields['total']).toMatchObject({ stored: true, readOnly: true, decimals: 2 })
})

it('settles columns: key, title, alignment, what to sort by; what a row is judged by stands first', () => {
  expect(list.columns.map(({ key, title, align, sort, total, display }) => ({ key, title, align, sort, total, display }))).toEqual([
    { key: 'lendingNo', title: '单号', align: 'left', sort: 'lendingNo', total: false, display: false },
    { key: 'status', title: '状态', align: 'left', sort: 'status', total: false, display: false },
    { key: 'bookTitle', title: '主书', align: 'left', sort: 'bookTitle', total: false, display: true },
    { key: 'total', title: '合计', align: 'right', sort: 'total', total: true, display: false },
    { key: 'createdAt', title: '创建时间', align: 'left', sort: 'createdAt', total: false, display: false },
  ])
})

it('puts what a quantity is counted in behind it, reads it, and adds up by it', () => {
  const shelf = (columns: ListPage['columns']) => {
    const sources = librarySources()
    Object.assign(sources.entities['lending']!.fields, {
      measure: { type: 'text', title: '单位', maxLength: 20 },
      weight: { type: 'digit', title: '重量', decimals: 3, unitFrom: 'measure' },
    })
    sources.screens['base/lending']!.pages.list = { columns, figures: { all: { title: '总重', sum: 'weight' } } }
    const screen = compileProduct(sources).screens['base/lending']!
    const page = screen.pages['list'] as ListPagePlan
    const column = page.columns.find(({ key }) => key === 'weight')
    return {
      unit: column?.unitFrom,
      read: screen.access.listFields.filter((name) => name === 'measure'),
      totalsBy: screen.access.totalsBy,
      figure: page.figures?.[0]?.by?.name,
    }
  }
  const figure = 'measure'
  expect(shelf(['lendingNo', 'weight'])).toEqual({ unit: 'measure', read: ['measure'], totalsBy: undefined, figure })
  expect(shelf(['lendingNo', { field: 'weight', total: true }])).toMatchObject({ totalsBy: { unit: 'measure', totals: ['weight'] } })
  expect(shelf(['lendingNo'])).toEqual({ unit: undefined, read: [], totalsBy: undefined, figure })
})

it('knows in what amounts are counted where rows differ in it, and reads it, unless the title says it already', () => {
  const compiled = (total: object, unit: object) => {
    const sources = librarySources()
    const lending = sources.entities['lending']!
    Object.assign(lending.fields, { currency: unit, total: { ...lending.fields['total'], ...total } })
    lending.summary = { ...lending.summary!, unit: 'currency' }
    sources.screens['base/lending']!.pages.list = { columns: ['lendingNo', 'total'] }
    const screen = compileProduct(sources).screens['base/lending']!
    const page = screen.pages['list'] as ListPagePlan
    return [page.columns.find(({ key }) => key === 'total')?.unitWhereMixed, screen.access.listFields.includes('currency')]
  }
  const code = { type: 'text', title: '币种', maxLength: 3 }
  expect(compiled({}, code)).toEqual(['currency', true])
  expect(compiled({ unit: 'EUR' }, code)).toEqual([undefined, false])
  // The key of another row says nothing to people.
  expect(compiled({}, { type: 'ref', title: '币种', to: 'book' })[0]).toBeUndefined()
})

it('gives a number that is counted in a code the units of that code', () => {
  const sources = librarySources()
  const units = { NOVEL: '册' }
  Object.assign(sources.entities['book']!.fields, {
    genre: { type: 'select', title: '类别', dictionary: 'genre', units },
    copies: { type: 'digit', title: '册数', unitFrom: 'genre' },
    pages: { type: 'digit', title: '页数' },
  })
  const { fields } = compileProduct(sources).entities['book']!
  expect([fields['copies']?.units, fields['pages']?.units]).toEqual([units, undefined])
})

it('makes a card of what a row is judged by, and of the next few columns', () => {
  expect(list.columns.map(({ key, card }) => [key, card])).toEqual([
    ['lendingNo', 'number'],
    ['status', 'state'],
    ['bookTitle', 'about'],
    ['total', 'fact'],
    ['createdAt', 'fact'],
  ])
})

it('leaves room for the mark of a tone, unless the screen says a width', () => {
  const sources = librarySources()
  const tone = { danger: 'total > 100' }
  sources.screens['base/lending']!.pages.list = { columns: ['total', { field: 'total', tone }, { field: 'total', tone, width: 90 }] }
  const [plain, toned, said] = (compileProduct(sources).screens['base/lending']!.pages['list'] as ListPagePlan).columns
  expect(toned!.width - plain!.width).toBeGreaterThan(20)
  expect(said!.width).toBe(90)
})

it('settles the search: text is contained, codes are equal, ranges are ranges', () => {
  expect(list.search.map(({ name, as }) => [name, as])).toEqual([
    ['lendingNo', 'contains'],
    ['bookId', 'equals'],
    ['from', 'range'],
    ['status', 'equals'],
  ])
})

it('takes routes and titles from the menu table, static ones before those with parts', () => {
  expect(routesOf(plan.screens).map(({ route, page, title }) => [route, page, title])).toEqual([
    ['/lending', 'list', '借阅管理'],
    ['/lending/edit', 'edit', '借阅编辑'],
    ['/lending/:id', 'detail', '借阅详情'],
  ])
})

it('lets a page be like another and replace what it says itself', () => {
  expect(detail.sections).toEqual(edit.sections)
  expect(detail.tabs.map((tab) => tab.title)).toEqual(['同书'])
  expect([edit.mode, detail.mode]).toEqual(['edit', 'view'])
})

it('gives buttons their words, permission and states', () => {
  const { add, edit: change, view, delete: remove, submit, approve, books } = screen.actions
  expect([add, change, view, remove].map((action) => [action?.title, action?.permission, action?.states])).toEqual([
    ['新增', 'lending_add', []],
    ['编辑', 'lending_edit', ['DRAFT']],
    ['查看', undefined, []],
    ['删除', 'lending_delete', ['DRAFT']],
  ])
  expect([add?.does, view?.does]).toEqual([
    { kind: 'add', page: 'edit' },
    { kind: 'view', page: 'detail' },
  ])
  expect([submit?.states, approve?.states]).toEqual([['DRAFT'], ['OPEN']])
  expect(books?.does).toEqual({ kind: 'link', to: '/lending/edit?id={id}' })
})

it('adds on the page that is named for it, where there is one', () => {
  const sources = librarySources()
  sources.screens['base/lending']!.pages['add'] = { kind: 'record', like: 'edit', mode: 'edit' }
  const { actions } = compileProduct(sources).screens['base/lending']!
  expect([actions['add']?.does, actions['edit']?.does]).toEqual([
    { kind: 'add', page: 'add' },
    { kind: 'edit', page: 'edit' },
  ])
})

it('opens to the server only what the pages show', () => {
  const { access } = screen
  expect(access.writable).toEqual(['bookId', 'deposit', 'from', 'until', 'remark'])
  expect(access.writableLines).toEqual(['books'])
  expect(access.filters).toEqual({ lendingNo: 'contains', bookId: 'equals', from: 'range', status: 'equals' })
  expect(access.sorts).toEqual(['lendingNo', 'status', 'bookTitle', 'total', 'createdAt'])
  expect(access.totals).toEqual(['total'])
  // submittedById decides who may approve, total whether; both come with the rows.
  expect(access.listFields).toEqual(expect.arrayContaining(['id', 'version', 'submittedById', 'total', 'until', 'bookTitle']))
  expect(access.listFields).not.toContain('remark')
  expect(Object.keys(access.options)).toEqual(['search:bookId', 'bookId', 'books.bookId'])
})

it('brings with a row what the dialogs of its buttons decide by, begin with, follow and choose by', () => {
  const sources = librarySources()
  const text = { type: 'text', title: '原因', maxLength: 20 } as const
  sources.entities['lending']!.actions!['approve']!.ask = {
    why: { ...text, required: 'remark != null' },
    whose: { ...text, default: { expression: 'createdById' } },
    instead: { type: 'ref', title: '代替', to: 'book', where: { bookTitle: { from: 'updatedById' } } },
  } as never
  const { access } = compileProduct(sources).screens['base/lending']!
  expect(access.listFields).toEqual(expect.arrayContaining(['remark', 'createdById', 'updatedById']))
  for (const name of ['createdById', 'updatedById']) expect(screen.access.listFields).not.toContain(name)
})

it('settles what a new record takes from its address, and lets an address name several records', () => {
  const sources = librarySources()
  const lendings = sources.screens['base/lending']!
  lendings.pages['edit'] = { ...(lendings.pages['edit'] as object), params: { bookId: 'book' } } as never
  lendings.pages.list = { ...lendings.pages.list!, params: { bookId: 'books', status: 'state' } }
  const { pages, access } = compileProduct(sources).screens['base/lending']!
  expect((pages['edit'] as RecordPagePlan).params).toEqual({ bookId: 'book' })
  expect(pages['detail']).not.toHaveProperty('params')
  expect(access.filters).toMatchObject({ status: 'equals' })
  lendings.pages.list = { ...lendings.pages.list, search: [] }
  expect(compileProduct(sources).screens['base/lending']!.access.filters).toEqual({ bookId: 'multiple', status: 'equals' })
})

it("gives a related table what it needs of its rows' own screen, and a key of its own where it asks for other rows", () => {
  const sources = librarySources()
  const lendings = sources.screens['base/lending']!
  const table = { related: 'lending', by: 'bookId', columns: ['lendingNo', 'total'] }
  Object.assign(lendings.pages['detail']!, {
    tabs: {
      A: { ...table, link: 'detail', rowActions: ['approve'], add: { bookId: 'bookId', deposit: 'total' } },
      B: table,
      C: { ...table, link: 'edit' },
      D: { ...table, where: { status: 'OPEN' }, add: true },
    },
  })
  const compiled = compileProduct(sources)
  const { pages, access } = compiled.screens['base/lending']!
  const tabs = (pages['detail'] as RecordPagePlan).tabs.flatMap((tab) => (tab.kind === 'related' ? [tab] : []))
  expect(tabs.map(({ key }) => key)).toEqual(['lending', 'lending2', 'lending', 'lending3'])
  expect(tabs.map(({ own }) => own)).toEqual([
    { screen: 'base/lending', rowActions: ['approve'], add: { bookId: 'bookId', deposit: 'total' } },
    undefined,
    { screen: 'base/lending', rowActions: [] },
    { screen: 'base/lending', rowActions: [], add: { bookId: 'id' } },
  ])
  expect(tabs.map(({ columns }) => columns.map(({ link }) => link))).toEqual([
    ['detail', undefined],
    [undefined, undefined],
    ['edit', undefined],
    [undefined, undefined],
  ])
  expect(access.recordFields).toEqual(expect.arrayContaining(['bookId', 'total', 'id']))
  // approve asks for until and is decided by total and submittedById; its dialog says what the lending is about.
  expect(fieldsAtHome(compiled.screens['base/lending']!, compiled.entities['lending']!, tabs[0]!.own!)).toEqual([
    'id',
    'version',
    'lendingNo',
    'status',
    'total',
    'submittedById',
    'until',
    'bookId',
    'bookTitle',
    'deposit',
  ])
})

it('answers what a record is about where something is decided on it, and nowhere else', () => {
  const sources = librarySources()
  const list = sources.screens['base/lending']!.pages['list'] as { columns: unknown[]; rowActions: string[] }
  list.columns = ['lendingNo']
  const fields = (): string[] => compileProduct(sources).screens['base/lending']!.access.listFields
  expect(fields()).toEqual(expect.arrayContaining(['bookId', 'bookTitle', 'total', 'deposit', 'until']))
  list.rowActions = ['view', 'books']
  expect(fields()).toEqual(['id', 'version', 'lendingNo', 'status'])
})

it('calls a list that opens over the page of its menu by its own name', () => {
  const sources = librarySources()
  const lending = sources.screens['base/lending']!
  sources.screens['base/lending.returned'] = {
    ...lending,
    title: '归还记录',
    endpoints: { base: '/api/base/returned' },
    pages: { list: { as: 'drawer', columns: ['lendingNo'] } },
  }
  const { screens } = compileProduct(sources)
  expect(screens['base/lending.returned']!.pages['list']!.title).toBe('归还记录')
  expect(screens['base/lending']!.pages['list']!.title).toBe(sources.menus.menus.find(({ router }) => router === '/lending')!.name)
})

it('reads the records of a screen with the right that it names, also where another screen shows them', () => {
  const sources = librarySourcesWithBooks()
  const [book, lending] = [sources.screens['base/book']!, sources.screens['base/lending']!]
  const opening = { title: '图书', does: 'list' as const, screen: 'base/book' }
  lending.actions = { ...lending.actions, shelf: opening }
  const list = lending.pages['list'] as { toolbar?: string[] }
  list.toolbar = [...(list.toolbar ?? []), 'shelf']
  const read = (): unknown[] => {
    const { screens } = compileProduct(sources)
    return [screens['base/book']!.readPermission, screens['base/lending']!.actions['shelf']!.does]
  }
  expect(read()).toEqual([undefined, { kind: 'list', screen: 'base/book', page: 'list', by: {} }])
  book.permissions = { ...book.permissions, view: 'shelve' }
  expect(read()).toEqual(['book_shelve', { kind: 'list', screen: 'base/book', page: 'list', by: {}, readPermission: 'book_shelve' }])
})

it('shows a line table that rules fill, and accepts nothing for it', () => {
  const sources = librarySources()
  sources.entities['lending']!.lines!['books']!.system = true
  const { access, lines } = compileProduct(sources).screens['base/lending']!
  expect(lines['books']?.system).toBe(true)
  expect([access.recordLines, access.writableLines]).toEqual([['books'], []])
  expect(Object.keys(access.options)).not.toContain('books.bookId')
})

it('never lets a secret field out', () => {
  const sources = librarySources()
  const books = {
    ...sources.screens['base/lending']!,
    entity: 'book',
    pages: { list: { columns: ['bookTitle'] }, edit: { kind: 'record', sections: { A: ['bookTitle', 'secretNote'] } } },
  }
  const { access } = compileProduct({ ...sources, screens: { 'base/lending': { ...books, actions: {} } as never } }).screens[
    'base/lending'
  ]!
  expect([...access.listFields, ...access.recordFields]).not.toContain('secretNote')
})

it('leaves menus out whose screen does not exist, and branches that are empty then', () => {
  expect(plan.menus.map((menu) => menu.id)).toEqual(['1', '1-1', '1-1-1', '1-1-2'])
})

it('keeps the server lists from the browser', () => {
  expect(browserPlan(screen)).not.toHaveProperty('access')
})

it('settles what a choice asks, what a field follows and what an action leads to', () => {
  const sources = librarySources()
  const entity = sources.entities['lending']!
  entity.fields['deposit'] = { type: 'money', title: '押金', follows: 'total * 2' }
  const lendingScreen = sources.screens['base/lending']!
  lendingScreen.leadsTo = { approve: 'books' }
  lendingScreen.titles = { approve: '准借', add: '借书' }
  lendingScreen.endpoints.extra!['ofBook'] = { method: 'GET', url: '/book', permission: 'view', description: '带出', handler: 'ofBook' }
  const page = lendingScreen.pages['edit'] as { sections: Record<string, unknown> }
  page.sections = { 基本: [{ field: 'bookId', brings: 'ofBook' }, 'deposit'] }
  const compiled = compileProduct(sources).screens['base/lending']!
  const [item, deposit] = (compiled.pages['edit'] as RecordPagePlan).sections[0]!.items
  expect(item).toMatchObject({ field: { name: 'bookId' }, brings: '/api/lending/book' })
  expect(deposit?.field).toMatchObject({ name: 'deposit', readOnly: false, follows: expect.anything() as unknown })
  expect([compiled.actions['approve']?.leadsTo, compiled.actions['submit']?.leadsTo]).toEqual(['books', undefined])
  expect([compiled.actions['approve']?.title, compiled.actions['add']?.title]).toEqual(['准借', '借书'])
})

it('lets a screen call an action of its entity otherwise, with a right of its own', () => {
  const sources = librarySources()
  const lendings = sources.screens['base/lending']!
  lendings.actions = { ...lendings.actions, handOut: { title: '出借', does: 'action', action: 'approve' } }
  lendings.permissions = { ...lendings.permissions, handOut: 'hand' }
  const list = lendings.pages['list'] as { rowActions?: string[] }
  list.rowActions = [...(list.rowActions ?? []), 'handOut']
  const { actions } = compileProduct(sources).screens['base/lending']!
  const { approve, handOut } = actions
  // The address and the right are the screen's; states, dialog and effects are the action's.
  expect(handOut).toMatchObject({
    name: 'handOut',
    title: '出借',
    permission: 'lending_hand',
    states: approve?.states,
    danger: approve?.danger,
  })
  expect(handOut?.does).toEqual(approve?.does)
})

it('I2 gives an import its limit and what a row is called, and those of a line table their permission', () => {
  const sources = librarySources()
  const lendings = sources.screens['base/lending']!
  const edit = lendings.pages['edit'] as { tabs: Record<string, object> }
  const takeIn = { title: '导入书目', does: 'import', fileNumber: 200, into: { lines: 'books', match: ['bookId'] } }
  const changed = {
    ...lendings,
    permissions: { takeIn: 'import' },
    actions: { ...lendings.actions, takeIn },
    pages: {
      ...lendings.pages,
      list: { ...lendings.pages.list, toolbar: ['import'] },
      edit: { ...edit, tabs: { 书目: { ...edit.tabs['书目'], import: 'takeIn' } } },
    },
  }
  const { actions } = compileProduct({ ...sources, screens: { 'base/lending': changed as never } }).screens['base/lending']!
  expect(actions['import']?.does).toEqual({ kind: 'import', noun: `${lendings.title}记录`, maxRows: 500, queryType: 'same' })
  expect(actions['takeIn']).toMatchObject({
    permission: 'lending_import',
    does: { kind: 'import', noun: '书目记录', maxRows: 200, into: { lines: 'books', match: ['bookId'] } },
  })
})

it('settles tones in their order, and answers what their conditions read', () => {
  const sources = librarySources()
  const pages = sources.screens['base/lending']!.pages
  pages.list = {
    columns: [{ field: 'lendingNo', tone: { danger: { when: 'from < today()', says: '过期' }, muted: "status == 'DONE'" } }],
    tone: { warning: 'deposit > 100' },
  }
  const toned = compileProduct(sources).screens['base/lending']!
  const page = toned.pages['list'] as ListPagePlan
  expect(page.columns[0]!.tone?.map(({ tone, says }) => [tone, says])).toEqual([
    ['danger', '过期'],
    ['muted', undefined],
  ])
  expect(page.tone?.map(({ tone }) => tone)).toEqual(['warning'])
  expect(toned.access.listFields).toEqual(expect.arrayContaining(['from', 'status', 'deposit']))
  expect(screen.access.listFields).not.toContain('from')
})

it('shows the lines of a document with what its header says, all of it to be read only', () => {
  const sources = librarySources()
  sources.entities['lentBook'] = {
    language: 1,
    title: '借出的书',
    label: 'bookId',
    view: { lines: 'lending.books', header: ['lendingNo', 'until', 'status'] },
    fields: {},
  }
  const entity = compileProduct(sources).entities['lentBook']!
  expect(Object.keys(entity.fields)).toEqual(['id', 'lendingId', 'lendingNo', 'until', 'status', 'bookId', 'qty', 'price', 'amount'])
  expect(Object.values(entity.fields).filter((field) => !field.readOnly || !field.stored)).toEqual([])
  expect(entity.fields['until']?.required).toBe(false)
  expect(entity.fields['amount']?.value).toBeUndefined()
  expect(entity).toMatchObject({
    scope: { as: ['lendingId'] },
    statusField: 'status',
    view: 'lending.books',
    linesOf: { entity: 'lending', lines: 'books', as: 'lendingId', header: ['lendingNo', 'until', 'status'] },
    displays: { bookTitle: 'bookId' },
  })
  expect(Object.keys(entity.states ?? {})).toEqual(['DRAFT', 'OPEN', 'DONE'])
})

it('what is left to its author says so of each row and record, and to the buttons of its screen', () => {
  const compiled = (authored?: true | [string]) => {
    const sources = librarySources()
    if (authored) sources.entities['lending']!.authored = authored
    const { screens, entities } = compileProduct(sources)
    const { access, ...screen } = screens['base/lending']!
    return { access, authored: [screen.authored, entities['lending']?.authored] }
  }
  expect([compiled().authored, compiled(true).authored]).toEqual([
    [undefined, undefined],
    [[], []],
  ])
  const { access, authored } = compiled(['submit'])
  expect(authored).toEqual([['submit'], ['submit']])
  for (const names of [access.listFields, access.recordFields]) expect(names).toContain('ofOthers')
  expect([...access.writable, ...compiled().access.listFields]).not.toContain('ofOthers')
})

it('brings with a text of codes what says of which dictionary they are, and the dictionaries', () => {
  const sources = librarySources()
  sources.dictionaries['mark'] = { language: 1, title: '标记', items: { X: '甲' } }
  const book = sources.entities['lending']!
  book.fields['what'] = { type: 'select', title: '看什么', dictionary: 'genre' }
  book.fields['value'] = { type: 'text', title: '值', maxLength: 20, codes: { from: 'what', in: { NOVEL: 'mark' } } }
  const list = sources.screens['base/lending']!.pages['list'] as ListPage
  list.columns.push('value')
  const { access, dictionaries, pages } = compileProduct(sources).screens['base/lending']!
  expect(access.listFields).toEqual(expect.arrayContaining(['value', 'what']))
  expect(dictionaries).toContain('mark')
  expect((pages['list'] as ListPagePlan).columns.find(({ key }) => key === 'value')?.unitFrom).toBe('what')
})
