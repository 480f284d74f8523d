import { resolveGroups, toSnake, type ProductSources } from '../../engine/core/compile'
import { routesOfScreen } from '../../engine/core/check/routes'
import type { Entity } from '../../engine/spec/generated/entity'
import type { Screen } from '../../engine/spec/generated/screen'
import { entityDraft, usualLabel, usualScope, usualUnique, type Scope } from './entityDraft'
import { insertInto, textOfNew } from './jsonText'
import { branchOf, missingEntries } from './menuDraft'
import { missingInEntity, missingInScreen } from './merge'
import type { NotedFields } from './notation'
import { notDone } from './refusal'
import { rightsOf, usualRights, type Rights } from './rights'
import { screenDraft } from './screenDraft'

/** What is asked for; what is left out has its usual value. */
export interface Wish {
  kind: 'entity' | 'screen'
  /** First half of the permission name, and the folder of both files. */
  group: string
  /** The menu, of an entity its name. */
  name: string
  entity: string
  title?: string
  noted: Pick<NotedFields, 'fields' | 'serialPrefix'>
  label?: string
  include?: string[]
  scope?: Scope
  unique?: string[]
  /** By the rights of the new screen. */
  roles?: (all: string[]) => Rights
}

/** The schemas as they are. */
export interface Present {
  sources: ProductSources
  /** `entities/vehicle` → its path below the folder of schemas, and its text. */
  files: ReadonlyMap<string, { path: string; text: string }>
  /** Names of tables, some of which are no entity's. */
  tables: ReadonlySet<string>
  /** Addresses that are no screen's. */
  addresses: readonly string[]
}

export interface FilePlan {
  /** Path below the folder of schemas → text, to be formatted. */
  files: Map<string, string>
  /** Files of these paths are there already and are added to. */
  grown: Set<string>
  /** What is added to files that were there, and what stays. */
  words: string[]
  /** The fields that an entity that was there gets. */
  addedFields: string[]
  /** Address of the list. */
  route?: string
}

const usualGroups = ['enabling']

/** What has to be written so that the entity, and of a screen its pages, menu entries and rights, are there. Nothing that is there is changed. */
export function planFiles(wish: Wish, present: Present): FilePlan {
  const plan: FilePlan = { files: new Map(), grown: new Set(), words: [], addedFields: [] }
  const entity = planEntity(wish, present, plan)
  if (wish.kind === 'entity') return plan
  const sources = { ...present.sources, entities: { ...present.sources.entities, [wish.entity]: entity } }
  planScreen(wish, { ...present, sources }, plan)
  return plan
}

function planEntity(wish: Wish, { sources, files, tables }: Present, plan: FilePlan): Entity {
  const { entity: name, noted, group } = wish
  const file = files.get(`entities/${name}`)
  const path = `entities/${group}/${name}.entity.json`
  const own = Object.hasOwn(sources.entities, name) ? sources.entities[name] : undefined
  if (own && file) {
    if (wish.kind === 'entity' && file.path !== path) notDone(`${group}/${name}`, `实体“${name}”已有：${file.path}`)
    if (noted.serialPrefix !== undefined && !own.serial) notDone('--fields', `已有的实体“${name}”没有单号，请在 ${file.path} 中加 serial`)
    const { insertions, words } = missingInEntity(own, noted)
    // The title of a new screen is its own.
    const isCompared = wish.kind === 'entity' || files.has(`screens/${group}/${wish.name}`)
    plan.words.push(...words, ...(isCompared ? keptWords(wish, own) : []))
    if (insertions.length === 0) return own
    plan.files.set(file.path, insertInto(file.text, insertions))
    plan.grown.add(file.path)
    plan.addedFields = insertions.map(({ path: at }) => String(at.at(-1)))
    return JSON.parse(plan.files.get(file.path) ?? '') as Entity
  }

  if (tables.has(toSnake(name)) || name in {}) notDone(`${group}/${name}`, `“${name}”是保留名，程序自己的表叫这个名字`)
  if (Object.keys(noted.fields).length === 0) notDone('--fields', '新实体没有字段')
  const label =
    wish.label ??
    usualLabel(noted) ??
    notDone('--label', '没有可作名称的文本字段，请用 --label 指明', { allowed: Object.keys(noted.fields) })
  const include = wish.include ?? usualGroups.filter((each) => sources.groups[each])
  const scope = wish.scope ?? usualScope(noted, sources)
  const unique = wish.unique ?? usualUnique(noted)
  if (!Object.hasOwn(noted.fields, label)) notDone('--label', `没有名为“${label}”的字段`, { allowed: Object.keys(noted.fields) }, label)
  const draft = entityDraft({ title: titleOf(wish), noted, label, include, scope, unique }, sources)
  plan.files.set(path, textOfNew(draft, ['fields']))
  return draft as Entity
}

