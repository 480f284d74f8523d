/** Explanations of records whose computed fields stand in their schemas, and of water lines; and what of the sources a reader may open. */
import { sql } from 'kysely'
import { isDerived, type Derivation, type DerivationInput, type Figure, type Source } from '../../../engine/core/derivation'
import { textOf } from '../../../engine/core/fields'
import { mayRead } from '../../../engine/core/permission'
import type { SumPlan } from '../../../engine/core/plan/effects'
import type { EntityPlan, ProductPlan, ScreenPlan } from '../../../engine/core/plan'
import { matches } from '../../../engine/core/where'
import { constantWhere } from '../../../engine/server/constantWhere'
import type { RuleTools } from '../../../engine/server/extensions'
import { toColumn } from '../../../engine/server/rows'
import { spoken, type SpokenDerivation } from '../../rules/debt/explain'
import { explainedFields } from '../../rules/fieldFormulas'
import { foldUnseen } from '../../rules/unseenParts'
import { explainWaterline, type WaterlineParts } from '../../rules/waterlineExplained'
import type { Waterline } from '../generated/waterline'
import { itemValue } from '../queries'
import type { EntityName, Handler, HandlerContext } from '../ruleTypes'
import { aliased } from '../sqlNames'
import { loadSeen, seenAmong } from './loadSeen'

/** Of a sum over more records than these the others are one line, which says how many they are. */
export const mostParts = 200

/** How the computed amounts of a record came about: by the formulas and sums of its entity. */
export function explainRecord(plan: ProductPlan, name: EntityName): Handler<'explainBond'> {
  return async (call) => {
    const entity = plan.entities[name]
    if (!entity) throw new TypeError(`no entity named ${name}`)
    const record = (await loadSeen(call, name, call.params.id)) as { id: string } & object as Record<string, unknown> & { id: string }
    const amounts = explainedFields(entity, record, await sumsOf(call, plan, name, record.id), plan, {
      today: call.clock.today(),
      now: call.clock.now(),
    })
    const percents = new Set(Object.values(entity.fields).flatMap((field) => (textOf(field, plan)('1').endsWith('%') ? field.title : [])))
    return answer(call, plan, amounts, percents)
  }
}

/** What the sums of a record add up, each part with its record. */
async function sumsOf(call: HandlerContext, plan: ProductPlan, name: string, id: string): Promise<Record<string, Figure[]>> {
  // Which entity is added up the plan says, and no type.
  const { system } = call.tools as unknown as RuleTools
  const sums: Record<string, Figure[]> = {}
  for (const { entity, lines, field, of } of plan.sums) {
    if (entity !== name || lines !== undefined || of.lines !== undefined) continue
    const summed = plan.entities[of.entity]
    const where = { ...of.where, [of.by]: id }
    if (!summed) continue
    const found = await system.find(of.entity, where, { limit: mostParts + 1 })
    const rows = found.slice(0, mostParts)
    const title = summed.fields[of.field]?.title ?? of.field
    const parts = rows.flatMap((row): Figure[] => {
      const value = row[of.field]
      const source = { entity: of.entity, id: String(row['id']), label: String(row[summed.label] ?? '') }
      return typeof value === 'string' ? [{ title, value, source }] : []
    })
    sums[field] =
      found.length > rows.length ? [...parts, await restOf(call, summed, { ...of, id, after: String(rows.at(-1)?.['id']) })] : parts
  }
  return sums
}

/** What the records after the last one that is shown come to; `find` has them in the order of their ids. */
async function restOf(
  { kysely }: HandlerContext,
  summed: EntityPlan,
  { by, field, where, id, after }: SumPlan['of'] & { id: string; after: string },
): Promise<Figure> {
  const { rows } = await sql<{ count: number; value: string | null }>`
    select count(r.id)::integer as count, sum(${sql.ref(`r.${toColumn(field)}`)})::text as value from ${sql.table(summed.table)} as r
    where ${sql.ref(`r.${toColumn(by)}`)} = ${id} and r.id > ${after} ${where ? sql`and ${sql.raw(constantWhere(summed, where, 'r'))}` : sql``}`.execute(
    kysely,
  )
  return { title: restTitle(rows[0]?.count ?? 0), value: rows[0]?.value ?? '0' }
}

/** What the line of those is called that are too many to be shown. */
export function restTitle(count: number): string {
  return `其余 ${count} 条合计`
}

/** How a row of the water line came about; of the records behind it those that still come to its figures. */
export function explainWaterlineRow(plan: ProductPlan): Handler<'explainWaterline'> {
  return async (call) => {
    const line = whole(await loadSeen(call, 'waterline', call.params.id))
    const amounts: Record<string, Derivation | undefined> = explainWaterline(line, await partsOf(call, line))
    return answer(call, plan, amounts)
  }
}

/** All of its columns are filled, which its fields do not say, as nobody types them. */
function whole(line: Waterline): { [Name in keyof Waterline]: NonNullable<Waterline[Name]> } {
  return line as never
}

