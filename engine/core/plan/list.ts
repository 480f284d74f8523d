import type { Expression } from '../expression'
import type { ColumnPlan, RowListPlan, TonePlan } from './column'
import type { StatePlan } from './entity'
import type { FieldPlan } from './field'
import type { Where } from './where'

export interface ListPagePlan extends PageBase {
  kind: 'list'
  /** Filter → path or query parameter of the address. */
  params: Record<string, string>
  search: SearchPlan[]
  columns: ColumnPlan[]
  sort?: { field: string; order: 'ascend' | 'descend' }
  /** Pages go on from the last row, however deep; rows are counted up to a bound. */
  paging?: 'cursor'
  /** When a row stands out. */
  tone?: TonePlan[]
  figures?: FigurePlan[]
  charts?: ChartPlan[]
  /** The rows are loaded again while the condition is true for one of them. */
  refresh?: { seconds: number; while: Expression }
  /** Widget action that is drawn above the list. */
  area?: string
  /** The values of a field beside the rows; `filter` is what choosing one asks. */
  side?: SidePlan
  /** A split list shows its chosen row beside the rows: on a record page of this screen, or as a list of what belongs to it. */
  split?: { kind: 'record'; page: string } | ({ kind: 'list' } & RowListPlan)
  /** Lists that share the page, in their order; the one without a `list` is the page's own. */
  tabs?: ListTabPlan[]
  /** Of the selected rows. */
  stored?: StoredSums
  /** Above the list, each with its number of rows; pressing one narrows the list to it. Absent: there are none. */
  states?: StateTabPlan[]
  /** Parent field of a tree list; a tree is answered whole, without paging. */
  tree?: string
  toolbar: string[]
  rowActions: string[]
  batchActions: string[]
  /** Line tables that an export brings on sheets of their own. */
  exportLines?: string[]
  expand?: RelatedTablePlan
}

/** What pages of every kind have. */
export interface PageBase {
  name: string
  title: string
  /** Route pattern with `:name` parts; absent on dialogs and drawers. */
  route?: string
  onEnter: OnEnterPlan
}

export interface OnEnterPlan {
  clearCache: boolean
  resetTab: boolean
  fixedHeader: boolean
  /** Values in the session store that are set to null. */
  resetStored?: string[]
}

export interface SearchPlan {
  /** Query parameter; a range sends `<name>Start` and `<name>End`. */
  name: string
  field: FieldPlan
  /** `param`: no filter, but an argument of the read model. */
  as: FilterAs | 'param'
  title: string
  /** An expression is settled when the list is opened. */
  default?: string | boolean | { expression: Expression }
}

/** How a list is filtered by a field. `begins`: the value begins with the text; `few`: it contains the text, and there are few different values. */
export type FilterAs = 'equals' | 'contains' | 'begins' | 'few' | 'range' | 'multiple'

export interface SidePlan {
  filter: SearchPlan
  /** Field that names a value. */
  title?: string
  /** Of the list of values. */
  heading: string
}

/** A state of the rows of a list. */
export interface StateTabPlan {
  code: string
  /** Of the figure that counts these rows: what it is called, and when its number stands out. */
  figure?: Pick<FigurePlan, 'title' | 'tone'>
}

export interface ListTabPlan {
  title: string
  list?: RowListPlan
}

/** A number above a list. */
export interface FigurePlan {
  name: string
  title: string
  of: 'count' | 'sum' | 'avg'
  /** What is added up. */
  field?: FieldPlan
  unit?: string
  /** There is one sum for each value of this field, since the rows are counted in different units. */
  by?: FieldPlan
  when?: Expression
  /** Query parameter → value; they stand in place of the list's own. */
  filter?: Record<string, string | boolean | string[] | { expression: Expression }>
  /** Query parameters of the list that make no difference to it. */
  regardless?: string[]
  /** By its `value`. */
  tone?: TonePlan[]
}

/** A chart of the rows of a table, which are grouped by a field. */
export interface ChartPlan {
  name: string
  title: string
  kind: 'line' | 'bar' | 'pie'
  /** The field that rows are grouped by. */
  x: FieldPlan
  /** For a date or time: the period that makes a group. */
  per?: ChartPeriod
  /** Each value of this field makes a line of its own; then there is only one series. */
  by?: FieldPlan
  /** At least one. When there are too many groups, those with the largest values of the first series are drawn. */
  series: ChartSeriesPlan[]
  when?: Expression
  /** Search item of which the list must be asked for one value. */
  about?: string
}

export type ChartPeriod = 'day' | 'month' | 'year'

export interface ChartSeriesPlan {
  name: string
  title: string
  of: 'count' | 'sum' | 'avg' | 'min' | 'max' | 'last'
  /** Absent when rows are counted. */
  field?: FieldPlan
  unit?: string
}

/** Sums that are made for each value of a field, since the rows are counted in different units. */
export interface TotalsBy {
  unit: string
  totals: string[]
}

/** Key of the session store → number of a row that is summed up over the selected ones. */
export type StoredSums = Record<string, string>

/** Rows of another entity that belong to this record, read from `{base}/related/{key}/{id}`. */
export interface RelatedTablePlan {
  key: string
  entity: string
  /** Their field → our field ('id' for the record itself). */
  by: Record<string, string>
  where?: Where
  columns: ColumnPlan[]
  sort?: { field: string; order: 'ascend' | 'descend' }
  /** States of these rows, which a status column shows by their titles. */
  states?: Record<string, StatePlan>
  /** Read from `{base}/charts/{key}/{id}`. */
  charts?: ChartPlan[]
  /** Where the rows are at home, when they can be opened or something can be done with them. */
  own?: OwnScreenPlan
  /** When a row stands out. */
  tone?: TonePlan[]
  visible?: Expression
}

/** What a related table takes of its rows' own screen: its rights, states, dialogs and endpoints hold. */
export interface OwnScreenPlan {
  screen: string
  /** As of that screen. */
  readPermission?: string
  rowActions: string[]
  /** Field of a new row → field of this record that gives its value. */
  add?: Record<string, string>
}
