import type { Action, AskedLines, Entity, Field } from '../../spec/generated/entity'
import { schemaText, schemaError } from '../schemaMessages'
import type {
  AskedLinesPlan,
  EntityActionPlan,
  EntityPlan,
  FieldPlan,
  IntervalPlan,
  LinesPlan,
  PersonPlan,
  ScopePlan,
  StatePlan,
  SystemPlan,
  UniqueKeyPlan,
} from '../plan'
import { displaysOf } from './displays'
import { compileEffects } from './effects'
import { compileExpression, compileOptional } from './expression'
import { compileField, compileFields } from './field'
import { isByDimension, resolveGroups, type ResolvedEntity, type ResolvedLines } from '../sources/groups'
import { compileLinesView, isLinesView } from '../sources/linesView'
import { lookUp } from '../sources/lookUp'
import { toSnake } from '../sources/names'
import { compileNumbers } from './numbers'
import { optional } from '../sources/optional'
import { authoredFields } from '../authored'
import { effectiveField } from '../pending'
import { hasPending, pendingFields } from './pending'
import type { ProductSources } from '../sources/sources'
import { compileSummary, withShownLines } from './summary'
import { compileTimeline } from './timeline'
import { compileText } from './text'
import { compileWarnings } from './warning'
import { compileOptionalWhere, compileWhere } from '../sources/where'

export function compileEntity(name: string, sources: ProductSources): EntityPlan {
  const entity = resolveGroups(name, lookUp(sources.entities, name, 'entity', name), sources)
  const fields = {
    ...builtInFields(sources, name, entity.view !== undefined),
    ...(hasPending(entity) ? pendingFields : {}),
    ...(entity.authored ? authoredFields : {}),
    ...compileFields(entity.fields, sources, name),
  }
  for (const bucket of bucketsOf(name, sources)) fields[bucket] = { ...lookUp(fields, bucket, 'field', name), ...keptNumber }
  const lines = Object.fromEntries(
    Object.entries(entity.lines ?? {}).map(([key, line]) => [key, compileLines(name, key, line, sources)] as const),
  )
  const states = entity.states && compileStates(entity.states)
  const statusField = Object.values(fields).find((field) => field.type === 'status' && field.name !== effectiveField)
  const summary = entity.summary && compileSummary(entity.summary, { fields, tables: lines }, name)
  const daily = compileDaily(entity.actions ?? {})
  const actions = Object.fromEntries(
    Object.entries(entity.actions ?? {}).map(([key, action]) => [
      key,
      compileAction(name, key, action, { fields, lines, pends: hasPending(entity) }, sources),
    ]),
  )
  const effects = Object.fromEntries(
    Object.entries(entity.actions ?? {}).flatMap(([key, action]) => {
      const beyond = compileEffects(action, sources)
      return beyond ? [[key, beyond] as const] : []
    }),
  )
  return {
    name,
    title: entity.title,
    label: entity.label,
    ...optional({ alias: entity.alias }),
    table: toSnake(name),
    scope: compileScope(entity.scope),
    fields,
    displays: displaysOf(fields),
    lines,
    unique: (entity.unique ?? []).map((key) => compileUnique(key, () => entity.states)),
    indexes: entity.indexes ?? [],
    checks: (entity.checks ?? []).map((check) => ({ ...check, that: compileExpression(check.that) })),
    actions: withShownLines(actions, { summary, states, daily, effects }),
    effects,
    inverses: Object.fromEntries(
      Object.entries(entity.actions ?? {}).flatMap(([key, { inverse }]) => (inverse === undefined ? [] : [[key, inverse] as const])),
    ),
    skippable: Object.entries(entity.actions ?? {}).flatMap(([key, { orSkip }]) => (orSkip ? [key] : [])),
    ...optional({ regardless: regardlessOf(entity.actions ?? {}) }),
    rules: entity.rules ?? {},
    appendOnly: entity.appendOnly === true,
    ...optional({ authored: entity.authored === true ? [] : entity.authored, warnings: compileWarnings(entity.warnings) }),
    ...optional({
      summary,
      timeline: entity.timeline && compileTimeline(entity.timeline, name, sources),
    }),
    ...optional({ intervals: entity.intervals?.map((interval) => compileInterval(interval, () => entity.states)) }),
    ...(hasPending(entity) ? { pending: true as const } : {}),
    ...optional({ daily, states, statusField: statusField?.name }),
    ...compileView(name, entity, sources),
    ...compileNumbers(entity, fields),
  }
}

function compileView(
  name: string,
  { view, params }: ResolvedEntity,
  sources: ProductSources,
): Pick<EntityPlan, 'view' | 'linesOf' | 'params'> {
  if (isLinesView(view)) return { view: view.lines, linesOf: compileLinesView(view) }
  return optional({ view, params: params && compileFields(params, sources, name) })
}

