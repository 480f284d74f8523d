import type { VoucherEventCode } from '../../rules/voucher/events'
import type { NewVoucherType, NewVoucherTypeEntries } from '../generated/voucherType'

type Key = NewVoucherTypeEntries['amountField']
type Aux = NewVoucherTypeEntries['auxField']
/** Account, and what of the document goes there. */
type Side = [code: string, key: Key, aux?: Aux]

/** An entry of a template, its account by code. */
export interface TemplateRow extends Omit<NewVoucherTypeEntries, 'subAccountId'> {
  code: string
}

export interface StandardType extends Omit<NewVoucherType, 'entries' | 'bizEvent'> {
  bizEvent?: VoucherEventCode
  rows: TemplateRow[]
}

function ofEvent(
  bizEvent: VoucherEventCode,
  typeName: string,
  voucherWord: string,
  [debit, credit]: [debit: Side[], credit: Side[]],
  summaryTemplate = `{borrower} ${typeName} {docNo}`,
): StandardType {
  const row = (entrySide: 'DEBIT' | 'CREDIT', [code, amountField, auxField]: Side): TemplateRow => ({
    entrySide,
    code,
    amountField,
    ...(auxField === undefined ? {} : { auxField }),
  })
  const rows = [...debit.map((side) => row('DEBIT', side)), ...credit.map((side) => row('CREDIT', side))]
  return { typeCode: bizEvent, typeName, voucherWord, bizEvent, autoGenerate: rows.length > 0, summaryTemplate, rows }
}

/** What money comes in or goes out for, at once. */
function received(bizEvent: VoucherEventCode, typeName: string, code: string, aux?: Aux): StandardType {
  return ofEvent(bizEvent, typeName, 'SHOU', [[['1002', 'amount']], [[code, 'amount', aux]]])
}
function paid(bizEvent: VoucherEventCode, typeName: string, code: string, aux?: Aux): StandardType {
  return ofEvent(bizEvent, typeName, 'FU', [[[code, 'amount', aux]], [['1002', 'amount']]])
}

const ofDebts: Side[] = [
  ['122101', 'principal'],
  ['122102', 'taxPrincipal'],
  ['1132', 'interest'],
  ['6301', 'penaltyNet'],
  ['222102', 'penaltyTax'],
  ['1122', 'fee'],
]

/** One for each business event (domain 50, E.5), and one for what is booked by hand. */
export const voucherTemplates: StandardType[] = [
  ofEvent('PAYOUT', '放款', 'FU', [
    [
      ['122101', 'financePart'],
      ['224101', 'bondPart'],
    ],
    [
      ['1002', 'financePart'],
      ['1002', 'bondPart'],
    ],
  ]),
  ofEvent('TAX_PAYOUT', '垫付税款', 'FU', [[['122102', 'cnyAmount']], [['1002', 'cnyAmount']]]),
  ofEvent(
    'INTEREST_ACCRUAL',
    '计提利息',
    'ZHUAN',
    [
      [['1132', 'interestGross']],
      [
        ['6011', 'interestNet'],
        ['222102', 'interestTax'],
      ],
    ],
    '计提利息 {borrower} {docNo}',
  ),
  ofEvent('REPAY', '还款', 'SHOU', [
    [
      ['1002', 'receiptNet'],
      ['2203', 'depositOffset'],
      ['224101', 'bondOffset'],
    ],
    ofDebts,
  ]),
  received('BOND_IN', '收保证金', '224101'),
  { ...ofEvent('BOND_USE', '保证金抵扣', 'ZHUAN', [[], []]), remark: '保留：放款、还款的凭证已借记保证金' },
  ofEvent('BOND_REFUND', '退保证金', 'FU', [
    [
      ['224101', 'toDeposit'],
      ['224101', 'toBank'],
    ],
    [
      ['2203', 'toDeposit'],
      ['1002', 'toBank'],
    ],
  ]),
  received('DEPOSIT_IN', '预存款入账', '2203'),
  ofEvent('WITHDRAW', '客户提现', 'FU', [[['2203', 'total']], [['1002', 'total']]]),
  ofEvent('FEE_CONFIRM', '服务费确认', 'ZHUAN', [
    [['1122', 'totalAmount']],
    [
      ['6051', 'netAmount'],
      ['222102', 'taxAmount'],
    ],
  ]),
  received('FEE_IN', '收服务费', '1122'),
  ofEvent('FX_SETTLE', '换汇交割', 'ZHUAN', [
    [
      ['1012', 'bookAmount'],
      ['1002', 'cnyReceived'],
      ['660302', 'lossAmount'],
      ['660301', 'feeAmount'],
    ],
    [
      ['1002', 'cnyPaid'],
      ['1012', 'bookAmountOut'],
      ['660302', 'gainAmount'],
    ],
  ]),
  ofEvent('BANK_CHARGE', '银行手续费', 'FU', [[['660301', 'cnyAmount']], [['1002', 'cnyAmount']]]),
  ofEvent('SALE_OUT', '销售出库', 'ZHUAN', [
    [
      ['1122', 'totalAmount', 'counterpartyId'],
      ['6401', 'costAmount'],
    ],
    [
      ['6001', 'netAmount'],
      ['222102', 'taxAmount'],
      ['1405', 'costAmount'],
    ],
  ]),
  received('SALE_IN', '销售收款', '1122', 'counterpartyId'),
  ofEvent('PURCHASE_IN', '采购入库', 'ZHUAN', [
    [
      ['1405', 'netAmount'],
      ['222101', 'taxAmount'],
    ],
    [['2202', 'totalAmount', 'counterpartyId']],
  ]),
  paid('PURCHASE_PAY', '采购付款', '2202', 'counterpartyId'),
  received('TAX_IN', '收代缴税款', '224102'),
  paid('TAX_PAY', '代缴海关税款', '224102'),
  ofEvent('WRITE_OFF', '呆账核销', 'ZHUAN', [
    [['6702', 'total']],
    [
      ['122101', 'principal'],
      ['122102', 'taxPrincipal'],
      ['1132', 'interest'],
      ['1122', 'fee'],
    ],
  ]),
  ofEvent('DISPOSAL', '处置回收', 'SHOU', [[['1002', 'receiptTotal']], [['1002', 'disposalCost'], ...ofDebts, ['2203', 'surplus']]]),
  { typeCode: 'MANUAL', typeName: '手工凭证', voucherWord: 'JI', autoGenerate: false, rows: [] },
]
