/** Which function answers which extra endpoint of the screens. */
import type { ProductPlan } from '../../../engine/core/plan'
import type { Calls } from '../calls/calls'
import type { PermissionMenu } from '../permissionTree'
import type { Giving } from '../rules/giving'
import type { RightsWords } from '../rules/rightsWords'
import type { Extensions } from '../ruleTypes'
import { openAccountBeneficiary } from './beneficiaries'
import { changeCalendarDay, generateCalendar, workdayOf } from './calendar'
import { copyProduct, copySaleOrder } from './copies'
import { explainDebtNote, overdueSummary, trialInterest } from './debts'
import { enterpriseAccounts, enterpriseProducts, enterpriseUsers, openEnterpriseAccount, registeredAccounts } from './enterprises'
import { explainRecord, explainWaterlineRow } from './explain'
import { explainSubAccount } from './explainSubAccount'
import { explainMiscFee, explainServiceFee, generateFees } from './fees'
import { estimateLoanTaxes, loanTaxes } from './importTaxes'
import { syncInstitutionAccounts } from './institutionAccounts'
import { retryCall } from './interfaceLogs'
import { feeCustomerFacts, payerFacts } from './customerFacts'
import { invoiceFromOrder, invoiceLayoutFile, previewInvoice } from './invoices'
import { matchGoodsCategory, testKeywords } from './keywords'
import { allDictionaries, categoryTree, departmentTree, educationLevels, latestExchangeRate } from './lookups'
import { previewPledgeRate } from './pledgeRates'
import { batchesToPledge, collateralItems } from './pledges'
import { itemsToRedeem, trialCreditRedemption, trialRedemption } from './redemptions'
import { registerEnterprise, type LicenceStore } from './registration'
import { closePeriod, previewVoucher, reopenPeriod, subAccountTree } from './evidence'
import { createFreeOut } from './outOrders'
import { releasableOfLoan } from './releases'
import { relationGraph } from './relations'
import {
  explainRepaymentRecord,
  creditDebts,
  overdueDebts,
  repaymentDebts,
  repaymentReceipts,
  trialOverdueRepayment,
  trialCreditRepayment,
  trialRepayment,
} from './repayments'
import { rolePermissions, saveRolePermissions } from './roles'
import { simulateTransferNotice, takeTransferNotice } from './transferNotices'
import { availableCredit, trialLoan, trialProduct } from './trials'
import { recalcWaterline, suggestControl } from './waterlines'
import { createPledgeFill, riskSummary } from './warnings'
import { resetUserPassword, setUserStatus, userSummary } from './users'
import { explainReceipt, explainVerification, suggestVerification } from './verifications'

interface HandlerParts {
  plan: ProductPlan
  /** What a role can be given. */
  tree: PermissionMenu[]
  giving: Giving
  words: RightsWords
  licences: LicenceStore
  /** Nobody is given one of these. */
  refusedPasswords: readonly string[]
  calls: Calls
}

export function handlersOf({ plan, tree, giving, words, licences, refusedPasswords, calls }: HandlerParts): Extensions['handlers'] {
  return {
    allDictionaries,
    availableCredit,
    batchesToPledge,
    collateralItems,
    categoryTree,
    changeCalendarDay,
    closePeriod,
    copyProduct: copyProduct(plan),
    copySaleOrder: copySaleOrder(plan),
    createFreeOut,
    departmentTree,
    feeCustomerFacts,
    educationLevels,
    explainBankAccount: explainRecord(plan, 'bankAccount'),
    explainBond: explainRecord(plan, 'bond'),
    explainDebtNote: explainDebtNote(plan),
    explainLoan: explainRecord(plan, 'loan'),
    explainLoanPayment: explainRecord(plan, 'loanPayment'),
    explainMiscFee: explainMiscFee(plan),
    explainReceipt: explainReceipt(plan),
    explainVerification: explainVerification(plan),
    explainRepaymentRecord: explainRepaymentRecord(plan),
    explainQuota: explainRecord(plan, 'quota'),
    explainServiceFee: explainServiceFee(plan),
    explainSubAccount: explainSubAccount(plan),
    explainVoucher: explainRecord(plan, 'voucher'),
    explainWaterline: explainWaterlineRow(plan),
    estimateLoanTaxes: estimateLoanTaxes(plan),
    enterpriseAccounts,
    enterpriseProducts,
    enterpriseUsers,
    generateCalendar,
    generateServiceFees: generateFees('SERVICE'),
    generateTechFees: generateFees('TECH'),
    invoiceFromOrder,
    invoiceLayoutFile,
    latestExchangeRate,
    loanTaxes,
    matchGoodsCategory,
    openAccountBeneficiary: openAccountBeneficiary(plan),
    openEnterpriseAccount,
    creditDebts,
    itemsToRedeem,
    trialCreditRedemption,
    trialCreditRepayment,
    trialRedemption,
    createPledgeFill,
    overdueDebts,
    overdueSummary,
    payerFacts,
    previewInvoice,
    previewPledgeRate,
    previewVoucher,
    recalcWaterline,
    registerEnterprise: registerEnterprise(licences),
    registeredAccounts,
    reopenPeriod,
    relationGraph,
    releasableOfLoan,
    riskSummary,
    repaymentDebts,
    repaymentReceipts,
    resetUserPassword: resetUserPassword(plan, giving, refusedPasswords),
    retryCall: retryCall(plan, calls),
    rolePermissions: rolePermissions(tree),
    saveRolePermissions: saveRolePermissions(tree, words, plan),
    setUserStatus: setUserStatus(plan),
    simulateTransferNotice,
    subAccountTree,
    suggestVerification,
    suggestControl,
    syncInstitutionAccounts: syncInstitutionAccounts(plan, calls),
    takeTransferNotice,
    testKeywords,
    trialInterest,
    trialOverdueRepayment,
    trialRepayment,
    trialLoan,
    trialProduct,
    userSummary,
    workdayOf,
  }
}
