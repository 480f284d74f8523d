import type { Action, AskedLines, Entity, Field } from '../../spec/generated/entity'
import type { Group } from '../../spec/generated/group'
import { resolveGroups, type ProductSources, type ResolvedEntity } from '../compile'
import type { ExpressionScopeTypes } from '../expression'
import { schemaTypeOf } from '../fields/schemas'
import type { FieldOf } from '../fields/schemaType'
import { checkCircles } from './circles'
import { checkSource } from './expression'
import { isFilled } from './filled'
import { checkKind, checkKindsBeside, checkMixed } from './mixed'
import { checkInternal, internalNames } from './internal'
import { checkIntervals } from './intervals'
import { checkMasks, isFilledWhole, isUnasked } from './masks'
import { checkNumbers } from './numbers'
import type { Report } from './report'
import { areAlike } from './alike'
import { isOfRecord } from './asked'
import { isSafePattern } from './pattern'
import { checkParams } from './readModel'
import { checkScope } from './scope'
import { checkHasSummary, checkSummary } from './summary'
import { checkTimeline } from './timeline'
import { checkSums } from './sums'
import { checkPending } from './pending'
import { checkSystemAction } from './systemAction'
import { checkNeeds } from './systems'
import { checkActionName, checkPreview } from './tries'
import { builtInNames, builtInTypes, typeOf, typesOfFields, typesOfRecord } from './types'
import { checkCodesFrom, checkUnitFrom } from './units'
import { checkWarnings } from './warnings'
import { checkValues } from './values'
import { checkWhere, isAsked, type WhereCheck } from './where'

/** Whether all groups that an entity includes are there; without them it cannot be read as a whole. */
export function checkGroups(name: string, sources: ProductSources, report: Report): boolean {
  const own = sources.entities[name]
  const source = `entities/${name}`
  const known = checkIncludes(source, '', own?.include, sources, report)
  const checkLineIncludes = (of: string, part: Pick<Entity, 'lines'> | undefined): boolean[] =>
    Object.entries(part?.lines ?? {}).map(([key, line]) => checkIncludes(of, `/lines/${key}`, line.include, sources, report))
  const groups = (own?.include ?? []).flatMap((group) => checkLineIncludes(`groups/${group}`, sources.groups[group]))
  return [known, ...checkLineIncludes(source, own), ...groups].every(Boolean)
}

/** Choices show it to everybody who may choose, and look in it. */
function checkAlias(source: string, { alias, label, fields }: ResolvedEntity, report: Report): void {
  if (alias === undefined || !report.known(source, '/alias', 'field', alias, Object.keys(fields))) return
  const field = fields[alias]
  const isText = field?.type === 'text' && field.value === undefined && field.query === undefined
  if (!isText || alias === label || field.secret || field.mask || field.internal)
    report.add(source, '/alias', 'check.alias', { name: alias })
}

function checkAuthored(source: string, entity: ResolvedEntity, sources: ProductSources, report: Report): void {
  const { authored } = entity
  if (authored === undefined) return
  if (!sources.product.outside) report.add(source, '/authored', 'check.authored-by-nobody', {}, { key: true })
  if (authored !== true) checkActionNames(source, '/authored', authored, entity, report)
}

