import type { Dictionary } from '../../spec/generated/dictionary'
import type { Entity } from '../../spec/generated/entity'
import type { Group } from '../../spec/generated/group'
import type { Ledger } from '../../spec/generated/ledger'
import type { Menus } from '../../spec/generated/menus'
import type { Product } from '../../spec/generated/product'
import type { Roles } from '../../spec/generated/roles'
import type { Schedule } from '../../spec/generated/schedule'
import type { Screen } from '../../spec/generated/screen'
import type { Templates } from '../../spec/generated/templates'

/** All schema files of a product, parsed; keys are file names without folder and ending, for screens `<permission group>/<menu>[.<part>]`. */
export interface ProductSources {
  product: Product
  groups: Record<string, Group>
  entities: Record<string, Entity>
  dictionaries: Record<string, Dictionary>
  screens: Record<string, Screen>
  ledgers?: Record<string, Ledger>
  templates?: Record<string, Templates>
  menus: Menus
  /** Absent: nothing happens by the calendar. */
  schedule?: Schedule
  roles: Roles
}
