import { beforeAll, describe, expect, it } from 'vitest'
import type { EntityPlan, FieldPlan, ScreenPlan } from '../../engine/core/plan'
import type { SpokenDerivation } from '../../src/rules/debt/explain'
import type { Session } from './support/client'
import { mostParts } from '../../src/server/handlers/explain'
import { recordAt, rederived, sourcesOf } from './support/explained'
import { inSystem } from './support/fees'
import { describePlatform } from './support/platform'
import { testProduct } from './support/product'

/** Requests at a time. */
const atOnce = 20

/** A screen whose amounts explain themselves says so by its endpoint; nothing here is said of a single one of them. */
const explaining = Object.values(testProduct().screens).filter(({ extra }) => extra['explain'] !== undefined)

describePlatform('explanations', (platform) => {
  let [auditor, borrower]: Session[] = []
  beforeAll(async () => {
    ;[auditor, borrower] = await Promise.all(['au01', 'br01'].map((name) => platform().as(name)))
  })
  interface Told {
    row: Record<string, unknown> & { id: string }
    amounts: [field: string, explanation: SpokenDerivation][]
  }
  /** Every record that an account finds there, with its explanation; some at a time. */
  const toldTo = async ({ base }: ScreenPlan, session: Session): Promise<Told[]> => {
    const { status, body } = await session.ask('GET', `${base}/list?pageSize=200`)
    const rows = status === 200 ? (body.records as Told['row'][]) : []
    const told: Told[] = []
    for (let from = 0; from < rows.length; from += atOnce)
      told.push(
        ...(await Promise.all(
          rows.slice(from, from + atOnce).map(async (row) => {
            const answer = await session.ask('GET', `${base}/${row.id}/explain`)
            expect(answer.status).toBe(200)
            const whole = { ...row, ...(await session.read(base, row.id)) }
            return { row: whole, amounts: Object.entries(answer.body as Record<string, SpokenDerivation>) }
          }),
        )),
      )
    return told
  }
  const linksIn = (told: readonly Told[]) =>
    new Set(told.flatMap(({ amounts }) => amounts.flatMap(([, each]) => sourcesOf(each).flatMap(({ href }) => href ?? []))))

  it('are there on every menu of money that computes something', () => {
    expect(explaining.length).toBeGreaterThanOrEqual(15)
  })

  it('of more records than are listed end with a line for the rest, which says how many, and still come to what is stored', async () => {
    const { base } = explaining.find(({ entity }) => entity === 'bankAccount')!
    const { records } = await auditor!.list(base, { status: 'ENABLED' })
    const { id } = records[0]!
    await inSystem(platform(), async (tools) => {
      for (let each = 1; each <= mostParts + 5; each++)
        await tools.create('bankFlow', {
          bankAccountId: id,
          flowDirection: 'IN',
          amount: `0.${String((each % 99) + 1).padStart(2, '0')}`,
          counterpartyName: '演示银行',
          bankSerialNo: `REST-${each}`,
          summary: '利息',
          occurredAt: tools.now,
        })
    })
    const account = await auditor!.read(base, id)
    const told = (await auditor!.ask<Record<string, SpokenDerivation>>('GET', `${base}/${id}/explain`)).body
    const cut = Object.entries(told).filter(([, { inputs = [] }]) => inputs.some(({ title }) => title.startsWith('其余 ')))
    expect(cut.length).toBeGreaterThan(0)
    for (const [field, explanation] of cut) {
      expect(explanation.inputs).toHaveLength(mostParts + 1)
      expect(Number(/^其余 (\d+) 条/.exec(explanation.inputs!.at(-1)!.title)?.[1])).toBeGreaterThanOrEqual(5)
      expect([field, explanation.value, rederived(explanation)]).toEqual([field, account[field], account[field]])
    }
  })

  it('of an account are the posted entries of it and of those below it, and of a quota the branch that its ceiling took', async () => {
    for (const [entity, fields] of [
      ['subAccount', ['debitTotal', 'creditTotal', 'balance']],
      ['quota', ['ceiling', 'availableAmount']],
    ] as const) {
      const told = await toldTo(
        explaining.find((screen) => screen.entity === entity)!,
        auditor!,
      )
      expect(told.length).toBeGreaterThan(0)
      for (const { amounts } of told) expect(amounts.map(([field]) => field)).toEqual(expect.arrayContaining([...fields]))
      if (entity === 'quota')
        expect(told.map(({ amounts }) => Object.fromEntries(amounts)['ceiling']?.because)).toEqual(
          told.map(() => expect.stringMatching(/^临时额度到期日 .*今日 (成立|不成立)（临时额度到期日为 .+）$/)),
        )
    }
  })

  it('are of the records of their own menu, not of all that its entity has', async () => {
    const narrowed = explaining.filter(({ where }) => where !== undefined)
    const beyond: string[] = []
    for (const { menu, base, entity } of narrowed) {
      const { table } = platform().plan.entities[entity]!
      for (const { id } of await platform().database.kysely.selectFrom(table).select('id').orderBy('id').limit(40).execute()) {
        const { status } = await auditor!.ask('GET', `${base}/${String(id)}`)
        if (status === 404) beyond.push(menu)
        expect([menu, id, (await auditor!.ask('GET', `${base}/${String(id)}/explain`)).status]).toEqual([menu, id, status])
      }
    }
    expect([...new Set(beyond)]).toEqual(expect.arrayContaining(['serviceChargeCollection', 'tchnology', 'financingOverdueMonitoring']))
  })

  describe.each(explaining.map((screen) => [screen.title, screen] as const))('of %s', (_title, screen) => {
    it('come to what is stored, by their figures alone, leave no computed amount out, and lead to records that open', async () => {
      const told = await toldTo(screen, auditor!)
      expect(told.length).toBeGreaterThan(0)
      for (const { row, amounts } of told)
        for (const [field, explanation] of amounts) {
          // What an explanation leads up to may be no column of this screen.
          if (row[field] !== undefined) expect([row.id, field, explanation.value]).toEqual([row.id, field, row[field]])
          expect([row.id, field, rederived(explanation)]).toEqual([row.id, field, explanation.value])
        }
      const explained = new Set(told.flatMap(({ amounts }) => amounts.map(([field]) => field)))
      expect(computedOn(screen, platform().plan.entities[screen.entity]!).filter((name) => !explained.has(name))).toEqual([])
      const toBorrower = await toldTo(screen, borrower!)
      for (const [, explanation] of toBorrower.flatMap(({ amounts }) => amounts)) expect(rederived(explanation)).toBe(explanation.value)
      for (const [session, seen] of [
        [auditor!, told],
        [borrower!, toBorrower],
      ] as const)
        for (const href of linksIn(seen)) {
          const { base, id } = recordAt(platform().plan.screens, href)
          expect([href, (await session.ask('GET', `${base}/${id}`)).status]).toEqual([href, 200])
        }
    })
  })
})

/** Amounts that a screen shows and its entity computes. */
function computedOn({ pages }: ScreenPlan, { fields }: EntityPlan): string[] {
  const shown = new Set(Object.values(pages).flatMap(fieldsOf))
  const isAmount = ({ name, value, query, decimals }: FieldPlan): boolean =>
    value !== undefined && query === undefined && decimals !== undefined && shown.has(name)
  return Object.values(fields).flatMap((field) => (isAmount(field) ? field.name : []))
}

function fieldsOf(page: ScreenPlan['pages'][string]): string[] {
  if (page.kind === 'list') return page.columns.map(({ field }) => field.name)
  return page.kind === 'record' ? page.sections.flatMap(({ items }) => items.map(({ field }) => field.name)) : []
}
