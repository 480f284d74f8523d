import { sql, type RawBuilder } from 'kysely'
import { messageText } from '../messages'
import { displayOf, isBlank, isEmptyValue, isMultiple, ofKind } from '../../core/fields'
import type { EntityPlan, FieldPlan, MixedRefPlan, RefPlan } from '../../core/plan'
import { knowing, namesFrom } from '../../core/where'
import type { FieldProblem, Option } from '../../core/wire'
import { rowTypeOf } from '../fields'
import { idParameter } from '../fields/columns'
import { fieldProblem, invalid } from '../problem'
import type { SessionUser } from '../session'
import type { SourceContext } from '../source'
import { containsText } from './containsText'
import { choiceSummary } from './choiceSummary'
import { listOf, whereOf, type Condition } from './conditions'
import { occurringIn, type SearchedRows } from './occurring'
import { orderBy, sortExpression } from './query'
import type { Reading } from './reading'
import { labelColumn, rowAlias, shapeOf, type Column } from './shape'

const maxOptions = 50
const maxKeywordLength = 100
/** Several rows may have one name; the response shows all of them. */
const maxNames = 4 * maxOptions
/** Searching is not choosing: what a form's other fields say does not narrow it. */
const searchPrefix = 'search:'

/** Whether the choices of this key are those of a list's search. */
export function isSearch(key: string): boolean {
  return key.startsWith(searchPrefix)
}

/** Beside `keyword`, `values` and `names`: values of the form that narrow the choices of a key, and their kind. */
export function optionParameters(key: string, field: FieldPlan): string[] {
  if (field.mixed) {
    const kinds = Object.keys(field.mixed.to).flatMap((entity) => ofKind(field, entity) ?? [])
    return [field.mixed.kind, ...kinds.flatMap((plain) => optionParameters(key, plain))]
  }
  return isSearch(key) ? [] : [...namesFrom(field.ref?.where)]
}

export interface OptionsReader {
  /**
   * The choices by label; `keyword` is looked for in label and hint, `values` asks for the rows of stored values, `names` for those whose label
   * or hint is one of these, and each `{from}` of the reference's `where` comes under its own name. @throws HttpProblem 422
   */
  read(input: Record<string, unknown>, user: SessionUser): Promise<Option[]>
}

/** `GET {base}/options/{key}` of one reference. @param holder the screen whose records hold it */
export function optionsReader(reading: Reading, key: string, field: FieldPlan, holder: SearchedRows): OptionsReader {
  const { ref, mixed } = field
  if (mixed) return mixedReader(reading, key, field, mixed, holder)
  if (!ref) throw new TypeError(`option ${key} is no reference`)
  const { shapes } = reading
  // In a search form a reference fills no other fields.
  const fill = isSearch(key) ? [] : Object.entries(ref.fill ?? {})
  const target = reading.entity(ref.entity)
  /** What filled references are called: our field → display value of theirs. */
  const fillNames = fill.flatMap(([ours, theirs]) => {
    const their = target.fields[theirs]
    const display = their && !isMultiple(their) ? displayOf(their) : undefined
    return display === undefined ? [] : [[ours, display] as const]
  })
  const filled = shapeOf(shapes, ref.entity, [...fill.map(([, theirs]) => theirs), ...fillNames.map(([, display]) => display)])
  const { source } = filled
  const label = labelColumn(shapes, ref.entity)
  const about = choiceSummary(
    reading,
    source.entity,
    fill.map(([, theirs]) => theirs),
  )
  const hintField = hintOf(source.entity, ref)
  const hint: Column = hintField === undefined ? () => sql`null` : (alias) => sql.raw(`${source.column(alias, hintField)}::text`)
  const value = sql.raw(source.column(rowAlias, ref.by ?? 'id'))
  const allowed = whereOf(shapes, source, isSearch(key) ? knowing(ref.where, () => false) : ref.where)
  const given = new Set(isSearch(key) ? [] : namesFrom(ref.where))
  const owning = owningDimension(reading.entity(holder.entity), key)
  const occurring = isSearch(key) ? occurringIn(reading, holder, field, ref.entity) : undefined
  // Searching is not choosing, and what has a key of its own is not told by ids.
  const rule = isSearch(key) || ref.by !== undefined ? undefined : source.entity.rules.offer
  const offer = rule === undefined ? undefined : reading.services.extensions.offer[rule]
  const byLabel = orderBy(source, { column: sortExpression(shapes, source, source.entity.label), order: 'ascend' })

  function conditionsOf(input: Record<string, unknown>, context: SourceContext): Condition[] {
    const errors: FieldProblem[] = []
    const conditions: Condition[] = []
    for (const [name, value] of Object.entries(input)) {
      if (value === '' || given.has(name)) continue
      const condition = Object.hasOwn(kinds, name) ? kinds[name as keyof typeof kinds](value, context) : undefined
      if (condition) conditions.push(condition)
      else if (Object.hasOwn(kinds, name)) errors.push(fieldProblem(name, 'type', messageText('query.wrong-value', { name })))
      else errors.push(fieldProblem(name, 'unknown', messageText('query.unknown-parameter', { name })))
    }
    if (errors.length > 0) throw invalid(errors)
    return conditions
  }

  function keywordCondition(keyword: unknown, context: SourceContext): Condition | undefined {
    if (!isKeyword(keyword)) return undefined
    return sql`(${containsText(label(rowAlias, context), keyword)} or ${containsText(hint(rowAlias, context), keyword)})`
  }

  function valuesCondition(submitted: unknown): Condition | undefined {
    const values = listOf(submitted).map((item) => (ref?.by ? item : idParameter(item)))
    if (values.length > maxOptions || values.some((item) => typeof item !== 'string')) return undefined
    return sql`${value} = any(${values})`
  }

  function namesCondition(value: unknown, context: SourceContext): Condition | undefined {
    const names = listOf(value)
    if (names.length > maxOptions || !names.every(isKeyword)) return undefined
    const lowerCase = names.map((name) => name.toLowerCase())
    return sql`(lower(${label(rowAlias, context)}) = any(${lowerCase}) or lower(${hint(rowAlias, context)}) = any(${lowerCase}))`
  }

  const kinds = { keyword: keywordCondition, values: valuesCondition, names: namesCondition }

  return {
    async read(input, user) {
      const context = reading.context(user)
      const conditions = [
        ...allowed(rowAlias, context, input),
        ...reading.visible(ref.entity, user, context),
        ...conditionsOf(input, context),
        ...ownOf(user),
        ...metOf(user, context),
      ]
      const rows = await sql<OptionRow>`
        select ${value}::text as value, ${label(rowAlias, context)} as label, ${hint(rowAlias, context)} as hint, ${rowOf(fill.length === 0 ? undefined : filled.columns(context))} as fill,
          ${rowOf(about?.columns(user, context))} as about
        from ${source.from(context)} as ${sql.raw(rowAlias)}
        ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}
        order by ${byLabel(context)} limit ${'names' in input ? maxNames : maxOptions}`.execute(context.kysely)
      const offered = rows.rows.map((row) => optionOf(row, user))
      const refused = await offer?.({ kysely: context.kysely, user, ids: offered.map((option) => option.value) })
      return refused ? offered.map((option) => withReason(option, refused.get(option.value))) : offered
    },
  }

  /** Who would put the record out of their own sight is refused; so it is no choice. */
  function ownOf(user: SessionUser): Condition[] {
    const ids = owning === undefined ? undefined : user.scope[owning]
    return ids === undefined ? [] : [sql`${value} = any(${ids}::bigint[])`]
  }

  /** Accounts from outside search only among values of rows that they may see. */
  function metOf(user: SessionUser, context: SourceContext): Condition[] {
    return occurring === undefined || user.outside === undefined ? [] : [sql`${value} in (${occurring(user, context)})`]
  }

  function optionOf(row: OptionRow, user: SessionUser): Option {
    const option: Option = { value: row.value, label: row.label ?? row.value }
    if (row.hint !== null) option.hint = row.hint
    const line = row.about === null ? undefined : about?.text(user, row.about, row.hint)
    if (line) option.about = line
    if (row.fill !== null) {
      const theirs = row.fill
      filled.finish?.(theirs, reading.environment())
      option.fill = Object.fromEntries(fill.map(([ourName, theirName]) => [ourName, theirs[theirName] ?? null]))
      const names = fillNames.flatMap(([ourName, display]) => (isEmptyValue(theirs[display]) ? [] : [[ourName, String(theirs[display])]]))
      if (names.length > 0) option.fillNames = Object.fromEntries(names) as Record<string, string>
    }
    return option
  }
}

