import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ProductPlan } from '../../engine/core/plan'
import type { RecordValues } from '../../engine/core/wire'
import { systemUser } from '../../engine/server/session'
import { inWrite } from '../../engine/server/write/transaction'
import { extensionsOf } from '../../src/server/extensions'
import { readProduct } from '../../src/server/product'
import { testRoot } from './support/config'
import { at, orderValues } from './support/fixtures'
import { describePlatform } from './support/platform'

/** What an entity says to have a voucher drawn: the event, the document, and what it is booked by. */
const step = {
  create: 'voucher',
  with: {
    bizEvent: "'SALE_OUT'",
    docType: "'saleOrder'",
    docNo: 'saleNo',
    docStep: 'concat(version)',
    voucherDate: 'today()',
    departmentId: 'departmentId',
    fundingPartyId: 'fundingPartyId',
    borrowerId: 'borrowerId',
    counterpartyId: 'customerId',
  },
  lines: {
    amounts: ['totalAmount', 'netAmount', 'taxAmount'].map((key) => ({
      fields: { amountKey: `'${key}'`, amount: key },
      nonZero: ['amount'],
    })),
  },
  orSkip: true,
  onUndo: 'sourceReversed',
}

/** Orders that book themselves when they are approved, as later documents do: the shipped schemas with one step more. */
describePlatform('a voucher that a document has drawn', (platform) => {
  let folder = ''
  let plan: ProductPlan
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'booked-'))
    cpSync(join(testRoot, 'schemas'), folder, { recursive: true })
    const file = join(folder, 'entities/sales/saleOrder.entity.json')
    const approve = '"approve": { "to": "APPROVED" }'
    const booking = `"approve": { "to": "APPROVED", "then": [${JSON.stringify(step)}] }`
    const revoke = '"revoke": { "title": "撤销审批", "from": ["APPROVED"], "to": "DRAFT", "undo": { "action": "approve", "tree": true } }'
    const order = readFileSync(file, 'utf8')
    writeFileSync(file, order.replace(approve, `${booking}, ${revoke}`))
    plan = readProduct(testRoot, folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const press = (id: string, action: string) => {
    const { services } = platform()
    const extensions = extensionsOf(plan, services.fileStore, { send: async () => undefined })
    return inWrite({ ...services, plan, extensions }, systemUser, (context) =>
      context.perform({ entity: 'saleOrder', id, action, body: {} }),
    )
  }
  const submitted = async (): Promise<RecordValues> => {
    const op = await platform().as('op01')
    const { id } = await op.add(at.order, await orderValues(platform()))
    return op.act(at.order, 'submit', id)
  }
  const vouchersOf = async (docNo: unknown) => {
    const officer = await platform().as('fn01')
    const { records } = await officer.list(at.voucher, { docNo: String(docNo) })
    return Promise.all(records.map(({ id }) => officer.read(at.voucher, id)))
  }

  it('E-28: has the amounts of the document, whose number and version it names', async () => {
    const order = await submitted()
    await press(order.id, 'approve')
    const [voucher, ...others] = await vouchersOf(order['saleNo'])
    expect(others).toEqual([])
    expect(voucher).toMatchObject({
      bizEvent: 'SALE_OUT',
      docType: 'saleOrder',
      docStep: String(Number(order['version']) + 1),
      status: 'DRAFT',
      createdById: null,
      totalDebit: order['totalAmount'],
      entries: [
        { subjectCode: '1122', debitAmount: order['totalAmount'], auxEnterpriseName: order['customerName'] },
        { subjectCode: '6001', creditAmount: order['netAmount'] },
        { subjectCode: '222102', creditAmount: order['taxAmount'] },
      ],
    })
  })

  it('A14: goes with its document, though somebody has audited it, and comes again with it', async () => {
    const order = await submitted()
    await press(order.id, 'approve')
    const [first] = await vouchersOf(order['saleNo'])
    await (await platform().as('fm01')).act(at.voucher, 'audit', first?.id ?? '')
    await press(order.id, 'revoke')
    expect(await vouchersOf(order['saleNo'])).toMatchObject([{ status: 'REVERSED', postedAt: expect.any(String) }])
    expect(await vouchersOf(first?.['voucherNo'])).toMatchObject([{ status: 'DRAFT', docType: 'voucher', docStep: 'RED' }])

    await (await platform().as('op01')).act(at.order, 'submit', order.id)
    await press(order.id, 'approve')
    const both = await vouchersOf(order['saleNo'])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set(['DRAFT', 'REVERSED']))
  })

  it('is not drawn while its type is switched off, and its document goes on', async () => {
    const officer = await platform().as('fn01')
    const type = await platform().idOf('voucher_type', 'type_code', 'SALE_OUT')
    await officer.act(at.voucherType, 'disable', type)
    const order = await submitted()
    await press(order.id, 'approve')
    expect(await vouchersOf(order['saleNo'])).toEqual([])
    expect(await (await platform().as('op01')).read(at.order, order.id)).toMatchObject({ status: 'APPROVED' })
    await officer.act(at.voucherType, 'enable', type)
  })

  it('leaves the data whole', async () => {
    expect((await platform().violations()).filter((violation) => !violation.startsWith('I-13'))).toEqual([])
  })
})
