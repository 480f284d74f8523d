import { isAt, type Place } from './places'
import type { SchemaKind } from '../../engine/spec/metaSchemas'

/** What a name in a schema names; each is a class of slips of its own. */
export type Role =
  | 'action'
  | 'bucket'
  | 'dictionary'
  | 'dimension'
  | 'endpoint'
  | 'entity'
  | 'field'
  | 'format'
  | 'group'
  | 'handler'
  | 'lines'
  | 'menu'
  | 'menuName'
  | 'movement'
  | 'page'
  | 'parameter'
  | 'permission'
  | 'query'
  | 'refusal'
  | 'role right'
  | 'route'
  | 'rule'
  | 'screen'
  | 'section'
  | 'shape'
  | 'state'
  | 'view'
  | 'widget'

/** `"a/*\/b": role`; a pattern that ends in `=` means the key of the place, any other its value. */
type Table = readonly (readonly [Role, string])[]

const fieldTable: Table = [
  ['entity', 'to'],
  ['entity', 'to/#'],
  ['field', 'by'],
  ['dictionary', 'dictionary'],
  ['query', 'query'],
  ['format', 'format'],
  ['shape', 'shape'],
  ['field', 'of'],
  ['field', 'where/*='],
  ['field', 'where/**/from'],
  ['field', 'fill/*='],
  ['field', 'fill/*'],
  ['action', 'requiredFor/#'],
  ['entity', 'sumOf/entity'],
  ['lines', 'sumOf/lines'],
  ['field', 'sumOf/by'],
  ['field', 'sumOf/field'],
  ['field', 'sumOf/where/*='],
  ['refusal', 'sumOf/refusal'],
]

const fieldsAt = (...places: string[]): Table => places.flatMap((at) => fieldTable.map(([role, path]) => [role, `${at}/${path}`] as const))

const effects: Table = [
  ['movement', 'moves/#/type'],
  ['lines', 'moves/#/each'],
  ['field', 'moves/#/of'],
  ['entity', 'then/#/create'],
  ['lines', 'then/#/each'],
  ['field', 'then/#/with/*='],
  ['lines', 'then/#/lines/*='],
  ['lines', 'then/#/lines/*/#/each'],
  ['field', 'then/#/lines/*/#/fields/*='],
  ['action', 'then/#/perform'],
  ['entity', 'then/#/on/*='],
  ['field', 'then/#/on/*/*='],
  ['state', 'then/#/on/*/status/#'],
  ['field', 'refresh/#'],
]

/** Of an entity and a group alike. */
const entity: Table = [
  ['field', 'label'],
  ['field', 'serial/prefix/by'],
  ['field', 'serial/of'],
  ['field', 'sequences/*='],
  ['field', 'sequences/*/per/#'],
  ['action', 'sequences/*/on/#'],
  ['group', 'include/#'],
  ['group', 'lines/*/include/#'],
  ['dimension', 'scope/*='],
  ['field', 'scope/*/#'],
  ['field', 'summary/about'],
  ['field', 'summary/figures/#'],
  ['field', 'summary/unit'],
  ['field', 'summary/date'],
  ['field', 'summary/first/#'],
  ['state', 'summary/course/#'],
  ...fieldsAt('fields/*', 'lines/*/fields/*', 'actions/*/ask/*', 'params/*'),
  ['field', 'lines/*/unique/#/#'],
  ['field', 'unique/#/#'],
  ['field', 'unique/#/fields/#'],
  ['field', 'unique/#/where/*='],
  ['field', 'intervals/#/key/#'],
  ['field', 'intervals/#/from'],
  ['field', 'intervals/#/until'],
  ['field', 'intervals/#/where/*='],
  ['field', 'indexes/#/#'],
  ['field', 'checks/#/field'],
  ['field', 'warnings/#/field'],
  ['state', 'actions/*/from/#'],
  ['state', 'actions/*/to'],
  ['state', 'actions/*/to/#'],
  ['field', 'actions/*/set/*='],
  ['field', 'actions/*/notBy'],
  ['field', 'actions/*/onlyBy'],
  ['rule', 'actions/*/rule'],
  ['field', 'actions/*/pending/#'],
  ['action', 'actions/*/inverse'],
  ...effects.map(([role, path]) => [role, `actions/*/${path}`] as const),
  ['field', 'states/*/edit/#'],
  ['rule', 'rules/*'],
  ['view', 'view'],
  ['field', 'view/header/#'],
]