/** Checks one entity against the other files: everything that it and its groups name exists and fits. */
export function checkEntity(name: string, sources: ProductSources, report: Report): void {
  const own = sources.entities[name]
  if (!own) return
  const source = `entities/${name}`
  const entity = resolveGroups(name, own, sources)

  report.known(source, '/label', 'field', entity.label, Object.keys(entity.fields))
  checkAlias(source, entity, report)
  for (const group of own.include ?? []) {
    const part = sources.groups[group]
    if (part) checkPart(`groups/${group}`, part, entity, sources, report.inEntity(name))
  }
  checkPart(source, own, entity, sources, report)
  for (const [key, line] of Object.entries(entity.lines ?? {})) {
    const at = own.lines?.[key] ? `/lines/${key}` : '/include'
    if (line.title === undefined) report.add(source, at, 'check.lines-title', { name: key })
    // A form would offer rows in which nothing can be entered, and count on them what only rules know.
    else if (!line.system && !Object.values(line.fields).some(isFilled))
      report.add(source, at, 'check.lines-not-filled', { name: key }, { key: true })
  }
  checkScope(name, own, entity, sources, report)
  checkParams(source, entity, report)
  // An argument has a default of today at most.
  checkFields(source, '/params', own.params ?? {}, {}, { ...entity, lines: {} }, sources, report)
  checkStates(source, own, entity, sources, report)
  checkHasSummary(source, own, entity, report)
  checkTimeline(name, own.timeline, sources, report)
  checkNumbers(source, entity, sources, report)
  checkAuthored(source, entity, sources, report)
  checkSums(name, entity, sources, report)
  checkCircles(source, entity, report)
  checkPending(name, own, entity, sources, report)
  checkMasks(name, own, entity, report)
  checkInternal(name, own, entity, sources, report)
  for (const [key, whole] of Object.entries(entity.actions ?? {})) {
    checkSystemAction(source, key, own.actions?.[key], whole, report)
    checkPreview(source, key, own.actions?.[key], whole, report)
    checkActionName(source, key, report)
  }
}

/** What an entity or one of its groups says; `entity` is the whole, against which names and expressions are read. */
function checkPart(source: string, part: Entity | Group, entity: ResolvedEntity, sources: ProductSources, report: Report): void {
  const types = typesOfRecord(entity, sources)
  const fieldNames = [...Object.keys(entity.fields), ...builtInNames]
  checkFields(source, '/fields', part.fields ?? {}, entity.fields, entity, sources, report)
  for (const [key, field] of Object.entries(part.fields ?? {}))
    checkNeeded(source, `/fields/${key}`, field, entity.fields[key], entity, report)
  for (const [key, line] of Object.entries(part.lines ?? {})) {
    const fields = entity.lines?.[key]?.fields ?? {}
    const all = { ...fields, ...entity.fields }
    // A name that the line has is the line's.
    const scope = { ...typesOfFields(entity.fields, sources), ...typesOfFields(fields, sources) }
    const check = (of: string, at: string, some: Record<string, Field>, target: Report) => {
      checkFields(of, at, some, all, entity, sources, target, scope)
      for (const [name, field] of Object.entries(some)) checkNeeded(of, `${at}/${name}`, field, fields[name], entity, target)
    }
    for (const group of line.include ?? [])
      check(`groups/${group}`, '/fields', sources.groups[group]?.fields ?? {}, report.inEntity(nameOf(source, key)))
    check(source, `/lines/${key}/fields`, line.fields ?? {}, report)
    checkKeys(source, `/lines/${key}/unique`, line.unique, Object.keys(fields), report)
    checkActionNames(source, `/lines/${key}/requiredFor`, line.requiredFor, entity, report)
  }
  checkUnique({ source, sources, report, rows: entity, constant: true }, '/unique', part.unique)
  checkIntervals({ source, sources, report, rows: entity, constant: true }, part.intervals)
  checkKeys(source, '/indexes', part.indexes, fieldNames, report)
  checkSummary(source, part.summary, entity, sources, report)
  for (const [index, check] of (part.checks ?? []).entries()) {
    checkSource(source, `/checks/${index}/that`, check.that, types, ['boolean'], report)
    report.known(source, `/checks/${index}/field`, 'field', check.field, Object.keys(entity.fields))
  }
  if (part.warnings) {
    const record = {
      types: { ...types, user: 'text' as const },
      shown: typesOfFields(entity.fields, sources),
      fields: Object.keys(entity.fields),
      hidden: internalNames(entity, sources),
    }
    checkWarnings(source, '/warnings', part.warnings, record, report)
  }
  for (const [key, action] of Object.entries(part.actions ?? {})) {
    checkAction(source, key, action, entity, sources, report)
    checkNeeds(source, key, action, sources, report)
  }
}

