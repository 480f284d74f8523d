/** What the product adds to the engine's pages, by the names that the screens use. Each comes as a chunk of its own when it is shown. */
import { noExtensions, type ClientExtensions } from '../../../engine/client/context'
import { formats } from '../../rules/formats'
import { lazyWidget } from './lazyWidget'

export const extensions: ClientExtensions = {
  ...noExtensions,
  formats,
  pages: {
    enterpriseRegister: lazyWidget(() => import('./enterpriseRegister/EnterpriseRegister').then((module) => module.EnterpriseRegister)),
  },
  widgets: {
    invoicePreview: lazyWidget(() => import('./invoicePreview/InvoicePreview').then((module) => module.InvoicePreview)),
    invoicePrint: lazyWidget(() => import('./invoicePreview/InvoicePrint').then((module) => module.InvoicePrint)),
    uploadArea: lazyWidget(() => import('./uploadArea/FileUpload').then((module) => module.FileUpload)),
    rolePreview: lazyWidget(() => import('./rolePreview/RolePreview').then((module) => module.RolePreview)),
    roleRights: lazyWidget(() => import('./rolePermissions/RoleRights').then((module) => module.RoleRights)),
    rolePermissions: lazyWidget(() => import('./rolePermissions/RolePermissions').then((module) => module.RolePermissions)),
  },
}
