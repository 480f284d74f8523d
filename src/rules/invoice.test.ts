import { describe, expect, it } from 'vitest'
import { addDecimals, roundDecimal, sumDecimals } from '../../engine/core/decimal'
import {
  digitalInvoiceNo,
  isTaxRate,
  refuseBeyondOrder,
  refuseInvoiceTax,
  restOfOrder,
  splitGross,
  taxOf,
  type InvoiceLine,
} from './invoice'

describe('E-26 the tax of an invoice', () => {
  it.each([
    ['11300.00', '0.1300', '10000.00', '1300.00'],
    ['999.99', '0.1300', '884.95', '115.04'],
    ['100.00', '0', '100.00', '0.00'],
  ])('takes %s at %s apart', (total, rate, netAmount, taxAmount) => {
    expect(splitGross(total, rate)).toEqual({ netAmount, taxAmount })
  })

  it('takes apart so that the parts add up and the tax is within a cent, whatever the amount', () => {
    for (let cents = 1; cents < 40_000; cents += 7) {
      const total = roundDecimal(String(cents / 100), 2)
      for (const rate of ['0.01', '0.03', '0.06', '0.09', '0.13']) {
        const { netAmount, taxAmount } = splitGross(total, rate)
        expect(roundDecimal(addDecimals(netAmount, taxAmount), 2)).toBe(total)
        expect(refuseInvoiceTax([{ qty: '1', unitPrice: netAmount, netAmount, taxAmount, taxRate: rate }])).toBeUndefined()
      }
    }
  })

  it('knows the rates that there are', () => {
    expect(['0.0000', '0.01', '0.03', '0.06', '0.0900', '0.13'].every(isTaxRate)).toBe(true)
    expect(['0.05', '0.1', '0.1301', '0.17'].some(isTaxRate)).toBe(false)
  })

  const line = (taxAmount: string, more: Partial<InvoiceLine> = {}): InvoiceLine => ({
    qty: '1',
    unitPrice: '100',
    netAmount: '100.00',
    taxRate: '0.13',
    taxAmount,
    ...more,
  })

  it.each([
    ['12.99', undefined],
    ['13.01', undefined],
    ['12.98', { code: 'invoice.tax-differs', params: { line: 1, tax: '12.98', expected: '13.00' } }],
    ['13.02', { code: 'invoice.tax-differs', params: { line: 1, tax: '13.02', expected: '13.00' } }],
  ])('lets a line be off by a cent: %s', (taxAmount, refusal) => {
    expect(refuseInvoiceTax([line(taxAmount)])).toEqual(refusal)
  })

  it('lets the whole be off by six cents and not by seven', () => {
    expect(refuseInvoiceTax(Array.from({ length: 6 }, () => line('13.01')))).toBeUndefined()
    expect(refuseInvoiceTax(Array.from({ length: 7 }, () => line('13.01')))).toEqual({
      code: 'invoice.total-tax-differs',
      params: { tax: '91.07', expected: '91.00' },
    })
  })

  it('holds amount and price together, as far as a price of six decimals can', () => {
    expect(refuseInvoiceTax([line('13.00', { netAmount: '100.01' })])).toBeUndefined()
    expect(refuseInvoiceTax([line('13.00', { netAmount: '100.02' })])?.code).toBe('invoice.amount-differs')
    // 1/3 cannot be said in six decimals: 60000 × 0.333333 is 19999.98.
    const third = { qty: '60000', unitPrice: '0.333333', netAmount: '20000.00', taxAmount: taxOf('20000.00', '0.13') }
    expect(refuseInvoiceTax([line('', third)])).toBeUndefined()
  })
})

describe('what is left of an order', () => {
  const goods = { id: '7', goodsName: '奶粉', qty: '100.0000', unitPrice: '9.9999', taxRate: '0.1300', totalAmount: '999.99' }

  it('is the whole order at first, to the cent', () => {
    expect(restOfOrder([{ ...goods, invoicedQty: '0' }], '999.99')).toEqual([
      { saleOrderLineId: '7', qty: '100.0000', unitPrice: '8.849500', taxRate: '0.1300', netAmount: '884.95', taxAmount: '115.04' },
    ])
  })

  it('leaves out what is invoiced, and gives the rest of the others', () => {
    const [rest, ...others] = restOfOrder(
      [
        { ...goods, invoicedQty: '40' },
        { ...goods, id: '8', invoicedQty: '100' },
      ],
      '599.99',
    )
    expect(rest).toMatchObject({ qty: '60.0000', netAmount: '530.96', taxAmount: '69.03' })
    expect(others).toEqual([])
  })

  it('adds up to what the order has left where earlier invoices were rounded the other way', () => {
    const rest = restOfOrder([{ ...goods, invoicedQty: '40' }], '599.98')
    expect(sumDecimals(rest.flatMap(({ netAmount, taxAmount }) => [netAmount, taxAmount]))).toBe('599.98')
    expect(refuseInvoiceTax(rest)).toBeUndefined()
    // More than the tolerance stays for a person to look at.
    expect(restOfOrder([{ ...goods, invoicedQty: '40' }], '590.00')[0]).toMatchObject({ netAmount: '530.96' })
  })
})

describe('an invoice over an order', () => {
  const order = {
    totalAmount: '1130.00',
    invoicedAmount: '113.00',
    lines: [{ id: '1', goodsName: '奶粉', qty: '100', unitPrice: '11.3', taxRate: '0.13', totalAmount: '1130.00', invoicedQty: '10' }],
  }
  const invoice = (totalAmount: string, ...qty: string[]) => ({
    totalAmount,
    lines: qty.map((each) => ({ saleOrderLineId: '1', qty: each })),
  })

  it('takes what is left to the last cent and piece', () => {
    expect(refuseBeyondOrder(invoice('1017.00', '50', '40'), order)).toBeUndefined()
  })
  it('takes no cent more', () => {
    expect(refuseBeyondOrder(invoice('1017.01', '90'), order)).toEqual({
      code: 'invoice.beyond-order',
      params: { amount: '1017.01', available: '1017.00' },
    })
  })
  it('takes no piece more, over several lines for the same goods', () => {
    expect(refuseBeyondOrder(invoice('1000.00', '50', '40.0001'), order)).toEqual({
      code: 'invoice.beyond-line',
      params: { goods: '奶粉', qty: '90.0001', available: '90.0000' },
    })
  })
  it('counts a charge of its own in money alone', () => {
    expect(refuseBeyondOrder({ totalAmount: '10.00', lines: [{ saleOrderLineId: null, qty: '1000' }] }, order)).toBeUndefined()
  })
})

it('numbers a digital invoice with 20 digits, its reversal apart', () => {
  expect(digitalInvoiceNo('FP20261120-0001', '2026-11-20', 'invoice')).toBe('26311000202611200001')
  expect(digitalInvoiceNo('FP20261120-12345', '2027-01-04', 'reversal')).toBe('27312002026112012345')
})
