import { sql } from 'kysely'
import { isEmptyValue, isMultiple, referenceIn, sameValue } from '../../core/fields'
import type { FieldPlan, RefPlan } from '../../core/plan'
import type { LinePlace, Problems } from '../../core/record/problems'
import { narrowedBy, narrowing } from '../../core/record/references'
import type { Read } from '../../core/record/scope'
import type { Fields, Values } from '../../core/record/values'
import { whereOf, type Condition } from '../read/conditions'
import { labelColumn, rowAlias, shapeOf, type Column, type Shape } from '../read/shape'
import type { WriteContext, Writing } from './context'

/** A record, line row or dialog whose references were changed. */
export interface Holder {
  fields: Fields
  values: Values
  /** The references to look up. */
  changed: Iterable<string>
  /** What the `where` of a reference takes its values from: these values, and beyond those of a row or dialog the record. */
  read: Read
  /** Fields that stay empty, whatever a reference would fill them with. */
  empty?: ReadonlySet<string>
  place?: LinePlace
  /** Where it is told what is wrong with this one, when several records are followed together. */
  problems?: Problems
}

/** A row that a reference points to: the fields that are filled from it, and under names that no field has its key and its label. */
type Target = Record<string, unknown>
const keyName = '#key'
const labelName = '#label'

/**
 * Looks up the rows that references point to, and writes what follows from them: the display value, and the fields they fill (system
 * fields always, others when they are empty). What is filled can be a reference that fills further fields.
 *
 * A row must exist; unless `trusted`, it must also be visible to the user and fulfil the reference's `where`. What a visible row fills may be sent
 * along with it, as forms do, though it is itself not visible: whoever sees goods may name their owner. All that is wrong goes to `problems`.
 */
export async function followReferences(
  context: WriteContext,
  holders: readonly Holder[],
  problems: Problems,
  trusted = false,
): Promise<void> {
  for (const holder of holders) refuseWithoutKind(holder, holder.problems ?? problems)
  let uses = holders.flatMap((holder) => [...holder.changed].flatMap((name) => usesBy(holder, name, trusted)))
  const followed = new Places()
  const known = new Places()
  while (uses.length > 0) {
    const { first, later } = inOrder(uses)
    const filled: Use[] = []
    const groups = groupsOf(first.map((use) => (known.has(use) ? { ...use, known: true } : use)))
    await nameTogether(context, groups)
    for (const group of groups) {
      const found = await targetsOf(context, group)
      for (const use of group.uses) {
        followed.add(use)
        filled.push(...apply(use, found, known, use.holder.problems ?? problems))
      }
    }
    // A circle of fills ends, because no reference of a holder is followed twice.
    const next = new Places()
    uses = [...filled, ...later].filter((use) => !followed.has(use) && next.add(use))
  }
}

interface Place {
  holder: Holder
  field: Pick<FieldPlan, 'name'>
}

class Places {
  readonly #names = new Map<Holder, Set<string>>()

  has({ holder, field: { name } }: Place): boolean {
    return this.#names.get(holder)?.has(name) === true
  }

  /** Answers whether it was not there before. */
  add({ holder, field: { name } }: Place): boolean {
    const names = this.#names.get(holder) ?? new Set<string>()
    this.#names.set(holder, names)
    const { size } = names
    return names.add(name).size > size
  }
}

/**
 * Those come later that others fill, so that it is known by then what is filled, and whose choices are narrowed by what others bring. Where all
 * wait for one another, none does.
 */
function inOrder(uses: readonly Use[]): { first: readonly Use[]; later: readonly Use[] } {
  const filled = new Places()
  const bringers = new Map<string, Use[]>()
  for (const use of uses) {
    for (const name of Object.keys(use.ref.fill ?? {})) filled.add({ holder: use.holder, field: { name } })
    // By name alone: what stands in a line may be narrowed by what its document brings.
    for (const name of bringing(use)) {
      const known = bringers.get(name)
      if (known) known.push(use)
      else bringers.set(name, [use])
    }
  }
  const isNarrowed = (use: Use): boolean =>
    !use.trusted && narrowedBy(use.field).some((name) => bringers.get(name)?.some((other) => other !== use) === true)
  const later = uses.filter((use) => filled.has(use) || isNarrowed(use))
  if (later.length === uses.length) return { first: uses, later: [] }
  const waiting = new Set(later)
  return { first: uses.filter((use) => !waiting.has(use)), later }
}

