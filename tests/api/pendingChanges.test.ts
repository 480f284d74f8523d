import { beforeAll, describe, expect, it } from 'vitest'
import { isAttached, isMultiple } from '../../engine/core/fields'
import type { FieldPlan, ProductPlan } from '../../engine/core/plan'
import { systemUser } from '../../engine/server/session'
import { inWrite } from '../../engine/server/write/transaction'
import { at, lineInForce, lineValues, loanValues, quotaInForce, referenceGoods } from './support/fixtures'
import { describePlatform, type Platform } from './support/platform'

/** Decisions D3 and D7, domain D.8: what is asked for waits, and everybody goes on with what was approved. */
describePlatform('changes that wait for their approval', (platform) => {
  const flowsOf = async (base: string, id: string): Promise<string[]> => {
    const flows = (await (await platform().as('op01')).ask('GET', `${base}/flow/${id}`)).body.records as { flowType: string }[]
    return flows.map(({ flowType }) => flowType)
  }

  describe('a limit that is renewed', () => {
    let quotaId: string
    beforeAll(async () => {
      const own = await quotaInForce(platform(), { approvedAmount: '2000000.00' })
      quotaId = own.id
      await expired(platform(), 'quota', quotaId)
    })
    const renewed = { endDate: '2028-06-30', approvedAmount: '3000000.00', opinion: '续期' }

    it('D7 keeps its last day and its amount until the renewal is approved, and after it was rejected or withdrawn', async () => {
      const [op, manager] = [await platform().as('op01'), await platform().as('bm01')]
      const before = { endDate: '2026-11-19', approvedAmount: '2000000.00' }
      for (const end of ['reject', 'withdraw'] as const) {
        const asked = await op.act(at.quota, 'renew', quotaId, renewed)
        expect(asked).toMatchObject({ ...before, status: 'AUDITING', effectiveStatus: 'EXPIRED', availableAmount: '0.00' })
        expect(asked['pendingChange']).toMatchObject({
          values: { endDate: '2028-06-30', approvedAmount: '3000000.00' },
          changes: [
            { title: '授信金额', before: '2,000,000.00', after: '3,000,000.00' },
            { title: '到期日', before: '2026-11-19', after: '2028-06-30' },
          ],
        })
        const ended =
          end === 'reject' ? manager.act(at.quota, 'reject', quotaId, { opinion: '不同意' }) : op.act(at.quota, 'withdraw', quotaId)
        expect(await ended).toMatchObject({ ...before, status: 'EXPIRED', pendingChange: null })
      }
      expect(await flowsOf(at.quota, quotaId)).toEqual(['GRANT'])
    })

    it('is approved together with others, each that cannot be named with its reason', async () => {
      const [op, manager] = [await platform().as('op01'), await platform().as('bm01')]
      const { id: other } = await quotaInForce(platform())
      const [waiting, unasked] = [await quotaInForce(platform()), await quotaInForce(platform())]
      await expired(platform(), 'quota', waiting.id)
      const asked = await op.act(at.quota, 'renew', waiting.id, renewed)
      await expired(platform(), 'quota', other)
      const lowered = await op.act(at.quota, 'renew', other, { ...renewed, approvedAmount: '4000000.00' })
      const ids = [asked, unasked, lowered].map(({ id, version }) => ({ id, version }))
      const { status, body } = await manager.ask(
        'POST',
        `${at.quota}/batch/approve`,
        { ids, each: true },
        { 'Idempotency-Key': 'renewed-together' },
      )
      expect([status, new Set(body.ids), body.refused.map(({ id }: { id: string }) => id)]).toEqual([
        200,
        new Set([asked.id, lowered.id]),
        [unasked.id],
      ])
      expect(await manager.read(at.quota, asked.id)).toMatchObject({ status: 'ACTIVE', approvedAmount: '3000000.00', pendingChange: null })
      expect(await manager.read(at.quota, lowered.id)).toMatchObject({ status: 'ACTIVE', approvedAmount: '4000000.00' })
    })

    it('D7 gets them when it is approved, with a movement only when the amount has changed', async () => {
      const [op, manager] = [await platform().as('op01'), await platform().as('bm01')]
      await op.act(at.quota, 'renew', quotaId, renewed)
      const list = await op.list(at.quota, { effectiveStatus: 'EXPIRED', status: 'AUDITING' })
      expect(list.records.map(({ id }) => id)).toContain(quotaId)
      const approved = await manager.act(at.quota, 'approve', quotaId, { opinion: '同意' })
      expect(approved).toMatchObject({
        status: 'ACTIVE',
        endDate: '2028-06-30',
        approvedAmount: '3000000.00',
        availableAmount: '3000000.00',
      })
      expect(await flowsOf(at.quota, quotaId)).toHaveLength(2)

      const line = await lineInForce(platform(), quotaId, { lineAmount: '1000000.00' })
      await expired(platform(), 'customerLine', line.id)
      await op.act(at.line, 'renew', line.id, { endDate: '2028-06-30', opinion: '续期' })
      expect(await manager.act(at.line, 'approve', line.id)).toMatchObject({
        status: 'ACTIVE',
        endDate: '2028-06-30',
        lineAmount: '1000000.00',
      })
      expect(await flowsOf(at.line, line.id)).toEqual(['GRANT'])
    })

    it('is checked when it is asked for, and again when it is approved', async () => {
      const [op, manager, risk] = [await platform().as('op01'), await platform().as('bm01'), await platform().as('rk01')]
      const own = await quotaInForce(platform(), { approvedAmount: '2000000.00' })
      const line = await lineInForce(platform(), own.id, { lineAmount: '1000000.00' })
      await expired(platform(), 'customerLine', line.id)
      const renew = (lineAmount: string) => op.tryTo(at.line, 'renew', line.id, { endDate: '2028-06-30', lineAmount, opinion: '续期' })
      expect((await renew('2000000.01')).status).toBe(417)
      expect((await renew('2000000.00')).status).toBe(200)
      await risk.act(at.quota, 'freeze', own.id, { opinion: '冻结' })
      expect((await manager.tryTo(at.line, 'approve', line.id)).status).toBe(417)
      await manager.act(at.quota, 'unfreeze', own.id, { opinion: '解冻' })
      expect(await manager.act(at.line, 'approve', line.id)).toMatchObject({ lineAmount: '2000000.00' })
    })

    it('tells who manages the clients that it has ended', async () => {
      const own = await quotaInForce(platform())
      const line = await lineInForce(platform(), own.id)
      const borrowerId = String(line['borrowerId'])
      const op = await platform().as('op01')
      const [client] = (await op.list(at.client, { enterpriseId: borrowerId, effectiveStatus: 'ACTIVE' })).records
      const told = { receiver: client?.['accountManagerName'], result: '额度已到期' }
      const notes = platform().database.kysely.selectFrom('document_history').select('extra').where('action', '=', 'NOTIFY')
      for (const [entity, id] of [['quota', own.id] as const, ['customerLine', line.id] as const]) {
        await expired(platform(), entity, id)
        expect(await notes.where('entity', '=', entity).where('document_id', '=', id).execute()).toEqual([{ extra: told }])
      }
    })

    it('E-08 covers what is given on already', async () => {
      const op = await platform().as('op01')
      const own = await quotaInForce(platform(), { approvedAmount: '2000000.00' })
      await lineInForce(platform(), own.id, { lineAmount: '1500000.00' })
      await expired(platform(), 'quota', own.id)
      const renew = (approvedAmount: string) => op.tryTo(at.quota, 'renew', own.id, { ...renewed, approvedAmount })
      expect(await renew('1499999.99')).toMatchObject({ status: 417, body: { params: { limit: '1499999.99', allocated: '1500000.00' } } })
      expect((await renew('1500000.00')).status).toBe(200)
    })

    it('D7 keeps what an adjustment does not say', async () => {
      const manager = await platform().as('bm01')
      const own = await quotaInForce(platform(), { approvedAmount: '2000000.00' })
      const adjust = (form: object) => manager.act(at.quota, 'adjust', own.id, { approvedAmount: '2000000.00', opinion: '调额', ...form })
      const temporary = { tempAmount: '500000.00', tempExpireDate: '2026-12-31' }
      await adjust(temporary)
      expect(await adjust({ approvedAmount: '2100000.00' })).toMatchObject({ ...temporary, approvedAmount: '2100000.00' })
      expect(await adjust({ clear: ['tempAmount', 'tempExpireDate'] })).toMatchObject({ tempAmount: null, tempExpireDate: null })
    })
  })

  it('D3 nothing of a record in force is edited but what its state leaves open', async () => {
    const { plan, database } = platform()
    // Who sees all departments.
    const op = await platform().as('multi01')
    const open: string[] = []
    let tried = 0
    for (const { base, entity: name, access, actions } of Object.values(plan.screens).filter(({ actions: { edit } }) => edit)) {
      const entity = plan.entities[name]!
      for (const { code, only } of Object.values(entity.states ?? {}).filter((state) => state.only)) {
        const rows = await database.kysely.selectFrom(entity.table).select('id').where('status', '=', code).limit(1).execute()
        expect(rows, `${name} ${code}`).toHaveLength(1)
        const record = await op.read(base, String(rows[0]?.['id']))
        const closed = access.writable.filter((field) => !only?.includes(field))
        for (const field of closed.flatMap((key) => entity.fields[key] ?? []).filter((each) => !isAttached(each))) {
          const { status, body } = await op.ask('PATCH', `${base}/${record.id}`, {
            version: record['version'],
            [field.name]: otherThan(plan, field, record[field.name]),
          })
          tried++
          const errors = (body.errors ?? []) as { path: string; rule: string }[]
          if (status !== 422 || !errors.some(({ path, rule }) => path === field.name && rule === 'state'))
            open.push(`${name}.${field.name} in ${code}: ${status} ${JSON.stringify(errors)}`)
        }
        expect((await op.read(base, record.id))['version'], `${name} ${code} with ${Object.keys(actions).join()}`).toBe(record['version'])
      }
    }
    expect(open).toEqual([])
    expect(tried).toBeGreaterThan(25)
  })

  it('D3 nor are the licences of an enterprise in force exchanged, by whichever way', async () => {
    const op = await platform().as('op01')
    const id = await platform().idOf('enterprise', 'short_name', '演示乳品')
    const { licenseFiles } = await op.read(at.enterprise, id)
    const [licence] = licenseFiles as { id: string }[]
    const form = new FormData()
    form.append('field', 'licenseFiles')
    form.append('file', new Blob(['%PDF-1.7 other']), '新执照.pdf')
    const added = await fetch(`${op.address}${at.enterprise}/attach/${id}`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${op.token}` },
    })
    expect(added.status).toBe(422)
    expect((await op.ask('POST', '/api/file/attach/remove', { id: licence?.id })).status).toBe(422)
    expect((await op.ask('DELETE', `${at.enterprise}/attach/${id}?file=${licence?.id}`)).status).toBe(422)
    expect(await op.read(at.enterprise, id)).toMatchObject({ licenseFiles })
  })

  it('D3 the licences of an enterprise in force are exchanged by a change that is approved, and the new ones are read before that', async () => {
    const [op, manager] = [await platform().as('op01'), await platform().as('bm01')]
    const id = await platform().idOf('enterprise', 'short_name', '演示商超')
    const { licenseFiles } = await op.read(at.enterprise, id)
    const old = licenseFiles as { id: string; name: string }[]
    const upload = async (name: string): Promise<string> => {
      const form = new FormData()
      form.append('file', new Blob(['%PDF-1.7 new']), name)
      const headers = { authorization: `Bearer ${op.token}` }
      const response = await fetch(`${op.address}/file/upload`, { method: 'POST', body: form, headers })
      return ((await response.json()) as { id: string }).id
    }
    const change = (body: object) => op.act(at.enterprise, 'change', id, { opinion: '换证', ...body })
    const downloads = async (file: string) =>
      (await fetch(`${manager.address}/file/download/${file}`, { headers: { authorization: `Bearer ${manager.token}` } })).status

    const first = await upload('换证一.pdf')
    const asked = await change({ licenseFiles: [first] })
    expect(asked).toMatchObject({
      status: 'PENDING',
      licenseFiles: old.map((file) => ({ id: file.id })),
      pendingChange: { changes: [{ field: 'licenseFiles', title: '证照附件', after: '换证一.pdf', files: [{ id: first }] }] },
    })
    expect(await downloads(first)).toBe(200)
    const rejected = await manager.act(at.enterprise, 'reject', id, { opinion: '不清晰' })
    expect(rejected).toMatchObject({ status: 'ACTIVE', licenseFiles: old.map((file) => ({ id: file.id })), pendingChange: null })
    expect(await downloads(first)).toBe(404)

    const second = await upload('换证二.pdf')
    await change({ licenseFiles: [second] })
    const roles = { enterpriseRoles: asked['enterpriseRoles'] }
    expect(await manager.act(at.enterprise, 'approve', id, roles)).toMatchObject({
      status: 'ACTIVE',
      licenseFiles: [{ id: second, name: '换证二.pdf' }],
      pendingChange: null,
    })
    // One without any is none that may be approved.
    await change({ clear: ['licenseFiles'] })
    expect(await manager.tryTo(at.enterprise, 'approve', id, roles)).toMatchObject({ status: 417, body: { code: 100551 } })
    await manager.act(at.enterprise, 'reject', id, { opinion: '须有证照' })
    expect(await op.read(at.enterprise, id)).toMatchObject({ licenseFiles: [{ id: second }] })
  })

  it('D3 a client goes on under its old terms, and can be lent to, until its change is approved', async () => {
    const [op, manager] = [await platform().as('op01'), await platform().as('bm01')]
    const dairy = await platform().idOf('enterprise', 'short_name', '演示乳品')
    const bank = await platform().idOf('enterprise', 'short_name', '甲行')
    const [client] = (await op.list(at.client, { enterpriseId: dairy, fundingPartyId: bank, status: 'ACTIVE' })).records
    const id = client?.id ?? ''
    const { version, rating, remark } = await op.read(at.client, id)
    const other = rating === 'A' ? 'BB' : 'A'
    expect(await op.ask('PATCH', `${at.client}/${id}`, { version, rating: other })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'rating', detail: '“客户评级”须经审批，请通过“变更”修改' }] },
    })
    const direct = await op.ask('PATCH', `${at.client}/${id}`, { version, remark: `${String(remark ?? '')}.` })
    expect(direct).toMatchObject({ status: 200, body: { status: 'ACTIVE' } })

    await agreedWith(platform(), id, { annualRate: '0.060000' })
    await op.act(at.client, 'change', id, { rating: other, annualRate: '0.090000', opinion: '评级调整' })
    const goodsId = await referenceGoods(platform())
    const quota = await quotaInForce(platform(), { approvedAmount: '3000000.00' })
    const line = await lineInForce(platform(), quota.id, { lineAmount: '2000000.00' })
    const loan = await op.add(at.loan, await loanValues(platform(), line.id, goodsId))
    expect(await op.act(at.loan, 'submit', loan.id)).toMatchObject({ status: 'AUDITING', annualRate: '0.060000' })
    const { productId, appliedAmount } = loan
    const goods = [{ goodsId, qty: '10000', unitPrice: '120' }]
    const asked = { productId, customerLineId: line.id, appliedAmount, startDate: '2026-03-02', goods }
    // 635,250.00 × 6 % × 182 / 360, to the Monday after the due date: what the client agreed, not the product's 7.2 %.
    expect((await op.ask('POST', `${at.loan}/trial`, asked)).body).toMatchObject({ dueDate: '2026-08-29', interest: '19269.25' })
    expect((await op.list(at.client, { effectiveStatus: 'ACTIVE', status: 'AUDITING' })).records).toMatchObject([{ id, rating }])
    expect((await op.tryTo(at.client, 'suspend', id, { opinion: '暂停' })).status).toBe(403)
    expect((await manager.tryTo(at.client, 'suspend', id, { opinion: '暂停' })).status).toBe(417)
    expect(await manager.act(at.client, 'reject', id, { opinion: '不同意' })).toMatchObject({ status: 'ACTIVE', rating })
    await op.act(at.client, 'change', id, { rating: other, opinion: '评级调整' })
    expect(await manager.act(at.client, 'approve', id)).toMatchObject({ status: 'ACTIVE', rating: other, pendingChange: null })
  })

  it('D3 an enterprise is in business while its change waits: its partners work, its loans go on', async () => {
    const [op, manager] = [await platform().as('op01'), await platform().as('bm01')]
    const id = await platform().idOf('enterprise', 'short_name', '演示乳品')
    const partner = await platform().as('br01')
    const { legalPerson } = await op.read(at.enterprise, id)
    await op.act(at.enterprise, 'change', id, { legalPerson: '新任法人', opinion: '工商变更' })
    expect((await partner.ask('GET', `${at.loan}/list`)).status).toBe(200)
    const values = await lineValues(platform(), (await quotaInForce(platform())).id)
    expect((await op.add(at.line, values))['borrowerId']).toBe(id)
    expect(await (await platform().as('multi01')).read(at.enterprise, id)).toMatchObject({
      legalPerson,
      status: 'PENDING',
      effectiveStatus: 'ACTIVE',
    })
    expect(await op.remove(at.enterprise, id)).toMatchObject({ status: 417 })
    const waiting = (await manager.list(at.enterprise, { status: 'PENDING', effectiveStatus: 'ACTIVE' })).records
    expect(waiting.map((row) => row.id)).toEqual([id])
    expect(await manager.act(at.enterprise, 'reject', id, { opinion: '材料不齐' })).toMatchObject({ status: 'ACTIVE', legalPerson })
    await op.act(at.enterprise, 'change', id, { legalPerson: '新任法人', opinion: '工商变更' })
    const { enterpriseRoles } = await manager.read(at.enterprise, id)
    expect(await manager.act(at.enterprise, 'approve', id, { enterpriseRoles })).toMatchObject({
      status: 'ACTIVE',
      legalPerson: '新任法人',
    })
  })
})

/** A value of the type that the record does not have. */
function otherThan({ dictionaries }: ProductPlan, field: FieldPlan, value: unknown): unknown {
  const other = (): unknown => {
    switch (field.type) {
      case 'text':
      case 'textarea':
        return 'OTHER-0001'
      case 'select':
        return dictionaries[field.dictionary ?? '']?.items.map(({ code }) => code).find((code) => ![value].flat().includes(code))
      case 'switch':
        return value !== true
      case 'date':
        return '2031-01-01'
      case 'dateTime':
        return '2031-01-01T00:00:00+08:00'
      case 'ref':
        return ['1', '2'].find((id) => ![value].flat().includes(id))
      default:
        return Number(value) === 0.5 ? '0.6' : '0.5'
    }
  }
  return isMultiple(field) ? [other()] : other()
}

/** Terms of a client file in force. */
async function agreedWith(platform: Platform, id: string, terms: { annualRate: string }): Promise<void> {
  await inWrite(platform.services, systemUser, ({ tools }) => tools.set('client', id, terms))
}

/** Time has passed. */
async function expired(platform: Platform, entity: 'quota' | 'customerLine', id: string): Promise<void> {
  await inWrite(platform.services, systemUser, async ({ tools }) => {
    await tools.set(entity, id, { endDate: '2026-11-19' })
    await tools.perform(entity, id, 'expire')
  })
}
