/**
 * Whether what is stored adds up: each bucket is the sum of its movements and of its open holds, a hold is the sum of its entries, nobody
 * whose life is over holds anything, and the journal that people read tells the movements. One statement per query and range of
 * balances, so each sees one moment and none keeps others waiting.
 */
import { sql, type RawBuilder } from 'kysely'
import { daysBetween } from '../../core/dateTime'
import { roundDecimal, type Decimal } from '../../core/decimal'
import { messageText } from '../messages'
import type { EntityPlan, ProductPlan } from '../../core/plan'
import { toColumn } from '../rows'
import { storedLabel } from '../storedLabel'
import { OPENING } from './adopt'
import { balanceRanges, lastCheckpoint, ofBalance, type BalanceRange, type LedgerQuery } from './balances'

/** `found` is what is stored, `expected` what it should be. */
export interface LedgerDifference {
  kind: 'movements' | 'checkpoint' | 'holds' | 'entries' | 'ended' | 'journal' | 'journal-sum'
  ledger: string
  /** The balance. */
  entity: string
  id: string
  label: string
  bucket?: string
  /** Id of the hold. */
  hold?: string
  /** Who holds although his life is over, in words. */
  owner?: string
  found: Decimal
  expected: Decimal
}

export interface VerifyOptions {
  /**
   * Of all balances what came after their last checkpoint, and of a thirtieth of them everything, another one each day; absent: everything
   * of all.
   */
  day?: string
  /** Only one ledger. */
  ledger?: string
}

const DAYS_FOR_ALL = 30

/** Those whose turn it is on a day, by their column `id`; each has one in thirty days. */
export function dueOn(day: string): RawBuilder<unknown> {
  return sql`(id % ${DAYS_FOR_ALL} = ${daysBetween('1970-01-01', day) % DAYS_FOR_ALL})`
}

/** The differences that there are, found while one reads on. */
export async function* verifyLedgers(query: LedgerQuery, { day, ledger }: VerifyOptions = {}): AsyncIterable<LedgerDifference> {
  const whole = day === undefined ? sql`true` : dueOn(day)
  for await (const range of balanceRanges(query, ledger)) {
    const asked = { ...query, range, balances: balancesOf(range, whole) }
    yield* wrongBuckets(asked)
    yield* wrongHolds(asked)
    yield* heldByEnded(asked)
    yield* wrongJournal(asked)
  }
}

/** One line for administrators. */
export function differenceText(
  plan: ProductPlan,
  { kind, entity: name, label, bucket, hold, owner, found, expected, ledger }: LedgerDifference,
): string {
  const entity = plan.entities[name]
  const field = bucket === undefined ? undefined : entity?.fields[bucket]
  const shown = (units: Decimal): Decimal => (field ? roundDecimal(units, field.decimals ?? 0) : units)
  const journal = plan.entities[plan.ledgers[ledger]?.journal?.entity ?? '']?.title
  const balance = `${entity?.title} ${label}`
  return messageText(`ledger.differs-${kind}`, {
    balance,
    bucket: field?.title,
    hold,
    owner,
    journal,
    found: shown(found),
    expected: shown(expected),
  })
}

interface RangeQuery extends LedgerQuery {
  range: BalanceRange
  /** A select of `id`, `label`, `whole` and the buckets as `u0`, `u1` … */
  balances: RawBuilder<unknown>
}

interface FoundRow {
  id: string
  label: string
  found: Decimal
  expected: Decimal
}

function balancesOf({ ledger, entity, after, through }: BalanceRange, whole: RawBuilder<unknown>): RawBuilder<unknown> {
  const units = Object.keys(ledger.buckets).map(
    (bucket, at) => sql`coalesce(${sql.ref(toColumn(bucket))}, 0)::numeric as ${sql.ref(`u${at}`)}`,
  )
  return sql`(
    select id, ${storedLabel(entity)} as label, ${whole} as whole, ${sql.join(units)} from ${sql.table(entity.table)}
    where id > ${after} and id <= ${through})`
}

