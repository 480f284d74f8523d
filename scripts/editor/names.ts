import { builtInActions } from '../../engine/core/check/builtInActions'
import { codeNamesOf, type CodeKind, type CodeNames } from '../../engine/core/check/codeNames'
import { codesOf } from '../../engine/core/check/codes'
import { menuWordsOf } from '../../engine/core/check/menuWords'
import { withoutCode } from '../../engine/core/check/screen'
import { builtInTypes, displayOf, engineNames, namesShown, typesOfFields, typesOfRecord } from '../../engine/core/check/types'
import { resolveGroups, type ProductSources, type ResolvedEntity } from '../../engine/core/compile'
import { schemaTypeOf } from '../../engine/core/fields/schemas'
import type { Action, Entity, Field } from '../../engine/spec/generated/entity'
import type { Screen } from '../../engine/spec/generated/screen'
import type { Kind, LedgerKind, RowKind, ScreenKind } from './places'

/** A name and what an editor says of it, as markdown. */
export interface Name {
  name: string
  says: string
}

/** What has fields: an entity, one of its line tables, or what several entities have together. */
export interface Table {
  /** Which generated file keeps its names. */
  file: string
  /** Of the entity; absent where it stands for several. */
  name?: string
  entity: ResolvedEntity
  /** Of a line table. */
  lines?: string
}

export interface EditorSources {
  sources: ProductSources
  code: CodeNames
  icons: readonly string[]
}

/** Values that every expression may begin with, beside fields. */
const userName: Name = { name: 'user', says: 'Id of the account' }

/** The table of an entity. */
export function tableOf(name: string, sources: ProductSources): Table | undefined {
  const entity = wholeEntity(name, sources)
  return entity && { file: `rows.${name}`, name, entity }
}

/** The line tables of an entity, by name. */
export function linesOf(table: Table): [name: string, table: Table][] {
  return Object.keys(table.entity.lines ?? {}).map((lines) => [lines, { ...table, lines }])
}

/** An entity with its groups; one that includes a group which there is not yet has what it says itself. */
function wholeEntity(name: string, sources: ProductSources): ResolvedEntity | undefined {
  const entity = sources.entities[name]
  if (!entity) return undefined
  try {
    return resolveGroups(name, entity, sources)
  } catch {
    const lines = Object.entries(entity.lines ?? {}).map(([key, line]) => [key, { ...line, fields: line.fields ?? {} }] as const)
    return { ...entity, lines: Object.fromEntries(lines) }
  }
}

/** What entities have together: all of their fields, states, line tables and actions. */
export function tableOfAll(file: string, names: readonly string[], sources: ProductSources): Table | undefined {
  const [first, ...more] = names.flatMap((name) => wholeEntity(name, sources) ?? [])
  if (!first) return undefined
  const entity = more.reduce<ResolvedEntity>(
    (all, each) => ({
      ...all,
      fields: { ...each.fields, ...all.fields },
      lines: { ...each.lines, ...all.lines },
      states: { ...each.states, ...all.states },
      actions: { ...each.actions, ...all.actions },
    }),
    first,
  )
  return { file, entity }
}

export function fieldsOf({ entity, lines }: Table): Record<string, Field> {
  return lines === undefined ? entity.fields : (entity.lines?.[lines]?.fields ?? {})
}

