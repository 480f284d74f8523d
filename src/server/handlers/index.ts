/** Which function answers which extra endpoint of the screens. */
import type { ProductPlan } from '../../../engine/core/plan'
import type { ProductExtensions } from '../../../engine/server/extensions'
import { permissionTreeOf } from '../permissionTree'
import { enterpriseProducts, enterpriseUsers, openEnterpriseAccount, registeredAccounts } from './enterprises'
import { customerLineFlows, quotaFlows } from './flows'
import { allDictionaries, categoryTree, departmentTree, educationLevels, latestExchangeRate } from './lookups'
import { copyProduct } from './products'
import { registerEnterprise, type LicenceStore } from './registration'
import { rolePermissions, saveRolePermissions } from './roles'
import { availableCredit, trialLoan, trialProduct } from './trials'
import { resetUserPassword, setUserStatus, userSummary } from './users'

export function handlersOf(plan: ProductPlan, licences: LicenceStore): ProductExtensions['handlers'] {
  const tree = permissionTreeOf(plan)
  return {
    allDictionaries,
    availableCredit,
    categoryTree,
    copyProduct: copyProduct(plan),
    customerLineFlows,
    departmentTree,
    educationLevels,
    enterpriseProducts,
    enterpriseUsers,
    latestExchangeRate,
    openEnterpriseAccount,
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
