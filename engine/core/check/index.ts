import { toSnake, type ProductSources } from '../compile'
import { noMemory, type Memory } from '../memory'
import { checkEffects } from './effects'
import { codesOf } from './codes'
import { checkEntity, checkGroups } from './entity'
import { checkOutside } from './internal'
import { checkMaskRights } from './masks'
import { checkMenuScreens } from './menuScreens'
import { menuWordsOf } from './menuWords'
import { checkPrefixes } from './numbers'
import { checkPermissions } from './permissions'
import { checkLinesView } from './readModel'
import { Report, type Finding } from './report'
import { routesOfScreen } from './routes'
import { checkSchedule } from './schedule'
import { checkScreen } from './screen'
import { checkSystems } from './systems'

export type { Finding } from './report'

/** Checks the files of a product against each other: everything that is named exists, fits and stands once. */
export function checkProduct(sources: ProductSources, memory: Memory = noMemory): Finding[] {
  const part = (name: string, check: (report: Report) => void): Finding[] =>
    memory.remember(`check ${name}`, () => {
      const report = new Report(sources)
      check(report)
      return report.findings
    })
  const base = memory.remember('check base', () => {
    const report = new Report(sources)
    return { isWhole: checkBase(sources, report), findings: report.findings }
  })
  if (!base.isWhole) return base.findings
  const screens = Object.keys(sources.screens).flatMap((id) => part(`screen ${id}`, (report) => checkScreen(id, sources, report)))
  return [
    ...base.findings,
    ...screens,
    ...part('mask rights', (report) => checkMaskRights(sources, report)),
    ...part('together', (report) => checkTogether(sources, report)),
  ]
}

/** All but the screens. @returns whether each entity can be read as a whole; otherwise the rest would only repeat that it cannot */
function checkBase(sources: ProductSources, report: Report): boolean {
  report.known('product', '/userEntity', 'entity', sources.product.userEntity, sources.entities)
  for (const [dimension, entity] of Object.entries(sources.product.scopes)) {
    report.known('product', `/scopes/${dimension}`, 'entity', entity, sources.entities)
  }
  if (sources.product.units !== undefined) report.known('product', '/units', 'entity', sources.product.units, sources.entities)
  checkOutside(sources, report)
  checkSystems(sources, report)
  // What an unknown group would bring is missed in every other place.
  const known = Object.keys(sources.entities).map((name) => checkGroups(name, sources, report))
  if (!known.every(Boolean)) return false
  const shown = Object.keys(sources.entities).map((name) => checkLinesView(name, sources, report))
  if (!shown.every(Boolean)) return false
  for (const name of Object.keys(sources.entities)) checkEntity(name, sources, report)
  checkEffects(sources, report)
  checkSchedule(sources, report)
  checkUse(sources, report)
  checkPrefixes(sources, report)
  checkMenus(sources, report)
  return true
}

/** Checks that compare all screens with one another, with the menus and with the roles. */
function checkTogether(sources: ProductSources, report: Report): void {
  checkUniqueness(sources, report)
  checkMenuScreens(sources, report)
  checkPermissions(sources, report)
  checkRoles(sources, report)
}

/** A group that no entity includes is dead text. */
function checkUse(sources: ProductSources, report: Report): void {
  const entities = Object.values(sources.entities)
  const parts = [...entities, ...Object.values(sources.groups)]
  const included = new Set([
    ...entities.flatMap((entity) => entity.include ?? []),
    ...parts.flatMap((part) => Object.values(part.lines ?? {}).flatMap((line) => line.include ?? [])),
  ])
  for (const name of Object.keys(sources.groups))
    if (!included.has(name)) report.add(`groups/${name}`, '', 'check.unused', { what: 'group', name })
}

function checkUniqueness(sources: ProductSources, report: Report): void {
  const routes = new Map<string, string>()
  const bases = new Map<string, string>()
  for (const [id, screen] of Object.entries(sources.screens)) {
    claim(bases, screen.endpoints.base, `screens/${id}`, '/endpoints/base', report)
    for (const { route, pointer, sharesList } of routesOfScreen(id, screen)) {
      // The names of holes tell no addresses apart, and of a list and its record the query does.
      const address = route.replace(/:\w+/g, ':')
      claim(routes, sharesList ? `${address}?id` : address, `screens/${id}`, pointer, report)
    }
  }
  const tables = new Map<string, string>()
  for (const [name, entity] of Object.entries(sources.entities)) {
    claim(tables, toSnake(name), `entities/${name}`, '', report)
    const groups = (entity.include ?? []).flatMap((group) => sources.groups[group] ?? [])
    for (const line of new Set([entity, ...groups].flatMap((part) => Object.keys(part.lines ?? {}))))
      claim(tables, `${toSnake(name)}_${toSnake(line)}`, `entities/${name}`, entity.lines?.[line] ? `/lines/${line}` : '/include', report)
  }
}

function claim(taken: Map<string, string>, name: string, source: string, pointer: string, report: Report): void {
  const other = taken.get(name)
  if (other === undefined) taken.set(name, source)
  else report.add(source, pointer, 'check.twice', { name, other })
}

function checkMenus(sources: ProductSources, report: Report): void {
  const ids = new Map<string, string>()
  const all = new Set(sources.menus.menus.map((menu) => menu.id))
  for (const [index, menu] of sources.menus.menus.entries()) {
    claim(ids, menu.id, 'menus', `/menus/${index}/id`, report)
    if (menu.mpid !== -1) report.known('menus', `/menus/${index}/pid`, 'menu', menu.pid, all)
    if (typeof menu.mpid === 'string') report.known('menus', `/menus/${index}/mpid`, 'menu', menu.mpid, all)
  }
}

function checkRoles(sources: ProductSources, report: Report): void {
  const menuNames = menuWordsOf(sources.menus).names
  const codes = codesByMenu(sources)
  const scopes = sources.dictionaries['dataScope']?.items
  for (const [role, { menus, dataScope }] of Object.entries(sources.roles.roles)) {
    if (scopes && Object.keys(scopes).length > 0) report.known('roles', `/roles/${role}/dataScope`, 'code', dataScope, scopes)
    for (const [menuName, actions] of Object.entries(menus)) {
      const at = `/roles/${role}/menus/${menuName}`
      if (!report.known('roles', at, 'menu', menuName, menuNames, { key: true })) continue
      const known = codes.get(menuName)
      if (known) for (const [index, action] of actions.entries()) report.known('roles', `${at}/${index}`, 'action', action, known)
    }
  }
}

/** Permission codes of each menu that has a screen. */
function codesByMenu(sources: ProductSources): Map<string, Set<string>> {
  const codes = new Map<string, Set<string>>()
  for (const [id, screen] of Object.entries(sources.screens)) {
    const [group = '', file = ''] = id.split('/')
    const menuName = `${group}_${file.split('.')[0]}`
    codes.set(menuName, new Set([...(codes.get(menuName) ?? []), ...codesOf(screen)]))
  }
  return codes
}