function compileFillAll({ title, values }: NonNullable<AskedLines['fillAll']>): NonNullable<AskedLinesPlan['fillAll']> {
  return { title, values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, compileExpression(value)])) }
}

function compileUnique(key: NonNullable<Entity['unique']>[number], states: () => Entity['states']): UniqueKeyPlan {
  return Array.isArray(key) ? { fields: key } : { fields: key.fields, where: compileWhere(key.where, states) }
}

function compileInterval({ where, ...interval }: NonNullable<Entity['intervals']>[number], states: () => Entity['states']): IntervalPlan {
  return { ...interval, ...optional({ where: compileOptionalWhere(where, states) }) }
}

/** A dimension that is not said is left out: the schema check and the start of the server refuse it. */
function compileScope(scope: Entity['scope']): ScopePlan {
  if (typeof scope === 'string') return scope
  if (scope === undefined || isByDimension(scope)) return { by: scope ?? {} }
  return { as: [scope.as].flat() }
}

function compileLines(entity: string, key: string, line: ResolvedLines, sources: ProductSources): LinesPlan {
  if (line.title === undefined) throw schemaError('compile.lines-without-title', { name: key, where: entity })
  const fields = compileFields(line.fields, sources, `${entity}.${key}`)
  return {
    name: key,
    title: line.title,
    fields: Object.fromEntries(Object.values(fields).map((field) => [field.name, withKeys(field, sources)])),
    minRows: line.minRows ?? 0,
    requiredFor: line.requiredFor ?? [],
    maxRows: line.maxRows ?? 500,
    unique: line.unique ?? [],
    table: `${toSnake(entity)}_${toSnake(key)}`,
    ...optional({ system: line.system }),
  }
}

function withKeys(field: FieldPlan, sources: ProductSources): FieldPlan {
  if (!field.ref) return field
  const keys = keysOf(field.ref.entity, sources)
  return Object.keys(keys).length === 0 ? field : { ...field, ref: { ...field.ref, keys } }
}

/** What tells rows apart beside their label: alias, document number, and other texts that no two rows share. */
function keysOf(name: string, sources: ProductSources): Record<string, string> {
  const { alias, unique = [], label, fields } = resolveGroups(name, lookUp(sources.entities, name, 'entity', name), sources)
  const serials = Object.keys(fields).filter((each) => fields[each]?.type === 'serial')
  const single = unique.flatMap((key) => (Array.isArray(key) && key.length === 1 ? key : []))
  const names = [alias, ...serials, ...single].flatMap((each) => (each === undefined || each === label ? [] : [each]))
  return Object.fromEntries(
    [...new Set(names)].flatMap((each) => {
      const field = fields[each]
      const isShown = field !== undefined && field.secret !== true && field.internal !== true && !('mask' in field && field.mask)
      return isShown && (field.type === 'text' || field.type === 'serial') ? [[each, field.title]] : []
    }),
  )
}

/** A number that the engine alone writes: never empty, never below zero. */
const keptNumber = { kept: true, readOnly: true, default: '0', min: '0' } as const

/** Fields of an entity that ledgers move. */
export function bucketsOf(entity: string, sources: ProductSources): string[] {
  return Object.values(sources.ledgers ?? {}).flatMap(({ balances, buckets }) =>
    Object.hasOwn(balances, entity) ? Object.keys(buckets) : [],
  )
}

function compileStates(states: NonNullable<Entity['states']>): Record<string, StatePlan> {
  return Object.fromEntries(
    Object.entries(states).map(([code, state]) => [
      code,
      {
        code,
        title: state.title,
        color: state.color ?? 'default',
        initial: state.initial === true,
        edit: state.edit !== undefined && state.edit !== false,
        ...optional({ only: Array.isArray(state.edit) ? state.edit : undefined }),
        delete: state.delete !== undefined && state.delete !== false,
        ...(typeof state.delete === 'object' ? { deletable: { ...state.delete, when: compileExpression(state.delete.when) } } : {}),
        ...(state.ended === true ? { ended: true as const } : {}),
        ...(state.takesBack === false ? { takesBack: false as const } : {}),
        ...(state.planned === true ? { planned: true as const } : {}),
        ...(state.internal === true ? { internal: true as const } : {}),
      },
    ]),
  )
}