async function* wrongBuckets({ kysely, range, balances }: RangeQuery): AsyncIterable<LedgerDifference> {
  const { ledger } = range
  const buckets = Object.entries(ledger.buckets).map(
    ([bucket, { held }], at) => sql`(${bucket}::text, ${sql.ref(`b.u${at}`)}, ${held !== undefined}::boolean)`,
  )
  const sumOf = (more: RawBuilder<unknown>) => sql`(
    select coalesce(sum((m.deltas ->> x.bucket)::numeric), 0) as units from ledger_movement m where ${ofBalance('m', range)} ${more})`
  const { rows } = await sql<
    FoundRow & { bucket: string; since: Decimal; all: Decimal | null; held: Decimal | null; kinds: LedgerDifference['kind'][] }
  >`
    select id::text, label, bucket, stored::text as found, since::text, moved::text as all, held::text, kinds from (
      select b.id, b.label, x.bucket, x.stored, since.units as since, moved.units as moved, held.units as held, array_remove(array[
        case when x.stored <> coalesce(moved.units, since.units) then 'movements'
          when moved.units <> since.units then 'checkpoint' end,
        case when x.stored <> held.units then 'holds' end], null) as kinds
      from ${balances} as b
      left join lateral ${lastCheckpoint(range)} as cp on true
      cross join lateral (values ${sql.join(buckets)}) as x (bucket, stored, is_held)
      cross join lateral (
        select coalesce((cp.buckets ->> x.bucket)::numeric, 0) + later.units as units
        from ${sumOf(sql`and m.id > coalesce(cp.movement_id, 0)`)} as later) as since
      left join lateral ${sumOf(sql``)} as moved on b.whole
      left join lateral (
        select coalesce(sum(h.open), 0) as units from ledger_hold h where ${ofBalance('h', range)} and h.bucket = x.bucket and h.open > 0
      ) as held on x.is_held) as compared
    where kinds <> '{}' order by id, bucket`.execute(kysely)
  for (const { bucket, found, since, all, held, kinds, ...row } of rows)
    for (const kind of kinds) {
      const place = { ...placeOf(range, row), bucket, kind }
      if (kind === 'holds') yield { ...place, found, expected: held ?? '0' }
      else if (kind === 'checkpoint') yield { ...place, found: since, expected: all ?? since }
      else yield { ...place, found, expected: all ?? since }
    }
}

/** Of balances that are looked at only since their checkpoint those that are open. */
async function* wrongHolds({ kysely, range, balances }: RangeQuery): AsyncIterable<LedgerDifference> {
  const { rows } = await sql<FoundRow & { bucket: string; hold: string }>`
    select b.id::text, b.label, h.bucket, h.id::text as hold, h.open::text as found, entered.units::text as expected
    from ${balances} as b join ledger_hold h on ${ofBalance('h', range)} and (b.whole or h.open > 0)
    cross join lateral (select coalesce(sum(delta), 0) as units from ledger_hold_entry e where e.hold_id = h.id) as entered
    where h.open <> entered.units order by h.id`.execute(kysely)
  for (const { bucket, hold, found, expected, ...row } of rows)
    yield { ...placeOf(range, row), kind: 'entries', bucket, hold, found, expected }
}

async function* heldByEnded({ plan, kysely, range, balances }: RangeQuery): AsyncIterable<LedgerDifference> {
  const owners = await sql<{ entity: string }>`
    select distinct h.owner_entity as entity from ${balances} as b join ledger_hold h on ${ofBalance('h', range)} and h.open > 0`.execute(
    kysely,
  )
  for (const { entity: name } of owners.rows) {
    const { rows } = await sql<FoundRow & { bucket: string; owner: string }>`
      select b.id::text, b.label, h.bucket, h.open::text as found, owner.label as owner
      from ${balances} as b join ledger_hold h on ${ofBalance('h', range)} and h.open > 0 and h.owner_entity = ${name}
      ${ownersOf(plan.entities[name])} order by h.id`.execute(kysely)
    for (const { bucket, owner, found, ...row } of rows) {
      const title = plan.entities[name]?.title ?? name
      yield { ...placeOf(range, row), kind: 'ended', bucket, owner: `${title} ${owner}`, found, expected: '0' }
    }
  }
}

