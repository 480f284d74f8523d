import { expect, it } from 'vitest'
import type { ProductSources } from '../compile'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

const lending = 'screens/base~lending'
const list = `${lending}/pages/list`
const edit = `${lending}/pages/edit`
const picked = { field: 'bookId', columns: ['genre'], search: ['price'], sort: { field: 'price', order: 'ascend' } }

/** The sources with these places changed, `entities/book/label`; `~` stands for a slash in a name. */
function changed(changes: Record<string, unknown>): ProductSources {
  const sources = librarySources()
  for (const [path, value] of Object.entries(changes)) {
    const parts = path.split('/').map((part) => part.replace('~', '/'))
    let place = sources as unknown as Record<string, unknown>
    for (const part of parts.slice(0, -1)) place = (place[part] ??= {}) as Record<string, unknown>
    const last = parts.at(-1) ?? ''
    if (value === undefined) delete place[last]
    else place[last] = value
  }
  return sources
}

/** A change of the deposit that waits for approval, what else is said of its action, and the actions that decide on it. */
function approvedChange(more: Record<string, unknown>): Record<string, unknown> {
  return {
    'entities/lending/states/ASKED': { title: '待批' },
    'entities/lending/actions/change': { title: '变更', from: ['OPEN'], to: 'ASKED', pending: ['deposit'], ...more },
    'entities/lending/actions/settle': { title: '准', from: ['ASKED'], to: 'OPEN', onPending: 'apply' },
    'entities/lending/actions/forget': { title: '弃', from: ['ASKED'], to: 'OPEN', onPending: 'drop' },
  }
}

