import { expect, it } from 'vitest'
import { formatProblem } from './problem'
import type { SchemaKind } from './metaSchemas'
import { validateFile } from './validate'

/** A valid file with one mistake put in, one key a line, so that places are easy to count. */
function entity(changes: object): string {
  const base = {
    language: 1,
    title: '书',
    label: 'name',
    scope: 'global',
    fields: { name: { type: 'text', title: '书名', maxLength: 50 } },
  }
  return JSON.stringify({ ...base, ...changes }, null, 1)
}
function screen(changes: object): string {
  const base = { language: 1, title: '书', entity: 'book', endpoints: { base: '/api/book' }, pages: { list: { columns: ['name'] } } }
  return JSON.stringify({ ...base, ...changes }, null, 1)
}
const withField = (field: object) => entity({ fields: { name: field } })
const withAction = (action: object) => entity({ actions: { lend: action } })

const textKeys =
  'type, maxLength, pattern, patternMessage, copyable, mask, placeholders, codes, title, help, required, requiredFor, system, secret, internal, default, value, follows, stored, query, format'
const types = 'text, textarea, digit, money, percent, date, dateTime, select, switch, ref, files, serial, status, kind, json'

function messages(kind: SchemaKind, text: string): string[] {
  return validateFile(kind, 'f', text).problems.map(formatProblem)
}

it('accepts a right entity and a right screen', () => {
  expect(messages('entity', entity({}))).toEqual([])
  expect(messages('screen', screen({}))).toEqual([])
})

it.each<[string, SchemaKind, string, string]>([
  ['a comma too many', 'entity', '{"language":1,}', 'f:1:15  JSON 语法错误：此处应为带双引号的键名'],
  ['a repeated key', 'entity', '{"language":1,"language":1}', 'f:1:15  JSON 语法错误：重复的键 "language"'],
  ['a missing key', 'entity', withField({ type: 'text', title: 'A' }), 'f:7:11  缺少“maxLength”'],
  [
    'a key of another world',
    'entity',
    withAction({ title: '借', confirmText: '?' }),
    `f:16:4  未知的键“confirmText”  可用：title, from, to, confirm, …  是否想写“confirm”？`,
  ],
  [
    'a mistyped key of a field',
    'entity',
    withField({ type: 'text', title: 'A', maxLength: 5, requird: true }),
    `f:11:4  未知的键“requird”  可用：${textKeys}  是否想写“required”？`,
  ],
  ['a mistyped type', 'entity', withField({ type: 'txt', title: 'A' }), `f:8:12  “type”的值“txt”未知  可用：${types}  是否想写“text”？`],
  [
    'a type of another world',
    'entity',
    withField({ type: 'number', title: 'A' }),
    `f:8:12  “type”的值“number”未知  可用：${types}  是否想写“digit”？`,
  ],
  [
    'a mistyped key where one of several must be',
    'entity',
    entity({ unique: [{ fields: ['name'], where: { status: { eended: false } } }] }),
    'f:20:6  未知的键“eended”  可用：from | today | not | ended | above, atLeast, below, atMost  是否想写“ended”？',
  ],
  ['a missing type', 'entity', withField({ title: 'A' }), `f:7:11  缺少“type”  可用：${types}`],
  [
    'decimals that do not exist',
    'entity',
    withField({ type: 'money', title: 'A', decimals: 3 }),
    'f:10:16  值 3 不可用  可用：2, 4, 6  是否想写“2”？',
  ],
  [
    'a value of no allowed type',
    'entity',
    withField({ type: 'date', title: 'A', required: 5 }),
    'f:10:16  值 5 的类型不对  可用：boolean | string',
  ],
  [
    'a bad field name',
    'entity',
    entity({ fields: { A_b: { type: 'date', title: 'A' } } }),
    'f:7:3  名称“A_b”不合规则  可用：^[a-z][A-Za-z0-9]{0,39}$',
  ],
  [
    'a mistyped word',
    'entity',
    entity({ scope: 'globl' }),
    'f:5:11  值 "globl" 不可用  可用：global, own, attached | object  是否想写“global”？',
  ],
  [
    'an incomplete field of a dialog',
    'entity',
    withAction({ title: '借', ask: { opinion: { type: 'textarea', title: 'x' } } }),
    'f:17:16  缺少“maxLength”',
  ],
  [
    'an incomplete table of a dialog',
    'entity',
    withAction({ title: '借', ask: { rows: { type: 'lines', of: 'rows', show: [] } } }),
    'f:17:13  缺少“fill”',
  ],
  [
    'a mistyped colour',
    'entity',
    entity({ states: { A: { title: 'x', color: 'grean' } } }),
    'f:16:13  值 "grean" 不可用  可用：default, processing, success, warning, error, blue, cyan, geekblue, gold, green, orange, purple, red  是否想写“green”？',
  ],
  [
    'a mistyped key of a column',
    'screen',
    screen({ pages: { list: { columns: [{ field: 'a', widht: 4 }] } } }),
    'f:13:6  未知的键“widht”  可用：field, title, width, total, as, link, hidden, tone  是否想写“width”？',
  ],
  ['a column that is no name', 'screen', screen({ pages: { list: { columns: [4] } } }), 'f:11:5  值 4 的类型不对  可用：string | object'],
  [
    'an unknown kind of page',
    'screen',
    screen({ pages: { detail: { kind: 'form' } } }),
    'f:10:12  “kind”的值“form”未知  可用：record, custom, list',
  ],
  [
    'a table without columns',
    'screen',
    screen({ pages: { detail: { kind: 'record', tabs: { 明细: { lines: 'rows' } } } } }),
    'f:12:11  缺少“columns”',
  ],
  [
    'a foreign URL',
    'screen',
    screen({ endpoints: { base: 'http://x' } }),
    'f:6:11  值 "http://x" 不合规则  可用：^/(?!/)[A-Za-z0-9/_{}-]*[A-Za-z0-9}]$',
  ],
  ['a link to nowhere', 'screen', screen({ actions: { go: { title: 'x', does: 'link' } } }), 'f:16:9  缺少“to”'],
  [
    'an endpoint without an answer',
    'screen',
    screen({ endpoints: { base: '/api/a', extra: { x: { method: 'GET', url: '/x', permission: 'view', description: 'd' } } } }),
    'f:8:9  缺少“list”  可用：list | handler',
  ],
  [
    'an icon with capitals',
    'menus',
    JSON.stringify({ language: 1, menus: [{ id: '1', pid: '0', mpid: -1, name: 'x', seq: 1, icon: 'Bars' }] }),
    'f:1:80  值 "Bars" 不合规则  可用：^[a-z][a-z-]*$',
  ],
  [
    'a role code in small letters',
    'roles',
    '{"language":1,"roles":{"op":{"title":"x","dataScope":"ALL","menus":{}}}}',
    'f:1:24  名称“op”不合规则',
  ],
  ['a dictionary without items', 'dictionary', '{"language":1,"title":"x","items":{}}', 'f:1:35  值 {} 不合规则  可用：minProperties 1'],
  ['a file of another version', 'dictionary', '{"language":2,"title":"x","items":{"A":"a"}}', 'f:1:13  值 2 不可用  可用：1'],
])('says one thing about %s', (_name, kind, text, message) => {
  const [only, ...more] = messages(kind, text)
  expect(more).toEqual([])
  expect(likeMessage(only ?? '', message), `${only}\n≠\n${message}`).toBe(true)
})

