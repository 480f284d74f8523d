import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { at, lineInForce, loanValues, quotaInForce, quotaValues, referenceGoods, submittedLoan } from './support/fixtures'
import { describeOnEach } from './support/platform'

/** The contract of design.md section 6 and security.md section 3, as a client of the running product meets it. */
describeOnEach('the wire', (platform) => {
  let lineId = ''
  let goodsId = ''
  beforeAll(async () => {
    goodsId = await referenceGoods(platform())
    lineId = (await lineInForce(platform(), (await quotaInForce(platform())).id)).id
  })

  describe('a refusal', () => {
    it('says in one body what every reader looks for', async () => {
      const op = await platform().as('op01')
      const { status, headers, body } = await op.tryTo(at.quota, 'submit', '999999999')
      expect(status).toBe(404)
      expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
      expect(headers.get('x-request-id')).toBe(body.traceId)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(body).toMatchObject({ type: '/problems/not-found', status: 404, code: 404000, instance: '/api/credit/submit/999999999' })
      expect([body.message, body.error, body.errorMessage]).toEqual([body.detail, body.detail, body.detail])
    })

    it('is 417 with code 100410 in a wrong state', async () => {
      const [manager, op] = [await platform().as('bm01'), await platform().as('op01')]
      const { id } = await op.add(at.loan, await loanValues(platform(), lineId, goodsId))
      const { status, body } = await manager.tryTo(at.loan, 'approve', id, { approvedAmount: '1.00' })
      expect({ status, ...body }).toMatchObject({ status: 417, code: 100410, detail: expect.stringContaining('草稿') as string })
      expect(await op.read(at.loan, id)).toMatchObject({ status: 'DRAFT', version: 1 })
    })

    it('is 403 for who lacks the button, and says nothing of what is missing', async () => {
      const loan = await submittedLoan(platform(), lineId, goodsId)
      const { status, body } = await (await platform().as('op01')).tryTo(at.loan, 'approve', loan.id, { approvedAmount: '1.00' })
      expect({ status, code: body.code }).toEqual({ status: 403, code: 403000 })
      expect(JSON.stringify(body)).not.toContain('loansmgr')
    })

    it('is 417 for who would approve what he submitted', async () => {
      const both = await platform().as('multi01')
      const { id } = await both.add(at.quota, await quotaValues(platform()))
      await both.act(at.quota, 'submit', id)
      const { status, body } = await both.tryTo(at.quota, 'approve', id)
      expect({ status, ...body }).toMatchObject({ status: 417, code: 100500, detail: expect.stringContaining('提交人') as string })
      expect(await both.read(at.quota, id)).toMatchObject({ status: 'AUDITING' })
    })

    it('is 409 on a stale version, and names who changed the record', async () => {
      const op = await platform().as('op01')
      const quota = await op.add(at.quota, await quotaValues(platform()))
      const first = await op.ask('PATCH', `${at.quota}/${quota.id}`, { version: 1, quotaName: '改名' })
      expect(first).toMatchObject({ status: 200, body: { version: 2, quotaName: '改名' } })
      const second = await op.ask('PATCH', `${at.quota}/${quota.id}`, { version: 1, quotaName: '再改' })
      expect(second).toMatchObject({ status: 409, body: { code: 100409, current: { version: 2, updatedBy: '林晓' } } })
      expect(await op.tryTo(at.quota, 'submit', quota.id, { version: 1 })).toMatchObject({ status: 409, body: { code: 100409 } })
      expect(await op.read(at.quota, quota.id)).toMatchObject({ quotaName: '改名', status: 'DRAFT' })
    })

    it('is 422 for a change without a version, and for an empty value that is not said to be cleared', async () => {
      const op = await platform().as('op01')
      const { id } = await op.add(at.quota, await quotaValues(platform(), { remark: '备注' }))
      const change = (body: object) => op.ask('PATCH', `${at.quota}/${id}`, body)
      expect((await change({ quotaName: '改名' })).body.errors).toMatchObject([{ path: 'version', rule: 'required' }])
      expect((await change({ version: 1, remark: null })).body.errors).toMatchObject([{ path: 'remark', rule: 'clear' }])
      expect(await change({ version: 1, clear: ['remark'] })).toMatchObject({ status: 200, body: { remark: null } })
    })

    it('is 417 for changing or deleting a record whose state does not allow it', async () => {
      const op = await platform().as('op01')
      const loan = await submittedLoan(platform(), lineId, goodsId)
      expect(await op.ask('PATCH', `${at.loan}/${loan.id}`, { version: loan['version'], purpose: '改' })).toMatchObject({
        status: 417,
        body: { code: 100410 },
      })
      expect(await op.remove(at.loan, loan.id)).toMatchObject({ status: 417, body: { code: 100410 } })
    })

    it('marks every wrong field of a body, and stores nothing', async () => {
      const op = await platform().as('op01')
      const before = (await op.list(at.loan)).total
      const wrong = {
        projectName: 'x'.repeat(101),
        appliedAmount: '1.005',
        termDays: 1.5,
        applyDate: '2026-02-30',
        bondRate: '1.2',
        warehouseId: '999999999',
        status: 'APPROVED',
        whatever: 1,
        goods: [{ goodsId, qty: '0', unitPrice: '120.00001' }],
      }
      const { status, body } = await op.ask('POST', at.loan, await loanValues(platform(), lineId, goodsId, wrong))
      expect({ status, code: body.code }).toEqual({ status: 422, code: 422000 })
      const rules = Object.fromEntries((body.errors as { path: string; rule: string }[]).map(({ path, rule }) => [path, rule]))
      expect(rules).toMatchObject({
        projectName: 'maxLength',
        appliedAmount: 'decimals',
        termDays: 'type',
        applyDate: 'type',
        bondRate: 'max',
        warehouseId: 'reference',
        status: 'unknown',
        whatever: 'unknown',
        'goods.0.qty': 'min',
        'goods.0.unitPrice': 'decimals',
      })
      expect((body.errors as { path: string; pointer: string }[]).find(({ path }) => path === 'goods.0.qty')?.pointer).toBe('/goods/0/qty')
      expect((await op.list(at.loan)).total).toBe(before)
    })

    it('names a missing field', async () => {
      const { quotaName: _left, ...incomplete } = await quotaValues(platform())
      const { status, body } = await (await platform().as('op01')).ask('POST', at.quota, incomplete)
      expect(status).toBe(422)
      expect(body.errors).toMatchObject([{ path: 'quotaName', rule: 'required', detail: expect.stringContaining('额度名称') as string }])
    })

    it('is 422 with code 100411 for a key that another record has', async () => {
      const op = await platform().as('op01')
      const [known] = (await op.list(at.warehouse)).records
      const { id: _id, ...values } = await op.read(at.warehouse, known?.id ?? '')
      const typed = [
        'warehouseCode',
        'warehouseName',
        'warehouseType',
        'operatorId',
        'departmentId',
        'supervisionMode',
        'warehouseGrade',
        'region',
        'address',
        'managerName',
        'managerMobile',
      ]
      const { status, body } = await op.ask('POST', at.warehouse, Object.fromEntries(typed.map((name) => [name, values[name]])))
      expect({ status, ...body }).toMatchObject({ status: 422, code: 100411, errors: [{ path: 'warehouseCode', rule: 'unique' }] })
    })

    it.each(['GET', 'POST'] as const)('is 422 for an unknown filter, sort or page of a list (%s)', async (method) => {
      const op = await platform().as('op01')
      const list = (query: Record<string, string | number>) =>
        method === 'GET'
          ? op.ask(
              'GET',
              `${at.loan}/list?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()}`,
            )
          : op.ask('POST', `${at.loan}/list`, query)
      const wrong: Record<string, string | number>[] = [
        { purpose: 'x' },
        { appliedAmount: '1' },
        { sortField: 'purpose', sortOrder: 'ascend' },
        { sortField: 'loanNo', sortOrder: 'up' },
        { page: 0 },
        { pageSize: 201 },
      ]
      for (const query of wrong) {
        expect({ query, ...(await list(query)) }).toMatchObject({ query, status: 422 })
      }
      expect((await list({ status: 'APPROVED', pageSize: 5 })).body).toMatchObject({ page: 1, pageSize: 5 })
      expect((await list({ status: 'NO_STATE' })).body).toMatchObject({ total: 0 })
    })

    it('is 400 for what is no JSON, 404 for an unknown address, 405 for a wrong method, 415 for another type', async () => {
      const op = await platform().as('op01')
      const headers = { authorization: `Bearer ${op.token}` }
      const raw = await fetch(`${op.address}${at.quota}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{',
      })
      expect([raw.status, ((await raw.json()) as { code: number }).code]).toEqual([400, 400000])
      expect(await op.ask('GET', '/api/nothing')).toMatchObject({ status: 404, body: { code: 404000 } })
      const method = await op.ask('PUT', `${at.quota}/list`)
      expect(method).toMatchObject({ status: 405, body: { code: 405000 } })
      expect(method.headers.get('allow')).toContain('GET')
      const text = await fetch(`${op.address}${at.quota}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'text/plain' },
        body: 'x',
      })
      expect(text.status).toBe(415)
    })
  })

  describe('an idempotency key', () => {
    it('is needed where money is bound', async () => {
      const loan = await submittedLoan(platform(), lineId, goodsId)
      const manager = await platform().as('bm01')
      const { status, body } = await manager.ask('POST', `${at.loan}/approve/${loan.id}`, { approvedAmount: '1000.00' })
      expect({ status, code: body.code }).toEqual({ status: 400, code: 400001 })
    })

    it('lets one action happen once: the same request gets the first answer, another one 422', async () => {
      const loan = await submittedLoan(platform(), lineId, goodsId)
      const manager = await platform().as('bm01')
      const key = { 'idempotency-key': randomUUID() }
      const approve = (approvedAmount: string) =>
        manager.ask('POST', `${at.loan}/approve/${loan.id}`, { version: loan['version'], approvedAmount }, key)
      const before = await manager.read(at.line, lineId)

      const first = await approve('600000.00')
      const again = await approve('600000.00')
      expect(first).toMatchObject({ status: 200, body: { status: 'APPROVED' } })
      expect(first.headers.get('idempotency-replayed')).toBeNull()
      expect(again).toMatchObject({ status: 200, body: first.body })
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect(await approve('600000.01')).toMatchObject({ status: 422, body: { type: '/problems/key-reused' } })

      const after = await manager.read(at.line, lineId)
      expect(Number(after['reservedAmount']) - Number(before['reservedAmount'])).toBe(600000)
      expect(await platform().violations()).toEqual([])
    })

    it('lets one document be created once', async () => {
      const op = await platform().as('op01')
      const key = { 'idempotency-key': randomUUID() }
      const values = await quotaValues(platform(), { quotaName: '一次' })
      const responses = [await op.ask('POST', at.quota, values, key), await op.ask('POST', at.quota, values, key)]
      expect(responses[0]?.body).toEqual(responses[1]?.body)
      expect((await op.list(at.quota, { quotaName: '一次' })).total).toBe(1)
    })

    it('belongs to its user', async () => {
      const key = { 'idempotency-key': randomUUID() }
      const values = await quotaValues(platform(), { quotaName: '各自' })
      await (await platform().as('op01')).ask('POST', at.quota, values, key)
      const other = await (await platform().as('multi01')).ask('POST', at.quota, values, key)
      expect(other).toMatchObject({ status: 200, body: { createdByName: '全能测试' } })
    })
  })

  it('keeps a file for who may see its document', async () => {
    const op = await platform().as('op01')
    const [loan] = (await op.list(at.loan, { projectName: '奶粉存货质押六期' })).records
    const form = new FormData()
    form.append('file', new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' }), '货权证明.pdf')
    const url = `${op.address}${at.loan}/attach/${loan?.id ?? ''}`
    const uploaded = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${op.token}` }, body: form })
    const file = (await uploaded.json()) as { id: string; name: string }
    expect([uploaded.status, file.name]).toEqual([200, '货权证明.pdf'])
    expect((await op.ask('GET', `/file/download/${file.id}`)).headers.get('content-disposition')).toContain('attachment')
    expect((await (await platform().as('op02')).ask('GET', `/file/download/${file.id}`)).status).toBe(404)
    expect((await (await platform().as('au01')).ask('GET', `/file/download/${file.id}`)).status).toBe(200)
  })

  it('answers the history of a document in words', async () => {
    const op = await platform().as('op01')
    const [loan] = (await op.list(at.loan, { projectName: 'F1 基准样例：婴配奶粉存货质押' })).records
    const { body } = await op.ask('GET', `${at.loan}/history/${loan?.id ?? ''}`)
    expect(body.records ?? body).toMatchObject([
      { action: 'create', to: 'DRAFT', operator: '林晓' },
      { action: 'submit', actionTitle: '提交', from: 'DRAFT', to: 'AUDITING', operator: '林晓' },
      { action: 'approve', from: 'AUDITING', to: 'APPROVED', opinion: '同意', operator: '陈立' },
    ])
  })

  it('describes itself to administrators alone', async () => {
    const admin = await (await platform().as('admin')).ask('GET', '/api/contract')
    expect(admin.body).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) as string })
    expect(Object.keys(admin.body.paths as object)).toContain('/api/finance/loan/approve/{id}')
    // An auditor sees the users, and is no administrator.
    for (const userName of ['op01', 'au01']) {
      expect((await (await platform().as(userName)).ask('GET', '/api/contract')).status).toBe(403)
    }
  })

  it('exports what the list shows, and nothing where there is nothing', async () => {
    const op = await platform().as('op01')
    const file = await op.ask('POST', `${at.loan}/export`, { status: 'APPROVED' })
    expect(file.headers.get('content-disposition')).toContain('.xlsx')
    expect(file.body).toMatch(/^PK/)
    const nothing = await op.ask('POST', `${at.loan}/export`, { projectName: '没有这样的项目' })
    expect([nothing.status, nothing.headers.get('content-disposition'), nothing.body]).toEqual([200, null, ''])
  })
})
