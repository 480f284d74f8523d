/**
 * Where a document comes from and what has come of it: the documents that its references lead to, and theirs, and those that refer to it. Each is
 * shown by a screen that the account may read, within its row scope, and only by references that this screen shows.
 */
import { sql, type RawBuilder } from 'kysely'
import { queryOfFilters } from '../../core/listAddress'
import type { FieldPlan, ListPagePlan, ScreenPlan } from '../../core/plan'
import type { Values } from '../../core/record/values'
import { chainBounds, type ChainGroup, type ChainResponse, type WorkRecord } from '../../core/wire'
import { notFound } from '../problem'
import type { Condition } from '../read/conditions'
import type { Reading } from '../read/reading'
import { rowAlias } from '../read/shape'
import type { SessionUser } from '../session'
import type { Source } from '../source'
import { isPlain, screensShown, type ShownRecords } from './shownRecords'

/** @throws HttpProblem 404 where the account is not shown the record */
export type ChainReader = (entity: string, id: string, user: SessionUser) => Promise<ChainResponse>

/** A reference of a document to another one. */
interface Link {
  field: FieldPlan
  to: string
  /** Of a reference to one of several entities: the field that says to which. */
  kind?: string
  /** It is kept of what the document has brought about. */
  kept: boolean
}

/** So far back from a document to those it began with. */
const maxSteps = 3
const maxBefore = 8

export function chainReader(reading: Reading, all: readonly ShownRecords[]): ChainReader {
  const documents = all.filter(({ source: { entity } }) => entity.document)
  const names = new Set(documents.map(({ source }) => source.entity.name))
  const links = new Map(documents.map((shown) => [shown, linksOf(shown, names)] as const))

  return async (entity, id, user) => {
    const context = reading.context(user)
    const shown = screensShown(documents, user)
    const found = await findRecord(entity, id)
    if (!found) throw notFound()
    const [before, groups] = await Promise.all([walkBack(found), whatCame()])
    const after = withoutCauses(groups, new Set(before.map(({ address }) => address)))
    // A document may keep what it has brought about, which does not come before it.
    const came = new Set(after.flatMap(({ records }) => records.map(({ address }) => address)))
    return { before: before.filter(({ address }) => !came.has(address)), after }

    async function findRecord(name: string, key: string): Promise<Found | undefined> {
      for (const each of shown.filter(({ source }) => source.entity.name === name)) {
        const of = links.get(each) ?? []
        const { rows } = await sql<Found & { row: Values }>`select ${each.row(context)} as row, ${pointersSql(each.source, of)} as pointers
          from ${each.source.from(context)} as ${sql.raw(rowAlias)}
          where ${sql.join([idSql(each.source, key), ...each.conditions(user, context)], sql` and `)}`.execute(context.kysely)
        const [row] = rows
        if (row) return { record: each.record(row.row), pointers: row.pointers }
      }
      return undefined
    }

    /** The furthest first, and none before what it rests on. */
    async function walkBack({ pointers }: Found): Promise<WorkRecord[]> {
      const seen = new Set([`${entity} ${id}`])
      const steps: Found[][] = []
      let next = pointers
      for (let step = 0; step < maxSteps && next.length > 0 && steps.flat().length < maxBefore; step++) {
        const fresh = next.filter(({ to, id: key }) => !seen.has(`${to} ${key}`))
        for (const { to, id: key } of fresh) seen.add(`${to} ${key}`)
        const distinct = new Map(fresh.map((pointer) => [`${pointer.to} ${pointer.id}`, pointer]))
        const records = []
        for (const { to, id: key } of [...distinct.values()].slice(0, maxBefore)) records.push(await findRecord(to, key))
        const readable = records.filter((each) => each !== undefined)
        steps.unshift(readable)
        next = readable.flatMap((each) => each.pointers)
      }
      return inOrder(steps.flat().slice(-maxBefore)).map(({ record }) => record)
    }

    async function whatCame(): Promise<Referring[]> {
      const asked = shown.flatMap((each) => {
        const of = (links.get(each) ?? []).filter(({ to }) => to === entity)
        return of.length === 0 ? [] : [{ each, of }]
      })
      if (asked.length === 0) return []
      const selects = asked.map(({ each, of }, place) => {
        const rows = sql.raw(rowAlias)
        const refers = sql`(${sql.join(
          of.map((link) => refersSql(each.source, link, id)),
          sql` or `,
        )})`
        const where = sql.join([refers, ...each.conditions(user, context)], sql` and `)
        const from = sql`${each.source.from(context)} as ${rows} where ${where}`
        return sql`select ${sql.lit(place)} as place, (select count(*)::int from (select from ${from} limit ${chainBounds.count + 1}) as counted) as count,
          (select json_agg(${each.row(context)}) from (select ${rows}.* from ${from} order by ${idColumn(each.source)} desc limit ${chainBounds.records}) as ${rows}) as rows`
      })
      const { rows } = await sql<{ place: number; count: number; rows: Values[] | null }>`${sql.join(selects, sql` union all `)}`.execute(
        context.kysely,
      )
      return rows.flatMap(({ place, count, rows: first }) => {
        const group = asked[place]
        if (!group || count === 0) return []
        const { screen } = group.each
        const address = listOf(screen, group.of, id)
        const shownGroup = {
          title: screen.title,
          count: Math.min(count, chainBounds.count),
          ...(count > chainBounds.count ? { beyond: true as const } : {}),
          records: count > chainBounds.records ? [] : (first ?? []).map((row) => group.each.record(row)),
          ...(address === undefined ? {} : { address }),
        }
        return { group: shownGroup, keeps: group.of.every(({ kept }) => kept) }
      })
    }
  }
}

