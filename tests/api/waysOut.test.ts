import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { isEmptyValue } from '../../engine/core/fields'
import type { EntityActionPlan, EntityPlan, FieldPlan, ProductPlan } from '../../engine/core/plan'
import { holds, readOf } from '../../engine/core/record/scope'
import type { RecordValues } from '../../engine/core/wire'
import { systemUser } from '../../engine/server/session'
import { inWrite } from '../../engine/server/write/transaction'
import { entitiesWithStates, reachableStates, stepsOf, stepsToAnEnd, type Button, type Step } from '../schemas/waysOut'
import { readProduct } from '../../src/server/product'
import { testRoot } from './support/config'
import { describeOnEach, type Platform } from './support/platform'

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
describeOnEach(
  'a document of the demo data',
  (platform) => {
    const plan = readProduct(testRoot)
    const documents = entitiesWithStates(plan).filter(({ states = {} }) => Object.values(states).some(({ ended }) => ended))
    const statesOf = (entity: EntityPlan): string[] =>
      reachableStates(entity, stepsOf(plan, entity)).filter((state) => !entity.states?.[state]?.ended)
    const rowsIn = async (entity: EntityPlan, state: string): Promise<string[]> => {
      const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(entity.table)} where ${sql.ref(entity.statusField!)} = ${state} order by id desc`.execute(
        platform().database.kysely,
      )
      return rows.map(({ id }) => String(id))
    }

    beforeAll(async () => {
      for (const entity of documents) {
        for (const state of statesOf(entity)) {
          const [id] = await rowsIn(entity, state)
          if (id !== undefined) await new Walk(platform(), entity, id).toAnEnd(state)
        }
      }
    })

    // What rests on others comes before them.
    const cases = documents
      .toSorted((a, b) => depthOf(plan, b.name) - depthOf(plan, a.name))
      .flatMap((entity) => statesOf(entity).map((state) => [entity.name, state] as const))

    it.each(cases)('%s %s is led to an end', async (name, state) => {
      const entity = plan.entities[name]!
      const stranded: string[] = []
      for (const id of await rowsIn(entity, state)) {
        const walk = new Walk(platform(), entity, id)
        if (!(await walk.toAnEnd(state))) stranded.push(`${name} ${id} in ${state}: ${walk.refusals.join('; ')}`)
      }
      expect(stranded.filter((refusals) => !refusals.includes(inStock))).toEqual([])
    })

    it('leaves the data whole', async () => {
      expect(await platform().violations()).toEqual([])
    })
  },
  ['pglite'],
)

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

  #farness({ to }: Step): number {
    return to === undefined ? 0 : (this.#ends.get(to) ?? Infinity)
  }

  async #take(step: Step): Promise<boolean> {
    for (const button of step.buttons)
      for (const userName of button.roles.flatMap((role) => accounts[role] ?? []))
        if (await this.#press(step, button, userName)) return true
    return step.action?.system !== undefined && this.#byCalendar(step.action)
  }

  async #press({ action }: Step, { screen: { base } }: Button, userName: string): Promise<boolean> {
    const desk = await this.#platform.as(userName)
    const read = await desk.ask('GET', `${base}/${this.#id}`)
    if (read.status !== 200) return false
    const { body: record } = read
    const { version } = record
    const answer = action
      ? await desk.tryTo(base, action.name, this.#id, { version, ...answersTo(action, record, this.#entity) })
      : await desk.ask('DELETE', `${base}/${this.#id}`, { version })
    if (answer.status !== 200)
      this.refusals.push(`${userName} ${action?.name ?? 'delete'} ${this.#id}: ${answer.status} ${String(answer.body.detail)}`)
    return answer.status === 200
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
function answersTo({ ask, askLines }: EntityActionPlan, record: RecordValues, { label }: EntityPlan): Record<string, unknown> {
  const of = (field: FieldPlan, row: Record<string, unknown>): unknown => {
    if (!isEmptyValue(row[field.name])) return row[field.name]
    if (field.type === 'textarea') return '结束'
    if (field.type === 'text') return [record[label], ...numbers].find((text) => new RegExp(field.pattern ?? '').test(String(text)))
    if (field.type === 'date') return afterAll
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
  return typeof required === 'boolean' ? required : holds(required, readOf(record), { today: afterAll, now: `${afterAll}T00:00:00Z` })
}
