/**
 * The shape of a row in a response, prepared once per screen: the SQL that writes each value as it is on the wire, and what is computed
 * after reading. PostgreSQL makes the JSON itself; where nothing is computed its text goes out as it came.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { displaysOf } from '../../core/compile'
import type { ExpressionEnvironment } from '../../core/expression'
import { ofOthersField } from '../../core/authored'
import { isAttached, ofKind, targetsOf } from '../../core/fields'
import { pendingField } from '../../core/pending'
import type { EntityPlan, FieldPlan, LinesPlan, MaskPlan, MixedRefPlan, ProductPlan } from '../../core/plan'
import { computeFormulas, formulasOf, isComputed, type Formula } from '../../core/record/formulas'
import { namesBeyond, namesRead } from '../../core/record/scope'
import type { AnySchema } from '../database/database'
import type { ProductExtensions } from '../extensions'
import { rowTypeOf } from '../fields'
import { isoTime } from '../fields/dateTime'
import { maskedSql, seesWhole } from '../masks'
import { isNameShown, nameOutside, ofOthersSql } from '../outside'
import { toColumn } from '../rows'
import { literal, quote, sourceOf, type Source, type SourceContext } from '../source'

/** What shapes are settled from. */
export interface ShapeContext {
  plan: ProductPlan
  extensions: Pick<ProductExtensions, 'queries' | 'views'>
  kysely: Kysely<AnySchema>
  /** For the server itself: nothing is masked or left out. */
  whole?: true
}

/** SQL over the rows that have this alias. */
export type Column = (alias: string, context: SourceContext) => RawBuilder<unknown>

export interface Shape {
  source: Source
  /** The select list, over the alias `t`. */
  columns(context: SourceContext): RawBuilder<unknown>
  /** Adds computed values and takes away what was read for them alone; absent when rows need neither. */
  finish?: (record: Record<string, unknown>, environment: ExpressionEnvironment) => void
}

/** Alias of the rows that a query is about. */
export const rowAlias = 't'

/**
 * @param keys fields and display values of the answer
 * @param lines line tables of the answer, whole
 */
export function shapeOf(context: ShapeContext, entityName: string, keys: readonly string[], lines: readonly string[] = []): Shape {
  const source = sourceOf(context.plan, context.extensions.views, entityName)
  const { entity } = source
  const selected = new Set([...keys, ...lines])
  const { read, formulas } = resolveReads(entity, selected)
  const shape: Shape = { source, columns: selectList(context, source, read, selected) }
  if (formulas.length === 0) return shape

  const helpers = [...read, ...formulas.flatMap(({ field, lines: ofLines }) => (ofLines ? [] : field.name))]
  const notAnswered = helpers.filter((name) => !selected.has(name))
  return {
    ...shape,
    finish(record, environment) {
      computeFormulas(entity, record, environment, formulas)
      for (const helper of notAnswered) delete record[helper]
    },
  }
}

/** What names a row of the entity, as text: what pickers show and `contains` looks in. */
export function labelColumn(context: LabelContext, entityName: string): Column {
  const source = sourceOf(context.plan, context.extensions.views, entityName)
  const label = source.entity.fields[source.entity.label]
  // A row may be named by another one, as a relation is by whom it relates to.
  if (label?.ref && !label.ref.by && !label.ref.multiple) return displayColumn(context, source, label)
  const name = (alias: string): RawBuilder<unknown> => sql.raw(`${source.column(alias, source.entity.label)}::text`)
  if (entityName !== context.plan.userEntity || context.whole) return name
  return (alias, { outside }) => (outside === undefined ? name(alias) : nameOutside(context.plan, source, alias, name(alias)))
}

type LabelContext = Pick<ShapeContext, 'plan' | 'extensions' | 'whole'>

/** The label of the row that a reference points to; of several a list in the order of the references. */
export function displayColumn(context: LabelContext, owner: Source, reference: FieldPlan): Column {
  const { ref, mixed } = reference
  if (mixed) return mixedDisplayColumn(context, owner, reference, mixed)
  if (!ref) throw new TypeError(`${reference.name} is no reference`)
  const target = sourceOf(context.plan, context.extensions.views, ref.entity)
  const label = labelColumn(context, ref.entity)
  return (alias, sourceContext) => {
    const inner = `${alias}_${toColumn(reference.name)}`
    const column = sql.raw(owner.column(alias, reference.name))
    const key = sql.raw(target.column(inner, ref.by ?? 'id'))
    const from = sql`${target.from(sourceContext)} as ${sql.raw(inner)}`
    const text = label(inner, sourceContext)
    return ref.multiple
      ? sql`(select json_agg(${text} order by chosen.place) from unnest(${column}) with ordinality as chosen(key, place) join ${from} on ${key} = chosen.key)`
      : sql`(select ${text} from ${from} where ${key} = ${column})`
  }
}