function withReason(option: Option, refused: string | undefined): Option {
  return refused === undefined ? option : { ...option, refused }
}

/** The kind is chosen first: without it there are no choices. */
function mixedReader(reading: Reading, key: string, field: FieldPlan, { kind, to }: MixedRefPlan, holder: SearchedRows): OptionsReader {
  const readers = new Map(
    Object.keys(to).flatMap((entity) => {
      const plain = ofKind(field, entity)
      return plain ? [[entity, optionsReader(reading, key, plain, holder)] as const] : []
    }),
  )
  return {
    async read({ [kind]: chosen, ...input }, user) {
      if (isBlank(chosen)) return []
      const reader = typeof chosen === 'string' ? readers.get(chosen) : undefined
      if (!reader) throw invalid([fieldProblem(kind, 'type', messageText('query.wrong-value', { name: kind }))])
      return reader.read(input, user)
    },
  }
}

function isKeyword(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxKeywordLength && !value.includes('\0')
}

/** The dimension of row scope that this field of a form alone decides for the record. */
function owningDimension({ scope }: EntityPlan, key: string): string | undefined {
  if (typeof scope !== 'object' || !('by' in scope)) return undefined
  return Object.entries(scope.by).find(([, owners]) => typeof owners !== 'string' && owners.length === 1 && owners[0] === key)?.[0]
}

interface OptionRow {
  value: string
  label: string | null
  hint: string | null
  fill: Record<string, unknown> | null
  about: Record<string, unknown> | null
}

/** Columns as one JSON value; null without any. */
function rowOf(columns: RawBuilder<unknown> | undefined): RawBuilder<unknown> {
  return columns ? sql`(select row_to_json(read) from (select ${columns}) as read)` : sql`null`
}

/** What tells rows of one label apart: the stored key, the alias, the document number, or another text that no two rows share. */
function hintOf(entity: EntityPlan, ref: RefPlan): string | undefined {
  const unique = entity.unique.flatMap(({ fields }) => (fields.length === 1 ? fields : []))
  const candidates = [ref.by, entity.alias, entity.serial?.field, ...unique]
  return candidates.find((name) => {
    const field = name === undefined || name === entity.label ? undefined : entity.fields[name]
    return field !== undefined && field.stored && !field.secret && !field.mask && !field.internal && rowTypeOf(field).names
  })
}
