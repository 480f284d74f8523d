import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDerived, rederive } from '../../engine/core/derivation'
import { referenceFacts as facts } from './testing/waterlineFacts'
import { waterlineOf, type WaterlineFacts } from './waterline'
import { explainWaterline, type WaterlineParts } from './waterlineExplained'

const nothing: WaterlineParts = { pledged: [], charges: [], bonds: [], principal: [] }
const explained = (more: Partial<WaterlineFacts> = {}, parts = nothing) => {
  const all = { ...facts, ...more }
  return { line: waterlineOf(all), explained: explainWaterline({ ...all, ...waterlineOf(all) }, parts) }
}

describe('a water line', () => {
  it('E-12 is explained by what the rule gives: 310,693.15 of 372,000.00, 0.8352; at 58 yuan 119,293.15 or goods for 216,896.64', () => {
    expect(explained().explained).toMatchObject({
      exposure: { value: '310693.15' },
      totalValue: { value: '372000.00' },
      ltv: { value: '0.8352' },
    })
    expect(explained({ pledgedValue: '348000.00' }).explained).toMatchObject({
      ltv: { value: '0.8928' },
      fillCash: { value: '119293.15' },
      fillGoodsValue: { value: '216896.64' },
    })
    expect(explained({ pledgedValue: '420000.00' }).explained).not.toHaveProperty('fillCash')
  })

  it('E-12 names the records behind a figure while they come to it, and the figure alone afterwards', () => {
    const source = { entity: 'pledgeItem', id: '7', label: 'ZY-1' }
    const of = (value: string) => ({ ...nothing, pledged: [{ title: '质押明细', value, source }] })
    const now = explained({}, of('372000.00')).explained
    expect(now.pledgedValue).toMatchObject({ value: '372000.00', inputs: { parts: [{ source }] } })
    expect(isDerived(now.totalValue.inputs['pledged'] as never)).toBe(true)
    const later = explained({}, of('371999.99')).explained
    expect(later.pledgedValue).toBeUndefined()
    expect(later.totalValue.inputs['pledged']).toEqual({ title: 'water.pledged', value: '372000.00' })
  })

  it('E-12 is explained as it is reckoned, whatever the figures', () => {
    const cents = fc.integer({ min: 0, max: 90_000_000 }).map((units) => (units / 100).toFixed(2))
    const amounts = fc.record({
      principal: cents,
      interest: cents,
      fees: cents,
      bondBalance: cents,
      pledgedValue: fc.oneof(fc.constant('0.00'), cents),
      provisionalValue: fc.oneof(fc.constant('0.00'), cents),
      planUnderWay: fc.boolean(),
      initialRate: fc.constantFrom('0.0000', '0.5500', '0.7000'),
    })
    fc.assert(
      fc.property(amounts, (drawn) => {
        const found = explained({ ...drawn, arrivedPrincipal: drawn.principal })
        for (const [name, derivation] of Object.entries(found.explained))
          expect([name, derivation.value, rederive(derivation)]).toEqual([name, found.line[name as 'ltv'], found.line[name as 'ltv']])
      }),
    )
  })
})
