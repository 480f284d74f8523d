import type { Screen } from '../../spec/generated/screen'
import type { ProductSources, ResolvedEntity } from '../compile'
import type { ExpressionScopeTypes } from '../expression'
import type { Report } from './report'

/** What the checks of a screen need to know. */
export interface ScreenContext {
  source: string
  menu: string
  screen: Screen
  entity: ResolvedEntity
  sources: ProductSources
  report: Report
  /** Columns may name these: fields and display values of a record. */
  names: string[]
  types: ExpressionScopeTypes
}
