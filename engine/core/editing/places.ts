import type { CodeKind } from '../check/codeNames'

/** Whose names: those of any part of the product, or of the rows, the record around them, the screen or the ledger that a place is about. */
export type Kind =
  | 'entity'
  | 'dictionary'
  | 'group'
  | 'listScreen'
  | 'movementType'
  | 'heldBucket'
  | 'template'
  | 'anyAction'
  | 'dailyAction'
  | 'lineTable'
  | 'icon'
  | 'menu'
  | 'permissionName'
  | 'permissionGroup'
  | 'route'
  | 'dimension'
  | 'dataScope'
  | 'system'
  | 'menuId'
  | `code:${CodeKind}`
  | RowKind
  | ScreenKind
  | LedgerKind

/** Names that a table has: an entity, or a line table of one. */
export type RowKind =
  | 'own'
  | 'field'
  | 'shown'
  | 'searched'
  | 'editable'
  | 'charted'
  | 'user'
  | 'lines'
  | 'state'
  | 'entityAction'
  | 'rowAction'
  | 'rowPage'
  | 'path'
  | 'around'
  | 'keeper'
  | 'expression'

/** Names that only the file of the screen has. */
export type ScreenKind = 'action' | 'permission' | 'page' | 'section' | 'endpoint' | 'calculation' | 'areaWidget'

/** Names that only the file of the ledger has. */
export type LedgerKind = 'bucket' | 'ownMovementType'

/** Which table the names are of: the rows that a place is about, those around them, or the record of the whole file. */
type Whose = 'rows' | 'outer' | 'record'

export interface Said {
  kind: Kind
  /** `rows` unless said. */
  of?: Whose
  /** Other words may stand there too: they are proposed, and none is refused. */
  isOpen?: true
}

/** A keyword beside the place that says whose rows are meant from here on. */
interface Turn {
  by: string
  /** It names an entity, a line table of the record, one of any entity (the rows are then its documents), or a reference of the rows. */
  names: 'entity' | 'lines' | 'lineTable' | 'reference'
  /** Where it is absent the rows are the record's. */
  elseRecord?: true
  /** Where this keyword is said, too, the rows are of another kind. */
  unless?: string
}

export interface Place {
  value?: Said
  /** Of a map: what its keys name. */
  keys?: Said
  rows?: Turn
  /** Of a map: each key is a line table of the rows, or an entity, whose rows its entry is about. */
  rowsByKey?: 'lines' | 'entity'
  /** Fields and what they must be; `from` takes values of this table. */
  where?: Whose | 'nothing'
  /** Fields and fixed values of theirs. */
  values?: true
  /** The keyword `field` beside `default` says of which codes that is. */
  defaultOf?: 'field' | 'dictionary'
  /** What stands here is about the record around, not about the rows. */
  isOfRecord?: true
  /** Nothing is proposed here: what may stand there depends on more than one other keyword. */
  isFree?: true
  /** Of a map: the key says which words its list may hold. */
  listByKey?: 'rights'
}

const own: Place = { value: { kind: 'own' } }
const field: Place = { value: { kind: 'field' } }
const lines: Place = { value: { kind: 'lines', of: 'record' } }
const entity: Place = { value: { kind: 'entity' } }
const action: Place = { value: { kind: 'action' } }
const entityAction: Place = { value: { kind: 'entityAction' } }
const path: Place = { value: { kind: 'path', isOpen: true } }
const ofRecord: Place = { isOfRecord: true }
const free: Place = { isFree: true }

/**
 * Where a meta-schema asks for a name: place in it → whose name. Names of code are not here: the check has their places
 * (engine/core/check/codeNames.ts). What a place accepts is what the check accepts there; editor.test.ts compares the two.
 */