/** Names of a kind that the whole product has. */
export function productNames(kind: Kind, { sources, code, icons }: EditorSources): Name[] | undefined {
  switch (kind) {
    case 'entity':
      return titled(sources.entities, 'entity')
    case 'dictionary':
      return titled(sources.dictionaries, 'dictionary')
    case 'group':
      return titled(sources.groups, 'group')
    case 'listScreen':
      return titled(sources.screens, 'screen')
    case 'movementType':
      return ledgersOf(sources).flatMap(([ledger, { title, types }]) =>
        Object.entries(types).map(([type, said]) => ({ name: `${ledger}.${type}`, says: bold(said.title ?? type, title) })),
      )
    case 'heldBucket':
      return ledgersOf(sources).flatMap(([ledger, { title, buckets }]) =>
        Object.entries(buckets).flatMap(([bucket, { held }]) => (held === undefined ? [] : { name: `${ledger}.${bucket}`, says: title })),
      )
    case 'template':
      return Object.entries(sources.templates ?? {}).flatMap(([file, { title, templates }]) =>
        Object.entries(templates).map(([name, { create }]) => ({ name: `${file}.${name}`, says: bold(title, `creates ${create}`) })),
      )
    case 'anyAction':
      return distinct(entitiesOf(sources).flatMap(([, entity]) => actionsOf(entity)))
    case 'dailyAction':
      return entitiesOf(sources).flatMap(([name, entity]) =>
        Object.entries(entity.actions ?? {}).flatMap(([action, said]) =>
          said.daily === undefined ? [] : { name: `${name}/${action}`, says: bold(said.title ?? action, entity.title) },
        ),
      )
    case 'lineTable':
      return entitiesOf(sources).flatMap(([name, entity]) =>
        Object.entries(entity.lines ?? {}).map(([lines, { title }]) => ({
          name: `${name}.${lines}`,
          says: bold(title ?? lines, entity.title),
        })),
      )
    case 'menuId':
      return sources.menus.menus.map(({ id, name }) => ({ name: id, says: bold(name, 'menu entry') }))
    case 'icon':
      return icons.map((name) => ({ name, says: 'icon' }))
    case 'menu':
      return [...menuWordsOf(sources.menus).names].map((name) => ({ name, says: menuTitle(name, sources) }))
    case 'permissionName':
      return Object.entries(sources.screens).map(([id, { title }]) => ({ name: menuNameOf(id), says: bold(title, 'screen') }))
    case 'permissionGroup':
      return distinct(Object.keys(sources.screens).map((id) => ({ name: id.split('/')[0] ?? id, says: 'permission group' })))
    case 'route':
      return [...menuWordsOf(sources.menus).routes].map((name) => ({ name, says: routeTitle(name, sources) }))
    case 'dimension':
      return Object.entries(sources.product?.scopes ?? {}).map(([name, entity]) => ({ name, says: `row scope by ${entity}` }))
    case 'dataScope':
      return codesOfDictionary('dataScope', sources)
    case 'system':
      return codesOfDictionary(sources.product?.systems ?? '', sources)
    default:
      return kind.startsWith('code:') ? programNames(kind.slice('code:'.length) as CodeKind, code) : undefined
  }
}

/** Names of a kind that a table has. */
export function tableNames(kind: RowKind, table: Table, sources: ProductSources): Name[] {
  const { entity } = table
  const fields = fieldsOf(table)
  const own = Object.entries(fields).map(([name, field]) => ({ name, says: fieldSays(field, sources) }))
  const withBuiltIn = [...own, ...Object.keys(builtInTypes).map(engineName)]
  switch (kind) {
    case 'own':
      return own
    case 'field':
      return table.lines === undefined ? withBuiltIn : own
    case 'shown': {
      const names = table.lines === undefined ? namesShown(entity, sources) : Object.keys(typesOfFields(fields, sources))
      return describe(names, fields, sources)
    }
    case 'searched':
      return describe(
        [...Object.keys(entity.params ?? {}), ...Object.keys(fields), ...engineNames(entity)],
        { ...entity.params, ...fields },
        sources,
      )
    case 'charted':
      return [...own, ...['createdAt', 'updatedAt'].map(engineName)]
    case 'editable':
      return [...own, ...lineNames(entity)]
    case 'user': {
      const users = own.filter(({ name }) => fields[name]?.type === 'ref')
      return [...users, ...['createdById', 'updatedById'].map(engineName)]
    }
    case 'lines':
      return lineNames(entity)
    case 'state':
      return Object.entries(entity.states ?? {}).map(([name, { title }]) => ({ name, says: bold(title, 'state') }))
    case 'entityAction':
      return actionsOf(entity)
    case 'rowAction':
      return distinct([
        ...builtInActions.map(builtIn),
        ...screensOf(table, sources).flatMap((screen) => screenActionNames(screen, sources)),
      ])
    case 'rowPage':
      return distinct(screensOf(table, sources).flatMap(pagesOf))
    case 'path':
      return paths(table, sources)
    case 'around': {
      if (table.lines === undefined)
        return describe(Object.keys(typesOfRecord(entity, sources)), { ...linesAsFields(entity), ...fields }, sources)
      const around = { ...entity.fields, ...fields }
      return describe([...Object.keys(builtInTypes), ...Object.keys(typesOfFields(around, sources))], around, sources)
    }
    case 'keeper':
      return [...own, ...Object.values(entity.lines ?? {}).flatMap((line) => prefixed('it.', line.fields, sources))]
    case 'expression':
      return expressionStarts(table, sources)
  }
}