/** Fields and cells that only some actions need. */
function checkNeeded(
  source: string,
  at: string,
  { requiredFor }: Field,
  whole: Field | undefined,
  entity: ResolvedEntity,
  report: Report,
): void {
  checkActionNames(source, `${at}/requiredFor`, requiredFor, entity, report)
  if (requiredFor !== undefined && whole?.required === true)
    report.add(source, `${at}/requiredFor`, 'check.required-always', {}, { key: true })
}

/** `book.copies`: a line table of `entities/book`. */
function nameOf(source: string, lines: string): string {
  return `${source.replace(/^\w+\//, '')}.${lines}`
}

function checkIncludes(source: string, pointer: string, include: string[] | undefined, sources: ProductSources, report: Report): boolean {
  return (include ?? []).every((group, index) => report.known(source, `${pointer}/include/${index}`, 'group', group, sources.groups))
}

/** `all` are the fields of the whole form, against which `from` and `fill` are read. */
function checkFields(
  source: string,
  pointer: string,
  fields: Record<string, Field>,
  all: Record<string, Field>,
  entity: ResolvedEntity,
  sources: ProductSources,
  report: Report,
  scope = typesOfFields(all, sources),
): void {
  const types = { ...scope, id: 'text' as const, createdById: 'text' as const, createdAt: 'dateTime' as const }
  const tables = Object.keys(entity.lines ?? {})
  const isSumming = Object.values(fields).some(({ value }) => tables.some((table) => value?.includes(table)))
  const summed = isSumming ? withLines(types, entity, sources) : types
  for (const [name, field] of Object.entries(fields)) {
    const at = `${pointer}/${name}`
    checkTargets(source, at, field, all, sources, report)
    checkUnitFrom(source, at, field, all, report)
    checkCodesFrom(source, at, field, all, sources, report)
    checkValues({ source, sources, report, holder: entity }, at, field)
    checkFormulas(source, at, field, types, summed, report)
  }
}

/** Checks a field of a request or a response that is not a field of a record. @param read what its expressions may name */
export function checkOwnField(
  source: string,
  at: string,
  field: Field,
  read: ExpressionScopeTypes,
  sources: ProductSources,
  report: Report,
): void {
  checkTargets(source, at, field, undefined, sources, report)
  checkValues({ source, sources, report, holder: { fields: {} } }, at, field)
  checkFormulas(source, at, field, read, read, report)
}

/** Checks the expressions of a field. `types` is what they may read; `summed` is what the formula of its value may read. */
function checkFormulas(
  source: string,
  at: string,
  field: Field,
  types: ExpressionScopeTypes,
  summed: ExpressionScopeTypes,
  report: Report,
): void {
  const withUser = (): ExpressionScopeTypes => ({ ...types, user: 'text' })
  if (typeof field.required === 'string') checkSource(source, `${at}/required`, field.required, withUser(), ['boolean'], report)
  if (field.value !== undefined) checkSource(source, `${at}/value`, field.value, summed, [typeOf(field)], report)
  if (field.follows !== undefined) checkSource(source, `${at}/follows`, field.follows, types, [typeOf(field)], report)
  if (typeof field.default === 'object' && !Array.isArray(field.default)) {
    checkSource(source, `${at}/default/expression`, field.default.expression, withUser(), [typeOf(field)], report)
  }
}

/** A formula may sum over the entity's line tables. */
function withLines(types: ExpressionScopeTypes, entity: ResolvedEntity, sources: ProductSources): ExpressionScopeTypes {
  const lines = Object.entries(entity.lines ?? {}).map(([name, line]) => [name, { lines: typesOfFields(line.fields, sources) }] as const)
  return { ...Object.fromEntries(lines), ...types }
}

