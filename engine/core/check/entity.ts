import type { Action, Entity, Field } from '../../spec/generated/entity'
import type { Group } from '../../spec/generated/group'
import { resolveGroups, type ProductSources } from '../compile'
import { schemaTypeOf } from '../fields/schemas'
import type { FieldOf } from '../fields/schemaType'
import { checkSource } from './expression'
import { checkNumbers } from './numbers'
import type { Report } from './report'
import { isSafePattern } from './pattern'
import { checkSystemAction } from './systemAction'
import { builtInNames, linesFields, typeOf, typesOfFields, typesOfRecord } from './types'

/** Checks one entity against the other files: everything it names exists and fits. */
export function checkEntity(name: string, sources: ProductSources, report: Report): void {
  const own = sources.entities[name]
  if (!own) return
  const source = `entities/${name}`
  const groupsKnown = checkIncludes(source, '', own.include, sources, report)
  for (const [key, line] of Object.entries(own.lines ?? {})) checkIncludes(source, `/lines/${key}`, line.include, sources, report)
  if (!groupsKnown) return
  const entity = resolveGroups(name, own, sources)
  const types = typesOfRecord(entity, sources)
  const fieldNames = [...Object.keys(entity.fields), ...builtInNames]

  report.known(source, '/label', 'field', entity.label, Object.keys(entity.fields))
  checkFields(source, '/fields', own.fields, entity.fields, sources, report)
  for (const [key, line] of Object.entries(own.lines ?? {})) {
    const fields = linesFields(line, sources)
    checkFields(
      source,
      `/lines/${key}/fields`,
      line.fields,
      { ...fields, ...entity.fields },
      sources,
      report,
      typesOfFields(fields, sources),
    )
    checkKeys(source, `/lines/${key}/unique`, line.unique, Object.keys(fields), report)
    checkActionNames(source, `/lines/${key}/requiredFor`, line.requiredFor, entity, report)
  }
  checkKeys(source, '/unique', own.unique, fieldNames, report)
  checkKeys(source, '/indexes', own.indexes, fieldNames, report)
  for (const [index, check] of (own.checks ?? []).entries()) {
    checkSource(source, `/checks/${index}/that`, check.that, types, ['boolean'], report)
    report.known(source, `/checks/${index}/field`, 'field', check.field, Object.keys(entity.fields))
  }
  checkScope(source, entity, sources, report)
  checkStates(source, own, entity, report)
  checkNumbers(source, entity, sources, report)
  for (const [key, action] of Object.entries(own.actions ?? {})) checkAction(source, key, action, entity, sources, report)
  for (const [key, whole] of Object.entries(entity.actions ?? {})) checkSystemAction(source, key, own.actions?.[key], whole, report)
  for (const [key, field] of Object.entries(own.fields))
    checkActionNames(source, `/fields/${key}/requiredFor`, field.requiredFor, entity, report)
}

/** Groups are checked once by themselves; what depends on the including entity is checked there. */
export function checkGroup(name: string, group: Group, sources: ProductSources, report: Report): void {
  const fields = group.fields ?? {}
  for (const [key, field] of Object.entries(fields)) checkTargets(`groups/${name}`, `/fields/${key}`, field, undefined, sources, report)
}

function checkIncludes(source: string, pointer: string, include: string[] | undefined, sources: ProductSources, report: Report): boolean {
  return (include ?? []).every((group, index) =>
    report.known(source, `${pointer}/include/${index}`, 'group', group, Object.keys(sources.groups)),
  )
}

/** `all` are the fields of the whole form, against which `from` and `fill` are read. */
function checkFields(
  source: string,
  pointer: string,
  fields: Record<string, Field>,
  all: Record<string, Field>,
  sources: ProductSources,
  report: Report,
  scope = typesOfFields(all, sources),
): void {
  const types = { ...scope, id: 'text' as const, createdById: 'text' as const, createdAt: 'dateTime' as const }
  for (const [name, field] of Object.entries(fields)) {
    const at = `${pointer}/${name}`
    checkTargets(source, at, field, all, sources, report)
    if (typeof field.required === 'string') checkSource(source, `${at}/required`, field.required, types, ['boolean'], report)
    if (field.value !== undefined)
      checkSource(source, `${at}/value`, field.value, withLines(types, source, sources), [typeOf(field)], report)
    if (field.follows !== undefined) checkSource(source, `${at}/follows`, field.follows, types, [typeOf(field)], report)
    if (typeof field.default === 'object' && !Array.isArray(field.default)) {
      checkSource(source, `${at}/default/expression`, field.default.expression, types, [typeOf(field)], report)
    }
  }
}

