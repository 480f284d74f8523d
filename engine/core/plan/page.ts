import type { Expression } from '../expression'
import type { ColumnPlan } from './column'
import type { StatePlan, TimelinePlan } from './entity'
import type { FieldPlan } from './field'
import type { ListPagePlan, PageBase, RelatedTablePlan, StoredSums } from './list'

export type PagePlan = ListPagePlan | RecordPagePlan | CustomPagePlan

export interface RecordPagePlan extends PageBase {
  kind: 'record'
  as: 'page' | 'dialog' | 'drawer' | 'fullDrawer'
  mode: 'view' | 'edit'
  sections: SectionPlan[]
  tabs: TabPlan[]
  actions: string[]
  /** Field → value: what the address alone says to the conditions of the view mode. */
  variant?: Record<string, string>
  /** Field of a new record → query parameter that gives its value. */
  params?: Record<string, string>
  /** Fields and line tables whose changes make the form ask the server what a save would compute. */
  live?: string[]
}

export interface CustomPagePlan extends PageBase {
  kind: 'custom'
  open: boolean
  widget: string
  actions: string[]
}

export interface SectionPlan {
  title: string
  items: FormItemPlan[]
  visible?: Expression
}

export interface FormItemPlan {
  field: FieldPlan
  span: 1 | 2 | 3
  visible?: Expression
  enabled?: Expression
  /** Overrides the field's own. */
  required?: Expression
  as?: string
  /** URL that is requested with the field when it is filled; its response has fields and rows that the form takes over. */
  brings?: string
}

export type TabPlan =
  | {
      kind: 'lines'
      title: string
      lines: string
      columns: ColumnPlan[]
      import?: string
      pick?: PickPlan
      match?: MatchPlan
      /** Title of the section that it stands above, in place of a tab. */
      before?: string
      visible?: Expression
    }
  | (RelatedTablePlan & { kind: 'related'; title: string })
  | { kind: 'attachments'; title: string; visible?: Expression }
  /** The form and the answer of an action that calculates, in place of its button. */
  | { kind: 'calculate'; title: string; action: string; visible?: Expression }
  | { kind: 'history'; title: string; visible?: Expression }
  | { kind: 'timeline'; title: string; timeline: TimelinePlan; visible?: Expression }
  | { kind: 'widget'; title: string; widget: string; visible?: Expression }

/** Choosing several rows of a reference at once, each for a line, from `{base}/pick/{key}`. */
export interface PickPlan {
  /** `<lines>.<field>`. */
  key: string
  /** The reference of the line. */
  field: string
  title: string
  columns: ColumnPlan[]
  /** Texts that a keyword is looked for in. */
  search: { name: string; title: string }[]
  /** Field of the line → field of the chosen row. */
  fill: Record<string, string>
  /** Field of the chosen row that names it. */
  label: string
  /** Fields of the record that narrow the choice. */
  given: string[]
  /** Of these, those without which nothing can be chosen; all of them unless said. */
  needed?: string[]
  sort?: { field: string; order: 'ascend' | 'descend' }
  states?: Record<string, StatePlan>
  /** An extra endpoint answers the rows instead, as lines; it is asked with `given`. */
  from?: { url: string; rows: string }
}

/** What the lines bring together: rows that give with rows that take. */
export interface MatchPlan {
  /** Number of a line: how much of the one goes to the other. */
  amount: string
  /** Reference of the record in which the ticked rows of `from` stand. */
  chosen: string
  from: MatchSidePlan
  to: MatchSidePlan
  /** An extra endpoint that answers lines in the place of all. */
  suggest?: { url: string; rows: string; given: string[]; needed: string[] }
  /** Title of what makes lines without a taker. */
  rest?: string
  stored?: StoredSums
}

/** The choices of a reference of the lines, from `{base}/pick/{key}`; `left`: how much a row has. */
export interface MatchSidePlan extends PickPlan {
  left: string
}