function compileAction(
  entity: string,
  name: string,
  action: Action,
  { fields, lines, pends }: { fields: Record<string, FieldPlan>; lines: Record<string, LinesPlan>; pends: boolean },
  sources: ProductSources,
): EntityActionPlan {
  if (action.title === undefined) throw schemaError('compile.action-without-title', { name, where: entity })
  const ask: FieldPlan[] = []
  let askLines: AskedLinesPlan | undefined
  for (const [key, asked] of Object.entries(action.ask ?? {})) {
    if (typeof asked !== 'object') {
      const required = typeof asked === 'string' ? compileExpression(asked) : asked
      ask.push({ ...lookUp(fields, key, 'field', entity), required, readOnly: false })
    } else if (asked.type === 'lines') {
      const line = lookUp(lines, asked.of, 'lines', entity)
      askLines = {
        lines: asked.of,
        title: asked.title ?? line.title,
        show: asked.show.map((shown) => lookUp(line.fields, shown, 'field', `${entity}.${asked.of}`)),
        fill: Object.entries(asked.fill).map(([fillKey, fill]) =>
          typeof fill === 'boolean'
            ? { ...lookUp(line.fields, fillKey, 'field', `${entity}.${asked.of}`), required: fill, readOnly: false }
            : compileField(fillKey, fill, sources, `${entity}.${name}`),
        ),
        ...optional({
          fillAll: asked.fillAll && compileFillAll(asked.fillAll),
          scan: asked.scan && { ...asked.scan, by: asked.scan.by.map((key) => lookUp(line.fields, key, 'field', `${entity}.${asked.of}`)) },
        }),
      }
    } else ask.push(compileField(key, asked, sources, `${entity}.${name}`))
  }
  return {
    name,
    title: action.title,
    from: action.from ?? [],
    to: action.to === undefined ? [] : [action.to].flat(),
    ask,
    set: Object.fromEntries(Object.entries(action.set ?? {}).map(([key, value]) => [key, compileExpression(value)])),
    danger: action.danger === true,
    keyed: action.keyed === true,
    ...optional({
      confirm: compileText(action.confirm, fields),
      askLines,
      when: compileOptional(action.when),
      whenNot: action.whenNot,
      warnings: compileWarnings(action.warnings),
      needs: action.needs === undefined ? undefined : compileSystem(action.needs, sources, `${entity}.${name}`),
      notBy: compilePerson(action.notBy, fields, entity),
      onlyBy: compilePerson(action.onlyBy, fields, entity),
      rule: action.rule,
      answers: action.answers,
      system: action.system,
      preview: action.preview,
      pending: action.pending,
      via: action.via,
      // A group shared by many says it for those that have such changes.
      onPending: pends ? action.onPending : undefined,
    }),
  }
}

function compileSystem(code: string, { product, dictionaries }: ProductSources, where: string): SystemPlan {
  const systems = lookUp(dictionaries, product.systems ?? '', 'dictionary', where)
  const item = lookUp(systems.items, code, 'code', where)
  return { code, title: typeof item === 'string' ? item : item.title }
}

/** Which records each daily action is for; its own `when` is kept by the server anyway and serves where `daily` says no other. */
function compileDaily(actions: Record<string, Action>): EntityPlan['daily'] {
  const daily = Object.entries(actions).flatMap(([name, { daily: which, when }]) => {
    if (which === undefined) return []
    return [[name, compileOptional(which === true ? when : which.when) ?? (true as const)] as const]
  })
  return daily.length === 0 ? undefined : Object.fromEntries(daily)
}

function compilePerson(name: string | undefined, fields: Record<string, FieldPlan>, where: string): PersonPlan | undefined {
  return name === undefined ? undefined : { field: name, title: lookUp(fields, name, 'field', where).title }
}

/**
 * The fields that every entity has; who created and changed a row points to the product's user entity. Rows of a read model are
 * computed: nobody creates or changes them.
 */
function builtInFields(sources: ProductSources, where: string, isView: boolean): Record<string, FieldPlan> {
  const user = sources.product.userEntity
  // What a read model calls a row is its own affair, as the key of a stored file; ours are numbers.
  const id: Field = { type: 'text', title: schemaText('field.id'), maxLength: isView ? 100 : 20, system: true }
  if (isView) return compileFields({ id }, sources, where)
  const declared: Record<string, Field> = {
    id,
    version: { type: 'digit', title: schemaText('field.version'), system: true },
    createdById: { type: 'ref', title: schemaText('field.createdBy'), to: user, system: true },
    createdAt: { type: 'dateTime', title: schemaText('field.createdAt'), system: true },
    updatedById: { type: 'ref', title: schemaText('field.updatedBy'), to: user, system: true },
    updatedAt: { type: 'dateTime', title: schemaText('field.updatedAt'), system: true },
  }
  return compileFields(declared, sources, where)
}

function regardlessOf(actions: NonNullable<Entity['actions']>): string[] | undefined {
  const names = Object.entries(actions).flatMap(([name, { regardless }]) => (regardless ? [name] : []))
  return names.length === 0 ? undefined : names
}