/** A header formula may sum over the entity's line tables. */
function withLines(types: ReturnType<typeof typesOfFields>, source: string, sources: ProductSources): ReturnType<typeof typesOfFields> {
  const entity = sources.entities[source.replace(/^entities\//, '')]
  const lines = Object.entries(entity?.lines ?? {}).map(
    ([name, line]) => [name, { lines: typesOfFields(linesFields(line, sources), sources) }] as const,
  )
  return { ...Object.fromEntries(lines), ...types }
}

/** What the type's own keywords name. `all` as in `checkFields`; absent where `from` and `fill` cannot be known. */
function checkTargets(
  source: string,
  at: string,
  field: Field,
  all: Record<string, Field> | undefined,
  sources: ProductSources,
  report: Report,
): void {
  schemaTypeOf(field).check(field, {
    pattern(keyword, pattern) {
      if (pattern === undefined || isSafePattern(pattern)) return
      report.add(source, `${at}/${keyword}`, 'check.unsafe-pattern', { name: at.slice(at.lastIndexOf('/') + 1) })
    },
    dictionary: (keyword, name) => report.known(source, `${at}/${keyword}`, 'dictionary', name, Object.keys(sources.dictionaries)),
    reference: (ref) => checkReference(source, at, ref, all, sources, report),
  })
}

function checkReference(
  source: string,
  at: string,
  field: FieldOf<'ref'>,
  all: Record<string, Field> | undefined,
  sources: ProductSources,
  report: Report,
): void {
  if (!report.known(source, `${at}/to`, 'entity', field.to, Object.keys(sources.entities))) return
  const target = resolveGroups(field.to, sources.entities[field.to] as Entity, sources)
  const theirs = [...Object.keys(target.fields), ...builtInNames]
  if (field.by !== undefined && report.known(source, `${at}/by`, 'field', field.by, theirs)) {
    const unique = (target.unique ?? []).some((key) => key.length === 1 && key[0] === field.by)
    if (!unique) report.add(source, `${at}/by`, 'check.not-unique', { name: field.by, entity: field.to })
  }
  for (const [name, value] of Object.entries(field.where ?? {})) {
    if (!report.known(source, `${at}/where/${name}`, 'field', name, theirs, { key: true })) continue
    if (typeof value === 'object' && !Array.isArray(value) && all)
      report.known(source, `${at}/where/${name}/from`, 'field', value.from, [...Object.keys(all), ...builtInNames])
    checkFixedValue(source, `${at}/where/${name}`, value, target, name, sources, report)
  }
  for (const [ours, their] of Object.entries(field.fill ?? {})) {
    if (all) report.known(source, `${at}/fill/${ours}`, 'field', ours, Object.keys(all), { key: true })
    report.known(source, `${at}/fill/${ours}`, 'field', their, theirs)
  }
}

/** A fixed value of a state or dictionary field must be one of its codes. */
export function checkFixedValue(
  source: string,
  pointer: string,
  value: unknown,
  target: Entity,
  name: string,
  sources: ProductSources,
  report: Report,
): void {
  const field = target.fields[name]
  const codes = field && schemaTypeOf(field).codes(field, target, sources)
  if (!codes || (typeof value === 'object' && !Array.isArray(value))) return
  for (const code of [value].flat()) report.known(source, pointer, 'code', String(code), codes)
}

function checkKeys(source: string, pointer: string, keys: string[][] | undefined, names: string[], report: Report): void {
  for (const [row, key] of (keys ?? []).entries())
    for (const [column, name] of key.entries()) report.known(source, `${pointer}/${row}/${column}`, 'field', name, names)
}

function checkActionNames(source: string, pointer: string, names: string[] | undefined, entity: Entity, report: Report): void {
  for (const [index, name] of (names ?? []).entries())
    report.known(source, `${pointer}/${index}`, 'action', name, Object.keys(entity.actions ?? {}))
}

function checkScope(source: string, entity: Entity, sources: ProductSources, report: Report): void {
  if (typeof entity.scope === 'string') return
  for (const [dimension, paths] of Object.entries(entity.scope)) {
    const at = `/scope/${dimension}`
    if (!report.known(source, at, 'scope', dimension, Object.keys(sources.product.scopes), { key: true })) continue
    const wanted = sources.product.scopes[dimension]
    for (const [index, path] of paths.entries()) {
      const [first = '', second] = path.split('.')
      if (
        second === undefined &&
        (first === 'id' ? source === `entities/${wanted}` : first === 'createdById' && wanted === sources.product.userEntity)
      )
        continue
      if (!report.known(source, `${at}/${index}`, 'field', first, Object.keys(entity.fields))) continue
      const field = entity.fields[first] as Field
      // An unknown target is told at the field.
      if (field.type === 'ref' && !Object.hasOwn(sources.entities, field.to)) continue
      const target = field.type === 'ref' ? sources.entities[field.to] : undefined
      if (target && second === 'createdById' && wanted === sources.product.userEntity) continue
      const last = second === undefined ? field : target && resolveGroups('', target, sources).fields[second]
      if (last?.type !== 'ref' || last.to !== wanted) report.add(source, `${at}/${index}`, 'check.scope-target', { path, entity: wanted })
    }
  }
}

function checkStates(source: string, own: Entity, entity: Entity, report: Report): void {
  const status = Object.values(entity.fields).filter((field) => field.type === 'status')
  const initial = Object.values(entity.states ?? {}).filter((state) => state.initial)
  if (entity.states && status.length !== 1)
    report.add(source, own.states ? '/states' : '/include', 'check.one-status-field', { count: status.length })
  if (!entity.states && status.length > 0) report.add(source, '/fields', 'check.status-without-states', {})
  if (entity.states && initial.length !== 1)
    report.add(source, own.states ? '/states' : '/include', 'check.one-initial-state', { count: initial.length })
}

function checkAction(source: string, key: string, action: Action, entity: Entity, sources: ProductSources, report: Report): void {
  const at = `/actions/${key}`
  const whole = entity.actions?.[key] ?? action
  const states = Object.keys(entity.states ?? {})
  if (whole.title === undefined) report.add(source, at, 'check.action-title', { name: key }, { key: true })
  for (const [index, state] of (action.from ?? []).entries()) report.known(source, `${at}/from/${index}`, 'state', state, states)
  for (const state of [action.to ?? []].flat()) report.known(source, `${at}/to`, 'state', state, states)
  const form: Record<string, ReturnType<typeof typeOf>> = {}
  for (const [name, asked] of Object.entries(whole.ask ?? {})) {
    const askAt = action.ask && Object.hasOwn(action.ask, name) ? `${at}/ask/${name}` : at
    if (typeof asked === 'boolean') {
      if (report.known(source, askAt, 'field', name, Object.keys(entity.fields), { key: true }))
        form[name] = typeOf(entity.fields[name] as Field)
    } else if (asked.type === 'lines') {
      const line = entity.lines?.[asked.of]
      if (!report.known(source, `${askAt}/of`, 'lines', asked.of, Object.keys(entity.lines ?? {})) || !line) continue
      const fields = Object.keys(linesFields(line, sources))
      for (const [index, shown] of asked.show.entries()) report.known(source, `${askAt}/show/${index}`, 'field', shown, fields)
      for (const [fill, how] of Object.entries(asked.fill))
        if (typeof how === 'boolean') report.known(source, `${askAt}/fill/${fill}`, 'field', fill, fields, { key: true })
      form[name] = 'any'
    } else {
      checkTargets(source, askAt, asked, undefined, sources, report)
      form[name] = typeOf(asked)
    }
  }
  const record = typesOfRecord(entity, sources)
  const types = { ...record, form: { record: form }, user: 'text' as const }
  for (const [name, value] of Object.entries(action.set ?? {})) {
    if (!report.known(source, `${at}/set/${name}`, 'field', name, Object.keys(entity.fields), { key: true })) continue
    checkSource(source, `${at}/set/${name}`, value, types, [typeOf(entity.fields[name] as Field), 'null'], report)
  }
  if (action.when !== undefined) {
    checkSource(source, `${at}/when`, action.when, record, ['boolean'], report)
    if (whole.whenNot === undefined) report.add(source, `${at}/when`, 'check.when-without-reason', {}, { key: true })
  }
  for (const who of ['notBy', 'onlyBy'] as const) {
    const name = action[who]
    if (name === undefined || name === 'createdById' || name === 'updatedById') continue
    const field = entity.fields[name]
    if (
      report.known(source, `${at}/${who}`, 'field', name, [...Object.keys(entity.fields), 'createdById', 'updatedById']) &&
      !(field?.type === 'ref' && field.to === sources.product.userEntity)
    ) {
      report.add(source, `${at}/${who}`, 'check.not-a-user', { name })
    }
  }
  if (Array.isArray(action.to) && whole.rule === undefined) report.add(source, `${at}/to`, 'check.rule-chooses', {})
  const template = action.confirm ?? ''
  for (const hole of template.matchAll(/\{(\w+)\}/g)) report.known(source, `${at}/confirm`, 'field', hole[1] ?? '', Object.keys(record))
}
