/** Which function answers which extra endpoint of the screens. */
import type { ProductPlan } from '../../../engine/core/plan'
import { permissionTreeOf } from '../permissionTree'
import type { Extensions } from '../rules/types'
import { copyProduct, copySaleOrder } from './copies'
import { enterpriseProducts, enterpriseUsers, openEnterpriseAccount, registeredAccounts } from './enterprises'
import { customerLineFlows, quotaFlows } from './flows'
import { estimateLoanTaxes, loanTaxes } from './importTaxes'
import { invoiceFromOrder, invoiceLayoutFile, previewInvoice } from './invoices'
import { allDictionaries, categoryTree, departmentTree, educationLevels, latestExchangeRate } from './lookups'
import { registerEnterprise, type LicenceStore } from './registration'
import { rolePermissions, saveRolePermissions } from './roles'
import { availableCredit, trialLoan, trialProduct } from './trials'
import { resetUserPassword, setUserStatus, userSummary } from './users'

export function handlersOf(plan: ProductPlan, licences: LicenceStore): Extensions['handlers'] {
  const tree = permissionTreeOf(plan)
  return {
    allDictionaries,
    availableCredit,
    categoryTree,
    copyProduct: copyProduct(plan),
    copySaleOrder: copySaleOrder(plan),
    customerLineFlows,
    departmentTree,
    educationLevels,
    estimateLoanTaxes,
    enterpriseProducts,
    enterpriseUsers,
    invoiceFromOrder,
    invoiceLayoutFile,
    latestExchangeRate,
    loanTaxes,
    openEnterpriseAccount,
    previewInvoice,
    quotaFlows,
    registerEnterprise: registerEnterprise(licences),
    registeredAccounts,
    resetUserPassword,
    rolePermissions: rolePermissions(tree),
    saveRolePermissions: saveRolePermissions(tree, plan),
    setUserStatus,
    trialLoan,
    trialProduct,
    userSummary,
  }
}
