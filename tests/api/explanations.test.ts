import { beforeAll, describe, expect, it } from 'vitest'
import type { ScreenPlan } from '../../engine/core/plan'
import type { SpokenDerivation } from '../../src/rules/debt/explain'
import type { Session } from './support/client'
import { recordAt, rederived, sourcesOf } from './support/explained'
import { describePlatform } from './support/platform'
import { testProduct } from './support/product'

/** A screen whose amounts explain themselves says so by its endpoint; nothing here is said of a single one of them. */
const explaining = Object.values(testProduct().screens).filter(({ extra }) => extra['explain'] !== undefined)

describePlatform('explanations', (platform) => {
  let [auditor, borrower]: Session[] = []
  beforeAll(async () => {
    ;[auditor, borrower] = await Promise.all(['au01', 'br01'].map((name) => platform().as(name)))
  })
  const recordsOf = async ({ base }: ScreenPlan, session = auditor!) => {
    const { status, body } = await session.ask('GET', `${base}/list?pageSize=200`)
    return status === 200 ? (body.records as Record<string, string>[]) : []
  }
  const explain = async ({ base }: ScreenPlan, id: unknown, session = auditor!) => {
    const { status, body } = await session.ask('GET', `${base}/${String(id)}/explain`)
    expect(status).toBe(200)
    return Object.entries(body as Record<string, SpokenDerivation>)
  }

  it('are there on every menu of money that computes something', () => {
    expect(explaining.length).toBeGreaterThanOrEqual(13)
  })

  describe.each(explaining.map((screen) => [screen.title, screen] as const))('of %s', (_title, screen) => {
    it('come to what is stored, by their figures alone, and leave no computed amount out', async () => {
      const records = await recordsOf(screen)
      expect(records.length).toBeGreaterThan(0)
      const told = new Set<string>()
      for (const row of records) {
        const { id } = row
        const stored: Record<string, unknown> = { ...row, ...(await auditor!.read(screen.base, String(id))) }
        for (const [field, explanation] of await explain(screen, id)) {
          told.add(field)
          // What an explanation leads up to may be no field of this screen.
          if (stored[field] !== undefined) expect([id, field, explanation.value]).toEqual([id, field, stored[field]])
          expect([id, field, rederived(explanation)]).toEqual([id, field, explanation.value])
        }
      }
      const { fields } = platform().plan.entities[screen.entity]!
      const shown = new Set(Object.values(screen.pages).flatMap((page) => fieldsOf(page)))
      const computed = Object.values(fields).filter(
        ({ name, value, type, query }) =>
          value !== undefined && query === undefined && shown.has(name) && ['money', 'digit'].includes(type),
      )
      expect(computed.map(({ name }) => name).filter((name) => !told.has(name))).toEqual([])
    }, 120_000)

    it('name records that their reader may see, and pages that open them', async () => {
      for (const session of [auditor!, borrower!]) {
        const found = new Map<string, string>()
        for (const { id } of await recordsOf(screen, session))
          for (const [, explanation] of await explain(screen, id, session))
            for (const { entity, id: source, href } of sourcesOf(explanation))
              if (href !== undefined) found.set(`${entity} ${source}`, href)
        for (const href of found.values()) {
          const { base, id } = recordAt(platform().plan.screens, href)
          expect([href, (await session.ask('GET', `${base}/${id}`)).status]).toEqual([href, 200])
        }
      }
    }, 120_000)
  })
})

function fieldsOf(page: ScreenPlan['pages'][string]): string[] {
  if (page.kind === 'list') return page.columns.map(({ field }) => field.name)
  return page.kind === 'record' ? page.sections.flatMap(({ items }) => items.map(({ field }) => field.name)) : []
}