/** What a field names of other entities and dictionaries. @param all its neighbours, where it has some */
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
    dictionary: (keyword, name) => report.known(source, `${at}/${keyword}`, 'dictionary', name, sources.dictionaries),
    codes(keyword, name, said = {}) {
      const items = sources.dictionaries[name]?.items
      if (items) for (const code of Object.keys(said)) report.known(source, `${at}/${keyword}/${code}`, 'code', code, items, { key: true })
    },
    reference: (ref) => checkReference(source, at, ref, all, sources, report),
    kind: (kind) => checkKind(source, at, kind, all, report),
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
  if (typeof field.to !== 'string')
    return checkMixed(source, at, field, all, sources, report, (to) => checkTarget(source, at, field, to, all, sources, report))
  if (!report.known(source, `${at}/to`, 'entity', field.to, sources.entities)) return
  checkTarget(source, at, field, field.to, all, sources, report)
}

/** What a reference says of one of its targets. */
function checkTarget(
  source: string,
  at: string,
  field: FieldOf<'ref'>,
  to: string,
  all: Record<string, Field> | undefined,
  sources: ProductSources,
  report: Report,
): void {
  const target = resolveGroups(to, sources.entities[to] as Entity, sources)
  const theirs = [...Object.keys(target.fields), ...builtInNames]
  if (field.by !== undefined && report.known(source, `${at}/by`, 'field', field.by, theirs)) {
    const unique = (target.unique ?? []).some((key) => Array.isArray(key) && key.length === 1 && key[0] === field.by)
    if (!unique) report.add(source, `${at}/by`, 'check.not-unique', { name: field.by, entity: to })
    isUnasked(report, source, `${at}/by`, field.by, target.fields[field.by])
  }
  if (field.where) checkWhere({ source, sources, report, rows: target, around: all && typesAround(all) }, `${at}/where`, field.where)
  for (const [ours, their] of Object.entries(field.fill ?? {})) {
    if (all) report.known(source, `${at}/fill/${ours}`, 'field', ours, Object.keys(all), { key: true })
    const isThere = report.known(source, `${at}/fill/${ours}`, 'field', their, theirs)
    const own = all?.[ours]
    if (!isThere) continue
    const type = target.fields[their] ? typeOf(target.fields[their]) : builtInTypes[their]
    if (own && type !== undefined && !areAlike(typeOf(own), type))
      report.add(source, `${at}/fill/${ours}`, 'check.given-type', { field: ours, name: their })
    if (!isFilledWhole(all?.[ours], target.fields[their]))
      report.add(source, `${at}/fill/${ours}`, 'check.mask-filled', { ours, theirs: their })
    if (target.fields[their]?.internal && !all?.[ours]?.internal)
      report.add(source, `${at}/fill/${ours}`, 'check.internal', { name: their })
  }
}

const around = new WeakMap<object, ExpressionScopeTypes>()

/** What `from` may name in a form of these fields. */
function typesAround(fields: Record<string, Field>): ExpressionScopeTypes {
  const known = around.get(fields) ?? {
    ...builtInTypes,
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, typeOf(field)])),
  }
  around.set(fields, known)
  return known
}

function checkUnique(check: WhereCheck, pointer: string, keys: Entity['unique']): void {
  const seen = new Set<string>()
  for (const [index, key] of (keys ?? []).entries()) {
    const at = `${pointer}/${index}`
    const fields = Array.isArray(key) ? key : key.fields
    const list = Array.isArray(key) ? at : `${at}/fields`
    for (const [column, name] of fields.entries()) {
      const { source, report, rows } = check
      if (!report.known(source, `${list}/${column}`, 'field', name, [...Object.keys(rows.fields), ...builtInNames])) continue
      const field = rows.fields[name]
      if (field && !isAsked(field, true)) report.add(source, `${list}/${column}`, 'check.not-stored', { name })
    }
    if (!Array.isArray(key)) checkWhere(check, `${at}/where`, key.where)
    if (seen.has(fields.join())) check.report.add(check.source, at, 'check.twice', { name: fields.join(), other: pointer })
    seen.add(fields.join())
  }
}

function checkKeys(source: string, pointer: string, keys: string[][] | undefined, names: string[], report: Report): void {
  for (const [row, key] of (keys ?? []).entries())
    for (const [column, name] of key.entries()) report.known(source, `${pointer}/${row}/${column}`, 'field', name, names)
}

