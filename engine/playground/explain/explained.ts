import type { UserRights } from '../../core/rights'
import type { EntityPlan, PagePlan, ScreenPlan } from '../../core/plan'
import type { Environment } from '../../core/record/scope'
import type { Titles } from '../../core/fields'
import type { RecordValues } from '../../core/wire'

/** What a page is looked at with. */
export interface ExplainedPage {
  screen: ScreenPlan
  entity: EntityPlan
  page: PagePlan
  /** Of a record page. */
  mode: 'view' | 'add' | 'edit'
  /** The record that a record page is about, or the row of a list; absent for a new one. */
  record?: RecordValues
  rights: UserRights
  /** The account is a partner's. */
  outside: boolean
  environment: Environment
  titles: Titles
}

export type PartKind = 'page' | 'toolbar' | 'batch' | 'row' | 'button' | 'filter' | 'column' | 'section' | 'field' | 'tab' | 'rows'

/** What decides about a part of a page. */
export type Rule =
  'right' | 'menu' | 'state' | 'pending' | 'system' | 'person' | 'condition' | 'internal' | 'mode' | 'mask' | 'scope' | 'choice'

/** A part of a page, and what has become of it for who looks at it. */
export interface Explained {
  kind: PartKind
  /** Of the action, field or column. */
  name: string
  title: string
  /** `narrowed`: a part of a value or of the rows. */
  effect: 'shown' | 'hidden' | 'disabled' | 'narrowed'
  /** Absent for what is shown. */
  rule?: Rule
  /** In words. */
  reason?: string
}