/** Those who must not hold: gone, or in a state that ends them. */
function ownersOf(entity: EntityPlan | undefined): RawBuilder<unknown> {
  if (!entity || entity.view !== undefined) return sql`cross join lateral (select h.owner_id::text as label) as owner`
  const ended = Object.entries(entity.states ?? {}).flatMap(([state, { ended: isEnded }]) => (isEnded ? [state] : []))
  const isEnded =
    entity.statusField === undefined ? sql`false` : sql`${sql.ref(`o.${toColumn(entity.statusField)}`)} = any(${ended}::text[])`
  return sql`
    left join ${sql.table(entity.table)} as o on o.id = h.owner_id
    cross join lateral (select coalesce(${storedLabel(entity, 'o')}, h.owner_id::text) as label) as owner
    where (o.id is null or ${isEnded})`
}

/**
 * One row of the journal per movement, and those of its columns that take the change of a bucket (`by.…`) sum up to that. Both sides count
 * from the moment of the first movement that is looked at: a movement and its row have the same.
 */
async function* wrongJournal({ plan, kysely, range, balances }: RangeQuery): AsyncIterable<LedgerDifference> {
  const { ledger, entity } = range
  const journal = plan.entities[ledger.journal?.entity ?? '']
  const reference = ledger.balances[entity.name] ?? ''
  if (!ledger.journal || !journal || reference === '') return
  const columns = Object.entries(ledger.journal.set).flatMap(([field, expression]) => {
    const [root, bucket, ...deeper] = expression.kind === 'path' ? expression.names : []
    return root === 'by' && bucket !== undefined && deeper.length === 0 && journal.fields[field]?.stored ? [{ field, bucket }] : []
  })
  const booked = columns.map(({ bucket }, at) => sql`, coalesce(sum((m.deltas ->> ${bucket})::numeric), 0) as ${sql.ref(`s${at}`)}`)
  const written = columns.map(({ field }, at) => sql`, coalesce(sum(${sql.ref(`j.${toColumn(field)}`)}), 0) as ${sql.ref(`s${at}`)}`)
  const sums = columns.map(
    ({ bucket }, at) => sql`, (${bucket}::text, ${sql.ref(`written.s${at}`)}::numeric, ${sql.ref(`booked.s${at}`)}::numeric)`,
  )
  const { rows } = await sql<FoundRow & { bucket: string | null }>`
    select b.id::text, b.label, x.bucket, x.found::text, x.expected::text
    from ${balances} as b
    left join lateral ${lastCheckpoint(range)} as cp on true
    cross join lateral (
      select min(m.at) as at from ledger_movement m where ${ofBalance('m', range)} and (b.whole or m.id > coalesce(cp.movement_id, 0))) as first
    cross join lateral (
      select count(*)::numeric as rows ${sql.join(booked, sql``)} from ledger_movement m
      where ${ofBalance('m', range)} and m.at >= first.at and m.type <> ${OPENING}) as booked
    cross join lateral (
      select count(*)::numeric as rows ${sql.join(written, sql``)} from ${sql.table(journal.table)} j
      where ${sql.ref(`j.${toColumn(reference)}`)} = b.id and j.created_at >= first.at) as written
    cross join lateral (values (null::text, written.rows, booked.rows) ${sql.join(sums, sql``)}) as x (bucket, found, expected)
    where first.at is not null and x.found <> x.expected order by b.id, x.bucket nulls first`.execute(kysely)
  for (const { bucket, found, expected, ...row } of rows) {
    const place = { ...placeOf(range, row), found, expected }
    yield bucket === null ? { ...place, kind: 'journal' } : { ...place, kind: 'journal-sum', bucket }
  }
}

function placeOf({ ledger, entity }: BalanceRange, { id, label }: Pick<FoundRow, 'id' | 'label'>) {
  return { ledger: ledger.name, entity: entity.name, id, label }
}