/** Names of a kind that the file of a screen has. */
export function screenNames(kind: ScreenKind, screen: Screen, sources: ProductSources): Name[] {
  const entity = wholeEntity(screen.entity, sources)
  const actions = [...builtInActions.map(builtIn), ...screenActionNames(screen, sources), ...(entity ? actionsOf(entity) : [])]
  switch (kind) {
    case 'action':
      return distinct(actions)
    case 'permission':
      return distinct([...withoutCode.map((name) => ({ name, says: 'no right of a button' })), ...actions])
    case 'page':
      return pagesOf(screen)
    case 'endpoint':
      return Object.entries(screen.endpoints.extra ?? {}).map(([name, { description, method }]) => ({
        name,
        says: bold(description, method),
      }))
    case 'calculation':
      return ownActions(screen, 'calculate')
    case 'areaWidget':
      return ownActions(screen, 'widget')
  }
}

/** Names of a kind that the file of a ledger has. */
export function ledgerNames(kind: LedgerKind, ledger: NonNullable<ProductSources['ledgers']>[string]): Name[] {
  if (kind === 'bucket')
    return Object.entries(ledger.buckets).map(([name, { held }]) => ({ name, says: held === undefined ? 'bucket' : 'held bucket' }))
  return Object.entries(ledger.types).map(([name, { title }]) => ({ name, says: bold(title ?? name, 'type of movement') }))
}

/** The codes that a field may have, with what users read; undefined where any value will do. */
export function codeNames(field: Field, entity: ResolvedEntity, sources: ProductSources): Name[] | undefined {
  const codes = schemaTypeOf(field).codes(field, entity, sources)
  if (!codes) return undefined
  const dictionary = field.type === 'select' ? sources.dictionaries[field.dictionary]?.items : undefined
  return codes.map((name) => {
    const item = dictionary?.[name]
    const state = field.type === 'status' ? entity.states?.[name]?.title : undefined
    return { name, says: state ?? (typeof item === 'object' ? item.title : item) ?? sources.entities[name]?.title ?? name }
  })
}

export function codesOfDictionary(dictionary: string, sources: ProductSources): Name[] {
  return Object.entries(sources.dictionaries[dictionary]?.items ?? {}).map(([name, item]) => ({
    name,
    says: typeof item === 'object' ? item.title : item,
  }))
}

/** Rights of each menu that has a screen: what roles may be given. */
export function rightsByMenu(sources: ProductSources): Map<string, Name[]> {
  const rights = new Map<string, Name[]>()
  for (const [id, screen] of Object.entries(sources.screens)) {
    const actions = new Map(screenNames('action', screen, sources).map(({ name, says }) => [name, says]))
    const here = [...codesOf(screen)].map((name) => ({ name, says: screen.rights?.[name] ?? actions.get(name) ?? screen.title }))
    rights.set(menuNameOf(id), distinct([...(rights.get(menuNameOf(id)) ?? []), ...here]))
  }
  return rights
}

function programNames(kind: CodeKind, code: CodeNames): Name[] {
  return codeNamesOf(kind, code).map((name) => ({ name, says: 'of the program' }))
}

function menuNameOf(id: string): string {
  const [group = '', file = ''] = id.split('/')
  return `${group}_${file.split('.')[0]}`
}

function menuTitle(menuName: string, { menus }: ProductSources): string {
  return menus.menus.find((menu) => menu.menuName === menuName && !menu.hidden)?.name ?? menuName
}

function routeTitle(route: string, { menus }: ProductSources): string {
  return menus.menus.find(({ router }) => router === route)?.name ?? route
}

function ledgersOf({ ledgers }: ProductSources) {
  return Object.entries(ledgers ?? {})
}

function entitiesOf(sources: ProductSources): [string, ResolvedEntity][] {
  return Object.keys(sources.entities).flatMap((name) => {
    const entity = wholeEntity(name, sources)
    return entity ? [[name, entity]] : []
  })
}

/** Screens that show the rows of an entity. */
function screensOf({ name }: Table, { screens }: ProductSources): Screen[] {
  return Object.values(screens).filter(({ entity }) => entity === name)
}

function pagesOf(screen: Screen): Name[] {
  return Object.entries(screen.pages).map(([name, page]) => ({ name, says: bold(page?.title ?? screen.title, 'page') }))
}

function ownActions({ actions = {} }: Screen, does: string): Name[] {
  return Object.entries(actions).flatMap(([name, action]) => (action.does === does ? { name, says: bold(action.title, does) } : []))
}