/** The label of a row of whichever entity the kind says. */
function mixedDisplayColumn(context: LabelContext, owner: Source, reference: FieldPlan, { kind, to }: MixedRefPlan): Column {
  const displays = Object.keys(to).flatMap((entity) => {
    const plain = ofKind(reference, entity)
    return plain ? [{ entity, display: displayColumn(context, owner, plain) }] : []
  })
  return (alias, sourceContext) => {
    const cases = displays.map(({ entity, display }) => sql`when ${sql.raw(literal(entity))} then ${display(alias, sourceContext)}`)
    return sql`(case ${sql.raw(owner.column(alias, kind))} ${sql.join(cases, sql` `)} end)`
  }
}

interface ReadFields {
  /** Fields, display values and line tables to read, those that formulas need among them. */
  read: string[]
  /** What is computed after reading, in its order. */
  formulas: Formula[]
}

function resolveReads(entity: EntityPlan, selected: Iterable<string>): ReadFields {
  const read = new Set<string>()
  const visited = new Set<string>()
  const visit = (name: string): void => {
    if (visited.has(name)) return
    visited.add(name)
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
    const lines = Object.hasOwn(entity.lines, name) ? entity.lines[name] : undefined
    if (field && isComputedAfterReading(field)) namesRead(field.value).forEach(visit)
    else if (field || lines || Object.hasOwn(entity.displays, name)) read.add(name)
    for (const column of Object.values(lines?.fields ?? {}))
      if (lines && isComputedAfterReading(column)) namesBeyond(lines.fields, column.value).forEach(visit)
  }
  for (const name of selected) visit(name)
  const formulas = formulasOf(entity).filter(
    ({ field, lines }) => isComputedAfterReading(field) && (lines ? read.has(lines.name) : visited.has(field.name)),
  )
  return { read: [...read], formulas }
}

function isComputedAfterReading(field: FieldPlan): field is Formula['field'] {
  return isComputed(field) && !field.stored
}

/**
 * The columns of a select. They are built once, by the first request, when they are the same for every one; those of read models may contain the business day, and
 * those of masked fields depend on the account. An account from outside gets a list of its own, without what is internal.
 */
function selectList(context: ShapeContext, source: Source, names: string[], selected: ReadonlySet<string>): Shape['columns'] {
  const inside = sameForMany(context, source, names, listOf(context, source, names, selected))
  if (!context.plan.outside || context.whole) return inside
  const isSeen = (name: string): boolean => isNameShown(source.entity, name, { outside: '' })
  const outside = listOf(context, source, names.filter(isSeen), new Set([...selected].filter(isSeen)))
  return (sourceContext) => (sourceContext.outside === undefined ? inside(sourceContext) : outside(rowAlias, sourceContext))
}

function listOf(context: ShapeContext, source: Source, names: string[], selected: ReadonlySet<string>): Column {
  const { pending, authored } = source.entity
  return joined(
    names.map((name) => {
      if (pending && name === pendingField) return pendingColumn(context, source, selected)
      if (authored && name === ofOthersField) return aliased(ofOthersSql(context.plan, context.extensions.views, source), name)
      return columnOf(context, source, name)
    }),
  )
}

function sameForMany(context: ShapeContext, source: Source, names: string[], list: Column): Shape['columns'] {
  const { whole } = context
  // An account from outside has a list of its own unless the server itself asks.
  const ofWhoAsks = (name: string): boolean => whole === true && source.entity.authored !== undefined && name === ofOthersField
  const varies = (name: string): boolean =>
    ofWhoAsks(name) || dependsOnDay(context, source.entity, name) || dependsOnRights(context, source.entity, name)
  if (names.some(varies)) return (sourceContext) => list(rowAlias, sourceContext)
  // Unknown fields were refused when `list` was built, at boot. Its SQL is written at the first request, because most screens get none between two starts.
  let text: string | undefined
  return () => sql.raw((text ??= list(rowAlias, { kysely: context.kysely, today: '' }).compile(context.kysely).sql))
}

function dependsOnDay(context: ShapeContext, entity: Pick<EntityPlan, 'fields' | 'displays' | 'lines'>, name: string): boolean {
  const lines = Object.hasOwn(entity.lines, name) ? entity.lines[name] : undefined
  if (lines) return lineKeys(lines).some((key) => dependsOnDay(context, lineEntity(lines), key))
  const field = entity.fields[name]
  if (field) return field.query !== undefined || (isAttached(field) && labelDependsOnDay(context, context.plan.userEntity))
  const reference = entity.fields[entity.displays[name] ?? '']
  return reference !== undefined && targetsOf(reference).some((target) => labelDependsOnDay(context, target.entity))
}

