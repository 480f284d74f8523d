import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { isEmptyValue } from '../../engine/core/fields'
import type { EntityActionPlan, EntityPlan, FieldPlan, ProductPlan } from '../../engine/core/plan'
import { isTrue, readOf } from '../../engine/core/record/scope'
import type { RecordValues } from '../../engine/core/wire'
import { systemUser } from '../../engine/server/session'
import { inWrite } from '../../engine/server/write/transaction'
import { takeNotice } from '../../src/server/rules/awxTransfer'
import { typed } from '../../src/server/ruleTypes'
import { entitiesWithStates, ledByOthers, reachableStates, stepsOf, stepsToAnEnd, type Button, type Step } from '../schemas/waysOut'
import { uploaded } from './support/fixtures'
import { describePlatform, type Platform } from './support/platform'
import { testProduct } from './support/product'

/** Role → demo accounts that have it; the last one is there for the second pair of eyes. */
const accounts: Record<string, string[]> = {
  AD: ['admin'],
  OP: ['op01', 'op02', 'multi01'],
  BM: ['bm01', 'multi01'],
  RK: ['rk01', 'multi01'],
  FN: ['fn01', 'multi01'],
  FM: ['fm01', 'multi01'],
  CU: ['cu01'],
  WH: ['wh01', 'wh02'],
}
/** After the last day that the demo data knows of. */
const afterAll = '2099-12-31'
/** An enterprise whose goods are in stock, which nothing takes out yet, has to live on. */
const inStock = '企业仍有在库货物，不能注销'

/**
 * Every record of the demo data is really led to an end, from whatever state it is in, by the buttons of the standard roles and by the calendar.
 * First some of everything end that others rest on, such as clients and limits: what they have left behind must not be stranded by that. The steps
 * are read off the schemas, so that a new menu needs nothing here. The embedded database is enough: what happens between several users at once is
 * tested elsewhere.
 */
