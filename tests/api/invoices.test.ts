import { describe, expect, it } from 'vitest'
import type { RecordValues } from '../../engine/core/wire'
import type { InvoiceSheet } from '../../src/rules/invoiceSheet'
import { approvedInvoice, at, invoiceValues, orderInForce, orderValues } from './support/fixtures'
import { describePlatform } from './support/platform'

describePlatform('invoices', (platform) => {
  const invoiced = async (orderId: string): Promise<{ amount: unknown; lines: unknown[] }> => {
    const order = await (await platform().as('op01')).read(at.order, orderId)
    return { amount: order['invoicedAmount'], lines: (order['lines'] as RecordValues[]).map((line) => line['invoicedQty']) }
  }
  const sheetsOf = async (id: string): Promise<InvoiceSheet[]> =>
    (await (await platform().as('au01')).ask('GET', `${at.invoice}/preview/${id}`)).body.sheets

  it('E-26 an order adds up its lines: 999.99 is 884.95 and a tax of 115.04', async () => {
    const op = await platform().as('op01')
    const { id } = await op.add(at.order, await orderValues(platform()))
    expect(await op.read(at.order, id)).toMatchObject({
      totalQty: '100.0000',
      totalAmount: '999.99',
      netAmount: '884.95',
      taxAmount: '115.04',
      invoicedAmount: '0.00',
      lines: [{ taxRate: '0.1300', totalAmount: '999.99', taxAmount: '115.04' }],
    })
  })

  it('orders and invoices know the rates of value added tax and no others', async () => {
    const [op, clerk] = [await platform().as('op01'), await platform().as('fn01')]
    const values = await orderValues(platform())
    const [line] = values['lines'] as object[]
    const wrong = await op.ask('POST', at.order, { ...values, lines: [line, { ...line, taxRate: '0.05' }] })
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ path: 'lines.1.taxRate' }] } })
    for (const taxRate of ['0', '0.01', '0.03', '0.06', '0.09', '0.13'])
      expect((await op.ask('POST', at.order, { ...values, lines: [{ ...line, taxRate }] })).status).toBe(200)

    const { id } = await orderInForce(platform())
    const invoice = await invoiceValues(platform(), id)
    const [row] = invoice['lines'] as object[]
    expect((await clerk.ask('POST', at.invoice, { ...invoice, lines: [{ ...row, taxRate: '0.05' }] })).body.errors).toMatchObject([
      { path: 'lines.0.taxRate' },
    ])
  })

  it('an order is copied as a draft of today, delivered as many days later', async () => {
    const op = await platform().as('op01')
    const [old] = (await op.list(at.order, { saleNo: 'XD20260420-0001' })).records
    const { body } = await op.ask('POST', `${at.order}/copy/${old?.id}`)
    const [copy, original] = [await op.read(at.order, String(body.id)), await op.read(at.order, old?.id ?? '')]
    expect(copy).toMatchObject({ status: 'DRAFT', orderDate: '2026-11-20', deliveryDate: '2026-12-04', invoicedAmount: '0.00' })
    expect(copy['totalAmount']).toBe(original['totalAmount'])
    expect((copy['lines'] as RecordValues[]).map(({ invoicedQty }) => invoicedQty)).toEqual(['0.0000', '0.0000'])
    const elsewhere = await platform().as('op02')
    expect((await elsewhere.ask('POST', `${at.order}/copy/${old?.id}`)).status).toBe(404)
  })

  describe('from an order', () => {
    it('takes over the buyer, the seller and the lines, and what the client says of them does not count', async () => {
      const clerk = await platform().as('fn01')
      const { id } = await orderInForce(platform())
      const { body } = await clerk.ask('GET', `${at.invoice}/fromorder?saleOrderId=${id}`)
      expect(body).toMatchObject({
        buyerTitle: '演示商超有限公司',
        buyerTaxNo: '91310115MA1DEM0334',
        sellerName: '演示综合服务平台有限公司',
        departmentName: '华东业务部',
        lines: [{ itemName: '金装婴配奶粉1段', unit: '箱', qty: '100.0000', unitPrice: '8.849500', netAmount: '884.95' }],
      })
      const invoice = await clerk.add(at.invoice, await invoiceValues(platform(), id))
      expect(await clerk.read(at.invoice, invoice.id)).toMatchObject({
        invoiceSource: 'SALE',
        buyerName: '演示商超有限公司',
        departmentName: '华东业务部',
        totalAmount: '999.99',
      })
      const foreign = await clerk.ask('POST', at.invoice, { ...(await invoiceValues(platform(), id)), buyerId: '1' })
      expect(foreign.status).toBe(422)
    })

    it('names lines of that order only, and a buyer with a tax number on a special invoice', async () => {
      const clerk = await platform().as('fn01')
      const [first, other] = [await orderInForce(platform()), await orderInForce(platform())]
      const values = await invoiceValues(platform(), first.id)
      const { lines } = await invoiceValues(platform(), other.id)
      expect((await clerk.ask('POST', at.invoice, { ...values, lines })).body.errors).toMatchObject([{ path: 'lines.0.saleOrderLineId' }])
      const { buyerTaxNo: _none, ...nameless } = values
      const { id } = await clerk.add(at.invoice, nameless)
      expect((await clerk.tryTo(at.invoice, 'submit', id)).body.errors).toMatchObject([{ path: 'buyerTaxNo', rule: 'required' }])
      const normal = await clerk.add(at.invoice, { ...nameless, invoiceKind: 'DIGI_NORMAL' })
      expect(await clerk.act(at.invoice, 'submit', normal.id)).toMatchObject({ status: 'AUDITING' })
    })

    it('is approved by somebody else than who submitted it', async () => {
      const [both, manager] = [await platform().as('multi01'), await platform().as('fm01')]
      const { id } = await orderInForce(platform())
      const invoice = await both.add(at.invoice, await invoiceValues(platform(), id))
      await both.act(at.invoice, 'submit', invoice.id)
      expect(await both.tryTo(at.invoice, 'approve', invoice.id)).toMatchObject({ status: 417, body: { code: 100500 } })
      expect(await manager.act(at.invoice, 'approve', invoice.id)).toMatchObject({ status: 'APPROVED' })
      expect((await (await platform().as('op01')).tryTo(at.invoice, 'issue', invoice.id)).status).toBe(403)
    })
  })

  it('issue gives a number of 20 digits, the day, the drawer and a file, and tells the order', async () => {
    const clerk = await platform().as('fn01')
    const { id } = await orderInForce(platform())
    const { id: invoiceId, invoiceApplyNo } = await approvedInvoice(platform(), id)
    await clerk.act(at.invoice, 'issue', invoiceId)
    const issued = await clerk.read(at.invoice, invoiceId)
    const serial = String(invoiceApplyNo).replace(/\D/g, '')
    expect(issued).toMatchObject({
      status: 'ISSUED',
      invoiceNo: `26311000${serial}`,
      invoiceDate: '2026-11-20',
      drawer: '赵敏',
      totalAmountCn: '玖佰玖拾玖元玖角玖分',
    })
    const files = issued['invoiceFiles'] as { id: string; name: string; type: string }[]
    expect(files).toMatchObject([{ name: `电子发票（增值税专用发票）-26311000${serial}.pdf`, type: 'application/pdf' }])
    const stored = await clerk.ask('GET', `/file/download/${files[0]?.id}`)
    const { content } = (await clerk.ask('GET', `${at.invoice}/layout/${invoiceId}`)).body as { content: string }
    expect(stored.body).toBe(Buffer.from(content, 'base64').toString('utf8'))
    expect(await invoiced(id)).toEqual({ amount: '999.99', lines: ['100.0000'] })
    expect(await platform().violations()).toEqual([])
  })

  it('a number of the tax platform may be typed, an invoice on paper needs its own', async () => {
    const clerk = await platform().as('fn01')
    const { id } = await orderInForce(platform())
    const half = async (invoiceKind: string): Promise<RecordValues> => {
      const values = await invoiceValues(platform(), id)
      const [line] = values['lines'] as Record<string, string>[]
      return approvedInvoice(platform(), id, { invoiceKind, lines: [{ ...line, qty: '10', netAmount: '88.50', taxAmount: '11.51' }] })
    }
    const digital = await half('DIGI_NORMAL')
    const short = await clerk.tryTo(at.invoice, 'issue', digital.id, { invoiceNo: '12345678' })
    expect(short).toMatchObject({ status: 422, body: { errors: [{ path: 'invoiceNo' }] } })
    await clerk.act(at.invoice, 'issue', digital.id, { invoiceNo: '26322000000000000001' })
    expect(await clerk.read(at.invoice, digital.id)).toMatchObject({ invoiceNo: '26322000000000000001' })

    const paper = await half('PAPER_SPECIAL')
    const unnumbered = await clerk.tryTo(at.invoice, 'issue', paper.id)
    expect(unnumbered.body.errors.map(({ path }: { path: string }) => path)).toEqual(['invoiceNo', 'invoiceCode'])
    await clerk.act(at.invoice, 'issue', paper.id, { invoiceNo: '12345678', invoiceCode: '3100263130' })
    expect((await sheetsOf(paper.id))[0]).toMatchObject({ title: '增值税专用发票', code: '3100263130', number: '12345678' })
  })

  it('of invoices that are issued at once over one order, as many go through as the order has room for', async () => {
    const clerk = await platform().as('fn01')
    const { id } = await orderInForce(platform())
    const { lines } = await invoiceValues(platform(), id)
    const [line] = lines as Record<string, string>[]
    // Each takes 30 of 100.
    const part = { ...line, qty: '30', netAmount: '265.49', taxAmount: '34.51' }
    const invoices: RecordValues[] = []
    for (let count = 0; count < 6; count++) invoices.push(await approvedInvoice(platform(), id, { lines: [part] }))
    const responses = await Promise.all(invoices.map((invoice) => clerk.tryTo(at.invoice, 'issue', invoice.id)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3)
    const refused = responses.filter(({ status }) => status === 417)
    expect(refused.map(({ body }) => body.code as number)).toEqual([100576, 100576, 100576])
    expect(await invoiced(id)).toEqual({ amount: '900.00', lines: ['90.0000'] })
    expect(await platform().violations()).toEqual([])
  })

  it('red gives back what was invoiced, with a number of its own and a negative sheet', async () => {
    const [clerk, manager] = [await platform().as('fn01'), await platform().as('fm01')]
    const { id } = await orderInForce(platform())
    const { id: invoiceId } = await approvedInvoice(platform(), id)
    await clerk.act(at.invoice, 'issue', invoiceId)
    expect((await manager.tryTo(at.invoice, 'red', invoiceId)).body.errors).toMatchObject([{ path: 'redReason' }])
    expect((await clerk.tryTo(at.invoice, 'red', invoiceId, { redReason: '退货' })).status).toBe(403)
    await manager.act(at.invoice, 'red', invoiceId, { redReason: '退货' })

    expect(await invoiced(id)).toEqual({ amount: '0.00', lines: ['0.0000'] })
    const [original, reversal, ...others] = await sheetsOf(invoiceId)
    expect(original).toMatchObject({ mark: '已红冲', totalAmount: '999.99', number: expect.stringMatching(/^26311/) as string })
    expect(reversal).toMatchObject({
      number: expect.stringMatching(/^26312/) as string,
      date: '2026-11-20',
      totalAmount: '-999.99',
      totalInWords: '负玖佰玖拾玖元玖角玖分',
      remarks: [`被红冲蓝字发票号码：${original?.number}`, '红冲原因：退货'],
      lines: [{ qty: '-100.0000', netAmount: '-884.95', taxAmount: '-115.04' }],
    })
    expect(others).toEqual([])
    expect(((await clerk.read(at.invoice, invoiceId))['invoiceFiles'] as unknown[]).length).toBe(2)
    // What was given back can be invoiced again.
    await clerk.act(at.invoice, 'issue', (await approvedInvoice(platform(), id)).id)
    expect(await invoiced(id)).toEqual({ amount: '999.99', lines: ['100.0000'] })
    expect(await platform().violations()).toEqual([])
  })

  describe('L6 the preview', () => {
    it('shows the invoice as it is stored, a sample while it is not issued', async () => {
      const { id } = await orderInForce(platform())
      const clerk = await platform().as('fn01')
      const draft = await clerk.add(at.invoice, await invoiceValues(platform(), id, { remark: '货到付款', invoiceKind: 'DIGI_NORMAL' }))
      expect(await sheetsOf(draft.id)).toMatchObject([
        {
          title: '电子发票（普通发票）',
          mark: '样稿 未开具',
          number: '',
          buyer: { name: '演示商超有限公司', taxNo: '91310115MA1DEM0334' },
          seller: { name: '演示综合服务平台有限公司', taxNo: '91310115MA1DEM001T' },
          totalAmount: '999.99',
          totalInWords: '玖佰玖拾玖元玖角玖分',
          remarks: expect.arrayContaining(['货到付款']) as string[],
        },
      ])
    })

    it('is kept from who may not see the invoice', async () => {
      const [invoice] = (await (await platform().as('fn01')).list(at.invoice, { status: 'ISSUED' })).records
      expect((await (await platform().as('cu01')).ask('GET', `${at.invoice}/preview/${invoice?.id}`)).status).toBe(403)
      const south = await platform().as('op02')
      const eastern = (await (await platform().as('fn01')).list(at.invoice, { invoiceApplyNo: 'FP20260428-0001' })).records[0]
      for (const what of ['preview', 'layout']) expect((await south.ask('GET', `${at.invoice}/${what}/${eastern?.id}`)).status).toBe(404)
    })
  })
})