function keptWords({ title, label }: Wish, own: Entity): string[] {
  return [
    ...(title !== undefined && title !== own.title ? [`不改：标题仍为“${own.title}”，这次写的是“${title}”`] : []),
    ...(label !== undefined && label !== own.label ? [`不改：label 仍为 ${own.label}，这次写的是 ${label}`] : []),
  ]
}

function planScreen(wish: Wish, { sources, files, addresses }: Present, plan: FilePlan): void {
  const { group, name, entity } = wish
  const path = `${group}/${name}`
  const own = sources.entities[entity] as Entity
  const file = files.get(`screens/${path}`)
  let screen = Object.hasOwn(sources.screens, path) ? sources.screens[path] : undefined
  if (screen && file) {
    if (screen.entity !== entity) notDone(path, `菜单“${path}”已有，显示的是实体“${screen.entity}”：${file.path}`)
    const { fields } = resolveGroups(entity, own, sources)
    const { insertions, words } = missingInScreen(screen, plan.addedFields, fields, sources)
    plan.words.push(...words)
    if (insertions.length > 0) {
      plan.files.set(file.path, insertInto(file.text, insertions))
      plan.grown.add(file.path)
    }
  } else {
    refuseTakenAddress(`/${name}`, sources, addresses)
    const draft = screenDraft({ title: wish.title ?? own.title, entity, path }, sources)
    plan.files.set(`screens/${path}.screen.json`, textOfNew(draft, ['pages', 'pages/list', 'pages/detail']))
    screen = draft as Screen
  }
  plan.route = routesOfScreen(path, screen)[0]?.route
  planMenu(path, screen, { sources, files }, plan)
  planRights(wish, screen, { sources, files }, file === undefined, plan)
}

function refuseTakenAddress(route: string, sources: ProductSources, addresses: readonly string[]): void {
  const taken = Object.entries(sources.screens).flatMap(([id, screen]) =>
    routesOfScreen(id, screen).map((each) => [each.route, id] as const),
  )
  const owner = taken.find(([address]) => address === route)?.[1]
  if (owner !== undefined) notDone(route, `地址“${route}”已属于 ${owner}，请换一个菜单名`)
  const menu = sources.menus.menus.find(({ router }) => router === route)
  if (menu) notDone(route, `地址“${route}”已在菜单中：${menu.name}（${menu.menuName ?? menu.id}），请换一个菜单名`)
  if (addresses.includes(route)) notDone(route, `地址“${route}”由程序使用，请换一个菜单名`)
}

function planMenu(path: string, screen: Screen, { sources, files }: Pick<Present, 'sources' | 'files'>, plan: FilePlan): void {
  const { menus } = sources.menus
  const file = files.get('menus')
  const group = path.split('/')[0] ?? ''
  const groups = menus.flatMap(({ permissionGroups = [] }) => permissionGroups)
  if (!branchOf(group, menus)) notDone(path, `没有菜单分支属于权限组“${group}”`, { allowed: groups }, group)
  const entries = missingEntries(path, screen, menus)
  if (!file || entries.length === 0) return
  // Behind the last one of the same branch, so that the file stays in the order of the sidebar.
  const branch = branchOf(group, menus)?.id ?? ''
  const index = menus.findLastIndex(({ id }) => id === branch || id.startsWith(`${branch}-`)) + 1
  plan.files.set(
    file.path,
    insertInto(
      file.text,
      entries.map((value, offset) => ({ path: ['menus', index + offset], value })),
    ),
  )
  plan.words.push(...entries.map(({ name, router, hidden }) => `菜单：+ ${name} ${router ?? ''}${hidden ? '（不在侧栏）' : ''}`))
}

function planRights(
  { group, name, roles: wished }: Wish,
  screen: Screen,
  { sources, files }: Pick<Present, 'sources' | 'files'>,
  isNew: boolean,
  plan: FilePlan,
): void {
  const file = files.get('roles')
  // What somebody has taken from a role is not given again unasked.
  if (!file || (!isNew && !wished)) return
  const { roles } = sources.roles
  const all = rightsOf(screen)
  const given = Object.entries(wished?.(all) ?? usualRights(group, all, roles))
  const menuName = `${group}_${name}`
  if (isNew && given.length === 0) notDone('--roles', '没有角色能打开新菜单，请用 --roles 指明，例如 OP=*', { allowed: Object.keys(roles) })
  const insertions = given.flatMap(([role, rights]) => {
    const menus = roles[role]?.menus ?? {}
    if (Object.hasOwn(menus, menuName)) return []
    plan.words.push(`权限：+ ${roles[role]?.title ?? role}（${role}）${rights.join('、')}`)
    // Behind the last menu of the group, as the file is ordered.
    const after = Object.keys(menus).findLast((menu) => menu.startsWith(`${group}_`))
    return [{ path: ['roles', role, 'menus', menuName], value: rights, ...(after === undefined ? {} : { after }) }]
  })
  if (insertions.length > 0) plan.files.set(file.path, insertInto(file.text, insertions))
}

function titleOf({ title, entity }: Wish): string {
  return title ?? notDone('--title', `新实体“${entity}”没有标题`)
}
