import { describe, expect, it } from 'vitest'
import type { ProductSources } from '../compile'
import { librarySources } from '../testing/library'
import { withoutConsequences } from './causes'
import { checkProduct } from './index'

/** The sources with one place changed; `path` is a JSON pointer whose last step may be new. */
function changed(path: string, value: unknown, sources = librarySources()): ProductSources {
  const parts = path.split('/').map((part) => part.replace('~', '/'))
  const last = parts.pop() ?? ''
  const place = parts.reduce((at, part) => at[part] as Record<string, unknown>, sources as unknown as Record<string, unknown>)
  place[last] = value
  return sources
}

function messages(sources: ProductSources): string[] {
  return withoutConsequences(checkProduct(sources)).map(({ source, pointer, found }) => `${source}${pointer}  ${found}`)
}

const book = 'entities/book/fields'
const list = 'screens/base~lending/pages/list'
const edit = 'screens/base~lending/pages/edit'

it('tells two units of one number', () => {
  const field = { type: 'digit', title: '册数', unit: '册', unitFrom: 'bookTitle' }
  expect(messages(changed(`${book}/copies`, field))).toEqual([
    'entities/book/fields/copies/unitFrom  已写固定的 unit，不能再由字段给出单位（unitFrom），请删去其中一个',
  ])
})

it('tells a computed value of another type once, and not wherever the field is summed', () => {
  const sources = changed('entities/lending/fields/dear', { type: 'money', title: '贵重', value: 'total > 5' })
  expect(messages(changed(`${list}/figures`, { dear: { title: '贵重', sum: 'dear' } }, sources))).toEqual([
    'entities/lending/fields/dear/value  表达式的结果类型是 boolean',
  ])
})

describe('a slip in a value', () => {
  it.each<[string, string, unknown, string]>([
    ['bounds without a number between them', `${book}/price/max`, '-1', 'entities/book/fields/price/max  max -1 小于 min 0'],
    ['a default below the bounds', `${book}/price/default`, '-5', 'entities/book/fields/price/default  默认值超出 min 0'],
    ['a default of another type', `${book}/price/default`, 'much', 'entities/book/fields/price/default  默认值不是 number'],
    ['a default that is no text', `${book}/bookTitle/default`, true, 'entities/book/fields/bookTitle/default  默认值不是 text'],
    ['a default of no dictionary', `${book}/genre/default`, 'NOVELL', 'entities/book/fields/genre/default  没有名为“NOVELL”的 code'],
    [
      'one default for several',
      `${book}/genre`,
      { type: 'select', title: 'A', dictionary: 'genre', multiple: true, default: 'NOVEL' },
      'entities/book/fields/genre/default  默认值不是 list of text',
    ],
    [
      'a pattern with a choice that begins alike',
      `${book}/bookTitle/pattern`,
      '(a|ab)*c',
      'entities/book/fields/bookTitle/pattern  “bookTitle”的正则表达式无效，或可能被恶意文本拖慢',
    ],
    [
      'a value filled from another type',
      'entities/lending/fields/bookId/fill/deposit',
      'bookTitle',
      'entities/lending/fields/bookId/fill/deposit  “deposit”不能取自 bookTitle：不是同一种值',
    ],
    [
      'rows that a number finds',
      `screens/base~lending/pages/detail/tabs/同书/by`,
      'deposit',
      'screens/base/lending/pages/detail/tabs/同书/by  “deposit”是 number，不能指明记录',
    ],
    [
      'a unit of nowhere',
      `${book}/copies`,
      { type: 'digit', title: '册数', unitFrom: 'units' },
      'entities/book/fields/copies/unitFrom  没有名为“units”的 field',
    ],
    [
      'a unit that is no text',
      `${book}/copies`,
      { type: 'digit', title: '册数', unitFrom: 'price' },
      'entities/book/fields/copies/unitFrom  “price”不能作为数量的单位：需要同一记录（或同一行）的文本字段，或写明 units 的选项字段',
    ],
    [
      'a unit of a code that there is not',
      `${book}/genre`,
      { type: 'select', title: '类别', dictionary: 'genre', units: { NOVELS: '册' } },
      'entities/book/fields/genre/units/NOVELS  没有名为“NOVELS”的 code',
    ],
    [
      'codes of a dictionary that there is not',
      `${book}/shelf`,
      { type: 'text', title: '架', maxLength: 20, codes: { from: 'genre', in: { NOVEL: 'shelves' } } },
      'entities/book/fields/shelf/codes/in/NOVEL  没有名为“shelves”的 dictionary',
    ],
    [
      'codes for a value that there is not',
      `${book}/shelf`,
      { type: 'text', title: '架', maxLength: 20, codes: { from: 'genre', in: { NOVELS: 'genre' } } },
      'entities/book/fields/shelf/codes/in/NOVELS  没有名为“NOVELS”的 code',
    ],
    [
      'codes by what has none',
      `${book}/shelf`,
      { type: 'text', title: '架', maxLength: 20, codes: { from: 'price', in: { NOVEL: 'genre' } } },
      'entities/book/fields/shelf/codes/from  “price”不能说明代码取自哪个字典：需要同一记录（或同一行）的单选选项字段',
    ],
    [
      'a unit that is kept secret',
      `${book}/copies`,
      { type: 'digit', title: '册数', unitFrom: 'secretNote' },
      'entities/book/fields/copies/unitFrom  “secretNote”是保密字段，不能显示或查询',
    ],
    ['the data scope of a role', 'roles/roles/OP/dataScope', 'AL', 'roles/roles/OP/dataScope  没有名为“AL”的 code'],
  ])('is told: %s', (_name, path, value, message) => {
    const sources = changed(path, value)
    sources.dictionaries['dataScope'] = { language: 1, title: '范围', items: { ALL: '全部' } }
    expect(messages(sources)).toEqual([message])
  })

  it('is none where bounds meet and a default stands on them', () => {
    const sources = changed(`${book}/price`, { type: 'money', title: '价格', min: '2', max: '2', default: '2' })
    expect(messages(sources)).toEqual([])
  })
})