async function partsOf(
  { tools, kysely }: HandlerContext,
  { loanId, snapDate, borrowerId }: { loanId: string; snapDate: string; borrowerId: string },
): Promise<WaterlineParts> {
  const i = aliased('pledge_item', 'i')
  const { rows: items } = await sql<{ id: string; label: string; value: string }>`
    select ${i.column('id')}::text as id, ${i.column('item_no')} as label, ${itemValue('i', snapDate)} as value from ${i.from}
    where ${i.column('loan_id')} = ${loanId} and ${i.is('status', 'EFFECTIVE')} order by ${i.column('id')}`.execute(kysely)
  const notes = (await tools.system.find('debtNote', { loanId })).filter(({ paymentType }) => paymentType !== 'CREDIT_REDEMPTION')
  const fees = await tools.system.find('receivable', {
    loanId,
    payerId: borrowerId,
    receivableType: ['SERVICE_FEE', 'TECH_FEE', 'MISC_FEE'],
    status: ['OPEN', 'PARTIAL'],
    dueDate: { atMost: snapDate },
  })
  const bonds = await tools.system.find('bond', { loanId })
  const noteOf = ({ id, debtNo }: { id: string; debtNo: string }) => ({ entity: 'debtNote', id, label: debtNo })
  return {
    pledged: items.map(({ id, label, value }) => ({ title: 'figure.itemValue', value, source: { entity: 'pledgeItem', id, label } })),
    principal: notes.map((note) => ({ title: 'figure.debtPrincipal', value: note.outstandingPrincipal, source: noteOf(note) })),
    charges: [
      ...notes.flatMap((note) =>
        [note.unpaidInterest, note.unpaidPenalty].map((value) => ({ title: 'figure.debtCharges', value, source: noteOf(note) })),
      ),
      ...fees.map(({ id, receivableNo: label, unverifiedAmount: value }) => ({
        title: 'figure.dueFee',
        value,
        source: { entity: 'receivable', id, label },
      })),
    ],
    bonds: bonds.map(({ id, bondNo: label, balanceAmount: value }) => ({
      title: 'figure.bondOfLoan',
      value,
      source: { entity: 'bond', id, label },
    })),
  }
}

/**
 * An explanation as it is sent: a source is named to who may see it, with the address of its page where the reader has one; of records that the
 * reader does not see, what they come to together is told.
 */
export async function answer(
  call: HandlerContext,
  plan: ProductPlan,
  amounts: Readonly<Record<string, Derivation | undefined>>,
  percents?: ReadonlySet<string>,
): Promise<Record<string, SpokenDerivation>> {
  const explained = Object.entries(amounts).flatMap(([name, amount]) => (amount ? [[name, amount] as const] : []))
  const places = await placesOf(
    call,
    plan,
    explained.flatMap(([, amount]) => sourcesIn(amount)),
  )
  const withAddresses = (each: SpokenDerivation): SpokenDerivation => {
    const { source, inputs, ...rest } = each
    const place = source && places.get(keyOf(source))
    return { ...rest, ...(inputs ? { inputs: inputs.map(withAddresses) } : {}), ...(place ? { source: { ...source, ...place } } : {}) }
  }
  const isSeen = (source: Source): boolean => places.has(keyOf(source))
  return Object.fromEntries(explained.map(([name, amount]) => [name, withAddresses(spoken(foldUnseen(amount, isSeen), percents))]))
}

function sourcesIn(input: DerivationInput): NonNullable<Figure['source']>[] {
  if (!isDerived(input)) return input.source ? [input.source] : []
  return Object.values(input.inputs).flat().flatMap(sourcesIn)
}

function keyOf({ entity, id }: Pick<Source, 'entity' | 'id'>): string {
  return `${entity} ${id}`
}

/** The sources that the reader sees, by entity and id, with the addresses of their pages; each entity is asked for once, however many of it there are. */
async function placesOf(call: HandlerContext, plan: ProductPlan, sources: readonly Source[]): Promise<Map<string, { href?: string }>> {
  // Which entity it is the plan says, and no type.
  const system = call.tools.system as unknown as RuleTools
  const scope = { today: call.clock.today() }
  const places = new Map<string, { href?: string }>()
  for (const entity of new Set(sources.map((source) => source.entity))) {
    const asked = sources.flatMap(({ entity: of, id }) => (of === entity ? id : []))
    const ids = [...(await seenAmong(call, entity as EntityName, asked))]
    const screens = Object.values(plan.screens).filter((screen) => screen.entity === entity && mayRead(call.user?.subMenus, screen))
    const asks = screens.some(({ where }) => where !== undefined) && ids.length > 0
    const records = asks ? await system.find(entity, { id: ids }) : ids.map((id) => ({ id }))
    for (const record of records) {
      const id = String(record['id'])
      const href = addressOf(screens, { ...record, id }, { ...scope, fields: plan.entities[entity]?.fields ?? {} })
      places.set(keyOf({ entity, id }), href === undefined ? {} : { href })
    }
  }
  return places
}

/** The page of a record in the first menu that shows just it. */
function addressOf(
  screens: readonly ScreenPlan[],
  record: Readonly<Record<string, unknown>> & { id: string },
  scope: Parameters<typeof matches>[2],
): string | undefined {
  for (const { pages, where } of screens) {
    const route = Object.values(pages).find((page) => page.kind === 'record' && page.route !== undefined)?.route
    if (route === undefined || !matches(where, record, scope)) continue
    return route.includes(':id') ? route.replace(':id', record.id) : `${route}?id=${record.id}`
  }
  return undefined
}
