import { type CodeKind, type CodeNames, codeNamesOf } from '../check/codeNames'
import { codesOf } from '../check/codes'
import { menuWordsOf } from '../check/menuWords'
import type { ProductSources } from '../compile'
import { bold, distinct, type EditorSources, type Name, titled } from './name'
import type { Kind } from './places'
import { actionsOf, screenNames } from './screenNames'
import { entitiesOf } from './tables'

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
