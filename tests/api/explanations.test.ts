import { beforeAll, describe, expect, it } from 'vitest'
import type { EntityPlan, FieldPlan, ScreenPlan } from '../../engine/core/plan'
import type { SpokenDerivation } from '../../src/rules/debt/explain'
import type { Session } from './support/client'
import { recordAt, rederived, sourcesOf } from './support/explained'
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
    expect(explaining.length).toBeGreaterThanOrEqual(13)
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
      for (const [session, seen] of [
        [auditor!, told],
        [borrower!, await toldTo(screen, borrower!)],
      ] as const)
        for (const href of linksIn(seen)) {
          const { base, id } = recordAt(platform().plan.screens, href)
          expect([href, (await session.ask('GET', `${base}/${id}`)).status]).toEqual([href, 200])
        }
    }, 120_000)
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
