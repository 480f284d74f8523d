import type { Action, Entity, Field } from '../../spec/generated/entity'
import type { Group } from '../../spec/generated/group'
import { compileLinesView, fieldsOfLines, isLinesView, type LinesView } from './linesView'
import { lookUp } from './lookUp'
import type { ProductSources } from './sources'

/** A line table with the fields of its groups; `include` is spent. */
export type ResolvedLines = Omit<NonNullable<Entity['lines']>[string], 'include' | 'fields'> & { fields: Record<string, Field> }
/** An entity with everything that its groups bring. */
export type ResolvedEntity = Omit<Entity, 'lines'> & { lines?: Record<string, ResolvedLines> }

const resolved = new WeakMap<ProductSources, Map<Entity, ResolvedEntity>>()

/**
 * The entity with its groups' fields, line tables, scope, keys, checks, warnings, summary, states and actions; what it says itself goes on top, key by key. The
 * groups' keys and checks stand before its own. Asked for by everything that names the entity, and worked out once.
 * @throws EngineError for a group that is not there
 */
export function resolveGroups(name: string, entity: Entity, sources: ProductSources): ResolvedEntity {
  const known = resolved.get(sources) ?? new Map<Entity, ResolvedEntity>()
  resolved.set(sources, known)
  const found = known.get(entity) ?? withGroups(name, entity, sources)
  known.set(entity, found)
  return found
}

function withGroups(name: string, entity: Entity, sources: ProductSources): ResolvedEntity {
  const groups = (entity.include ?? []).map((group) => lookUp(sources.groups, group, 'group', name))
  const all = [...groups, entity]
  const scope = mergeScopes(all.map((part) => part.scope))
  const lines = mergeLines(name, all, sources)
  const states = mergeStates(all)
  const actions = mergeActions(all)
  const summary = all.findLast((part) => part.summary !== undefined)?.summary
  const shown = isLinesView(entity.view) ? linesShown(name, entity.view, sources) : undefined
  return {
    ...entity,
    fields: Object.assign({}, shown?.fields, ...groupedFields(entity.fields, groups)),
    ...present('scope', scope ?? shown?.scope),
    ...present('summary', summary),
    ...filled('lines', lines),
    ...listed(
      'unique',
      all.flatMap((part) => part.unique ?? []),
    ),
    ...listed(
      'intervals',
      all.flatMap((part) => part.intervals ?? []),
    ),
    ...listed(
      'indexes',
      all.flatMap((part) => part.indexes ?? []),
    ),
    ...listed(
      'checks',
      all.flatMap((part) => part.checks ?? []),
    ),
    ...listed(
      'warnings',
      all.flatMap((part) => part.warnings ?? []),
    ),
    ...filled('states', { ...shown?.states, ...states }),
    ...filled('actions', actions),
  } as ResolvedEntity
}

function linesShown(name: string, view: LinesView, sources: ProductSources): ReturnType<typeof fieldsOfLines> {
  const { entity } = compileLinesView(view)
  return fieldsOfLines(name, view, resolveGroups(entity, lookUp(sources.entities, entity, 'entity', name), sources))
}

/** By dimension; a scope that is one word, or that of another record, stands alone. */
function mergeScopes(scopes: Entity['scope'][]): Entity['scope'] {
  return scopes.reduce((merged, scope) => {
    if (scope === undefined) return merged
    return isByDimension(merged) && isByDimension(scope) ? { ...merged, ...scope } : scope
  }, undefined)
}

export function isByDimension(scope: Entity['scope']): scope is Record<string, 'any' | 'none' | string[]> {
  return typeof scope === 'object' && !('as' in scope)
}

function mergeLines(name: string, parts: Pick<Entity, 'lines'>[], sources: ProductSources): Record<string, ResolvedLines> {
  const merged: Record<string, ResolvedLines> = {}
  for (const [key, line] of parts.flatMap((part) => Object.entries(part.lines ?? {}))) {
    const { include = [], ...own } = line
    const known = merged[key]
    const groups = include.map((group) => lookUp(sources.groups, group, 'group', `${name}.${key}`).fields ?? {})
    merged[key] = { ...known, ...own, fields: Object.assign({}, known?.fields, ...groups, own.fields) }
  }
  return merged
}

function mergeActions(parts: Pick<Entity, 'actions'>[]): Record<string, Action> {
  const actions: Record<string, Action> = {}
  for (const [key, action] of parts.flatMap((part) => Object.entries(part.actions ?? {}))) {
    const inherited = actions[key]
    actions[key] = inherited
      ? { ...inherited, ...action, ...mergeMaps('ask', inherited, action), ...mergeMaps('set', inherited, action) }
      : action
  }
  return mapActions(actions, (action) => withEffectsOf(action, actions))
}

function mapActions(actions: Record<string, Action>, change: (action: Action) => Action): Record<string, Action> {
  return Object.fromEntries(Object.entries(actions).map(([key, action]) => [key, change(action)]))
}

/** What happens in an action, and none of who may do it, when, and what they are asked. */
const effects = ['rule', 'undo', 'free', 'moves', 'then', 'refresh'] as const

/** `like`: the effects of another action, as far as the action does not say its own. */
function withEffectsOf({ like, ...action }: Action, actions: Record<string, Action>): Action {
  const other = like === undefined ? undefined : actions[like]
  // A name that there is not is reported by the check, by what the entity itself says.
  if (!other) return like === undefined ? action : { like, ...action }
  return { ...Object.fromEntries(effects.flatMap((key) => (other[key] === undefined ? [] : [[key, other[key]]]))), ...action }
}

/** A state that an entity says again keeps what its group says of it: a submitted document is called and coloured alike everywhere. */
function mergeStates(parts: Pick<Entity, 'states'>[]): NonNullable<Entity['states']> {
  const states: NonNullable<Entity['states']> = {}
  for (const [code, state] of parts.flatMap((part) => Object.entries(part.states ?? {}))) states[code] = { ...states[code], ...state }
  return states
}

/** Own fields first, then those of the groups that the entity does not say itself. */
function groupedFields(own: Record<string, Field>, groups: Group[]): Record<string, Field>[] {
  return [own, Object.assign({}, ...groups.map((group) => omitKeys(group.fields ?? {}, own)))]
}

function omitKeys<T>(from: Record<string, T>, present: object): Record<string, T> {
  return Object.fromEntries(Object.entries(from).filter(([key]) => !Object.hasOwn(present, key)))
}

/** Own entries first: what an action asks of its own stands before what every such action asks, such as an opinion. */
function mergeMaps<K extends 'ask' | 'set'>(key: K, inherited: Action, own: Action): Pick<Action, K> | object {
  return inherited[key] && own[key] ? { [key]: { ...own[key], ...omitKeys<unknown>(inherited[key], own[key]) } } : {}
}

function present(key: string, value: unknown): object {
  return value === undefined ? {} : { [key]: value }
}

function filled(key: string, map: object): object {
  return Object.keys(map).length > 0 ? { [key]: map } : {}
}

function listed(key: string, list: unknown[]): object {
  return list.length > 0 ? { [key]: list } : {}
}