describePlatform('a document of the demo data', (platform) => {
  const plan = testProduct()
  // What a party outside judges alone has neither button nor day: its ways are tested where that party is asked.
  const documents = entitiesWithStates(plan).filter(
    (entity) =>
      Object.values(entity.states ?? {}).some(({ ended }) => ended) &&
      stepsOf(plan, entity).some(({ buttons, action }) => buttons.length > 0 || (action && Object.hasOwn(entity.daily ?? {}, action.name))),
  )
  /** Those that are left some day. */
  const statesOf = ({ name, states = {} }: EntityPlan): string[] =>
    Object.values(states).flatMap(({ code, ended, planned }) => (ended || planned || ledByOthers[name]?.includes(code) ? [] : [code]))
  const rowsIn = async (entity: EntityPlan, state: string): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(entity.table)} where ${sql.ref(entity.statusField!)} = ${state} order by id desc`.execute(
      platform().database.kysely,
    )
    return rows.map(({ id }) => String(id))
  }

  /** By entity, each record that was led from one state or more: those states, whether it has ended, and what was refused on the last way. */
  const walks = new Map<string, Map<string, { passed: Set<string>; hasEnded: boolean; refusals: string[] }>>()
  const lead = async (entity: EntityPlan, id: string, state: string): Promise<void> => {
    const walk = new Walk(platform(), entity, id)
    const hasEnded = await walk.toAnEnd(state)
    const known = walks.get(entity.name) ?? new Map<string, { passed: Set<string>; hasEnded: boolean; refusals: string[] }>()
    walks.set(entity.name, known)
    const before = known.get(id)?.passed ?? []
    known.set(id, { passed: new Set([...before, ...walk.passed]), hasEnded, refusals: walk.refusals })
  }

  /** What the payment institution has begun it ends, in its own time; until then its payment waits. */
  const endTransfers = async (): Promise<void> => {
    const { rows } = await sql<{ requestId: string }>`
        select request_id as "requestId" from awx_transfer where status in ('PROCESSING', 'SENT') order by id`.execute(
      platform().database.kysely,
    )
    for (const { requestId } of rows)
      await inWrite(platform().services, systemUser, ({ tools }) =>
        takeNotice(typed(tools), { requestId, status: 'FAILED', failReason: '收款行退回' }, false),
      )
  }

  beforeAll(async () => {
    await endTransfers()
    for (const entity of documents) {
      for (const state of statesOf(entity)) {
        const [id] = await rowsIn(entity, state)
        if (id !== undefined) await lead(entity, id, state)
      }
    }
    // What rests on others comes before them.
    for (const entity of documents.toSorted((a, b) => depthOf(plan, b.name) - depthOf(plan, a.name)))
      for (const state of statesOf(entity)) for (const id of await rowsIn(entity, state)) await lead(entity, id, state)
    // What was in the way has gone since, and others have taken some along: a client its lines.
    for (const entity of documents)
      for (const [id, walk] of walks.get(entity.name) ?? []) walk.hasEnded ||= await new Walk(platform(), entity, id).isOver()
  })

  it('is none of a kind that was forgotten', () => {
    expect(documents.length).toBeGreaterThan(8)
  })

  it.each(documents.flatMap((entity) => statesOf(entity).map((state) => [entity.name, state] as const)))(
    '%s %s is led to an end',
    async (name, state) => {
      const led = [...(walks.get(name) ?? [])].filter(([, { passed }]) => passed.has(state))
      const keep = name === 'enterprise' ? await ownersOfStock() : new Set<string>()
      const pledged = (name === 'voucher' ? await redVouchers() : (await restsOnPledges())[name]) ?? new Set<string>()
      const settled = led.filter(([id, { hasEnded }]) => hasEnded || pledged.has(id))
      expect(settled.length, `records that went from ${name} ${state} to an end, or wait for a release`).toBeGreaterThan(0)
      const stranded = led.filter(
        ([id, { hasEnded, refusals }]) => !hasEnded && !pledged.has(id) && !(keep.has(id) && isForStock(refusals)),
      )
      expect(stranded.map(([id, { refusals }]) => `${name} ${id} from ${state}: ${refusals.join('; ')}`)).toEqual([])
    },
  )

  it.each(documents.map((entity) => [entity.name, entity] as const))('%s is in no state that nothing leads to', async (name, entity) => {
    const states = Object.values(entity.states ?? {})
    const reached = reachableStates(entity, stepsOf(plan, entity))
    const dead = states.flatMap(({ code }) => (reached.includes(code) ? [] : [code]))
    expect(dead).toEqual(states.flatMap(({ code, planned }) => (planned ? [code] : [])))
    for (const state of dead) expect(await rowsIn(entity, state), `${name} ${state}`).toEqual([])
  })

  /** What takes back others is not taken back itself: posted, it has done its work. */
  async function redVouchers(): Promise<Set<string>> {
    const { rows } = await sql<{ id: string }>`select id from voucher where total_debit < 0 and status = 'POSTED'`.execute(
      platform().database.kysely,
    )
    return new Set(rows.map(({ id }) => String(id)))
  }

  /** Enterprises that goods in a warehouse belong to. */
  async function ownersOfStock(): Promise<Set<string>> {
    const { rows } = await sql<{ id: string }>`
        select borrower_id as id from stock_batch where available_qty + pledged_qty + frozen_avail_qty + frozen_pledge_qty > 0`.execute(
      platform().database.kysely,
    )
    return new Set(rows.map(({ id }) => String(id)))
  }

  /** By entity, what goods that are pledged, and money that is owed, keep from its end: their loans, the limits that these use, and who has agreed on them. */
  async function restsOnPledges(): Promise<Record<string, Set<string>>> {
    const { rows } = await sql<Record<string, string>>`
        select l.id as loan, l.customer_line_id as "customerLine", c.quota_id as quota, f.id as client, l.borrower_id as borrower,
          l.funding_party_id as party, l.contract_id as "loanContract", f.frame_contract_id as "frameContract", d.id as "pledgeContract"
        from loan l join customer_line c on c.id = l.customer_line_id
          left join client f on f.enterprise_id = l.borrower_id and f.funding_party_id = l.funding_party_id
          left join contract d on d.contract_type = 'PLEDGE' and d.status = 'SIGNED' and d.borrower_id = l.borrower_id
            and d.funding_party_id = l.funding_party_id and coalesce(d.doc_no, l.loan_no) = l.loan_no
        where l.status in ('DISBURSING', 'OUTSTANDING', 'OVERDUE')
          or exists (select from pledge p where p.loan_id = l.id and p.status in ('EFFECTIVE', 'PARTIAL_RELEASED'))`.execute(
      platform().database.kysely,
    )
    const idsOf = (...columns: string[]) => new Set(rows.flatMap((row) => columns.map((column) => String(row[column]))))
    const own = Object.fromEntries(['loan', 'customerLine', 'quota', 'client'].map((entity) => [entity, idsOf(entity)]))
    // What is moved to credit notes is used until these are repaid.
    const used = await sql<{ id: string }>`select id from credit_limit where used_amount > 0`.execute(platform().database.kysely)
    const creditLimit = new Set(used.rows.map(({ id }) => String(id)))
    return {
      ...own,
      creditLimit,
      contract: idsOf('loanContract', 'frameContract', 'pledgeContract'),
      enterprise: idsOf('borrower', 'party'),
    }
  }

  it('leaves the data whole', async () => {
    expect(await platform().violations()).toEqual([])
  })
})

/** Whether goods in stock are all that kept an enterprise from its end, which is to be cancelled. */
function isForStock(refusals: readonly string[]): boolean {
  const ending = refusals.filter((refusal) => / cancel \d+: /.test(refusal))
  return ending.length > 0 && ending.every((refusal) => refusal.endsWith(inStock))
}

/** How far the records go that a kind of record rests on. */
function depthOf({ entities }: ProductPlan, name: string, above: readonly string[] = []): number {
  const targets = Object.values(entities[name]?.fields ?? {}).flatMap(({ ref, name: field }) =>
    ref && !['createdById', 'updatedById'].includes(field) && ref.entity !== name && !above.includes(ref.entity) ? [ref.entity] : [],
  )
  return Math.max(0, ...[...new Set(targets)].map((target) => 1 + depthOf({ entities } as ProductPlan, target, [...above, name])))
}

/** Leads one record from state to state. */
class Walk {
  readonly #platform: Platform
  readonly #entity: EntityPlan
  readonly #id: string
  readonly refusals: string[] = []
  /** The states that it has been in. */
  readonly passed: string[] = []
  readonly #steps: Step[]
  readonly #ends: Map<string, number>

  constructor(platform: Platform, entity: EntityPlan, id: string) {
    this.#platform = platform
    this.#entity = entity
    this.#id = id
    this.#steps = stepsOf(platform.plan, entity)
    this.#ends = stepsToAnEnd(entity, this.#steps)
  }

  /** Whether it has ended, or is gone. Steps that are nearer to an end are taken first, and no state is left twice. */
  async toAnEnd(from: string): Promise<boolean> {
    const left = new Set<string>()
    for (let state: string | undefined = from; state !== undefined;) {
      if (this.#ends.get(state) === 0) return true
      if (left.has(state)) return false
      left.add(state)
      this.passed.push(state)
      const before: string = state
      const nearest = this.#steps
        .filter((step) => step.from === before && (step.to === undefined || !left.has(step.to)))
        .toSorted((a, b) => this.#farness(a) - this.#farness(b))
      let taken = false
      for (const step of nearest) if (!taken) taken = await this.#take(step)
      if (!taken) return false
      state = await this.#state()
    }
    return true
  }

  async isOver(): Promise<boolean> {
    const state = await this.#state()
    return state === undefined || this.#ends.get(state) === 0
  }

  #farness({ to }: Step): number {
    return to === undefined ? 0 : (this.#ends.get(to) ?? Infinity)
  }

  async #take(step: Step): Promise<boolean> {
    for (const button of step.buttons)
      for (const userName of button.roles.flatMap((role) => accounts[role] ?? []))
        if (await this.#press(step, button, userName)) return true
    return step.action?.system !== undefined && this.#byCalendar(step.action)
  }

  async #press({ action }: Step, { screen: { base }, action: address = '' }: Button, userName: string): Promise<boolean> {
    const desk = await this.#platform.as(userName)
    const read = await desk.ask('GET', `${base}/${this.#id}`)
    if (read.status !== 200) return false
    const { body: record } = read
    const { version } = record
    const file = action?.ask.some(({ type }) => type === 'files') ? await uploaded(desk) : ''
    // A day that is asked for is one to come, as of a renewal, or one that has been, as of a signature.
    const days = action?.ask.some(({ type }) => type === 'date') ? [afterAll, this.#platform.clock.today()] : [afterAll]
    for (const day of days) {
      const response = action
        ? await desk.tryTo(base, address, this.#id, { version, ...answersTo(action, record, this.#entity, { day, file }) })
        : await desk.ask('DELETE', `${base}/${this.#id}`, { version })
      if (response.status === 200) return true
      this.refusals.push(`${userName} ${action?.name ?? 'delete'} ${this.#id}: ${response.status} ${String(response.body.detail)}`)
    }
    return false
  }

  /** What the calendar does, on a day on which all has come that was to come. */
  async #byCalendar({ name, system }: EntityActionPlan): Promise<boolean> {
    if (system === undefined || !Object.hasOwn(this.#entity.daily ?? {}, name)) return false
    const { clock, services } = this.#platform
    const day = clock.today()
    clock.moveTo(afterAll)
    try {
      await inWrite(services, systemUser, ({ tools }) => tools.perform(this.#entity.name as never, this.#id, name as never))
      return true
    } catch (error) {
      this.refusals.push(`${name} ${this.#id}: ${String(error)}`)
      return false
    } finally {
      clock.moveTo(day, '12:00:00')
    }
  }

  async #state(): Promise<string | undefined> {
    const { table, statusField } = this.#entity
    const row = await this.#platform.database.kysely.selectFrom(table).select(statusField!).where('id', '=', this.#id).executeTakeFirst()
    return row && String(row[statusField!])
  }
}

/** For texts that are not the name of the record. */
const numbers = ['12345678', '12345678901234567890']

/** What a dialog has to be told: the record's own value where it has one, its name for a text that is not an opinion, else something that fits. */
function answersTo(
  { ask, askLines }: EntityActionPlan,
  record: RecordValues,
  { label }: EntityPlan,
  { day, file }: { day: string; file: string },
): Record<string, unknown> {
  const of = (field: FieldPlan, row: Record<string, unknown>): unknown => {
    if (!isEmptyValue(row[field.name])) return row[field.name]
    if (field.type === 'textarea') return '结束'
    // The bank gives each movement a number of its own.
    if (field.name.endsWith('SerialNo')) return `${String(record[label])}-END`
    if (field.type === 'text') return [record[label], ...numbers].find((text) => new RegExp(field.pattern ?? '').test(String(text)))
    if (field.type === 'date') return day
    if (field.type === 'files') return [file]
    // Let off, all that is open.
    if (field.name === 'amount' && !isEmptyValue(record['openAmount'])) return record['openAmount']
    // The last one asks for least: what is done about a difference ends with taking it as it is.
    if (field.dictionary !== undefined) return testProduct().dictionaries[field.dictionary]?.items.at(-1)?.code
    return '1'
  }
  const needed = (fields: readonly FieldPlan[], row: Record<string, unknown>) =>
    fields.filter((field) => isNeeded(field, record)).map((field) => [field.name, of(field, row)])
  const rows = askLines ? ((record[askLines.lines] as Record<string, unknown>[] | undefined) ?? []) : []
  return {
    ...Object.fromEntries(needed(ask, record)),
    ...(askLines ? { [askLines.lines]: rows.map((row) => ({ id: row['id'], ...Object.fromEntries(needed(askLines.fill, row)) })) } : {}),
  }
}

function isNeeded({ required, default: preset }: FieldPlan, record: RecordValues): boolean {
  if (preset !== undefined || required === undefined) return false
  return typeof required === 'boolean' ? required : isTrue(required, readOf(record), { today: afterAll, now: `${afterAll}T00:00:00Z` })
}