/** Whether a column depends on the account because it may be masked. A change that waits contains values of all fields. */
function dependsOnRights(
  { whole }: ShapeContext,
  { fields, lines, pending }: Pick<EntityPlan, 'fields' | 'lines' | 'pending'>,
  name: string,
): boolean {
  if (whole) return false
  const isMasked = ({ mask }: FieldPlan): boolean => mask !== undefined
  if (pending && name === pendingField) return Object.values(fields).some(isMasked)
  if (Object.hasOwn(lines, name)) return Object.values(lines[name]?.fields ?? {}).some(isMasked)
  return fields[name] !== undefined && isMasked(fields[name])
}

function labelDependsOnDay(context: ShapeContext, entityName: string): boolean {
  const entity = context.plan.entities[entityName]
  if (!entity) return false
  const label = entity.fields[entity.label]
  return entity.view !== undefined || (label?.ref !== undefined && labelDependsOnDay(context, label.ref.entity))
}

/** A pending change, without fields that are not returned, and with masked values masked. */
function pendingColumn(context: ShapeContext, source: Source, selected: ReadonlySet<string>): Column {
  // Whoever may write it reads all of it, including files.
  const names = context.whole ? Object.keys(source.entity.fields) : [...selected]
  const known = `array[${names.map(literal).join(', ')}]::text[]`
  const masks = [...selected].flatMap((name) => {
    const mask = source.entity.fields[name]?.mask
    if (!mask || context.whole) return []
    const shown = maskedSql(mask, sql.raw("(v.value #>> '{}')")).compile(context.kysely).sql
    return [{ sees: seesWhole(context.plan, source.entity, mask), sql: `when ${literal(name)} then to_jsonb(${shown})` }]
  })
  return (alias, sourceContext) => {
    const { subMenus } = sourceContext
    const whole = source.column(alias, pendingField)
    const cases = masks.filter(({ sees }) => !sees(subMenus)).map((mask) => mask.sql)
    const value = cases.length === 0 ? 'v.value' : `case v.key ${cases.join(' ')} else v.value end`
    const overlay = context.whole ? sql`` : requesterOutside(context, whole, sourceContext)
    const shown = sql.raw(`${whole} || jsonb_build_object(
      'values', (select coalesce(jsonb_object_agg(v.key, ${value}), '{}') from jsonb_each(${whole} -> 'values') v where v.key = any(${known})),
      'clear', (select coalesce(jsonb_agg(c.value), '[]') from jsonb_array_elements(${whole} -> 'clear') c where c.value #>> '{}' = any(${known})),
      'changes', (select coalesce(jsonb_agg(c.value order by c.place), '[]') from jsonb_array_elements(${whole} -> 'changes') with ordinality c(value, place)
        where c.value ->> 'field' = any(${known})))`)
    return sql`(select case when ${sql.raw(whole)} is not null then ${shown} ${overlay} end) as ${sql.raw(quote(pendingField))}`
  }
}

/**
 * SQL that replaces the requester of a pending change by what an account from outside may read of them; the opinion is for colleagues of the
 * requester only.
 */
function requesterOutside(context: ShapeContext, whole: string, sourceContext: SourceContext): RawBuilder<unknown> {
  const { plan, extensions } = context
  if (sourceContext.outside === undefined || !plan.outside) return sql``
  const users = sourceOf(plan, extensions.views, plan.userEntity)
  const name = labelColumn(context, plan.userEntity)('asker', sourceContext)
  const opinion = sql`case when ${sql.raw(users.column('asker', plan.outside.by))} = ${sourceContext.outside} then ${sql.raw(whole)} -> 'opinion' end`
  return sql`|| coalesce((select jsonb_build_object('requestedByName', ${name}, 'opinion', ${opinion}) from ${users.from(sourceContext)} as asker
    where ${sql.raw(users.column('asker', 'id'))}::text = ${sql.raw(whole)} ->> 'requestedById'), jsonb_build_object('opinion', null))`
}

function columnOf(context: ShapeContext, source: Source, name: string): Column {
  const { entity } = source
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  if (field) return aliased(fieldColumn(context, source, field), name)
  const lines = Object.hasOwn(entity.lines, name) ? entity.lines[name] : undefined
  if (lines) return aliased(linesColumn(context, lines, entity.name), name)
  const reference = entity.fields[entity.displays[name] ?? '']
  if (!reference) throw new TypeError(`${entity.name} has no field ${name}`)
  return aliased(displayColumn(context, source, reference), name)
}

