import { expect, it } from 'vitest'
import { addDecimals, roundDecimal } from '../../engine/core/decimal'
import { systemUser } from '../../engine/server/session'
import { typed } from '../../src/server/ruleTypes'
import { inWrite } from '../../engine/server/write/transaction'
import { describePlatform } from './support/platform'

/** What ends with something else: older prices with a newer one, lines with their client. */
describePlatform('what ends with something else', (platform) => {
  it('decision A13 a price that is approved ends the older ones of its source, and one that comes late has lapsed already', async () => {
    await inWrite(platform().services, systemUser, async (context) => {
      const tools = typed(context.tools)
      const [user] = await tools.find('appUser', {}, { limit: 1 })
      const [goods] = await tools.find('goods', { status: 'ENABLED' }, { limit: 1 })
      const price = async (priceDate: string) => {
        const { id } = await tools.create('collateralPrice', {
          goodsId: goods!.id,
          priceSource: 'INVOICE',
          priceDate,
          price: '10',
          status: 'AUDITING',
          submittedById: user!.id,
        })
        await tools.perform('collateralPrice', id, 'approve')
        return id
      }
      const statesOf = async (...ids: string[]) => Promise.all(ids.map(async (id) => (await tools.load('collateralPrice', id)).status))
      const first = await price('2026-03-01')
      const second = await price('2026-03-05')
      const late = await price('2026-03-03')
      expect(await statesOf(first, second, late)).toEqual(['EXPIRED', 'EFFECTIVE', 'EXPIRED'])
    })
  })

  it('a client that is terminated closes its lines', async () => {
    await inWrite(platform().services, systemUser, async (context) => {
      const tools = typed(context.tools)
      const [quota] = await tools.find('quota', { status: 'ACTIVE' }, { limit: 1 })
      const [known] = await tools.find('client', { fundingPartyId: quota!.fundingPartyId, status: 'ACTIVE' }, { limit: 1 })
      const clients = await tools.find('client', { fundingPartyId: quota!.fundingPartyId })
      const taken = clients.map(({ enterpriseId }) => enterpriseId)
      const [borrower] = await tools.find('enterprise', { status: 'ACTIVE', id: { not: taken } }, { limit: 1 })
      const { fundingPartyId, departmentId, accountManagerId, productIds, rating, coopStartDate, coopEndDate, frameContractId } = known!
      const client = await tools.create('client', {
        enterpriseId: borrower!.id,
        fundingPartyId,
        departmentId,
        accountManagerId,
        productIds,
        rating,
        coopStartDate,
        coopEndDate,
        frameContractId,
        status: 'ACTIVE',
      })
      const line = await tools.create('customerLine', {
        quotaId: quota!.id,
        borrowerId: borrower!.id,
        fundingPartyId,
        departmentId,
        productId: quota!.productIds[0]!,
        lineAmount: '1.00',
        startDate: '2026-01-01',
        endDate: '2028-12-31',
        status: 'ACTIVE',
      })
      expect((await tools.load('quota', quota!.id)).allocatedAmount).toBe(roundDecimal(addDecimals(quota!.allocatedAmount, '1.00'), 2))
      await tools.perform('client', client.id, 'terminate', { opinion: '终止' })
      expect((await tools.load('customerLine', line.id)).status).toBe('CLOSED')
      expect((await tools.load('quota', quota!.id)).allocatedAmount).toBe(quota!.allocatedAmount)
    })
  })
})