/** What is changed, where that is told, and how. */
it.each<[string, Record<string, unknown>, string, string, string?]>([
  ['the entity of users', { 'product/userEntity': 'stuff' }, 'product /userEntity', '没有名为“stuff”的 entity', 'staff'],
  ['the entity of a dimension', { 'product/scopes/branch': 'brunch' }, 'product /scopes/branch', '没有名为“brunch”的 entity', 'branch'],
  [
    'a group of a line table',
    { 'entities/lending/lines/books/include': ['remrk'] },
    'entities/lending /lines/books/include/0',
    '没有名为“remrk”的 group',
    'remark',
  ],
  [
    'an action that lines are needed for',
    { 'entities/lending/lines/books/requiredFor': ['sbmit'] },
    'entities/lending /lines/books/requiredFor/0',
    '没有名为“sbmit”的 action',
    'submit',
  ],
  [
    'an action that a cell is needed for',
    { 'entities/lending/lines/books/fields/price': { type: 'money', title: '单价', requiredFor: ['sbmit'] } },
    'entities/lending /lines/books/fields/price/requiredFor/0',
    '没有名为“sbmit”的 action',
    'submit',
  ],
  [
    'a field that a save asks for as well',
    { 'entities/lending/fields/from/requiredFor': ['submit'] },
    'entities/lending /fields/from/requiredFor',
    '“required”是 true，保存时就必填，“requiredFor”没有意义：去掉其中一个，或在“required”中写条件',
  ],
  [
    'states without a field for them',
    { 'entities/lending/fields/status': undefined, [`${list}/search`]: ['lendingNo'], [`${list}/columns`]: ['lendingNo'] },
    'entities/lending /states',
    '有状态的实体需要恰好一个 status 字段，现有 0 个',
  ],
  [
    'a field for states that there are not',
    { 'entities/book/fields/status': { type: 'status', title: '状态' } },
    'entities/book /fields',
    '有 status 字段但没有 states',
  ],
  [
    'an action without a title',
    { 'entities/lending/actions/lose': { from: ['OPEN'] } },
    'entities/lending /actions/lose',
    '动作“lose”没有标题',
  ],
  [
    'several states without a rule that chooses',
    { 'entities/lending/actions/approve/to': ['DONE', 'DRAFT'] },
    'entities/lending /actions/approve/to',
    '有多个目标状态时需要 rule 来选择',
  ],
  [
    'a field that a dialog asks',
    { 'entities/lending/actions/approve/ask': { untill: true, until: true } },
    'entities/lending /actions/approve/ask/untill',
    '没有名为“untill”的 field',
    'until',
  ],
  [
    'a line table that a dialog asks',
    { 'entities/lending/actions/approve/ask/books': { type: 'lines', of: 'boks', show: [], fill: { qty: true } } },
    'entities/lending /actions/approve/ask/books/of',
    '没有名为“boks”的 lines',
    'books',
  ],
  [
    'a column that a dialog shows',
    { 'entities/lending/actions/approve/ask/books': { type: 'lines', of: 'books', show: ['prize'], fill: { qty: true } } },
    'entities/lending /actions/approve/ask/books/show/0',
    '没有名为“prize”的 field',
    'price',
  ],
  [
    'a column that a dialog fills',
    { 'entities/lending/actions/approve/ask/books': { type: 'lines', of: 'books', show: ['price'], fill: { qtty: true } } },
    'entities/lending /actions/approve/ask/books/fill/qtty',
    '没有名为“qtty”的 field',
    'qty',
  ],
  [
    'a field that an action sets',
    { 'entities/lending/actions/approve/set': { untill: 'form.until' } },
    'entities/lending /actions/approve/set/untill',
    '没有名为“untill”的 field',
    'until',
  ],
  [
    'a field in what an action asks to confirm',
    { 'entities/lending/actions/approve/confirm': '通过 {lendingNr}？' },
    'entities/lending /actions/approve/confirm',
    '没有名为“lendingNr”的 field',
    'lendingNo',
  ],
  [
    'the field of a parent that a number goes on from',
    { 'entities/lending/serial': { of: 'bokId' } },
    'entities/lending /serial/of',
    '没有名为“bokId”的 field',
    'bookId',
  ],
  [
    'a reference to several, one of which has no table',
    {
      'entities/book/view': 'shelf',
      'entities/lending/fields/aboutId': { type: 'ref', title: '关于', to: ['staff', 'book'] },
      'entities/lending/fields/aboutType': { type: 'kind', title: '类型', of: 'aboutId' },
    },
    'entities/lending /fields/aboutId/to/1',
    '“book”没有表，不能是多种实体之一',
  ],
  [
    'what a line view reads of its document, and its document does not keep',
    {
      'entities/lent': {
        language: 1,
        title: '借出',
        label: 'bookTitle',
        view: { lines: 'lending.books', header: ['attachments'] },
        fields: {},
      },
      'entities/lending/fields/attachments': { type: 'files', title: '附件' },
    },
    'entities/lent /view/header/0',
    '“attachments”不在表中，不能列在明细旁',
  ],
  [
    'effects of what only asks for a change',
    {
      ...approvedChange({ ask: { deposit: true }, then: [{ perform: 'settle', on: 'id' }] }),
      'entities/lending/actions/settle/system': true,
    },
    'entities/lending /actions/change/then',
    '有 pending 的动作“change”只是申请，不能有 then',
  ],
  [
    'records that only ask for a change and are to be refreshed',
    { 'entities/book/rules': { refresh: 'countBook' }, ...approvedChange({ ask: { deposit: true }, refresh: ['bookId'] }) },
    'entities/lending /actions/change/refresh',
    '有 pending 的动作“change”只是申请，不能有 refresh',
  ],
  [
    'a change that the edit form asks for in a state that does not say what may be edited',
    approvedChange({ via: 'edit' }),
    'entities/lending /actions/change/via',
    '“change”由编辑表单发出（via: edit），状态“OPEN”要写明 edit 的字段：哪些可直接修改（可为空 []）',
  ],
  [
    'a field of a further list',
    {
      [`${lending}/endpoints/extra/late`]: {
        method: 'GET',
        url: '/late',
        permission: 'view',
        description: '逾期',
        list: { fields: ['untill'] },
      },
    },
    'screens/base/lending /endpoints/extra/late/list/fields/0',
    '没有名为“untill”的 field',
    'until',
  ],
  [
    'the field of what stands beside a list',
    { [`${list}/side`]: { field: 'statuss' } },
    'screens/base/lending /pages/list/side/field',
    '没有名为“statuss”的 field',
    'status',
  ],
  ['the parent of a tree', { [`${list}/tree`]: 'bokId' }, 'screens/base/lending /pages/list/tree', '没有名为“bokId”的 field', 'bookId'],
  ['a parent of another entity', { [`${list}/tree`]: 'bookId' }, 'screens/base/lending /pages/list/tree', '“bookId”不是指向本实体的引用'],
  [
    'a line table of an export',
    { [`${list}/exportLines`]: ['boks'] },
    'screens/base/lending /pages/list/exportLines/0',
    '没有名为“boks”的 lines',
    'books',
  ],
  [
    'the page that another is like',
    { [`${lending}/pages/detail/like`]: 'edti' },
    'screens/base/lending /pages/detail/like',
    '没有名为“edti”的 page',
    'edit',
  ],
  [
    'a list that a form should be like',
    { [`${lending}/pages/detail/like`]: 'list' },
    'screens/base/lending /pages/detail/like',
    '“list”不是 record 页面',
  ],
  [
    'a form without anything in it',
    { [`${lending}/pages/detail/like`]: undefined },
    'screens/base/lending /pages/detail',
    '页面既没有 sections 也没有 like',
  ],
  [
    'a field of a variant',
    { [`${lending}/pages/detail/variant`]: { statuss: 'OPEN' } },
    'screens/base/lending /pages/detail/variant/statuss',
    '没有名为“statuss”的 field',
    'status',
  ],
  [
    'whose rows a table shows',
    { [`${lending}/pages/detail/tabs/同书/related`]: 'lendin' },
    'screens/base/lending /pages/detail/tabs/同书/related',
    '没有名为“lendin”的 entity',
    'lending',
  ],
  [
    'a table that adds rows where nobody can',
    { [`${lending}/pages/detail/tabs/同书/add`]: true, [`${list}/toolbar`]: ['export'] },
    'screens/base/lending /pages/detail/tabs/同书/add',
    '没有名为“add”的 action',
  ],
  [
    'the condition of a section',
    { [`${edit}/sections/基本`]: { fields: ['bookId', 'deposit', 'from', 'until', 'remark'], visible: 'form != null' } },
    'screens/base/lending /pages/edit/sections/基本/visible',
    '没有名为“form”的字段',
    'from',
  ],
  [
    'the condition of a field',
    { [`${edit}/sections/基本/3`]: { field: 'until', visible: 'frm != null' } },
    'screens/base/lending /pages/edit/sections/基本/3/visible',
    '没有名为“frm”的字段',
    'from',
  ],
  [
    'the condition of a tab',
    { [`${edit}/tabs/书目/visible`]: 'depsit > 0' },
    'screens/base/lending /pages/edit/tabs/书目/visible',
    '没有名为“depsit”的字段',
    'deposit',
  ],
  [
    'the reference that is picked',
    { [`${edit}/tabs/书目/pick`]: { ...picked, field: 'bokId' } },
    'screens/base/lending /pages/edit/tabs/书目/pick/field',
    '没有名为“bokId”的 field',
    'bookId',
  ],
  [
    'what is picked and is no reference',
    { [`${edit}/tabs/书目/pick`]: { ...picked, field: 'qty' } },
    'screens/base/lending /pages/edit/tabs/书目/pick/field',
    '“qty”不是可填写的单值引用，不能从中选取',
  ],
  [
    'what is looked for among the picked',
    { [`${edit}/tabs/书目/pick`]: { ...picked, search: ['prize'] } },
    'screens/base/lending /pages/edit/tabs/书目/pick/search/0',
    '没有名为“prize”的 field',
    'price',
  ],
  [
    'what is looked for among the picked and is computed',
    {
      'entities/book/fields/worth': { type: 'money', title: '值', value: 'price * 2' },
      [`${edit}/tabs/书目/pick`]: { ...picked, search: ['worth'] },
    },
    'screens/base/lending /pages/edit/tabs/书目/pick/search/0',
    '“worth”是计算值，不能用于查询',
  ],
  [
    'the order of the picked',
    { [`${edit}/tabs/书目/pick`]: { ...picked, sort: { field: 'prize', order: 'ascend' } } },
    'screens/base/lending /pages/edit/tabs/书目/pick/sort/field',
    '没有名为“prize”的 field',
    'price',
  ],
])('names the place and the word for %s', (_name, changes, place, found, suggestion) => {
  const findings = checkProduct(changed(changes))
  const told = findings.map((finding) => ({
    place: `${finding.source} ${finding.pointer}`,
    found: finding.found,
    suggestion: finding.suggestion,
  }))
  expect(told).toContainEqual({ place, found, suggestion })
})
