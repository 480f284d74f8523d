/** Explanations of records whose computed fields stand in their schemas, and of water lines; and what of the sources a reader may open. */
import { sql } from 'kysely'
import { toSnake } from '../../../engine/core/compile'
import { isDerived, type Derivation, type DerivationInput, type Figure, type Source } from '../../../engine/core/derivation'
import { textOf } from '../../../engine/core/fields'
import { mayRead } from '../../../engine/core/permission'
import type { ProductPlan } from '../../../engine/core/plan'
import { matches } from '../../../engine/core/where'
import type { RuleTools } from '../../../engine/server/extensions'
import { spoken, type SpokenDerivation } from '../../rules/debt/explain'
import { explainedFields } from '../../rules/fieldFormulas'
import { explainWaterline, type WaterlineParts } from '../../rules/waterlineExplained'
import type { Waterline } from '../generated/waterline'
import { itemValue } from '../queries'
import type { EntityName, Handler, HandlerContext } from '../ruleTypes'
import { aliased } from '../sqlNames'
import { loadSeen } from './loadSeen'

/** Of a sum over more records than these the figure alone is shown. */
const mostParts = 200

/** How the computed amounts of a record came about: by the formulas and sums of its entity. */
export function explainRecord(plan: ProductPlan, name: EntityName): Handler<'explainBond'> {
  return async (call) => {
    const entity = plan.entities[name]
    if (!entity) throw new TypeError(`no entity named ${name}`)
    const record = (await loadSeen(call, name, call.params.id)) as { id: string } & object as Record<string, unknown> & { id: string }
    const amounts = explainedFields(entity, record, await sumsOf(call, plan, name, record.id))
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
    const rows = await system.find(of.entity, where, { limit: mostParts + 1 })
    if (rows.length > mostParts || !summed) continue
    const title = summed.fields[of.field]?.title ?? of.field
    sums[field] = rows.flatMap((row) => {
      const value = row[of.field]
      const source = { entity: of.entity, id: String(row['id']), label: String(row[summed.label] ?? '') }
      return typeof value === 'string' ? [{ title, value, source }] : []
    })
  }
  return sums
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

/** An explanation as it is sent: a source is named to who may see it, with the address of its page where the reader has one. */
export async function answer(
  call: HandlerContext,
  plan: ProductPlan,
  amounts: Readonly<Record<string, Derivation | undefined>>,
  percents?: ReadonlySet<string>,
): Promise<Record<string, SpokenDerivation>> {
  const explained = Object.entries(amounts).flatMap(([name, amount]) => (amount ? [[name, amount] as const] : []))
  const sources = explained.flatMap(([, amount]) => sourcesIn(amount))
  const seen = new Set<string>()
  for (const entity of new Set(sources.map((source) => source.entity))) {
    const ids = [...new Set(sources.flatMap(({ entity: of, id }) => (of === entity ? id : [])))]
    for (const id of await seenOf(call, entity, ids)) seen.add(`${entity} ${id}`)
  }
  const addresses = await addressesOf(
    call,
    plan,
    sources.filter(({ entity, id }) => seen.has(`${entity} ${id}`)),
  )
  const withAddresses = (each: SpokenDerivation): SpokenDerivation => {
    const { source, inputs, ...rest } = each
    const href = source && addresses.get(`${source.entity} ${source.id}`)
    return {
      ...rest,
      ...(inputs ? { inputs: inputs.map(withAddresses) } : {}),
      ...(source && seen.has(`${source.entity} ${source.id}`) ? { source: { ...source, ...(href === undefined ? {} : { href }) } } : {}),
    }
  }
  return Object.fromEntries(explained.map(([name, amount]) => [name, withAddresses(spoken(amount, percents))]))
}

function sourcesIn(input: DerivationInput): NonNullable<Figure['source']>[] {
  if (!isDerived(input)) return input.source ? [input.source] : []
  return Object.values(input.inputs).flat().flatMap(sourcesIn)
}

async function seenOf({ kysely, visible }: HandlerContext, entity: string, ids: readonly string[]): Promise<string[]> {
  const rows = kysely
    .selectFrom(sql.table<{ id: string }>(toSnake(entity)).as('seen'))
    .select('seen.id')
    .where('seen.id', 'in', [...ids])
  return (await visible(entity as EntityName, 'seen', rows).execute()).map(({ id }) => String(id))
}

/** Of records, by entity and id: the page in a menu that the reader has, of a screen that shows just them; where there are several, the first. */
async function addressesOf(
  { user, tools, clock }: HandlerContext,
  { screens, entities }: ProductPlan,
  sources: readonly Source[],
): Promise<Map<string, string>> {
  // Which entity it is the plan says, and no type.
  const system = tools.system as unknown as RuleTools
  const addresses = new Map<string, string>()
  for (const { entity, id } of sources) {
    const key = `${entity} ${id}`
    if (addresses.has(key)) continue
    const own = Object.values(screens).filter((screen) => screen.entity === entity && mayRead(user?.subMenus, screen))
    const scope = { fields: entities[entity]?.fields ?? {}, today: clock.today() }
    const record = own.some(({ where }) => where !== undefined) ? await system.load(entity, id) : {}
    for (const screen of own) {
      const route = Object.values(screen.pages).find((page) => page.kind === 'record' && page.route !== undefined)?.route
      if (route === undefined || !matches(screen.where, record, scope)) continue
      addresses.set(key, route.includes(':id') ? route.replace(':id', id) : `${route}?id=${id}`)
      break
    }
  }
  return addresses
}
