/** What the product adds to the engine's pages, by the names that the screens use. Each comes as a chunk of its own when it is shown. */
import { noExtensions, type ClientExtensions } from '../../../engine/client/context'
import { formats } from '../../rules/formats'
import { lazyPart } from '../../../engine/client/ui/lazyPart'

export const extensions = {
  ...noExtensions,
  formats,
  pages: {
    enterpriseRegister: lazyPart(() => import('./enterpriseRegister/EnterpriseRegister').then((module) => module.EnterpriseRegister)),
  },
  widgets: {
    explanation: lazyPart(() => import('./explanation/Explanation').then((module) => module.Explanation)),
    invoicePreview: lazyPart(() => import('./invoicePreview/InvoicePreview').then((module) => module.InvoicePreview)),
    invoicePrint: lazyPart(() => import('./invoicePreview/InvoicePrint').then((module) => module.InvoicePrint)),
    uploadArea: lazyPart(() => import('./uploadArea/FileUpload').then((module) => module.FileUpload)),
    rolePreview: lazyPart(() => import('./rolePreview/RolePreview').then((module) => module.RolePreview)),
    roleRights: lazyPart(() => import('./rolePermissions/RoleRights').then((module) => module.RoleRights)),
    rolePermissions: lazyPart(() => import('./rolePermissions/RolePermissions').then((module) => module.RolePermissions)),
    yearCalendar: lazyPart(() => import('./yearCalendar/YearCalendar').then((module) => module.YearCalendar)),
  },
} satisfies ClientExtensions