function checkActionNames(source: string, pointer: string, names: string[] | undefined, entity: ResolvedEntity, report: Report): void {
  for (const [index, name] of (names ?? []).entries())
    report.known(source, `${pointer}/${index}`, 'action', name, Object.keys(entity.actions ?? {}))
}

function checkStates(source: string, own: Entity, entity: ResolvedEntity, sources: ProductSources, report: Report): void {
  const status = Object.values(entity.fields).filter((field) => field.type === 'status')
  const initial = Object.values(entity.states ?? {}).filter((state) => state.initial)
  if (entity.states && status.length !== 1)
    report.add(source, own.states ? '/states' : '/include', 'check.one-status-field', { count: status.length })
  const types = (): ExpressionScopeTypes => ({ ...typesOfRecord(entity, sources), user: 'text' as const })
  for (const [code, { delete: deletable }] of Object.entries(own.states ?? {}))
    if (typeof deletable === 'object') checkSource(source, `/states/${code}/delete/when`, deletable.when, types(), ['boolean'], report)
  if (!entity.states && status.length > 0) report.add(source, '/fields', 'check.status-without-states', {})
  if (entity.states && initial.length !== 1)
    report.add(source, own.states ? '/states' : '/include', 'check.one-initial-state', { count: initial.length })
  checkWaysIn(source, own, entity, report)
}

/** Every state is reached by an action, or said to be planned. The states of a view are those of what it shows. */
function checkWaysIn(source: string, own: Entity, entity: ResolvedEntity, report: Report): void {
  if (own.view) return
  const reached = new Set(Object.values(entity.actions ?? {}).flatMap((action) => action.to ?? []))
  // Whoever misspelt the state that an action leads to is told of that alone.
  if ([...reached].some((code) => entity.states?.[code] === undefined)) return
  for (const [code, state] of Object.entries(entity.states ?? {})) {
    const isReached = state.initial === true || reached.has(code)
    const at = own.states?.[code] ? `/states/${code}` : '/include'
    if (!isReached && !state.planned) report.add(source, at, 'check.state-unreached', { name: code })
    if (isReached && state.planned) report.add(source, at, 'check.state-planned', { name: code })
  }
}

/** The quick ways to fill asked rows know the columns of the dialog alone. */
function checkEntry(
  source: string,
  at: string,
  { show, fill, fillAll, scan }: AskedLines,
  line: readonly string[],
  fields: Readonly<Record<string, Field>>,
  sources: ProductSources,
  report: Report,
): void {
  const types = typesOfFields(
    Object.fromEntries([...show, ...Object.keys(fill)].flatMap((name) => (fields[name] ? [[name, fields[name]]] : []))),
    sources,
  )
  const inputs = Object.keys(fill)
  for (const [name, value] of Object.entries(fillAll?.values ?? {})) {
    const pointer = `${at}/fillAll/values/${name}`
    const field = fields[name]
    if (report.known(source, pointer, 'field', name, inputs, { key: true }) && field)
      checkSource(source, pointer, value, types, [typeOf(field)], report)
  }
  if (!scan) return
  for (const [index, name] of scan.by.entries()) report.known(source, `${at}/scan/by/${index}`, 'field', name, line)
  const to = fields[scan.to]
  if (!report.known(source, `${at}/scan/to`, 'field', scan.to, inputs) || !to) return
  if (scan.counts && typeOf(to) !== 'number') report.add(source, `${at}/scan/counts`, 'check.counts-number', { name: scan.to })
}