const columns = (at: string): Table => [
  ['field', `${at}/#`],
  ['field', `${at}/#/field`],
  ['format', `${at}/#/as`],
  ['page', `${at}/#/link`],
  ['screen', `${at}/#/link/screen`],
  ['page', `${at}/#/link/page`],
  ['parameter', `${at}/#/link/by/*=`],
  ['field', `${at}/#/link/by/*`],
]

const charts = (at: string): Table => [
  ['field', `${at}/*/x`],
  ['field', `${at}/*/x/field`],
  ['field', `${at}/*/by`],
  ...['sum', 'avg', 'min', 'max', 'last'].map((word) => ['field', `${at}/*/series/*/${word}`] as const),
]

/** Line tables, related tables and calculations. */
const table = (at: string): Table => [
  ['lines', `${at}/lines`],
  ...columns(`${at}/columns`),
  ['action', `${at}/import`],
  ['field', `${at}/pick/field`],
  ...columns(`${at}/pick/columns`),
  ['field', `${at}/pick/search/#`],
  ['field', `${at}/pick/sort/field`],
  ['field', `${at}/pick/fill/*=`],
  ['field', `${at}/pick/fill/*`],
  ['entity', `${at}/related`],
  ['field', `${at}/by`],
  ['field', `${at}/by/*=`],
  ['field', `${at}/by/*`],
  ['field', `${at}/where/*=`],
  ['field', `${at}/groups/*/#`],
  ['screen', `${at}/screen`],
  ['page', `${at}/link`],
  ['action', `${at}/rowActions/#`],
  ['parameter', `${at}/add/*=`],
  ['field', `${at}/add/*`],
  ...charts(`${at}/charts`),
  ['field', `${at}/sort/field`],
  ['action', `${at}/calculate`],
  ['widget', `${at}/widget`],
]

const screen: Table = [
  ['entity', 'entity'],
  ['field', 'endpoints/where/*='],
  ['field', 'endpoints/ordinals/*'],
  ['handler', 'endpoints/extra/*/handler'],
  ['permission', 'endpoints/extra/*/permission'],
  ['field', 'endpoints/extra/*/list/fields/#'],
  ['field', 'endpoints/extra/*/list/where/*='],
  ['field', 'endpoints/extra/*/list/sort/field'],
  ['lines', 'endpoints/extra/*/body/*/of'],
  ['lines', 'endpoints/extra/*/answer/*/of'],
  ...fieldsAt('endpoints/extra/*/query/*', 'endpoints/extra/*/body/*', 'endpoints/extra/*/answer/*', 'actions/*/ask/*').filter(
    ([, path]) => !path.endsWith('/of'),
  ),
  ['action', 'permissions/*='],
  ['permission', 'permissions/*'],
  ['endpoint', 'actions/*/endpoint'],
  ['screen', 'actions/*/screen'],
  ['page', 'actions/*/page'],
  ['parameter', 'actions/*/by/*='],
  ['field', 'actions/*/by/*'],
  ['field', 'actions/*/given/*='],
  ['field', 'actions/*/given/*'],
  ['field', 'actions/*/figures/#'],
  ['field', 'actions/*/figures/#/field'],
  ['widget', 'actions/*/widget'],
  ['lines', 'actions/*/into/lines'],
  ['field', 'actions/*/into/match/#'],
  ['rule', 'actions/*/into/rule'],
  ['field', 'actions/*/values/*='],
  ['action', 'leadsTo/*='],
  ['action', 'leadsTo/*'],
  ['field', 'prints/*/parts/#/fields/#'],
  ['field', 'prints/*/parts/#/fields/#/field'],
  ['lines', 'prints/*/parts/#/lines'],
  ['field', 'prints/*/parts/#/columns/#'],
  ['field', 'prints/*/parts/#/columns/#/field'],
  ...columns('pages/*/columns'),
  ['field', 'pages/*/search/#'],
  ['field', 'pages/*/search/#/field'],
  ['field', 'pages/*/groups/*/#'],
  ['field', 'pages/*/sort/field'],
  ['field', 'pages/*/tree'],
  ['field', 'pages/*/side/field'],
  ['field', 'pages/*/side/title'],
  ['action', 'pages/*/area'],
  ['page', 'pages/*/split'],
  ['screen', 'pages/*/split/screen'],
  ['page', 'pages/*/split/page'],
  ['parameter', 'pages/*/split/by/*='],
  ['field', 'pages/*/split/by/*'],
  ['action', 'pages/*/toolbar/#'],
  ['action', 'pages/*/rowActions/#'],
  ['action', 'pages/*/batchActions/#'],
  ['action', 'pages/*/actions/#'],
  ['lines', 'pages/*/exportLines/#'],
  ...charts('pages/*/charts'),
  ['field', 'pages/*/figures/*/sum'],
  ['field', 'pages/*/figures/*/avg'],
  ['parameter', 'pages/*/figures/*/filter/*='],
  ['parameter', 'pages/*/figures/*/regardless/#'],
  ...table('pages/*/expand'),
  ['page', 'pages/*/like'],
  ['field', 'pages/*/params/*='],
  ['field', 'pages/*/variant/*='],
  ['field', 'pages/*/live/#'],
  ...['sections/*', 'sections/*/fields'].flatMap((at): Table => [
    ['field', `pages/*/${at}/#`],
    ['field', `pages/*/${at}/#/field`],
    ['format', `pages/*/${at}/#/as`],
    ['endpoint', `pages/*/${at}/#/brings`],
  ]),
  ...table('pages/*/tabs/*'),
  ['section', 'pages/*/tabs/*/before'],
  ['widget', 'pages/*/widget'],
  ['route', 'pages/*/route'],
]

