import { expect, it } from 'vitest'
import { readFile } from '../../spec/schemaFiles'
import { checkCodeNames, type CodeNames } from './codeNames'

const names: CodeNames = {
  save: ['saveBook'],
  saved: [],
  remove: [],
  action: ['lendBook'],
  refresh: [],
  offer: [],
  line: [],
  queries: ['lentCount'],
  views: ['shelves'],
  handlers: ['bookCover'],
  steps: ['tidy'],
  formats: ['isbn'],
  shapes: ['cover'],
  refusals: ['book.lent'],
  cells: [],
  inputs: [],
  widgets: ['shelfPlan'],
  pages: [],
}

function messages(kind: 'entity' | 'screen' | 'schedule', value: object): string[] {
  const { file } = readFile({ kind, source: 'f', key: 'f', path: 'f' }, JSON.stringify({ language: 1, title: 'A', ...value }))
  return checkCodeNames([file], names).map(({ pointer, found, suggestion }) => `${pointer}  ${found}  ${suggestion ?? ''}`)
}

const field = (keys: object) => ({ label: 'a', fields: { a: { type: 'text', title: 'A', maxLength: 9, ...keys } } })
const endpoint = (keys: object) => ({
  entity: 'book',
  endpoints: { base: '/api/b', extra: { cover: { method: 'GET', url: '/c', permission: 'view', description: 'c', ...keys } } },
  pages: { list: { columns: ['a'] } },
})

it.each([
  ['a save rule', 'entity', { ...field({}), rules: { save: 'saveBok' } }, '/rules/save', 'saveBok', ' save 规则', 'saveBook'],
  [
    'a rule of an action',
    'entity',
    { ...field({}), actions: { lend: { rule: 'saveBook' } } },
    '/actions/lend/rule',
    'saveBook',
    '动作规则',
    '',
  ],
  ['a view', 'entity', { ...field({}), view: 'shelfs' }, '/view', 'shelfs', ' view', 'shelves'],
  ['a query', 'entity', field({ query: 'lentCounts' }), '/fields/a/query', 'lentCounts', ' query', 'lentCount'],
  ['a format', 'entity', field({ format: 'isbm' }), '/fields/a/format', 'isbm', ' format', 'isbn'],
  ['a handler', 'screen', endpoint({ handler: 'lendBook' }), '/endpoints/extra/cover/handler', 'lendBook', ' handler', ''],
  [
    'a format of a query',
    'screen',
    endpoint({ handler: 'bookCover', query: { side: { type: 'text', title: 'S', maxLength: 9, format: 'phone' } } }),
    '/endpoints/extra/cover/query/side/format',
    'phone',
    ' format',
    '',
  ],
] as const)('tells of %s that no code has', (_what, kind, value, pointer, name, noun, suggestion) => {
  expect(messages(kind, value)).toEqual([`${pointer}  程序中没有名为“${name}”的${noun}；刚写好的，先运行 npm run generate  ${suggestion}`])
})

it('says nothing of names that code has, the engine its own', () => {
  expect(messages('entity', { ...field({ format: 'isbn', query: 'lentCount' }), rules: { save: 'saveBook' } })).toEqual([])
  const steps = { tidy: { title: 'T', handler: 'tidy' }, verify: { title: 'V', handler: 'verifyLedgers' } }
  expect(messages('schedule', { title: undefined, at: '00:30', steps })).toEqual([])
})