const withThen = (step: object) => withAction({ title: '借', then: [step] })

it.each([
  ['a misspelt key of one of two steps', withThen({ create: 'slip', wiht: { bookId: 'id' } }), ['f:19:6  未知的键“wiht”']],
  ['a wrong name in one of two steps', withThen({ perform: 'not a name!', on: 'slipId' }), ['f:18:17  值 "not a name!" 不合规则']],
  ['a required key that is misspelt', withField({ type: 'text', title: 'A', maxLenght: 5 }), ['f:10:4  未知的键“maxLenght”']],
  ['a required key that is misspelt beyond guessing', screen({ entity: undefined, tabl: 'book' }), ['f:14:2  未知的键“tabl”']],
  [
    'the only key of one of many alternatives',
    withField({ type: 'ref', title: 'A', to: 'book', where: { branchId: { ffrom: 'branchId' } } }),
    ['f:13:6  未知的键“ffrom”'],
  ],
  ['an item that stands twice', entity({ include: ['a', 'b', 'a'] }), ['f:16:3  值 ["a","b","a"] 不合规则']],
])('says one thing, where it stands, about %s', (_name, text, expected) => {
  const found = messages(text.includes('endpoints') ? 'screen' : 'entity', text)
  expect(found.map((message, index) => message.slice(0, expected[index]?.length))).toEqual(expected)
})

it('reports each of several mistakes once', () => {
  const text = entity({ titel: 'x', fields: { name: { type: 'text', title: 'A', maxLength: 0, requird: true } } })
  expect(
    validateFile('entity', 'f', text)
      .problems.map(({ code }) => code)
      .sort(),
  ).toEqual(['minimum', 'unknown-key', 'unknown-key'])
})

/** `…` stands for further words of a list that grows with the language. */
function likeMessage(actual: string, expected: string): boolean {
  const [start = '', end] = expected.split('…')
  return actual.startsWith(start) && (end === undefined || actual.includes(end, start.length))
}