function checkAction(source: string, key: string, action: Action, entity: ResolvedEntity, sources: ProductSources, report: Report): void {
  const at = `/actions/${key}`
  const whole = entity.actions?.[key] ?? action
  const states = Object.keys(entity.states ?? {})
  if (whole.title === undefined) report.add(source, at, 'check.action-title', { name: key }, { key: true })
  for (const [index, state] of (action.from ?? []).entries()) report.known(source, `${at}/from/${index}`, 'state', state, states)
  for (const state of [action.to ?? []].flat()) report.known(source, `${at}/to`, 'state', state, states)
  const form: Record<string, ReturnType<typeof typeOf>> = {}
  const record = typesOfRecord(entity, sources)
  /** Fields that only the dialog has and that are declared here, each with what its expressions may read. */
  const own: { at: string; field: Field; around: ExpressionScopeTypes }[] = []
  /** When fields of the record must be filled. */
  const conditions: { at: string; text: string }[] = []
  const askedFields = Object.entries(whole.ask ?? {}).flatMap(([name, asked]) => (isOfRecord(asked) ? [name] : []))
  checkKindsBeside(source, at, askedFields, entity.fields, report)
  for (const [name, asked] of Object.entries(whole.ask ?? {})) {
    const isOwn = action.ask !== undefined && Object.hasOwn(action.ask, name)
    const askAt = isOwn ? `${at}/ask/${name}` : at
    if (isOfRecord(asked)) {
      if (isOwn && typeof asked === 'string') conditions.push({ at: askAt, text: asked })
      if (report.known(source, askAt, 'field', name, Object.keys(entity.fields), { key: true }))
        form[name] = typeOf(entity.fields[name] as Field)
    } else if (asked.type === 'lines') {
      const line = entity.lines?.[asked.of]
      if (!report.known(source, `${askAt}/of`, 'lines', asked.of, Object.keys(entity.lines ?? {})) || !line) continue
      const fields = Object.keys(line.fields)
      for (const [index, shown] of asked.show.entries()) report.known(source, `${askAt}/show/${index}`, 'field', shown, fields)
      const further: Record<string, Field> = {}
      for (const [fill, how] of Object.entries(asked.fill)) {
        if (typeof how !== 'boolean') further[fill] = how
        else report.known(source, `${askAt}/fill/${fill}`, 'field', fill, fields, { key: true })
      }
      const around = typesOfFields({ ...line.fields, ...further }, sources)
      if (isOwn) for (const [fill, field] of Object.entries(further)) own.push({ at: `${askAt}/fill/${fill}`, field, around })
      if (isOwn) checkEntry(source, askAt, asked, fields, { ...line.fields, ...further }, sources, report)
      form[name] = 'any'
    } else {
      if (isOwn) own.push({ at: askAt, field: asked, around: {} })
      form[name] = typeOf(asked)
    }
  }
  for (const { at, field, around } of own) {
    const read = { ...record, ...form, ...around }
    checkOwnField(source, at, field, read, sources, report)
  }
  for (const { at, text } of conditions) checkSource(source, at, text, { ...record, ...form, user: 'text' }, ['boolean'], report)
  const types = { ...record, form: { record: form }, user: 'text' as const }
  for (const [name, value] of Object.entries(action.set ?? {})) {
    if (!report.known(source, `${at}/set/${name}`, 'field', name, Object.keys(entity.fields), { key: true })) continue
    checkSource(source, `${at}/set/${name}`, value, types, [typeOf(entity.fields[name] as Field), 'null'], report)
  }
  if (action.warnings) {
    const shown = { ...typesOfFields(entity.fields, sources), ...form }
    const fields = [...Object.keys(entity.fields), ...Object.keys(form)]
    checkWarnings(source, `${at}/warnings`, action.warnings, { types, shown, fields, hidden: internalNames(entity, sources) }, report)
  }
  if (action.when !== undefined) {
    checkSource(source, `${at}/when`, action.when, { ...record, user: 'text' }, ['boolean'], report)
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
  if (action.like !== undefined)
    report.known(
      source,
      `${at}/like`,
      'action',
      action.like,
      Object.keys(entity.actions ?? {}).filter((other) => other !== key),
    )
  if (Array.isArray(action.to) && whole.rule === undefined) report.add(source, `${at}/to`, 'check.rule-chooses', {})
  const template = action.confirm ?? ''
  for (const hole of template.matchAll(/\{(\w+)\}/g)) report.known(source, `${at}/confirm`, 'field', hole[1] ?? '', Object.keys(record))
}