describe('a code in an expression', () => {
  it.each<[string, string, string, string]>([
    ['that the own states lack', `${edit}/sections/基本/3/visible`, "status == 'DRAF'", 'DRAF'],
    ['in front', `${edit}/sections/基本/3/visible`, "'DRAF' != status", 'DRAF'],
    ['in a list', `${edit}/sections/基本/3/visible`, "status in ['OPEN', 'SHUT']", 'SHUT'],
    ['inside a condition', `${edit}/sections/基本/3/visible`, "deposit > 0 and not (status == 'SHUT')", 'SHUT'],
  ])('%s is told', (_name, path, text, code) => {
    expect(messages(changed(path, text))).toEqual([`screens/base/lending/pages/edit/sections/基本/3/visible  没有名为“${code}”的 code`])
  })

  it.each(["status == 'OPEN'", "status in ['OPEN', 'DONE']", "bookTitle == 'Emma'", "status == ''"])('is right in %s', (text) => {
    expect(messages(changed(`${edit}/sections/基本/3/visible`, text))).toEqual([])
  })
})

describe('what stands twice or in the wrong place', () => {
  it.each<[string, string, unknown, string]>([
    ['a column', `${list}/columns/5`, 'total', 'screens/base/lending/pages/list/columns/5  “total”已在 columns 中使用'],
    ['a search item', `${list}/search/4`, 'status', 'screens/base/lending/pages/list/search/4  “status”已在 search 中使用'],
    [
      'a field of a section',
      `${edit}/sections/基本/5`,
      'from',
      'screens/base/lending/pages/edit/sections/基本/5  “from”已在 /pages/edit/sections/基本 中使用',
    ],
    [
      'an action on a row in the toolbar',
      `${list}/toolbar/2`,
      'submit',
      'screens/base/lending/pages/list/toolbar/2  “submit”针对一条记录，工具栏没有记录',
    ],
    [
      'adding beside a row',
      `${list}/rowActions/6`,
      'add',
      'screens/base/lending/pages/list/rowActions/6  “add”不针对任何一条记录，不能放在行内或详情页',
    ],
    ['editing several', `${list}/batchActions`, ['edit'], 'screens/base/lending/pages/list/batchActions/0  “edit”不能对多条选中的记录执行'],
  ])('is told: %s', (_name, path, value, message) => expect(messages(changed(path, value))).toEqual([message]))
})

describe('a name that others rest on is told alone', () => {
  it.each<[string, string, unknown, string]>([
    [
      'the permission name of a menu',
      'menus/menus/1/menuName',
      'base_lendin',
      'menus/menus/1/menuName  此页面属于 base_lending，菜单写的是“base_lendin”',
    ],
    ['the address of a menu', 'menus/menus/1/router', '/lendin', 'menus/menus/1/router  base/lending 没有地址为“/lendin”的页面'],
    ['the menu above', 'menus/menus/1/mpid', '9', 'menus/menus/1/mpid  没有名为“9”的 menu'],
    [
      'an action that roles have',
      `${list}/rowActions/3`,
      'sumbit',
      'screens/base/lending/pages/list/rowActions/3  没有名为“sumbit”的 action',
    ],
    [
      'a permission that no role has',
      'screens/base~lending/permissions',
      { submit: 'sumbit' },
      'screens/base/lending/permissions/submit  没有名为“sumbit”的 permission',
    ],
    [
      'an action whose permission is said',
      'screens/base~lending/permissions',
      { sumbit: 'submit' },
      'screens/base/lending/permissions/sumbit  没有名为“sumbit”的 action',
    ],
    ['a dictionary', `${book}/genre/dictionary`, 'gener', 'entities/book/fields/genre/dictionary  没有名为“gener”的 dictionary'],
  ])('%s', (_name, path, value, message) => expect(messages(changed(path, value))).toEqual([message]))

  it('but not what is wrong besides', () => {
    const sources = changed(`${book}/genre/dictionary`, 'gener')
    sources.entities['lending']!.checks![0]!.that = 'deposit'
    expect(messages(sources)).toHaveLength(2)
  })
})