function fieldColumn(context: ShapeContext, source: Source, field: FieldPlan): Column {
  if (isAttached(field)) return filesColumn(context, source, field)
  const { query } = field
  if (query === undefined) {
    const exact = source.entity.view === undefined
    if (field.mask && !context.whole) return maskedColumn(context, source, field, field.mask)
    return (alias) => wireValue(field, sql.raw(source.column(alias, field.name)), exact)
  }
  const value = context.extensions.queries[query]
  if (!value) throw new TypeError(`no query named ${query}`)
  return (alias, { kysely, today }) => wireValue(field, sql`(${value({ kysely, alias, today })})`, false)
}

function maskedColumn({ plan }: ShapeContext, source: Source, { name }: FieldPlan, mask: MaskPlan): Column {
  const sees = seesWhole(plan, source.entity, mask)
  return (alias, { subMenus }) => {
    const value = sql.raw(source.column(alias, name))
    return sees(subMenus) ? value : maskedSql(mask, value)
  }
}

/** SQL of a value as it is on the wire. @param exact as in `RowType.wire` */
function wireValue(field: FieldPlan, value: RawBuilder<unknown>, exact: boolean): RawBuilder<unknown> {
  return field.name === 'id' ? sql`${value}::text` : rowTypeOf(field).wire(field, value, exact)
}

/** Attachments of a files field, oldest first, as `Attachment` of the wire. */
function filesColumn(context: ShapeContext, source: Source, field: FieldPlan): Column {
  const users = sourceOf(context.plan, context.extensions.views, context.plan.userEntity)
  const userName = labelColumn(context, context.plan.userEntity)
  return (alias, sourceContext) => sql`(
    select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type,
      'uploadedBy', ${userName('uploader', sourceContext)}, 'uploadedAt', ${isoTime(sql`f.uploaded_at`)}) order by a.id), '[]')
    from attachment a join stored_file f on f.id = a.file_id
      left join ${users.from(sourceContext)} as uploader on ${sql.raw(users.column('uploader', 'id'))} = f.uploaded_by_id
    where a.entity = ${sql.raw(literal(source.entity.name))} and a.document_id = ${sql.raw(source.column(alias, 'id'))}
      and a.field = ${sql.raw(literal(field.name))})`
}

/** A line table as a list of its rows, in their order. */
function linesColumn(context: ShapeContext, lines: LinesPlan, document: string): Column {
  const source: Source = {
    // `linesOf`: the rights of the document decide whether values are masked.
    entity: { ...lineEntity(lines), linesOf: { entity: document, lines: lines.name, as: '', header: [] } },
    column: (alias, field) => `${alias}.${quote(toColumn(field))}`,
    from: () => sql.raw(quote(lines.table)),
  }
  const id: Column = (alias) => sql.raw(`${alias}.id::text as id`)
  const listed = (names: string[]): Column => joined([id, ...names.map((name) => columnOf(context, source, name))])
  const columns = listed(lineKeys(lines))
  const outside = listed(lineKeys(lines).filter((name) => isNameShown(source.entity, name, { outside: '' })))
  return (alias, sourceContext) => {
    const line = `${alias}_line`
    const list = sourceContext.outside === undefined || context.whole ? columns : outside
    const rows = sql`select ${list(line, sourceContext)} from ${source.from(sourceContext)} as ${sql.raw(line)} where ${sql.raw(`${line}.parent_id = ${alias}.id`)} order by ${sql.raw(`${line}.line_no`)}`
    return sql`(select coalesce(json_agg(line_row), '[]') from (${rows}) as line_row)`
  }
}

/** A line table seen as an entity, so that its values are written like an entity's. */
function lineEntity(lines: LinesPlan): EntityPlan {
  return {
    name: lines.name,
    title: lines.title,
    label: '',
    table: lines.table,
    scope: { as: [] },
    fields: lines.fields,
    displays: displaysOf(lines.fields),
    lines: {},
    unique: [],
    indexes: [],
    checks: [],
    actions: {},
    effects: {},
    inverses: {},
    skippable: [],
    rules: {},
    appendOnly: false,
  }
}

/** The columns of a line table: all but secrets. */
function lineKeys(lines: LinesPlan): string[] {
  const fields = Object.values(lines.fields).filter((field) => !field.secret && !isComputedAfterReading(field) && !isAttached(field))
  return [...fields.map((field) => field.name), ...Object.keys(displaysOf(lines.fields))]
}

function aliased(column: Column, name: string): Column {
  return (alias, context) => sql`${column(alias, context)} as ${sql.raw(quote(name))}`
}

function joined(columns: Column[]): Column {
  return (alias, context) => sql.join(columns.map((column) => column(alias, context)))
}