/** Fields that following a reference writes. */
function bringing({ holder, field, ref }: Use): string[] {
  return isMultiple(field) ? [] : Object.keys(ref.fill ?? {}).filter((name) => isFilled(holder, name))
}

/** System fields always, others when they are empty, unless they were emptied. */
function isFilled({ fields, values, empty }: Holder, name: string): boolean {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  return field !== undefined && (field.readOnly || (isEmptyValue(values[name]) && !empty?.has(name)))
}

interface Use {
  holder: Holder
  field: FieldPlan
  ref: RefPlan
  /** Neither visibility nor `where` is checked: the value comes from a row for which they were. */
  trusted: boolean
  /** Visibility is not: it is the value that a row has for which it was. */
  known?: true
  /** No foreign key keeps the row from being deleted meanwhile, so the transaction holds it. */
  held: boolean
}

interface Group {
  field: FieldPlan
  ref: RefPlan
  trusted: boolean
  known?: true
  held: boolean
  given: Values
  uses: Use[]
}

function usesBy(holder: Holder, name: string, trusted: boolean): Use[] {
  const field = Object.hasOwn(holder.fields, name) ? holder.fields[name] : undefined
  const plain = field && referenceIn(field, holder.values)
  return plain ? [{ holder, field: plain, ref: plain.ref, trusted, held: field !== plain }] : []
}

/** A row is named by its id and of which entity it is. */
function refuseWithoutKind({ fields, values, changed, place }: Holder, problems: Problems): void {
  for (const name of changed) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field?.mixed && !isEmptyValue(values[name]) && !referenceIn(field, values))
      problems.field(field, 'reference', 'invalid.reference', {}, place)
  }
}

/** Uses of one reference with the same narrowing, so that a line table of many rows asks once. */
function groupsOf(uses: readonly Use[]): Group[] {
  const groups = new Map<FieldPlan, Map<string, Group>>()
  for (const use of uses) {
    const given = use.trusted ? {} : narrowing(use.field, (name) => use.holder.read(name) ?? null)
    const ofField = groups.get(use.field) ?? new Map<string, Group>()
    groups.set(use.field, ofField)
    const { field, ref, trusted, known, held } = use
    const key = `${trusted} ${known} ${JSON.stringify(given)}`
    const group = ofField.get(key) ?? { field, ref, trusted, known, held, given, uses: [] }
    ofField.set(key, group)
    group.uses.push(use)
  }
  return [...groups.values()].flatMap((ofField) => [...ofField.values()])
}

/** Asks once for rows of one entity of which several references want nothing but their names; each finds its own among what has been read. */
async function nameTogether(context: WriteContext, groups: readonly Group[]): Promise<void> {
  const together = new Map<string, Group>()
  for (const group of groups.filter(wantsNames)) {
    const key = JSON.stringify([group.ref.entity, group.ref.by])
    const others = together.get(key)
    together.set(key, others ? { ...others, uses: [...others.uses, ...group.uses] } : group)
  }
  for (const group of together.values()) await targetsOf(context, group)
}

/** It is narrowed by nothing and fills nothing. */
function wantsNames({ ref, trusted, held }: Group): boolean {
  return trusted && !held && Object.keys(ref.fill ?? {}).length === 0
}

