import type { Visitor } from './visitor'

/** Of the demo data. */
export const borrower = '演示铝业有限公司'
export const product = '甲行存货质押'
/** What the borrower and the bank have signed for loans. */
const loanContract = 'HT20260107-0014'

/** Begins a loan of this borrower on one of its customer lines: the header is filled, goods and amount are not. */
export async function beginLoan(operator: Visitor, projectName: string, lineNo: string): Promise<void> {
  await operator.shell.open('项目与入库', '融资管理')
  await operator.list.press('新增')
  await operator.form.fill({
    项目名称: projectName,
    融资客户: borrower,
    融资产品: product,
    客户额度: lineNo,
    融资合同: loanContract,
    监管仓库: '演示二号仓',
    资金用途: '采购铝锭周转',
  })
}
