import { beforeAll, expect, it } from 'vitest'
import type { FieldProblem } from '../../engine/core/wire'
import type { ApiResponse, Session } from './support/client'
import { at, contractValues, lineInForce, orderValues, quotaInForce, quotaValues, referenceGoods, submittedLoan } from './support/fixtures'
import { describePlatform } from './support/platform'

/** Drafts are kept as far as they have come; what an approval needs is asked for when it is asked for. */
describePlatform('a draft', (platform) => {
  let op: Session
  beforeAll(async () => {
    op = await platform().as('op01')
  })
  const missing = ({ status, body }: ApiResponse): unknown => [
    status,
    ((body.errors ?? []) as FieldProblem[]).map(({ path, rule }) => `${path}: ${rule}`).sort(),
  ]

  it.each([
    ['quotas', at.quota, () => quotaValues(platform()), ['guaranteeMode', 'quotaType']],
    ['contracts', at.contract, () => contractValues(platform()), ['partyAId', 'partyBId']],
    ['sale orders', at.order, () => orderValues(platform()), ['deliveryDate', 'warehouseId']],
  ])('of %s is saved without what only its submit needs, and names that then', async (_what, base, values, later) => {
    const whole = await values()
    const { id } = await op.add(base, Object.fromEntries(Object.entries(whole).filter(([name]) => !later.includes(name))))
    expect(missing(await op.tryTo(base, 'submit', id))).toEqual([422, later.map((name) => `${name}: required`)])
    const { version } = await op.read(base, id)
    const filled = Object.fromEntries(later.map((name) => [name, whole[name]]))
    expect(missing(await op.ask('PATCH', `${base}/${id}`, { version, ...filled }))).toEqual([200, []])
    await op.act(base, 'submit', id)
  })

  it('of a loan that came back goes to approval again only with what its submit needs, by either way', async () => {
    const line = await lineInForce(platform(), (await quotaInForce(platform())).id)
    const { id } = await submittedLoan(platform(), line.id, await referenceGoods(platform()))
    await (await platform().as('bm01')).act(at.loan, 'reject', id, { opinion: '请补充用途' })
    const { version } = await op.read(at.loan, id)
    expect((await op.ask('PATCH', `${at.loan}/${id}`, { version, clear: ['purpose'] })).status).toBe(200)
    for (const action of ['submit', 'reApproval'])
      expect(missing(await op.tryTo(at.loan, action, id))).toEqual([422, expect.arrayContaining(['purpose: required'])])
  })
})