const ledger: Table = [
  ['entity', 'balances/*='],
  ['field', 'balances/*'],
  ['entity', 'journal/entity'],
  ['field', 'journal/type'],
  ['field', 'journal/set/*='],
  ['field', 'buckets/*='],
  ['movement', 'buckets/*/held'],
  ['bucket', 'types/*/by/*='],
  ['movement', 'types/*/inverse'],
  ['entity', 'also/#/balance'],
  ['field', 'also/#/on'],
  ['movement', 'also/#/types/*='],
  ['movement', 'also/#/types/*'],
  ['movement', 'limits/#/on/#'],
  ['refusal', 'limits/#/refusal'],
  ['refusal', 'short'],
  ['bucket', 'holders/#/bucket'],
  ['entity', 'holders/#/entity'],
  ['field', 'holders/#/of'],
]

const tables: Partial<Record<SchemaKind, Table>> = {
  entity,
  group: entity,
  screen,
  ledger,
  schedule: [
    ['handler', 'steps/*/handler'],
    ['action', 'steps/*/actions/#'],
  ],
  menus: [
    ['menu', 'menus/#/pid'],
    ['menu', 'menus/#/mpid'],
    ['menuName', 'menus/#/menuName'],
  ],
  roles: [
    ['menuName', 'roles/*/menus/*='],
    ['role right', 'roles/*/menus/*/#'],
  ],
  product: [
    ['entity', 'userEntity'],
    ['entity', 'scopes/*'],
    ['field', 'outside/by'],
  ],
}

const patterns = Object.fromEntries(
  Object.entries(tables).map(([kind, table]) => [
    kind,
    table.map(([role, path]) => ({ role, isKey: path.endsWith('='), path: path.replace(/=$/, '').split('/') })),
  ]),
)

/** What the key of a place names, or its text. */
export function roleOf(place: Place, of: 'key' | 'value'): Role | undefined {
  if (of === 'value' && (typeof place.value !== 'string' || place.isExpression)) return undefined
  if (of === 'key' && (place.isKeyword || !place.key)) return undefined
  const table = patterns[place.file.kind] ?? []
  return table.find(({ isKey, path }) => isKey === (of === 'key') && isAt(place.path, path))?.role
}
