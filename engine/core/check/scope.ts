import type { Entity, Field } from '../../spec/generated/entity'
import { isByDimension, resolveGroups, type ProductSources, type ResolvedEntity } from '../compile'
import { schemaText } from '../schemaMessages'
import type { Report } from './report'

type Owners = string[] | 'any' | 'none'

/**
 * Checks to whom the rows of an entity belong: every dimension of the product is said, by the entity or a group of it, because a dimension
 * that is left out would show every row; paths lead to the owner through references to one row; and no records are seen as each other.
 */
export function checkScope(name: string, own: Entity, entity: ResolvedEntity, sources: ProductSources, report: Report): void {
  const { scope } = entity
  const source = `entities/${name}`
  const dimensions = Object.keys(sources.product.scopes)
  if (isByDimension(scope) || scope === undefined) {
    const silent = dimensions.filter((dimension) => !Object.hasOwn(scope ?? {}, dimension))
    const place = own.scope === undefined ? '' : '/scope'
    if (silent.length > 0)
      report.add(source, place, 'check.scope-silent', { dimensions: silent.join(schemaText('check.separator')) }, { key: place !== '' })
    for (const [dimension, owners] of Object.entries(scope ?? {})) checkDimension(name, own, entity, dimension, owners, sources, report)
  } else if (typeof scope === 'object') {
    checkAs(name, own, entity, [scope.as].flat(), sources, report)
  }
}

function checkDimension(
  name: string,
  own: Entity,
  entity: ResolvedEntity,
  dimension: string,
  owners: Owners,
  sources: ProductSources,
  report: Report,
): void {
  const groups = sayersOf(own, sources, (scope) => isByDimension(scope) && Object.hasOwn(scope, dimension))
  const sayer = groups.at(-1)
  const source = sayer === undefined ? `entities/${name}` : `groups/${sayer}`
  const target = sayer === undefined ? report : report.inEntity(name)
  const at = `/scope/${dimension}`
  const wanted = sources.product.scopes[dimension]
  if (!target.known(source, at, 'scope', dimension, sources.product.scopes, { key: true }) || wanted === undefined) return
  const ways = groups.map((group) => JSON.stringify(ownersIn(sources.groups[group]?.scope, dimension)))
  if (new Set(ways).size > 1) report.add(`entities/${name}`, '/include', 'check.scope-groups', { dimension })
  if (typeof owners === 'string') return
  for (const [index, path] of owners.entries()) checkPath(source, `${at}/${index}`, path, wanted, name, entity, sources, target)
}

/** The groups that say something of the scope; none when the entity says it itself. */
function sayersOf(own: Entity, sources: ProductSources, says: (scope: Entity['scope']) => boolean): string[] {
  return says(own.scope) ? [] : (own.include ?? []).filter((group) => says(sources.groups[group]?.scope))
}

function ownersIn(scope: Entity['scope'], dimension: string): unknown {
  return isByDimension(scope) ? scope[dimension] : undefined
}

/** `bookId.shelfId.ownerId`: references to one row by id each, the last of them to the owner. */
function checkPath(
  source: string,
  at: string,
  path: string,
  wanted: string,
  name: string,
  entity: ResolvedEntity,
  sources: ProductSources,
  report: Report,
): void {
  let [here, fields]: [string, Record<string, Field>] = [name, entity.fields]
  const steps = path.split('.')
  for (const [index, step] of steps.entries()) {
    const last = index === steps.length - 1
    if (last && step === 'id' && here === wanted) return
    if ((step === 'createdById' || step === 'updatedById') && sources.product.userEntity === wanted && last) return
    if (!report.known(source, at, 'field', step, Object.keys(fields))) return
    const field = fields[step]
    const to = field?.type === 'ref' && typeof field.to === 'string' ? field.to : undefined
    // An unknown target is told at the field.
    if (to !== undefined && !Object.hasOwn(sources.entities, to)) return
    const steppable = to !== undefined && field?.type === 'ref' && field.by === undefined && (last || !field.multiple)
    if (!steppable || (last && to !== wanted)) {
      report.add(source, at, 'check.scope-target', { path, entity: wanted })
      return
    }
    here = to
    fields = resolveGroups(here, sources.entities[here] as Entity, sources).fields
  }
}

function checkAs(name: string, own: Entity, entity: ResolvedEntity, as: string[], sources: ProductSources, report: Report): void {
  const sayer = sayersOf(own, sources, (scope) => scope !== undefined).at(-1)
  const source = sayer === undefined ? `entities/${name}` : `groups/${sayer}`
  const target = sayer === undefined ? report : report.inEntity(name)
  for (const [index, reference] of as.entries()) {
    const at = as.length === 1 && !Array.isArray((entity.scope as { as: unknown }).as) ? '/scope/as' : `/scope/as/${index}`
    if (!target.known(source, at, 'field', reference, Object.keys(entity.fields))) continue
    const field = entity.fields[reference]
    if (field?.type !== 'ref' || field.by !== undefined || field.multiple) {
      target.add(source, at, 'check.scope-as', { name: reference })
    } else {
      const circle = [field.to].flat().find((entity) => leadsTo(entity, name, sources, new Set()))
      if (circle !== undefined) target.add(source, at, 'check.scope-circle', { entity: circle })
    }
  }
}

/** Whether rows of one entity are, in the end, seen as rows of the other. */
function leadsTo(from: string, target: string, sources: ProductSources, seen: Set<string>): boolean {
  if (from === target) return true
  const entity = sources.entities[from]
  if (!entity || seen.has(from)) return false
  seen.add(from)
  const { scope, fields } = resolveGroups(from, entity, sources)
  if (typeof scope !== 'object' || isByDimension(scope)) return false
  return [scope.as].flat().some((reference) => {
    const field = fields[reference]
    return field?.type === 'ref' && [field.to].flat().some((entity) => leadsTo(entity, target, sources, seen))
  })
}
