import type { NewSubAccount } from '../generated/subAccount'

/** Code, name, side of the balance, and what entries are kept by. */
type Row = [code: string, name: string, side: 'DEBIT' | 'CREDIT', aux?: NewSubAccount['auxType']]

/** The accounts that vouchers of events are booked in (domain 50, E.5), and the usual ones beside them; upper ones first. */
const rows: Row[] = [
  ['1001', '库存现金', 'DEBIT'],
  ['1002', '银行存款', 'DEBIT', 'BANK'],
  ['1012', '其他货币资金-支付机构', 'DEBIT'],
  ['1122', '应收账款', 'DEBIT', 'ENTERPRISE'],
  ['1123', '预付账款', 'DEBIT', 'ENTERPRISE'],
  ['1132', '应收利息', 'DEBIT', 'ENTERPRISE'],
  ['1221', '其他应收款', 'DEBIT'],
  ['122101', '应收融资本金', 'DEBIT', 'ENTERPRISE'],
  ['122102', '应收代垫税款', 'DEBIT', 'ENTERPRISE'],
  ['1405', '库存商品', 'DEBIT'],
  ['1601', '固定资产', 'DEBIT'],
  ['1602', '累计折旧', 'CREDIT'],
  ['2202', '应付账款', 'CREDIT', 'ENTERPRISE'],
  ['2203', '预收账款', 'CREDIT', 'ENTERPRISE'],
  ['2211', '应付职工薪酬', 'CREDIT'],
  ['2221', '应交税费', 'CREDIT'],
  ['222101', '应交增值税-进项税额', 'DEBIT'],
  ['222102', '应交增值税-销项税额', 'CREDIT'],
  ['2241', '其他应付款', 'CREDIT'],
  ['224101', '保证金', 'CREDIT', 'ENTERPRISE'],
  ['224102', '代收税款', 'CREDIT', 'ENTERPRISE'],
  ['4001', '实收资本', 'CREDIT'],
  ['4103', '本年利润', 'CREDIT'],
  ['4104', '利润分配', 'CREDIT'],
  ['6001', '销售收入', 'CREDIT'],
  ['6011', '利息收入', 'CREDIT'],
  ['6051', '服务费收入', 'CREDIT'],
  ['6301', '罚息收入', 'CREDIT'],
  ['6401', '销售成本', 'DEBIT'],
  ['6602', '管理费用', 'DEBIT', 'DEPARTMENT'],
  ['6603', '财务费用', 'DEBIT'],
  ['660301', '手续费', 'DEBIT', 'DEPARTMENT'],
  ['660302', '汇兑损益', 'DEBIT', 'DEPARTMENT'],
  ['6702', '信用减值损失', 'DEBIT'],
  ['6801', '所得税费用', 'DEBIT'],
]

export const chartOfAccounts: NewSubAccount[] = rows.map(([subjectCode, subjectName, balanceDirection, auxType = 'NONE']) => ({
  subjectCode,
  subjectName,
  balanceDirection,
  auxType,
}))
