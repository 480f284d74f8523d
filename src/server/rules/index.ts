/** Which function belongs to which rule name of the schemas; the server refuses to start when one is missing or left over. */
import type { ProductPlan } from '../../../engine/core/plan'
import type { FileStore } from '../../../engine/server/files/fileStore'
import type { Calls } from '../calls/calls'
import { invoiceFiles } from '../invoice/files'
import * as accountPeriod from './accountPeriod'
import * as deposit from './advanceDeposit'
import * as transfer from './awxTransfer'
import * as bankAccount from './bankAccount'
import * as bond from './bond'
import * as calendar from './calendar'
import { matchCategory } from './categoryKeyword'
import { saveClientRelation } from './clientRelation'
import * as contract from './contract'
import * as control from './control'
import * as creditLimit from './creditLimit'
import * as entAccount from './entAccount'
import * as fee from './fee'
import * as fill from './fill'
import * as institution from './institutionPayout'
import * as invoice from './invoice'
import * as debtNote from './debtNote'
import * as loan from './loan'
import * as payment from './loanPayment'
import * as master from './masterData'
import * as pledge from './pledge'
import * as pledgeEnds from './pledgeEnds'
import * as notice from './pledgeNotice'
import { savePledgeRule } from './pledgeRules'
import * as prices from './prices'
import * as quota from './quota'
import * as receipt from './receipt'
import * as redemption from './redemption'
import { bookRepaymentOfDocument } from './redemptionRepayment'
import * as receivable from './receivable'
import * as repayment from './repayment'
import * as debtEnds from './debtEnds'
import * as outOrder from './outOrder'
import * as release from './pledgeRelease'
import * as saleOrder from './saleOrder'
import * as shortOrder from './shortOrder'
import * as stockIn from './stockIn'
import * as stockUnusual from './stockUnusual'
import { removeSubAccount, saveSubAccount } from './subAccount'
import * as verification from './verification'
import * as voucher from './voucher'
import { saveVoucherType } from './voucherType'
import * as waterline from './waterline'
import * as slip from './waterSlip'
import * as withdrawal from './withdrawal'
import * as warnRecord from './warnRecord'
import type { Giving } from './giving'
import type { Extensions } from '../ruleTypes'

export function saveRulesOf(plan: Pick<ProductPlan, 'dictionaries'>, giving: Giving): Extensions['save'] {
  return {
    saveBankAccount: bankAccount.saveBankAccount,
    saveBankFlow: bankAccount.saveBankFlow,
    saveCalendar: calendar.saveCalendar,
    saveCategory: master.saveCategory,
    saveClient: master.saveClient,
    saveClientRelation,
    saveCollateralPrice: prices.saveCollateralPrice,
    saveControl: control.saveControl,
    saveContract: contract.saveContract,
    saveCreditLimit: creditLimit.saveCreditLimit,
    saveCustomerLine: quota.saveCustomerLine,
    saveCustomerPrice: prices.saveCustomerPrice,
    saveDeposit: deposit.saveDeposit,
    saveDepartment: master.saveDepartment(giving),
    saveDictItem: master.saveDictItem(plan),
    saveEntAccount: entAccount.saveEntAccount,
    saveEnterprise: master.saveEnterprise,
    saveExchangeRate: master.saveExchangeRate,
    saveFill: fill.saveFill,
    saveInvoice: invoice.saveInvoice,
    saveLoan: loan.saveLoan,
    saveMiscFee: fee.saveMiscFee,
    saveNotice: notice.saveNotice,
    saveOutOrder: outOrder.saveOutOrder,
    savePayment: payment.savePayment,
    savePledge: pledge.savePledge,
    savePledgeRule,
    saveReceipt: receipt.saveReceipt,
    saveRelease: release.saveRelease,
    saveRedemption: redemption.saveRedemption,
    saveRepayment: repayment.saveRepayment,
    saveSaleOrder: saleOrder.saveSaleOrder,
    saveServiceFee: fee.saveServiceFee,
    saveSlip: slip.saveSlip,
    saveStockIn: stockIn.saveStockIn,
    saveStockUnusual: stockUnusual.saveStockUnusual,
    saveSubAccount,
    saveVerification: verification.saveVerification,
    saveVoucher: voucher.saveVoucher(plan),
    saveVoucherType,
    saveWithdrawal: withdrawal.saveWithdrawal,
  }
}

