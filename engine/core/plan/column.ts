import type { Expression } from '../expression'
import type { FieldPlan } from './field'

/** How something that stands out looks; each has its colour and its mark. */
export type Tone = 'danger' | 'warning' | 'success' | 'info' | 'muted'

/** In a list of them the first whose condition holds counts. */
export interface TonePlan {
  tone: Tone
  when: Expression
  /** Its meaning in words. */
  says?: string
}

/** A list of another screen that shows what belongs to a record; `by`: filter of the list → field of the record. */
export interface RowListPlan {
  screen: string
  page: string
  by: Record<string, string>
  /** As of that screen. */
  readPermission?: string
}

/** How a value is drawn: everything a cell needs, settled once per column. */
export interface ColumnPlan {
  /** Key of the value in a record: the field, or the display value of a reference. */
  key: string
  /** The field it comes from. For a display value this is the reference field. */
  field: FieldPlan
  /** True when `key` is a display value: the cell is text, or a list of texts. */
  display: boolean
  title: string
  width: number
  align: 'left' | 'right' | 'center'
  /** Name to send as sortField, or absent when it cannot be sorted. */
  sort?: string
  /** It is added up below the table; where its rows are counted in different units, once for each value of `totalBy`. */
  total: boolean
  totalBy?: FieldPlan
  /** Key of the value that says in what it is counted, or of which dictionary its codes are. */
  unitFrom?: string
  /** The same of an amount, which says it only where the rows are not all counted in one. */
  unitWhereMixed?: string
  /** Registered cell in place of the type's own. */
  as?: string
  /** Page opened by the cell. */
  link?: string
  /** A list of another screen that the cell opens in a drawer. */
  opens?: RowListPlan
  hidden: boolean
  /** A heading above its title and those of its neighbours. */
  group?: string
  /** When the cell stands out. */
  tone?: TonePlan[]
  /** What it is to the card that a row is on a phone; absent: nothing. */
  card?: CardPart
}

/** `number` and `state` head a card, `name` and `about` have a line each, `fact` stands with its title. */
export type CardPart = 'number' | 'name' | 'state' | 'about' | 'fact'
