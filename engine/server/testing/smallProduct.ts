/** What the small products of the tests have in common. */
import { sql } from 'kysely'
import type { ProductSources } from '../../core/compile'
import type { SubMenu } from '../../core/permission'
import type { ProductPlan } from '../../core/plan'
import type { Database } from '../database/database'
import { diffTables } from '../database/tableDifference'
import { entityTables } from '../entityTables'
import type { ProductExtensions } from '../extensions'
import type { FileStore } from '../files/fileStore'

type Entity = ProductSources['entities'][string]

/** The people who work with the product. */
export const staff: Entity = {
  language: 1,
  title: 'Staff',
  label: 'staffName',
  scope: 'global',
  fields: { staffName: { type: 'text', title: 'Name', maxLength: 40, required: true } },
}

/** Branches that everybody sees, for products whose documents belong to one. */
export const branch: Entity = {
  language: 1,
  title: 'Branch',
  label: 'branchName',
  scope: 'global',
  fields: { branchName: { type: 'text', title: 'Branch', maxLength: 40, required: true } },
}

/** What somebody borrows from a branch; products add what they are about. */
export const lending: Entity = {
  language: 1,
  title: 'Lending',
  label: 'lendingNo',
  serial: { prefix: 'JY' },
  scope: { branch: ['branchId'] },
  fields: {
    lendingNo: { type: 'serial', title: 'Number' },
    branchId: { type: 'ref', title: 'Branch', to: 'branch', required: true },
  },
}

/** Nothing is shown to anybody, for products that only work. */
export const noScreens: Pick<ProductSources, 'screens' | 'menus' | 'roles'> = {
  screens: {},
  menus: { language: 1, menus: [] },
  roles: { language: 1, roles: {} },
}

/** Nothing of the product is code. */
export const noExtensions: ProductExtensions = {
  save: {},
  saved: {},
  remove: {},
  action: {},
  line: {},
  queries: {},
  views: {},
  refresh: {},
  offer: {},
  steps: {},
  handlers: {},
  formats: {},
  shapes: {},
  refusals: {},
}

/** Keeps no files, for products without any. */
export const noFiles: FileStore = {
  write: async () => undefined,
  read: async () => undefined,
  remove: async () => undefined,
  writtenBetween: async function* () {},
}

/** Every button of every screen. */
export function everyButtonOf({ screens }: Pick<ProductPlan, 'screens'>): SubMenu[] {
  return Object.values(screens).map((screen) => ({
    menuName: screen.menuName,
    menuId: screen.menu,
    permissionType: 1,
    children: Object.values(screen.actions).flatMap(({ permission }) => (permission === undefined ? [] : [{ menuName: permission }])),
  }))
}

/** Creates the tables of the product's entities in an empty database. */
export async function createTables({ kysely }: Pick<Database, 'kysely'>, plan: ProductPlan): Promise<void> {
  for (const statement of diffTables([], entityTables(plan)).statements) await sql.raw(statement).execute(kysely)
}