export const removeRules: Omit<Extensions['remove'], 'removeRole' | 'removeUser'> = {
  removeCurrency: master.removeCurrency,
  removeDepartment: master.removeDepartment,
  removeDictItem: master.removeDictItem,
  removeEntAccount: entAccount.removeEntAccount,
  removeReceipt: receipt.removeReceipt,
  removeSubAccount,
}

export const refreshRules: Extensions['refresh'] = {
  refreshAccountPeriod: accountPeriod.refreshAccountPeriod,
  refreshCollateralPrice: waterline.refreshCollateralPrice,
  refreshCustomerPrice: waterline.refreshCustomerPrice,
  refreshCalendar: debtNote.refreshCalendar,
  refreshLoan: waterline.refreshLoan,
}

/** @param store where files go that rules make */
export function actionRulesOf(
  store: Pick<FileStore, 'write'>,
  plan: Pick<ProductPlan, 'outside'>,
  calls: Calls,
): Omit<Extensions['action'], 'retryExport' | 'expireExport' | 'disableUser' | 'enableUser' | 'lockUser' | 'unlockUser'> {
  const files = invoiceFiles(store)
  return {
    adjustCreditLimit: creditLimit.adjustCreditLimit,
    adjustCustomerLine: quota.adjustCustomerLine,
    adjustQuota: quota.adjustQuota,
    advanceTransfer: transfer.advanceTransfer,
    approveClient: master.approveClient,
    approveCollateralPrice: prices.approveCollateralPrice,
    approveControl: control.approveControl,
    approveCreditLimit: creditLimit.approveCreditLimit,
    approveCustomerLine: quota.approveCustomerLine,
    approveCustomerPrice: prices.approveCustomerPrice,
    approveDeposit: deposit.approveDeposit,
    approveEnterprise: master.approveEnterprise,
    approveFill: fill.approveFill,
    approveInvoice: invoice.approveInvoice,
    approveLoan: loan.approveLoan,
    approvePayment: payment.approvePayment,
    approvePledge: pledge.approvePledge,
    approveQuota: quota.approveQuota,
    approveRelease: release.approveRelease,
    approveRepayment: repayment.approveRepayment,
    approveShortOrder: shortOrder.approveShortOrder,
    auditVoucher: voucher.auditVoucher,
    cancelBondRefund: bond.cancelBondRefund,
    cancelEnterprise: master.cancelEnterprise,
    cancelOutOrder: outOrder.cancelOutOrder(calls),
    cancelOutOrderSource: outOrder.cancelOutOrderSource(calls),
    cancelRelease: release.cancelRelease,
    cancelFill: fill.cancelFill,
    cancelStockIn: stockIn.cancelStockIn(calls),
    cancelTransfer: transfer.cancelTransfer(calls),
    cancelStockInSource: stockIn.cancelStockInSource(calls),
    changeCalendarDay: calendar.changeCalendarDay,
    checkPaidOff: debtEnds.checkPaidOff,
    classifyDebtNote: debtNote.classifyDebtNote,
    closeLoan: loan.closeLoan,
    closePeriod: accountPeriod.closePeriod,
    closeSaleOrder: saleOrder.closeSaleOrder,
    collectBond: bond.collectBond,
    collectFee: fee.collectFee,
    collectMiscFee: fee.collectMiscFee,
    confirmBondRefund: bond.confirmBondRefund,
    confirmPayment: payment.confirmPayment,
    confirmRepaymentOfBill: repayment.confirmRepaymentOfBill,
    confirmWithdrawal: withdrawal.confirmWithdrawal,
    confirmStockIn: stockIn.confirmStockIn,
    countPenalties: debtEnds.countPenalties,
    createFillOfWarning: warnRecord.createFillOfWarning,
    disableWarehouse: master.disableWarehouse,
    draftSettleReleases: release.draftSettleReleases,
    submitRedemption: redemption.submitRedemption,
    approveRedemption: redemption.approveRedemption,
    payRedemption: redemption.payRedemption,
    returnPayment: redemption.returnPayment,
    checkRedemption: redemption.checkRedemption,
    completeRedemption: redemption.completeRedemption,
    bookRepaymentOfDocument,
    releaseItem: pledgeEnds.releaseItem,
    releasePledge: pledgeEnds.releasePledge,
    expireCreditLimit: creditLimit.expireCreditLimit,
    endRecoveredFill: fill.endRecoveredFill,
    expireCustomerLine: quota.expireCustomerLine,
    expireQuota: quota.expireQuota,
    failPayment: payment.failPayment,
    failPayout: institution.failPayout,
    finishPayout: payment.finishPayout,
    finishStockIn: stockIn.finishStockIn,
    finishStockUnusual: stockUnusual.finishStockUnusual,
    freezeEnterprise: master.freezeEnterprise,
    handleStockUnusual: stockUnusual.handleStockUnusual,
    issueInvoice: invoice.issueInvoice(files),
    issueNotice: notice.issueNotice,
    matchFlow: payment.matchFlow,
    openBeneficiary: entAccount.openBeneficiary(calls),
    openDebtNote: debtNote.openDebtNote,
    payLoan: debtNote.payLoan,
    pickOutOrder: outOrder.pickOutOrder,
    postVoucher: voucher.postVoucher,
    postponeDebtNote: debtNote.postponeDebtNote,
    reApproveLoan: loan.reApproveLoan,
    receiptNotice: notice.receiptNotice,
    receiveStockIn: stockIn.receiveStockIn(plan),
    redInvoice: invoice.redInvoice(files),
    reduceReceivable: receivable.reduceReceivable,
    refundBond: bond.refundBond,
    refundReceipt: receipt.refundReceipt,
    refuseNotice: notice.refuseNotice,
    payoutPayment: institution.payoutPayment,
    registerOut: outOrder.registerOut(plan),
    registerWithdrawal: withdrawal.registerWithdrawal,
    registerPayment: payment.registerPayment,
    rejectEnterprise: master.rejectEnterprise,
    remindDebtor: debtNote.remindDebtor,
    renewCreditLimit: creditLimit.renewCreditLimit,
    renewCustomerLine: quota.renewCustomerLine,
    renewQuota: quota.renewQuota,
    reopenBond: bond.reopenBond,
    reopenDebtNote: debtEnds.reopenDebtNote,
    reopenLoan: debtEnds.reopenLoan,
    reopenPeriod: accountPeriod.reopenPeriod,
    reopenReceivable: receivable.reopenReceivable,
    resizeBond: bond.resizeBond,
    returnStockIn: stockIn.returnStockIn,
    reverseRepayment: repayment.reverseRepayment,
    setDefaultAccount: entAccount.setDefaultAccount,
    settleDebtNote: debtEnds.settleDebtNote,
    signOutOrder: outOrder.signOutOrder,
    submitClient: master.submitClient,
    submitCollateralPrice: prices.submitCollateralPrice,
    submitContract: contract.submitContract,
    submitControl: control.submitControl,
    submitCreditLimit: creditLimit.submitCreditLimit,
    submitCustomerLine: quota.submitCustomerLine,
    submitCustomerPrice: prices.submitCustomerPrice,
    submitDeposit: deposit.submitDeposit,
    submitMiscFee: fee.submitMiscFee,
    submitServiceFee: fee.submitServiceFee,
    submitFill: fill.submitFill,
    submitInvoice: invoice.submitInvoice,
    submitLoan: loan.submitLoan,
    scheduleTransfer: transfer.scheduleTransfer(calls),
    submitOutOrder: outOrder.submitOutOrder(calls),
    submitPayment: payment.submitPayment,
    submitPledge: pledge.submitPledge,
    submitQuota: quota.submitQuota,
    submitRelease: release.submitRelease,
    submitRepayment: repayment.submitRepayment,
    submitShortOrder: shortOrder.submitShortOrder,
    submitStockIn: stockIn.submitStockIn(calls),
    submitWithdrawal: withdrawal.submitWithdrawal,
    submitVerification: verification.submitVerification,
    terminateClient: master.terminateClient,
    terminateContract: contract.terminateContract,
    unAuditVoucher: voucher.unAuditVoucher,
    uncollectBond: bond.uncollectBond,
    uncollectFee: fee.uncollectFee,
    unfreezeEnterprise: master.unfreezeEnterprise,
    unreleasePledge: pledgeEnds.unreleasePledge,
    unverifyReceipt: receipt.unverifyReceipt,
    validateBeneficiary: entAccount.validateBeneficiary,
    verifyReceipt: receipt.verifyReceipt,
    verifyReceivable: receivable.verifyReceivable,
    verifySlip: slip.verifySlip,
    voidNotice: notice.voidNotice,
    waiveFee: fee.waiveFee,
    withdrawStockIn: stockIn.withdrawStockIn(calls),
  }
}

export const lineRules: Extensions['line'] = {
  checkSaleLine: saleOrder.checkSaleLine,
  checkStockInGoods: stockIn.checkStockInGoods,
  matchCategory,
}
