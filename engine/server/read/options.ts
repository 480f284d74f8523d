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
/** So many texts of a pasted column are looked up at once. */
export const maxNames = 1_000
/** Of rows with one name so many are answered: that there are several is all that matters. */
const rowsPerName = 2
/** Searching is not choosing: what a form's other fields say does not narrow it. */
const searchPrefix = 'search:'

/** Whether the choices of this key are those of a list's search. */
export function isSearch(key: string): boolean {
  return key.startsWith(searchPrefix)
}

/** Beside `keyword` and `values`, or `names`: values of the form that narrow the choices of a key, and their kind. */
export function optionParameters(key: string, field: FieldPlan): string[] {
  if (field.mixed) {
    const kinds = Object.keys(field.mixed.to).flatMap((entity) => ofKind(field, entity) ?? [])
    return [field.mixed.kind, ...kinds.flatMap((plain) => optionParameters(key, plain))]
  }
  return isSearch(key) ? [] : [...namesFrom(field.ref?.where)]
}

export interface OptionsReader {
  /**
   * The choices by label; `keyword` is looked for in label and hint, `values` asks for the rows of stored values, and each `{from}` of the
   * reference's `where` comes under its own name. @throws HttpProblem 422
   */
  read(input: Record<string, unknown>, user: SessionUser): Promise<Option[]>
  /**
   * The choices that one of `names` means: by number, code or another text that no two rows share, which each answers in `keys`, or by the whole
   * name. What cannot be chosen, out of the reference's condition or of sight, is not among them. @throws HttpProblem 422
   */
  resolve(input: Record<string, unknown>, user: SessionUser): Promise<Option[]>
}