async function targetsOf(context: WriteContext, group: Group): Promise<Map<string, Target>> {
  const keys = [...new Set(group.uses.flatMap(({ holder, field }) => keysOf(holder.values[field.name])))]
  if (keys.length === 0) return new Map()
  const { writing, source: sourceContext, user } = context
  const { shape, label, allowed } = lookupOf(writing, group.field, group.ref)
  const { source } = shape
  const { ref, trusted, known, given } = group
  const key = sql.raw(source.column(rowAlias, ref.by ?? 'id'))
  const scope = trusted || known ? undefined : writing.scope.condition(ref.entity)(rowAlias, user, sourceContext)
  const columns = shape.columns(sourceContext)
  const ask = async (asked: readonly string[]): Promise<Map<string, Target>> => {
    const conditions: Condition[] = [
      sql`${key} = any(${asked})`,
      ...(trusted ? [] : allowed(rowAlias, sourceContext, given)),
      ...(scope ? [scope] : []),
    ]
    const { rows } = await sql<Target>`
      select ${key}::text as ${sql.id(keyName)}, ${label(rowAlias, sourceContext)} as ${sql.id(labelName)}, ${columns}
      from ${source.from(sourceContext)} as ${sql.raw(rowAlias)} where ${sql.join(conditions, sql` and `)}
      ${group.held ? sql`for key share of ${sql.raw(rowAlias)}` : sql``}`.execute(context.trx)
    for (const row of rows) shape.finish?.(row, context.environment)
    return new Map(rows.map((row) => [row[keyName] as string, row]))
  }
  if (group.held) return ask(keys)
  // A trusted reference is narrowed by nothing, so two fields that point to the same row can share what was read.
  const kind = trusted ? [ref.entity, ref.by, Object.values(ref.fill ?? {})] : [ref, known, given, user.id]
  // A name does not depend on locks of other rows, so it stays known; filled values may, so they are read again.
  return context.reads.readEach(['reference', ...kind], keys, ask, { steady: wantsNames(group) })
}

interface Lookup {
  shape: Shape
  label: Column
  allowed: ReturnType<typeof whereOf>
}

const lookups = new WeakMap<Writing, Map<FieldPlan, Lookup>>()

/** Computed once per reference. */
function lookupOf(writing: Writing, field: FieldPlan, ref: RefPlan): Lookup {
  const known = lookups.get(writing) ?? new Map<FieldPlan, Lookup>()
  lookups.set(writing, known)
  let lookup = known.get(field)
  if (lookup === undefined) {
    const { shapes } = writing
    const shape = shapeOf({ ...shapes, whole: true }, ref.entity, [...new Set(['id', ...Object.values(ref.fill ?? {})])])
    lookup = { shape, label: labelColumn(shapes, ref.entity), allowed: whereOf(shapes, shape.source, ref.where) }
    known.set(field, lookup)
  }
  return lookup
}

/** Writes what follows from a reference; answers the references among it. In `known` come those that hold already what it would have filled. */
function apply(use: Use, found: ReadonlyMap<string, Target>, known: Places, problems: Problems): Use[] {
  const { holder, field, ref } = use
  const keys = keysOf(holder.values[field.name])
  const targets = keys.flatMap((key): Target[] => {
    const target = found.get(key)
    return target ? [target] : []
  })
  if (targets.length < keys.length) {
    problems.field(field, 'reference', 'invalid.reference', {}, holder.place)
    return []
  }
  if (ref.by === undefined) {
    const labels = targets.map((target) => target[labelName])
    holder.values[ref.display] = isMultiple(field) ? labels : (labels[0] ?? null)
  }
  return isMultiple(field) ? [] : fill(use, targets[0], known)
}

function fill({ holder, ref }: Use, target: Target | undefined, known: Places): Use[] {
  const further: Use[] = []
  for (const [ours, theirs] of Object.entries(ref.fill ?? {})) {
    const field = Object.hasOwn(holder.fields, ours) ? holder.fields[ours] : undefined
    if (!field) continue
    const value = target?.[theirs] ?? null
    if (isFilled(holder, ours) && (target !== undefined || field.readOnly)) {
      holder.values[ours] = value
      further.push(...usesBy(holder, field.name, true))
    } else if (sameValue(field, value, holder.values[ours])) known.add({ holder, field })
  }
  return further
}

function keysOf(value: unknown): string[] {
  return isEmptyValue(value) ? [] : ([value].flat() as string[])
}
