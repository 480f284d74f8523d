/** Which function answers which extra endpoint of the screens. */
import type { ProductPlan } from '../../../engine/core/plan'
import type { PermissionMenu } from '../permissionTree'
import type { Giving } from '../rules/giving'
import type { RightsWords } from '../rules/rightsWords'
import type { Extensions } from '../ruleTypes'
import { changeCalendarDay, generateCalendar, workdayOf } from './calendar'
import { copyProduct, copySaleOrder } from './copies'
import { enterpriseProducts, enterpriseUsers, openEnterpriseAccount, registeredAccounts } from './enterprises'
import { estimateLoanTaxes, loanTaxes } from './importTaxes'
import { invoiceFromOrder, invoiceLayoutFile, previewInvoice } from './invoices'
import { allDictionaries, categoryTree, departmentTree, educationLevels, latestExchangeRate } from './lookups'
import { previewPledgeRate } from './pledgeRates'
import { batchesToPledge, collateralItems } from './pledges'
import { registerEnterprise, type LicenceStore } from './registration'
import { rolePermissions, saveRolePermissions } from './roles'
import { availableCredit, trialLoan, trialProduct } from './trials'
import { recalcWaterline, suggestControl } from './waterlines'
import { resetUserPassword, setUserStatus, userSummary } from './users'

interface HandlerParts {
  plan: ProductPlan
  /** What a role can be given. */
  tree: PermissionMenu[]
  giving: Giving
  words: RightsWords
  licences: LicenceStore
  /** Nobody is given one of these. */
  refusedPasswords: readonly string[]
}

export function handlersOf({ plan, tree, giving, words, licences, refusedPasswords }: HandlerParts): Extensions['handlers'] {
  return {
    allDictionaries,
    availableCredit,
    batchesToPledge,
    collateralItems,
    categoryTree,
    changeCalendarDay,
    copyProduct: copyProduct(plan),
    copySaleOrder: copySaleOrder(plan),
    departmentTree,
    educationLevels,
    estimateLoanTaxes: estimateLoanTaxes(plan),
    enterpriseProducts,
    enterpriseUsers,
    generateCalendar,
    invoiceFromOrder,
    invoiceLayoutFile,
    latestExchangeRate,
    loanTaxes,
    openEnterpriseAccount,
    previewInvoice,
    previewPledgeRate,
    recalcWaterline,
    registerEnterprise: registerEnterprise(licences),
    registeredAccounts,
    resetUserPassword: resetUserPassword(plan, giving, refusedPasswords),
    rolePermissions: rolePermissions(tree),
    saveRolePermissions: saveRolePermissions(tree, words, plan),
    setUserStatus: setUserStatus(plan),
    suggestControl,
    trialLoan,
    trialProduct,
    userSummary,
    workdayOf,
  }
}
