/**
 * The shape of an answered row, settled once per screen: the SQL that writes each value as it is on the wire, and what is computed
 * after reading. PostgreSQL makes the JSON itself; where nothing is computed its text goes out as it came.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { displaysOf } from '../../core/compile'
import { roundDecimal, toDecimal } from '../../core/decimal'
import { evaluateExpression, expressionDependencies, type Expression, type ExpressionEnvironment } from '../../core/expression'
import { isAttached, isInteger } from '../../core/fields'
import type { EntityPlan, FieldPlan, LinesPlan, ProductPlan } from '../../core/plan'
import type { AnySchema } from '../database/database'
import type { ProductExtensions } from '../extensions'
import { rowTypeOf } from '../fields'
import { isoTime } from '../fields/dateTime'
import { toColumn } from '../rows'
import { literal, quote, sourceOf, type Source, type SourceContext } from '../source'

/** What shapes are settled from. */
export interface ShapeContext {
  plan: ProductPlan
  extensions: Pick<ProductExtensions, 'queries' | 'views'>
  kysely: Kysely<AnySchema>
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

/** Alias of the rows that a question is about. */
export const rowAlias = 't'

/**
 * @param keys fields and display values of the answer
 * @param lines line tables of the answer, whole
 */
export function shapeOf(context: ShapeContext, entityName: string, keys: readonly string[], lines: readonly string[] = []): Shape {
  const source = sourceOf(context.plan, context.extensions.views, entityName)
  const answered = new Set([...keys, ...lines])
  const { read, computed } = settle(source.entity, answered)
  const shape: Shape = { source, columns: selectList(context, source, read) }

  const helpers = [...read, ...computed.map((field) => field.name)].filter((name) => !answered.has(name))
  const finishLines = read.flatMap((name) => linesFinisher(source.entity, name) ?? [])
  if (computed.length === 0 && finishLines.length === 0) return shape
  return {
    ...shape,
    finish(record, environment) {
      for (const finish of finishLines) finish(record, environment)
      for (const field of computed) record[field.name] = computedValue(field, record, environment)
      for (const helper of helpers) delete record[helper]
    },
  }
}

/** What names a row of the entity, as text: what pickers show and `contains` looks in. */
export function labelColumn(context: Pick<ShapeContext, 'plan' | 'extensions'>, entityName: string): Column {
  const source = sourceOf(context.plan, context.extensions.views, entityName)
  const label = source.entity.fields[source.entity.label]
  // A row may be named by another one, as a relation is by whom it relates to.
  if (label?.ref && !label.ref.by && !label.ref.multiple) return displayColumn(context, source, label)
  return (alias) => sql.raw(`${source.column(alias, source.entity.label)}::text`)
}

/** The label of the row that a reference points to; of several a list in the order of the references. */
export function displayColumn(context: Pick<ShapeContext, 'plan' | 'extensions'>, owner: Source, reference: FieldPlan): Column {
  const { ref } = reference
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

interface Settled {
  /** Fields, display values and line tables to read, those that computed fields need among them. */
  read: string[]
  /** In an order that works: what a field needs comes before it. */
  computed: ComputedField[]
}

type ComputedField = FieldPlan & { value: Expression }

function settle(entity: Pick<EntityPlan, 'fields' | 'displays' | 'lines'>, answered: Iterable<string>): Settled {
  const read = new Set<string>()
  const computed: ComputedField[] = []
  const visited = new Set<string>()
  const visit = (name: string): void => {
    if (visited.has(name)) return
    visited.add(name)
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
    if (field && isComputed(field)) {
      for (const root of rootsOf(field)) visit(root)
      computed.push(field)
    } else if (field || Object.hasOwn(entity.displays, name)) {
      read.add(name)
    } else if (Object.hasOwn(entity.lines, name)) {
      read.add(name)
      for (const root of recordRootsOf(entity.lines[name])) visit(root)
    }
  }
  for (const name of answered) visit(name)
  return { read: [...read], computed }
}

/** First names of what a formula reads. */
function rootsOf(field: ComputedField): string[] {
  return expressionDependencies(field.value).map((path) => path.split('.', 1)[0] ?? path)
}

/** What formulas of a line table read of the record around it. */
function recordRootsOf(lines: LinesPlan | undefined): string[] {
  if (!lines) return []
  return Object.values(lines.fields)
    .filter(isComputed)
    .flatMap(rootsOf)
    .filter((root) => !Object.hasOwn(lines.fields, root))
}

function isComputed(field: FieldPlan): field is ComputedField {
  return field.value !== undefined && !field.stored
}

function computedValue(field: ComputedField, scope: Record<string, unknown>, environment: ExpressionEnvironment): unknown {
  const value = evaluateExpression(field.value, scope, environment)
  if (field.decimals === undefined) return value
  const decimal = toDecimal(value)
  if (decimal === undefined) return null
  const rounded = roundDecimal(decimal, field.decimals)
  return isInteger(field) ? Number(rounded) : rounded
}

/** Made once where it is the same for every question; read models and named values may hold the business day. */
function selectList(context: ShapeContext, source: Source, names: string[]): Shape['columns'] {
  const list = joined(names.map((name) => columnOf(context, source, name)))
  if (names.some((name) => dependsOnDay(context, source.entity, name))) return (sourceContext) => list(rowAlias, sourceContext)
  const text = list(rowAlias, { kysely: context.kysely, today: '' }).compile(context.kysely).sql
  return () => sql.raw(text)
}

function dependsOnDay(context: ShapeContext, entity: Pick<EntityPlan, 'fields' | 'displays' | 'lines'>, name: string): boolean {
  const lines = Object.hasOwn(entity.lines, name) ? entity.lines[name] : undefined
  if (lines) return lineKeys(lines).some((key) => dependsOnDay(context, lineEntity(lines), key))
  const field = entity.fields[name]
  if (field) return field.query !== undefined || (isAttached(field) && labelDependsOnDay(context, context.plan.userEntity))
  return labelDependsOnDay(context, entity.fields[entity.displays[name] ?? '']?.ref?.entity ?? '')
}

function labelDependsOnDay(context: ShapeContext, entityName: string): boolean {
  const entity = context.plan.entities[entityName]
  if (!entity) return false
  const label = entity.fields[entity.label]
  return entity.view !== undefined || (label?.ref !== undefined && labelDependsOnDay(context, label.ref.entity))
}

function columnOf(context: ShapeContext, source: Source, name: string): Column {
  const { entity } = source
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  if (field) return named(fieldColumn(context, source, field), name)
  const lines = Object.hasOwn(entity.lines, name) ? entity.lines[name] : undefined
  if (lines) return named(linesColumn(context, lines), name)
  const reference = entity.fields[entity.displays[name] ?? '']
  if (!reference) throw new TypeError(`${entity.name} has no field ${name}`)
  return named(displayColumn(context, source, reference), name)
}

function fieldColumn(context: ShapeContext, source: Source, field: FieldPlan): Column {
  if (isAttached(field)) return filesColumn(context, source, field)
  const { query } = field
  if (query === undefined) {
    const exact = source.entity.view === undefined
    return (alias) => wireValue(field, sql.raw(source.column(alias, field.name)), exact)
  }
  const value = context.extensions.queries[query]
  if (!value) throw new TypeError(`no query named ${query}`)
  return (alias, { kysely, today }) => wireValue(field, sql`(${value({ kysely, alias, today })})`, false)
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
function linesColumn(context: ShapeContext, lines: LinesPlan): Column {
  const source: Source = {
    entity: lineEntity(lines),
    column: (alias, field) => `${alias}.${quote(toColumn(field))}`,
    from: () => sql.raw(quote(lines.table)),
  }
  const id: Column = (alias) => sql.raw(`${alias}.id::text as id`)
  const columns = joined([id, ...lineKeys(lines).map((name) => columnOf(context, source, name))])
  return (alias, sourceContext) => {
    const line = `${alias}_line`
    const rows = sql`select ${columns(line, sourceContext)} from ${source.from(sourceContext)} as ${sql.raw(line)} where ${sql.raw(`${line}.parent_id = ${alias}.id`)} order by ${sql.raw(`${line}.line_no`)}`
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

/** What is read of a line table: it is answered whole, but for secrets. */
function lineKeys(lines: LinesPlan): string[] {
  const fields = Object.values(lines.fields).filter((field) => !field.secret && !isComputed(field) && !isAttached(field))
  return [...fields.map((field) => field.name), ...Object.keys(displaysOf(lines.fields))]
}

function linesFinisher(entity: EntityPlan, name: string): Shape['finish'] | undefined {
  const lines = Object.hasOwn(entity.lines, name) ? entity.lines[name] : undefined
  const { computed } = lines ? settle(lineEntity(lines), Object.keys(lines.fields)) : { computed: [] }
  if (computed.length === 0) return undefined
  return (record, environment) => {
    for (const row of record[name] as Record<string, unknown>[]) {
      // A formula of a line reads the line, and beyond it the record.
      for (const field of computed) row[field.name] = computedValue(field, { ...record, ...row }, environment)
    }
  }
}

function named(column: Column, name: string): Column {
  return (alias, context) => sql`${column(alias, context)} as ${sql.raw(quote(name))}`
}

function joined(columns: Column[]): Column {
  return (alias, context) => sql.join(columns.map((column) => column(alias, context)))
}
