/** Which function belongs to which rule name of the schemas; the server refuses to start when one is missing or left over. */
import type { ProductExtensions } from '../../../engine/server/extensions'
import * as loan from './loan'
import * as master from './masterData'
import * as quota from './quota'
import * as stockIn from './stockIn'
import * as users from './users'

export const saveRules: ProductExtensions['save'] = {
  saveCategory: master.saveCategory,
  saveClient: master.saveClient,
  saveCollateralPrice: master.saveCollateralPrice,
  saveCustomerLine: quota.saveCustomerLine,
  saveDepartment: master.saveDepartment,
  saveDictItem: master.saveDictItem,
  saveEnterprise: master.saveEnterprise,
  saveExchangeRate: master.saveExchangeRate,
  saveLoan: loan.saveLoan,
  saveStockIn: stockIn.saveStockIn,
}

export const removeRules: ProductExtensions['remove'] = {
  removeCurrency: master.removeCurrency,
  removeDepartment: master.removeDepartment,
  removeDictItem: master.removeDictItem,
  removeRole: users.removeRole,
  removeUser: users.removeUser,
}

export const actionRules: ProductExtensions['action'] = {
  adjustCustomerLine: quota.adjustCustomerLine,
  adjustQuota: quota.adjustQuota,
  approveCollateralPrice: master.approveCollateralPrice,
  approveCustomerLine: quota.approveCustomerLine,
  approveCustomerPrice: master.approveCustomerPrice,
  approveEnterprise: master.approveEnterprise,
  approveLoan: loan.approveLoan,
  approveQuota: quota.approveQuota,
  cancelEnterprise: master.cancelEnterprise,
  cancelStockIn: stockIn.cancelStockIn,
  closeLoan: loan.closeLoan,
  confirmStockIn: stockIn.confirmStockIn,
  disableUser: users.disableUser,
  disableWarehouse: master.disableWarehouse,
  finishStockIn: stockIn.finishStockIn,
  freezeCustomerLine: quota.freezeCustomerLine,
  freezeEnterprise: master.freezeEnterprise,
  freezeQuota: quota.freezeQuota,
  reApproveLoan: loan.reApproveLoan,
  receiveStockIn: stockIn.receiveStockIn,
  rejectEnterprise: master.rejectEnterprise,
  renewCustomerLine: quota.renewCustomerLine,
  renewQuota: quota.renewQuota,
  submitClient: master.submitClient,
  submitCustomerLine: quota.submitCustomerLine,
  submitLoan: loan.submitLoan,
  submitQuota: quota.submitQuota,
  submitStockIn: stockIn.submitStockIn,
  terminateClient: master.terminateClient,
  unfreezeCustomerLine: quota.unfreezeCustomerLine,
  unfreezeQuota: quota.unfreezeQuota,
  withdrawStockIn: stockIn.withdrawStockIn,
}