function screenActionNames(screen: Screen, sources: ProductSources): Name[] {
  const entity = wholeEntity(screen.entity, sources)
  const own = Object.entries(screen.actions ?? {}).map(([name, { title, does }]) => ({ name, says: bold(title, does) }))
  return [...own, ...(entity ? actionsOf(entity) : [])]
}

function actionsOf(entity: ResolvedEntity): Name[] {
  return Object.entries(entity.actions ?? {}).map(([name, action]) => ({ name, says: actionSays(name, action) }))
}

function actionSays(name: string, { title, from, to }: Action): string {
  const states = from || to ? `${from?.join(', ') ?? ''} → ${[to ?? []].flat().join(', ') || 'unchanged'}` : 'action'
  return bold(title ?? name, states)
}

function lineNames(entity: ResolvedEntity): Name[] {
  return Object.entries(entity.lines ?? {}).map(([name, { title }]) => ({ name, says: bold(title ?? name, 'line table') }))
}

/** References of the record, and of the rows of its line tables, by which steps find other records. */
function paths({ entity }: Table, sources: ProductSources): Name[] {
  const references = (fields: Record<string, Field>) => Object.fromEntries(Object.entries(fields).filter(([, { type }]) => type === 'ref'))
  return distinct([
    engineName('id'),
    ...prefixed('', references(entity.fields), sources),
    ...Object.values(entity.lines ?? {}).flatMap(({ fields }) => prefixed('it.', references(fields), sources)),
  ])
}

function prefixed(prefix: string, fields: Record<string, Field>, sources: ProductSources): Name[] {
  return Object.entries(fields).map(([name, field]) => ({ name: `${prefix}${name}`, says: fieldSays(field, sources) }))
}

/** What a whole expression may be, or begin with: every name that it may read, and each comparison of a field with one of its codes. */
function expressionStarts(table: Table, sources: ProductSources): Name[] {
  const { entity } = table
  const fields = { ...entity.fields, ...fieldsOf(table) }
  const names = Object.keys({ ...typesOfRecord(entity, sources), ...typesOfFields(fieldsOf(table), sources) })
  // Those of many entities would be some thousands.
  const comparisons = Object.entries(table.name === undefined ? {} : fields).flatMap(([name, field]) =>
    (codeNames(field, entity, sources) ?? []).map((code) => ({ name: `${name} == '${code.name}'`, says: bold(field.title, code.says) })),
  )
  return [...describe(names, { ...linesAsFields(entity), ...fields }, sources), userName, ...comparisons]
}

function linesAsFields(entity: ResolvedEntity): Record<string, Field> {
  return Object.fromEntries(
    Object.entries(entity.lines ?? {}).map(([name, { title }]) => [name, { type: 'lines', title: title ?? name } as unknown as Field]),
  )
}

/** Each name with what is known of it: a field, the display value of a reference, or one that the engine adds. */
function describe(names: readonly string[], fields: Record<string, Field>, sources: ProductSources): Name[] {
  const displays = new Map(
    Object.entries(fields).map(([name, field]) => [displayOf(name, field, sources), bold(field.title, `name of ${name}`)]),
  )
  return [...new Set(names)].map((name) => {
    const field = fields[name]
    return field ? { name, says: fieldSays(field, sources) } : { name, says: displays.get(name) ?? 'of every record' }
  })
}

function engineName(name: string): Name {
  return { name, says: 'of every record' }
}

function builtIn(name: string): Name {
  return { name, says: 'built in' }
}

function fieldSays(field: Field, sources: ProductSources): string {
  if (field.type === 'ref')
    return bold(
      field.title,
      `ref to ${[field.to]
        .flat()
        .map((to) => sources.entities[to]?.title ?? to)
        .join(', ')}`,
    )
  if (field.type === 'select') return bold(field.title, `select of ${field.dictionary}`)
  return bold(field.title, field.type)
}

function titled(files: Readonly<Record<string, { title?: string } | Entity>>, what: string): Name[] {
  return Object.entries(files).map(([name, { title }]) => ({ name, says: bold(title ?? name, what) }))
}

function bold(title: string, more: string): string {
  return `**${title.replace(/[\\`*_[\]<>]/g, '\\$&')}** · ${more}`
}

function distinct(names: readonly Name[]): Name[] {
  return [...new Map([...names].reverse().map((each) => [each.name, each])).values()].reverse()
}