/** Documents that refer to the one in question. */
interface Referring {
  group: ChainGroup
  /** They keep it as what they have brought about. */
  keeps: boolean
}

/** Where two documents name each other, the one that keeps the other has brought it about: it comes before, and not after. */
function withoutCauses(groups: readonly Referring[], before: ReadonlySet<string>): ChainGroup[] {
  return groups.flatMap(({ group, keeps }) => {
    const records = keeps ? group.records.filter(({ address }) => !before.has(address)) : group.records
    const count = group.count - (group.records.length - records.length)
    return count === 0 ? [] : [{ ...group, count, records }]
  })
}

interface Found {
  record: WorkRecord
  pointers: { to: string; id: string }[]
}

/** As they came, but for those that rest on later ones: a document may name both another one and what that rests on. */
function inOrder(found: readonly Found[]): Found[] {
  const left = [...found]
  const restsOnLater = ({ pointers }: Found): boolean =>
    pointers.some(({ to, id }) => left.some(({ record }) => record.entity === to && record.id === id))
  const ordered: Found[] = []
  while (left.length > 0) {
    const free = left.findIndex((each) => !restsOnLater(each))
    // Where they rest on each other all around, they stay as they came.
    ordered.push(...left.splice(Math.max(free, 0), 1))
  }
  return ordered
}

function linksOf(shown: ShownRecords, documents: ReadonlySet<string>): Link[] {
  const { fields, effects } = shown.source.entity
  const steps = Object.values(effects).flatMap(({ follow }) => follow)
  const keeps = new Set(steps.flatMap((step) => (step.kind === 'create' && step.keep && !step.keep.row ? [step.keep.field] : [])))
  return Object.values(fields).flatMap((field): Link[] => {
    const kept = keeps.has(field.name)
    const { ref, mixed } = field
    if (!field.stored || !shown.shows(field.name)) return []
    if (ref) return ref.by === undefined && !ref.multiple && documents.has(ref.entity) ? [{ field, to: ref.entity, kept }] : []
    if (!mixed) return []
    return Object.entries(mixed.to).flatMap(([to, { by, multiple }]) =>
      by === undefined && !multiple && documents.has(to) ? [{ field, to, kind: mixed.kind, kept }] : [],
    )
  })
}

function pointersSql(source: Source, links: readonly Link[]): RawBuilder<unknown> {
  if (links.length === 0) return sql`'[]'::json`
  const pointers = links.map(({ field, to, kind }) => {
    const id = sql.raw(source.column(rowAlias, field.name))
    const is = kind === undefined ? sql`true` : sql`${sql.raw(source.column(rowAlias, kind))} = ${to}`
    return sql`select ${to}::text as "to", ${id}::text as id where ${id} is not null and ${is}`
  })
  return sql`(select coalesce(json_agg(pointer), '[]') from (${sql.join(pointers, sql` union all `)}) as pointer)`
}

function refersSql(source: Source, { field, to, kind }: Link, id: string): Condition {
  const refers = sql`${sql.raw(source.column(rowAlias, field.name))} = ${id}`
  return kind === undefined ? sql`${refers}` : sql`(${refers} and ${sql.raw(source.column(rowAlias, kind))} = ${to})`
}

function idColumn(source: Source): RawBuilder<unknown> {
  return sql.raw(source.column(rowAlias, 'id'))
}

function idSql(source: Source, id: string): Condition {
  return sql`${idColumn(source)} = ${id}`
}

/** Where a list of the screen shows just these; undefined where none can be asked so. */
function listOf({ pages }: ScreenPlan, links: readonly Link[], id: string): string | undefined {
  const [link] = links
  const list = Object.values(pages).find((each): each is ListPagePlan => each.kind === 'list' && isPlain(each))
  const filter = list?.search.find(({ field, as }) => field.name === link?.field.name && ['equals', 'multiple'].includes(as))
  return list && filter && links.length === 1 && link?.kind === undefined
    ? `${list.route}${queryOfFilters(list, { [filter.name]: id })}`
    : undefined
}