export const places: Readonly<Record<string, Place>> = {
  ...within('field.schema.json#/$defs', {
    expression: { value: { kind: 'expression', isOpen: true } },
    where: { where: 'nothing' },
    // Actions of the document, also of what a reference points to.
    'common/properties/requiredFor/items': { value: { kind: 'entityAction', of: 'record' } },
    selectField: { defaultOf: 'dictionary' },
    'selectField/properties/dictionary': { value: { kind: 'dictionary' } },
    'textField/properties/codes/properties/from': { value: { kind: 'own', of: 'outer', isOpen: true } },
    'textField/properties/codes/properties/in/additionalProperties': { value: { kind: 'dictionary' } },
    refField: { rows: { by: 'to', names: 'entity' } },
    'refField/properties/to/oneOf/0': entity,
    'refField/properties/to/oneOf/1/items': entity,
    'refField/properties/by': field,
    'refField/properties/where': { where: 'outer' },
    'refField/properties/fill': { keys: { kind: 'own', of: 'outer', isOpen: true } },
    'refField/properties/fill/additionalProperties': field,
    'kindField/properties/of': own,
    sumOf: { rows: { by: 'entity', names: 'entity' } },
    'sumOf/properties/entity': entity,
    'sumOf/properties/lines': { value: { kind: 'lines' } },
    'sumOf/properties/by': { value: { kind: 'own', isOpen: true } },
    'sumOf/properties/field': { value: { kind: 'own', isOpen: true } },
    'sumOf/properties/where': free,
    'sumOf/properties/atMost': { value: { kind: 'expression', of: 'outer', isOpen: true } },
    'sumOf/properties/params/additionalProperties': { value: { kind: 'expression', of: 'outer', isOpen: true } },
  }),
  ...within('entity.schema.json#', {
    'properties/label': own,
    'properties/alias': own,
    'properties/serial/properties/prefix/oneOf/1/properties/by': own,
    'properties/serial/properties/of': own,
    'properties/sequences': { keys: { kind: 'own' } },
    'properties/sequences/additionalProperties/properties/per/items': own,
    'properties/sequences/additionalProperties/properties/on/items': entityAction,
    'properties/include/items': { value: { kind: 'group' } },
    'properties/states/additionalProperties/properties/edit/oneOf/1/items': { value: { kind: 'editable' } },
    'properties/view/oneOf/1': { rows: { by: 'lines', names: 'lineTable' } },
    'properties/view/oneOf/1/properties/header/items': own,
    'properties/view/oneOf/1/properties/lines': { value: { kind: 'lineTable' } },
    '$defs/scope/oneOf/1/properties/as/oneOf/0': own,
    '$defs/scope/oneOf/1/properties/as/oneOf/1/items': own,
    '$defs/scope/oneOf/2': { keys: { kind: 'dimension' } },
    '$defs/scope/oneOf/2/additionalProperties/oneOf/1/items': path,
    '$defs/lines': { rowsByKey: 'lines' },
    '$defs/lines/additionalProperties/properties/include/items': { value: { kind: 'group' } },
    '$defs/lines/additionalProperties/properties/requiredFor/items': entityAction,
    'properties/authored/oneOf/1/items': entityAction,
    '$defs/keys/items/items': field,
    '$defs/uniqueKeys/items/oneOf/0/items': field,
    '$defs/uniqueKeys/items/oneOf/1/properties/fields/items': field,
    '$defs/intervals/items/properties/key/items': field,
    '$defs/intervals/items/properties/from': field,
    '$defs/intervals/items/properties/until': field,
    '$defs/checks/items/properties/field': own,
    '$defs/warnings/items/properties/field': { value: { kind: 'own', isOpen: true } },
    '$defs/summary/properties/about': own,
    '$defs/summary/properties/figures/items': own,
    '$defs/summary/properties/unit': own,
    '$defs/summary/properties/date': own,
    '$defs/summary/properties/first/items': own,
    '$defs/summary/properties/course/items': { value: { kind: 'state' } },
    '$defs/action/properties/from/items': { value: { kind: 'state' } },
    '$defs/action/properties/to/oneOf/0': { value: { kind: 'state' } },
    '$defs/action/properties/to/oneOf/1/items': { value: { kind: 'state' } },
    '$defs/action/properties/ask': { keys: { kind: 'own', isOpen: true } },
    '$defs/action/properties/set': { keys: { kind: 'own' } },
    '$defs/action/properties/needs': { value: { kind: 'system' } },
    '$defs/action/properties/notBy': { value: { kind: 'user' } },
    '$defs/action/properties/onlyBy': { value: { kind: 'user' } },
    '$defs/action/properties/pending/items': own,
    '$defs/action/properties/inverse': entityAction,
    '$defs/action/properties/like': entityAction,
    '$defs/askedLines': { rows: { by: 'of', names: 'lines' } },
    '$defs/askedLines/properties/of': lines,
    '$defs/askedLines/properties/show/items': own,
    '$defs/askedLines/properties/fill': { keys: { kind: 'own', isOpen: true } },
    '$defs/askedLines/properties/fillAll/properties/values': { keys: { kind: 'own', isOpen: true } },
    '$defs/askedLines/properties/scan/properties/by/items': own,
    '$defs/askedLines/properties/scan/properties/to': { value: { kind: 'own', isOpen: true } },
  }),
  ...within('effects.schema.json#/$defs', {
    path,
    each: lines,
    'place/oneOf/1': { keys: { kind: 'entity' }, rowsByKey: 'entity' },
    'place/oneOf/1/additionalProperties': { keys: { kind: 'field' } },
    'place/oneOf/1/additionalProperties/additionalProperties': { value: { kind: 'expression', of: 'record', isOpen: true } },
    'move/properties/type': { value: { kind: 'movementType' } },
    'take/properties/take': { value: { kind: 'heldBucket' } },
    'take/properties/keep': { value: { kind: 'keeper', isOpen: true } },
    'free/oneOf/1/items/properties/hold': { value: { kind: 'heldBucket' } },
    'undo/oneOf/0': entityAction,
    'undo/oneOf/1/properties/action': entityAction,
    create: { rows: { by: 'create', names: 'entity' } },
    'create/properties/create': entity,
    'create/properties/use': { value: { kind: 'template' } },
    'create/properties/key/items': field,
    'create/properties/when': { value: { kind: 'expression', of: 'outer', isOpen: true } },
    'create/properties/with': { keys: { kind: 'own' } },
    'create/properties/with/additionalProperties': { value: { kind: 'expression', of: 'outer', isOpen: true } },
    'create/properties/lines': { keys: { kind: 'lines' }, rowsByKey: 'lines' },
    'create/properties/lines/additionalProperties/items/properties/when': { value: { kind: 'expression', of: 'outer', isOpen: true } },
    'create/properties/lines/additionalProperties/items/properties/fields': { keys: { kind: 'own' } },
    'create/properties/lines/additionalProperties/items/properties/fields/additionalProperties': {
      value: { kind: 'expression', of: 'outer', isOpen: true },
    },
    'create/properties/lines/additionalProperties/items/properties/nonZero/items': own,
    'create/properties/takes/items': { value: { kind: 'heldBucket' } },
    'create/properties/moves/items/properties/type': { value: { kind: 'movementType' } },
    'create/properties/moves/items/properties/amount': { value: { kind: 'expression', of: 'outer', isOpen: true } },
    'create/properties/moves/items/properties/when': { value: { kind: 'expression', of: 'outer', isOpen: true } },
    'create/properties/keep': { value: { kind: 'keeper', of: 'outer', isOpen: true } },
    'create/properties/through': entityAction,
    'create/properties/onUndo': entityAction,
    'perform/properties/perform/oneOf/0': { value: { kind: 'anyAction' } },
    'perform/properties/perform/oneOf/1': { keys: { kind: 'entity' } },
    'perform/properties/perform/oneOf/1/additionalProperties': { value: { kind: 'anyAction' } },
    'perform/properties/on/oneOf/1': { keys: { kind: 'entity' }, rowsByKey: 'entity' },
    'perform/properties/on/oneOf/1/additionalProperties': { keys: { kind: 'field' } },
    'perform/properties/on/oneOf/1/additionalProperties/additionalProperties/oneOf/0': {
      value: { kind: 'expression', of: 'record', isOpen: true },
    },
  }),
  ...within('screen.schema.json#', {
    'properties/entity': entity,
    'properties/endpoints/properties/ordinals/additionalProperties': own,
    'properties/endpoints/properties/usual/properties/unless/items': { value: { kind: 'searched' } },
    'properties/permissions': { keys: { kind: 'action', isOpen: true } },
    'properties/titles': { keys: { kind: 'action' } },
    'properties/leadsTo': { keys: { kind: 'action' } },
    '$defs/route': { value: { kind: 'route', isOpen: true } },
    '$defs/actionName': action,
    '$defs/fieldName': { value: { kind: 'shown' } },
    '$defs/extra/properties/permission': { value: { kind: 'permission' } },
    '$defs/extra/properties/signed': { value: { kind: 'system' } },
    '$defs/extra/properties/list': { rows: { by: 'of', names: 'entity', elseRecord: true } },
    '$defs/extra/properties/list/properties/of': entity,
    '$defs/said': { keys: { kind: 'own', isOpen: true } },
    '$defs/saidLines': { rows: { by: 'of', names: 'lines' } },
    '$defs/saidLines/properties/of': lines,
    '$defs/saidLines/properties/fields': { keys: { kind: 'own', isOpen: true } },
    '$defs/screenAction/oneOf/0/properties/to': { value: { kind: 'route', isOpen: true } },
    '$defs/screenAction/oneOf/2/properties/endpoint': { value: { kind: 'endpoint' } },
    '$defs/screenAction/oneOf/3/properties/values': { values: true },
    '$defs/screenAction/oneOf/3/properties/known/items': own,
    '$defs/screenAction/oneOf/3/properties/complete/properties/fields/items': own,
    '$defs/screenAction/oneOf/3/properties/into': { rows: { by: 'lines', names: 'lines' } },
    '$defs/screenAction/oneOf/3/properties/into/properties/lines': lines,
    '$defs/screenAction/oneOf/3/properties/into/properties/match/items': own,
    '$defs/screenAction/oneOf/3/properties/into/properties/record': { keys: { kind: 'own', of: 'record' } },
    '$defs/screenAction/oneOf/4/properties/endpoint': { value: { kind: 'endpoint' } },
    '$defs/screenAction/oneOf/4/properties/given/additionalProperties': field,
    '$defs/screenAction/oneOf/5/properties/action': entityAction,
    '$defs/figure/properties/sum': own,
    '$defs/figure/properties/avg': own,
    '$defs/figure/properties/filter': { keys: { kind: 'searched', isOpen: true } },
    '$defs/figure/properties/regardless/items': { value: { kind: 'searched', isOpen: true } },
    '$defs/chart/properties/x/oneOf/0': { value: { kind: 'charted' } },
    '$defs/chart/properties/x/oneOf/1/properties/field': { value: { kind: 'charted' } },
    '$defs/chart/properties/by': { value: { kind: 'charted' } },
    '$defs/chart/properties/about': { value: { kind: 'searched' } },
    '$defs/chartSeries/properties/sum': own,
    '$defs/chartSeries/properties/avg': own,
    '$defs/chartSeries/properties/min': own,
    '$defs/chartSeries/properties/max': own,
    '$defs/chartSeries/properties/last': own,
    '$defs/column/oneOf/1/properties/link/oneOf/0': { value: { kind: 'page' } },
    '$defs/searchItem/oneOf/0': { value: { kind: 'searched' } },
    '$defs/searchItem/oneOf/1': { defaultOf: 'field' },
    '$defs/searchItem/oneOf/1/properties/field': { value: { kind: 'searched' } },
    '$defs/listPage/properties/params': { keys: { kind: 'own' } },
    '$defs/listPage/properties/area': { value: { kind: 'areaWidget' } },
    '$defs/listPage/properties/tree': own,
    '$defs/listPage/properties/side/properties/field': own,
    '$defs/listPage/properties/side/properties/title': own,
    '$defs/listPage/properties/split/oneOf/0': { value: { kind: 'page' } },
    '$defs/listPage/properties/exportLines/items': lines,
    '$defs/listScreen': { value: { kind: 'listScreen' } },
    '$defs/listBy/additionalProperties': { value: { kind: 'around', of: 'record' } },
    '$defs/formItem/oneOf/1/properties/brings': { value: { kind: 'endpoint' } },
    '$defs/linesTable': { rows: { by: 'lines', names: 'lines' } },
    '$defs/linesTable/properties/lines': lines,
    '$defs/linesTable/properties/import': action,
    '$defs/linesTable/properties/before': { value: { kind: 'section' } },
    '$defs/linesTable/properties/visible': ofRecord,
    '$defs/pick': { rows: { by: 'field', names: 'reference', unless: 'from' } },
    '$defs/pick/properties/field': { value: { kind: 'own', of: 'outer' } },
    '$defs/pick/properties/from': { value: { kind: 'endpoint' } },
    '$defs/pick/properties/fill': { keys: { kind: 'own', of: 'outer' } },
    '$defs/pick/properties/fill/additionalProperties': field,
    '$defs/match/properties/amount': own,
    '$defs/match/properties/chosen': { value: { kind: 'field', of: 'record' } },
    '$defs/match/properties/suggest': { value: { kind: 'endpoint' } },
    '$defs/matchSide': { rows: { by: 'field', names: 'reference' } },
    '$defs/matchSide/properties/field': { value: { kind: 'own', of: 'outer' } },
    '$defs/matchSide/properties/left': field,
    '$defs/relatedTable': { rows: { by: 'related', names: 'entity' } },
    '$defs/relatedTable/properties/related': entity,
    '$defs/relatedTable/properties/by/oneOf/0': field,
    '$defs/relatedTable/properties/by/oneOf/1': { keys: { kind: 'field' } },
    '$defs/relatedTable/properties/by/oneOf/1/additionalProperties': { value: { kind: 'field', of: 'record' } },
    '$defs/relatedTable/properties/where': { where: 'record' },
    '$defs/relatedTable/properties/screen': { value: { kind: 'listScreen' } },
    '$defs/relatedTable/properties/link': { value: { kind: 'rowPage' } },
    '$defs/relatedTable/properties/rowActions/items': { value: { kind: 'rowAction' } },
    '$defs/relatedTable/properties/add/oneOf/1': { keys: { kind: 'own' } },
    '$defs/relatedTable/properties/add/oneOf/1/additionalProperties': { value: { kind: 'field', of: 'record' } },
    '$defs/relatedTable/properties/visible': ofRecord,
    '$defs/tab/oneOf/3/properties/calculate': { value: { kind: 'calculation' } },
    '$defs/recordPage/properties/variant': { keys: { kind: 'shown' } },
    '$defs/recordPage/properties/params': { keys: { kind: 'own' } },
    '$defs/recordPage/properties/live/items': { value: { kind: 'editable' } },
    '$defs/recordPage/properties/like': { value: { kind: 'page' } },
    '$defs/printPart/oneOf/1': { rows: { by: 'lines', names: 'lines' } },
    '$defs/printPart/oneOf/1/properties/lines': lines,
    '$defs/printWhen': ofRecord,
  }),
  ...within('ledger.schema.json#/properties', {
    balances: { keys: { kind: 'entity' } },
    'journal/oneOf/1': { rows: { by: 'entity', names: 'entity' } },
    'journal/oneOf/1/properties/entity': entity,
    'journal/oneOf/1/properties/type': own,
    'journal/oneOf/1/properties/set': { keys: { kind: 'own' } },
    'journal/oneOf/1/properties/set/additionalProperties': free,
    'journal/oneOf/1/properties/ofDocument/items': own,
    'journal/oneOf/1/properties/noted/items': own,
    'journal/oneOf/1/properties/undone': { keys: { kind: 'own' } },
    'journal/oneOf/1/properties/undone/additionalProperties': free,
    buckets: { keys: { kind: 'own', isOpen: true } },
    'buckets/additionalProperties/properties/held': { value: { kind: 'ownMovementType' } },
    'types/additionalProperties/properties/by': { keys: { kind: 'bucket' } },
    'types/additionalProperties/properties/inverse': { value: { kind: 'ownMovementType' } },
    'also/items': { rows: { by: 'balance', names: 'entity' } },
    'also/items/properties/balance': entity,
    'also/items/properties/on': own,
    'also/items/properties/types': { keys: { kind: 'ownMovementType' } },
    'also/items/properties/types/additionalProperties': { value: { kind: 'movementType' } },
    'limits/items/properties/on/items': { value: { kind: 'ownMovementType' } },
    'holders/items': { rows: { by: 'entity', names: 'entity' } },
    'holders/items/properties/bucket': { value: { kind: 'bucket' } },
    'holders/items/properties/entity': entity,
    'holders/items/properties/each': { value: { kind: 'lines' } },
  }),
  ...within('menus.schema.json#/properties/menus/items/properties', {
    pid: { value: { kind: 'menuId', isOpen: true } },
    'mpid/oneOf/1': { value: { kind: 'menuId', isOpen: true } },
    icon: { value: { kind: 'icon' } },
    router: { value: { kind: 'route', isOpen: true } },
    menuName: { value: { kind: 'permissionName', isOpen: true } },
    'permissionGroups/items': { value: { kind: 'permissionGroup', isOpen: true } },
  }),
  ...within('roles.schema.json#/properties/roles/additionalProperties/properties', {
    dataScope: { value: { kind: 'dataScope' } },
    menus: { keys: { kind: 'menu' }, listByKey: 'rights' },
  }),
  ...within('schedule.schema.json#/$defs', { 'step/properties/actions/items': { value: { kind: 'dailyAction' } } }),
  ...within('product.schema.json#/properties', {
    userEntity: entity,
    units: entity,
    'scopes/additionalProperties': entity,
    systems: { value: { kind: 'dictionary' } },
    'outside/properties/by': { value: { kind: 'user' } },
  }),
}

function within(around: string, here: Record<string, Place>): Record<string, Place> {
  return Object.fromEntries(Object.entries(here).map(([below, place]) => [`${around}/${below}`, place]))
}
