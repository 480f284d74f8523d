/** What somebody meets who has never written a schema: a new file with nothing in it, and the first name of each kind. */
import { expect, it } from 'vitest'
import { editorSchemas } from '../../engine/core/editing/editorSchemas'
import { loadSchemas } from '../../engine/spec/load'
import { Editor } from './testing/editor'
import { editorGiven } from './writeEditorSchemas'

const root = process.cwd()
const editor = new Editor(root, editorSchemas(editorGiven(root, loadSchemas(root).files)))
const sign = '‸'

const of = {
  entity: 'schemas/entities/base/visit.entity.json',
  screen: 'schemas/screens/base/visit.screen.json',
  dictionary: 'schemas/dictionaries/visit.dictionary.json',
  menus: 'schemas/menus.json',
  roles: 'schemas/roles.json',
}

async function proposed(file: keyof typeof of, text: string): Promise<string[]> {
  return (await editor.proposals(of[file], text, sign)).map(({ name }) => name)
}

const field = (rest: string): string => `{ "fields": { "a": { ${rest} } } }`
const page = (rest: string): string => `{ "entity": "currency", "endpoints": { "base": "/api/visit" }, "pages": { ${rest} } }`

it.each([
  ['entity', ['title', 'label', 'fields', 'scope', 'include']],
  ['screen', ['title', 'entity', 'endpoints', 'pages']],
  ['dictionary', ['title', 'items']],
  ['menus', ['menus']],
  ['roles', ['roles']],
] as const)('proposes the keywords of a new %s file, before anything is written', async (file, words) => {
  expect(await proposed(file, `{ ${sign} }`)).toEqual(expect.arrayContaining([...words]))
})

it.each([
  ['the types of a field', 'entity', field(`"type": "${sign}"`), ['text', 'ref', 'select', 'date', 'money'], ['string', 'currency']],
  ['the keywords of its type', 'entity', field(`"type": "select", ${sign}`), ['dictionary', 'default', 'required'], ['maxLength']],
  ['the owner of a row', 'entity', `{ "scope": { "department": "${sign}" } }`, ['any', 'none'], ['loan']],
  ['the dimensions of rows', 'entity', `{ "scope": { ${sign} } }`, ['department', 'enterprise', 'owner'], ['title']],
  ['the kinds of a page', 'screen', page(`"detail": { "kind": "${sign}" }`), ['record'], ['dialog']],
  ['how a page is opened', 'screen', page(`"edit": { "kind": "record", "as": "${sign}" }`), ['dialog'], ['record']],
  ['the buttons above a list', 'screen', page(`"list": { "toolbar": ["${sign}"] }`), ['add', 'export'], ['currencyCode']],
  ['the buttons of a row', 'screen', page(`"list": { "rowActions": ["${sign}"] }`), ['edit', 'delete', 'enable', 'disable'], ['submit']],
  [
    'the way a field is searched',
    'screen',
    page(`"list": { "search": [{ "field": "createdAt", "as": "${sign}" }] }`),
    ['range'],
    ['status'],
  ],
  ['the order of rows', 'screen', page(`"list": { "sort": { "field": "id", "order": "${sign}" } }`), ['ascend', 'descend'], ['id']],
  ['the colours of a code', 'dictionary', `{ "items": { "A": { "title": "甲", "color": "${sign}" } } }`, ['blue', 'red'], ['A']],
  ['the right of a menu entry', 'menus', `{ "menus": [{ "menuName": "${sign}" }] }`, ['base_currency'], ['base/currency']],
  ['the icons of a menu entry', 'menus', `{ "menus": [{ "icon": "${sign}" }] }`, ['bank'], ['currency']],
  [
    'the rights of a role',
    'roles',
    `{ "roles": { "XX": { "menus": { "base_currency": ["${sign}"] } } } }`,
    ['view', 'add', 'enable'],
    ['approve'],
  ],
] as const)('proposes %s', async (_what, file, text, has, hasNot) => {
  const names = await proposed(file, text)
  expect(names).toEqual(expect.arrayContaining([...has]))
  for (const name of hasNot) expect(names).not.toContain(name)
})

it.each([
  ['when a field is shown', page(`"edit": { "kind": "record", "sections": { "甲": [{ "field": "id", "visible": "${sign}" }] } }`)],
  ['when it must be filled', page(`"edit": { "kind": "record", "sections": { "甲": [{ "field": "id", "required": "${sign}" }] } }`)],
])('proposes in the expression of %s each comparison with a state', async (_what, text) => {
  const names = await proposed('screen', text)
  expect(names).toEqual(expect.arrayContaining(["status == 'ENABLED'", "status == 'DISABLED'"]))
  expect(names.some((name) => name.includes('DRAFT'))).toBe(false)
})

it('says what is missing in a new file, and in one that is whole nothing', async () => {
  const missing = (await editor.problems(of.dictionary, '{}')).map(({ message }) => message).join()
  for (const word of ['language', 'title', 'items']) expect(missing).toContain(word)
  expect(await editor.problems(of.dictionary, '{ "language": 1, "title": "来访", "items": { "A": "甲" } }')).toEqual([])
})

it('lets a new screen have buttons of its own beside those of its entity, and underlines them in neither list', async () => {
  const own = `"actions": { "call": { "title": "来电", "does": "link", "to": "/currency" } }`
  const list = `"list": { "columns": ["status"], "toolbar": ["add", "call"], "rowActions": ["edit", "call"] }`
  const text = `{ "language": 1, "title": "来访", ${page(list).slice(2, -2)}, ${own} }`
  expect(await editor.problems(of.screen, text)).toEqual([])
})
