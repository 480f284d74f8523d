import { sql, type RawBuilder } from 'kysely'
import { known } from '../../core/compile/access'
import { summaryFields, summaryReads } from '../../core/compile/summary'
import { queryOfFilters } from '../../core/listAddress'
import { mayRead } from '../../core/permission'
import type { FieldPlan, ListPagePlan, ScreenPlan, SummaryPlan } from '../../core/plan'
import { addressOf, variantOf, viewPageOf } from '../../core/recordAddress'
import { summaryParts } from '../../core/record/summary'
import type { Values } from '../../core/record/values'
import type { WorkRecord } from '../../core/wire'
import { whereOf, type Condition } from '../read/conditions'
import type { Reading } from '../read/reading'
import { labelColumn, rowAlias, shapeOf } from '../read/shape'
import { dictionariesOf } from '../services'
import type { SessionUser } from '../session'
import type { Source, SourceContext } from '../source'

/** The rows of a screen, and what it shows of them. */
export interface ShownRows {
  screen: ScreenPlan
  source: Source
  /** Whether the screen shows the field. */
  shows: (field: string) => boolean
  /** Of the rows `t` those that the screen has and the account may see. */
  conditions(user: SessionUser, context: SourceContext): Condition[]
}

/** The records of a screen as rows of a list of records of any kind: what they are called, their state, what they are about, where they open. */
export interface ShownRecords extends ShownRows {
  /** A row of `t` as JSON, for `record`. */
  row(context: SourceContext): RawBuilder<unknown>
  /** @param day that it falls due, where that is what it is listed for */
  record(row: Values, day?: string): WorkRecord
}

const labelKey = '_label'

export function shownRows(reading: Reading, screen: ScreenPlan): ShownRows {
  const entity = reading.entity(screen.entity)
  const readable = new Set([...screen.access.listFields, ...screen.access.recordFields])
  const { source } = shapeOf(reading.shapes, entity.name, ['id'])
  const fixed = whereOf(reading.shapes, source, screen.where)
  return {
    screen,
    source,
    shows: (field) => readable.has(field) && entity.fields[field]?.internal === undefined,
    conditions: (user, context) => [...fixed(rowAlias, context), ...reading.visible(entity.name, user, context)],
  }
}

/** Undefined where the records of the screen can be shown nowhere by themselves. */
export function shownRecords(reading: Reading, screen: ScreenPlan): ShownRecords | undefined {
  const entity = reading.entity(screen.entity)
  const opens = entity.view === undefined ? openerOf(screen, entity.label) : undefined
  if (!opens) return undefined
  const rows = shownRows(reading, screen)
  const { shows } = rows
  const state = entity.statusField
  const summary = entity.summary && summarySeen(entity.summary, shows)
  const reads = ['id', ...(state === undefined ? [] : [state]), ...opens.reads, ...(summary ? summaryReads(summaryFields(summary)) : [])]
  const shape = shapeOf(reading.shapes, entity.name, known([...new Set(reads)], entity))
  const label = labelColumn(reading.shapes, entity.name)

  return {
    ...rows,
    row: (context) =>
      sql`(select row_to_json(read) from (select ${shape.columns(context)}, ${label(rowAlias, context)} as ${sql.raw(labelKey)}) as read)`,
    record(row, day) {
      shape.finish?.(row, reading.environment())
      const id = String(row['id'])
      const name = typeof row[labelKey] === 'string' ? row[labelKey] : id
      const plan = state === undefined ? undefined : entity.states?.[String(row[state])]
      const titles = { dictionaries: dictionariesOf(reading.services) }
      const parts = summary ? summaryParts(summary, row, titles, name) : []
      const about = parts.find(({ field }) => field === summary?.about)?.text
      const facts = parts.flatMap(({ field, title, text }) =>
        field === summary?.about || (day !== undefined && field === summary?.date) ? [] : `${title} ${text}`,
      )
      return {
        entity: entity.name,
        id,
        title: screen.title,
        label: name,
        ...(plan ? { state: { title: plan.title, color: plan.color } } : {}),
        ...(about === undefined ? {} : { about }),
        ...(facts.length === 0 ? {} : { facts }),
        ...(day === undefined ? {} : { date: day }),
        address: opens.address(row, name),
      }
    },
  }
}

/** The screens by which an account is shown records, each record by one: an entity's own list goes before lists of some of its rows. */
export function screensShown<Shown extends ShownRows>(all: readonly Shown[], user: SessionUser): Shown[] {
  const readable = all.filter(({ screen }) => mayRead(user.subMenus, screen))
  const whole = new Map<string, Shown>()
  for (const shown of readable) {
    const { entity, where } = shown.screen
    if (where === undefined && !whole.has(entity)) whole.set(entity, shown)
  }
  return readable.filter((shown) => {
    const own = whole.get(shown.screen.entity)
    return own === undefined || own === shown
  })
}

interface Opener {
  /** Fields of the record that its address takes. */
  reads: string[]
  address(row: Values, label: string): string
}

/** A record opens on its page; where it has none with an address, in the list, which is asked for its name. */
function openerOf({ pages, actions }: ScreenPlan, label: string): Opener | undefined {
  const page = viewPageOf({ pages, actions })
  if (page) {
    return {
      reads: variantOf(page).map(([field]) => field),
      address: (row) => addressOf(page, 'view', { ...row, id: String(row['id']) }) ?? '',
    }
  }
  const list = Object.values(pages).find((each): each is ListPagePlan => each.kind === 'list' && isPlain(each))
  const filter = list?.search.find(({ field, as }) => field.name === label && ['equals', 'contains', 'begins', 'few'].includes(as))
  if (!list || !filter) return undefined
  return { reads: [], address: (_row, name) => `${list.route}${queryOfFilters(list, { [filter.name]: name })}` }
}

export function isPlain({ route, params }: ListPagePlan): boolean {
  return route !== undefined && !route.includes(':') && Object.keys(params).length === 0
}

/** What a screen shows of a summary; undefined where that is not even whom the record is about. */
function summarySeen(summary: SummaryPlan, shows: (field: string) => boolean): SummaryPlan | undefined {
  const isSeen = ({ name }: FieldPlan): boolean => shows(name)
  const { about, figures, unit, date } = summary
  if (!isSeen(about)) return undefined
  return {
    about,
    figures: figures.filter(isSeen).slice(0, 1),
    ...(unit && isSeen(unit) ? { unit } : {}),
    ...(date && isSeen(date) ? { date } : {}),
  }
}