/** `GET {base}/options/{key}` of one reference, and `POST` for names. @param holder the screen whose records hold it */
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
  const keys = keysOf(source.entity, ref).map(
    (name): Column =>
      (alias) =>
        sql.raw(`${source.column(alias, name)}::text`),
  )
  const hint: Column = keys[0] ?? (() => sql`null`)
  const value = sql.raw(source.column(rowAlias, ref.by ?? 'id'))
  const allowed = whereOf(shapes, source, isSearch(key) ? knowing(ref.where, () => false) : ref.where)
  const given = new Set(isSearch(key) ? [] : namesFrom(ref.where))
  const owning = owningDimension(reading.entity(holder.entity), key)
  const occurring = isSearch(key) ? occurringIn(reading, holder, field, ref.entity) : undefined
  // Searching is not choosing, and what has a key of its own is not told by ids.
  const rule = isSearch(key) || ref.by !== undefined ? undefined : source.entity.rules.offer
  const offer = rule === undefined ? undefined : reading.services.extensions.offer[rule]
  const byLabel = orderBy(source, { column: sortExpression(shapes, source, source.entity.label), order: 'ascend' })

  function conditionsOf(kinds: Kinds, input: Record<string, unknown>, context: SourceContext): Condition[] {
    const errors: FieldProblem[] = []
    const conditions: Condition[] = []
    for (const [name, value] of Object.entries(input)) {
      if (value === '' || given.has(name)) continue
      const condition = Object.hasOwn(kinds, name) ? kinds[name]?.(value, context) : undefined
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

  function namesCondition(submitted: unknown, context: SourceContext): Condition | undefined {
    const names = wantedOf(submitted)
    if (!names) return undefined
    return sql`(lower(${label(rowAlias, context)}) = any(${names}) or ${hasKey(names, context)})`
  }

  function hasKey(names: readonly string[], context: SourceContext): Condition {
    if (keys.length === 0) return sql<boolean>`false`
    const each = keys.map((key) => sql`lower(${key(rowAlias, context)}) = any(${names})`)
    return sql<boolean>`coalesce(${sql.join(each, sql` or `)}, false)`
  }

  /** The texts of a row that were asked for and that no other row has. */
  function keysAmong(names: readonly string[], context: SourceContext): RawBuilder<unknown> {
    if (keys.length === 0) return sql`null`
    const texts = sql.join(keys.map((key) => key(rowAlias, context)))
    return sql`array(select lower(text) from unnest(array[${texts}]) as text where lower(text) = any(${names}))`
  }

  const read: Kinds = { keyword: keywordCondition, values: valuesCondition }
  const resolve: Kinds = { names: namesCondition }

  function select(
    conditions: readonly Condition[],
    user: SessionUser,
    context: SourceContext,
    extra: RawBuilder<unknown>,
  ): RawBuilder<OptionRow> {
    return sql<OptionRow>`
      select ${value}::text as value, ${label(rowAlias, context)} as label, ${hint(rowAlias, context)} as hint, ${rowOf(fill.length === 0 ? undefined : filled.columns(context))} as fill,
        ${rowOf(about?.columns(user, context))} as about${extra}
      from ${source.from(context)} as ${sql.raw(rowAlias)}
      ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}
      order by ${byLabel(context)}`
  }

  function conditions(kinds: Kinds, input: Record<string, unknown>, user: SessionUser, context: SourceContext): Condition[] {
    return [
      ...allowed(rowAlias, context, input),
      ...reading.visible(source.entity.name, user, context),
      ...conditionsOf(kinds, input, context),
      ...ownOf(user),
      ...metOf(user, context),
    ]
  }

  async function offered(rows: readonly OptionRow[], user: SessionUser, context: SourceContext): Promise<Option[]> {
    const options = rows.map((row) => optionOf(row, user))
    const refused = await offer?.({ kysely: context.kysely, user, ids: options.map((option) => option.value) })
    return refused ? options.map((option) => withReason(option, refused.get(option.value))) : options
  }

  return {
    async read(input, user) {
      const context = reading.context(user)
      const found = select(conditions(read, input, user, context), user, context, sql``)
      const { rows } = await sql<OptionRow>`${found} limit ${maxOptions}`.execute(context.kysely)
      return offered(rows, user, context)
    },
    async resolve(input, user) {
      const context = reading.context(user)
      const wanted = conditions(resolve, input, user, context)
      const names = wantedOf(input['names']) ?? []
      if (names.length === 0) return []
      const extra = sql`, ${keysAmong(names, context)} as keys, ${hasKey(names, context)} as has_key,
        row_number() over (partition by lower(${label(rowAlias, context)})) as nth`
      const { rows } = await sql<OptionRow>`
        select * from (${select(wanted, user, context, extra)}) as found
        where has_key or nth <= ${rowsPerName} limit ${2 * rowsPerName * maxNames}`.execute(context.kysely)
      return offered(rows, user, context)
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
    if (row.keys && row.keys.length > 0) option.keys = row.keys
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
  function readerOf(chosen: unknown): OptionsReader | undefined {
    if (isBlank(chosen)) return undefined
    const reader = typeof chosen === 'string' ? readers.get(chosen) : undefined
    if (!reader) throw invalid([fieldProblem(kind, 'type', messageText('query.wrong-value', { name: kind }))])
    return reader
  }
  return {
    read: async ({ [kind]: chosen, ...input }, user) => readerOf(chosen)?.read(input, user) ?? [],
    resolve: async ({ [kind]: chosen, ...input }, user) => readerOf(chosen)?.resolve(input, user) ?? [],
  }
}

/** Lower-case; undefined for what is no list of texts, or of too many. */
function wantedOf(submitted: unknown): string[] | undefined {
  const names = listOf(submitted)
  if (names.length > maxNames || !names.every(isKeyword)) return undefined
  return names.map((name) => name.toLowerCase())
}

function isKeyword(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxKeywordLength && !value.includes('\0')
}

/** The dimension of row scope that this field of a form alone decides for the record. */
function owningDimension({ scope }: EntityPlan, key: string): string | undefined {
  if (typeof scope !== 'object' || !('by' in scope)) return undefined
  return Object.entries(scope.by).find(([, owners]) => typeof owners !== 'string' && owners.length === 1 && owners[0] === key)?.[0]
}

/** What may be asked for, and what it asks for; undefined for a value that cannot be. */
type Kinds = Readonly<Record<string, (value: unknown, context: SourceContext) => Condition | undefined>>

interface OptionRow {
  value: string
  label: string | null
  hint: string | null
  fill: Record<string, unknown> | null
  about: Record<string, unknown> | null
  keys?: string[] | null
}

/** Columns as one JSON value; null without any. */
function rowOf(columns: RawBuilder<unknown> | undefined): RawBuilder<unknown> {
  return columns ? sql`(select row_to_json(read) from (select ${columns}) as read)` : sql`null`
}

/** What tells rows apart, the best first: the stored key, the alias, the document number, and other texts that no two rows share. */
function keysOf(entity: EntityPlan, ref: RefPlan): string[] {
  const unique = entity.unique.flatMap(({ fields }) => (fields.length === 1 ? fields : []))
  const candidates = [ref.by, entity.alias, entity.serial?.field, ...unique]
  return [...new Set(candidates)].flatMap((name) => {
    const field = name === undefined || name === entity.label ? undefined : entity.fields[name]
    const isShown = field !== undefined && field.stored && !field.secret && !field.mask && !field.internal && rowTypeOf(field).names
    return isShown && name !== undefined ? [name] : []
  })
}
