/**
 * The plan: what schemas become when they are compiled once. Everything that can be looked up, defaulted or checked is settled
 * here, so that neither browser nor server interprets a schema at run time. A plan is plain JSON.
 *
 *   schemas/*.json ──compile──► ProductPlan ─┬─ EntityPlan  (server: tables, validation, states)
 *                                            └─ ScreenPlan  (both: pages, columns, forms, actions, endpoints)
 */
import type { Field } from '../spec/generated/entity'
import type { EffectsPlan, LedgerPlan, SumPlan } from './effectsPlan'
import type { Expression } from './expression'
import type { Where } from './wherePlan'

/** The types that engine/spec/field.schema.json lists; engine/core/fields says what each is. */
export type FieldType = Field['type']

/** What a reference needs to know of its target. */
export interface RefPlan {
  entity: string
  /** Title of the target entity. */
  title: string
  /** The target's label field. */
  label: string
  /** Unique text field stored in place of the id. */
  by?: string
  multiple: boolean
  where?: Where
  /** Our field → the target's field, written when a row is chosen. */
  fill?: Record<string, string>
  /** Name of the read-only display value that answers carry beside the reference, e.g. `authorName` of `authorId`. */
  display: string
  /** In a line table, into which whole sheets are pasted: the target's fields that no two rows share, by their titles. */
  keys?: Record<string, string>
}

/** A reference to a row of one of several entities. A field of type kind beside it says of which. */
export interface MixedRefPlan {
  /** Name of the kind field. */
  kind: string
  /** As in `RefPlan`. */
  display: string
  /** Entity → the reference to it. */
  to: Record<string, RefPlan>
}

/** As `mask` of a schema. */
export interface MaskPlan {
  /** Characters that are shown at the beginning and at the end. */
  keep: readonly [start: number, end: number]
  /** The right that shows the whole value. */
  unless?: string
}

/** One field, the same object wherever it is shown, typed, stored or checked. */
export interface FieldPlan {
  name: string
  type: FieldType
  title: string
  help?: string
  /** To save. */
  required: boolean | Expression
  /** Actions that need it where a save does not. */
  requiredFor: string[]
  /** The condition under which the actions of `requiredFor` need the field; without one they always do. */
  requiredWhen?: Expression
  /** Never typed: written by the system, computed, or a document number or state. */
  readOnly: boolean
  /** Of files, in a form: sent with what else waits for an approval, and not attached when they are chosen. */
  waits?: boolean
  /** Never leaves the server. */
  secret: boolean
  /** Leaves the server in part. */
  mask?: MaskPlan
  /** Does not leave the server for accounts from outside. */
  internal?: true
  default?: string | number | boolean | string[] | { expression: Expression }
  /** Formula over the same record or line. */
  value?: Expression
  /** Formula that fills the field while what it reads is typed; the result may be typed over. */
  follows?: Expression
  /** There is a column for it in the database. */
  stored: boolean
  /** Written by the engine alone: a bucket of a ledger, or a sum over other records. */
  kept?: true
  /** Named SQL value registered by the server program. */
  query?: string
  /** Named text check registered by the product. */
  format?: string
  maxLength?: number
  pattern?: string
  patternMessage?: string
  copyable?: boolean
  /** Stored decimals of digit, money, percent; 0 is an integer (a JSON number), otherwise a decimal string. */
  decimals?: number
  min?: string
  max?: string
  unit?: string
  /** The field beside it that says in what it is counted. */
  unitFrom?: string
  /** Code → unit that is shown behind a number. On a select as its schema says; on numbers whose `unitFrom` names that select, a copy of it. */
  units?: Record<string, string>
  /** Of a text that is a template: name of a placeholder → its title. */
  placeholders?: Record<string, string>
  /** Of a text: the dictionary whose codes it has, by the value of a field beside it. */
  codes?: { from: string; in: Record<string, string> }
  /** A number that names something: shown without thousands commas. */
  plain?: true
  dictionary?: string
  /** Several values: a list on the wire (select, ref). */
  multiple?: boolean
  ref?: RefPlan
  /** In place of `ref`, where there are several targets. */
  mixed?: MixedRefPlan
  /** Of a kind field: entity → its title. */
  kinds?: Record<string, string>
  maxCount?: number
  accept?: string[]
  /** Named shape of a json field. */
  shape?: string
}

export interface LinesPlan {
  name: string
  title: string
  fields: Record<string, FieldPlan>
  minRows: number
  /** Actions that need `minRows`; empty: needed to save. */
  requiredFor: string[]
  maxRows: number
  unique: string[][]
  /** Filled by rules alone: shown, but neither typed nor accepted from a request. */
  system?: true
  /** Table name in the database. */
  table: string
}

export interface StatePlan {
  code: string
  title: string
  color: string
  initial: boolean
  edit: boolean
  /** The only fields and line tables that may be changed; absent: all. */
  only?: string[]
  delete: boolean
  /** It may be deleted only as long as this holds; `whenNot` is the reason. */
  deletable?: { when: Expression; whenNot: string }
  /** The record's life is over. */
  ended?: true
  /** What was taken over from the record does not go back to it. */
  takesBack?: false
  /** Nothing leads here yet. */
  planned?: true
  /** Accounts from outside see only what they or their colleagues have created. */
  internal?: true
}

export interface CheckPlan {
  that: Expression
  message: string
  field: string
}

/** A text with holes, `{field}`, and the fields whose values stand in them as lists show them. */
export interface TextPlan {
  text: string
  fields: Record<string, FieldPlan>
}

/** What may be done, but must be confirmed. */
export interface WarningPlan {
  when: Expression
  /** With holes, `{field}`. */
  says: string
  /** That is marked. */
  field?: string
}

/** A column of an action's dialog over a line table. */
export interface AskedLinesPlan {
  lines: string
  title: string
  show: FieldPlan[]
  fill: FieldPlan[]
  /** A button that fills empty cells of all rows: column → formula. */
  fillAll?: { title: string; values: Record<string, Expression> }
  scan?: ScanPlan
}

/** A code that was read leads to the row in which one of the columns `by` has it, whether they are shown or not. */
export interface ScanPlan {
  by: FieldPlan[]
  /** Where the focus goes. */
  to: string
  /** Each code adds one to it. */
  counts?: true
}

/** An action of an entity: the only way a state changes. */
export interface EntityActionPlan {
  name: string
  title: string
  /** States it is possible in; empty: any. */
  from: string[]
  /** Possible states afterwards; empty: unchanged. More than one: the rule chooses. */
  to: string[]
  confirm?: TextPlan
  ask: FieldPlan[]
  askLines?: AskedLinesPlan
  set: Record<string, Expression>
  when?: Expression
  whenNot?: string
  warnings?: WarningPlan[]
  /** The system outside without which it is not possible. */
  needs?: SystemPlan
  /** Fields that hold a user: the one who must not do it (four eyes), and the one who alone may. */
  notBy?: PersonPlan
  onlyBy?: PersonPlan
  rule?: string
  /** Who brought the record into the state that it leaves may read its opinion, also from outside. */
  answers?: true
  danger: boolean
  /** Needs an Idempotency-Key. */
  keyed: boolean
  /** Shows what it will book before it is confirmed. */
  preview?: true
  /** Line tables of the summary whose rows its dialog shows. */
  shows?: string[]
  /** Performed by the system: only so (true, never a button or an endpoint), or beside its button. */
  system?: true | 'also'
  /** Fields whose new values wait for an action with `onPending`. */
  pending?: string[]
  /** Sent by the edit form. */
  via?: 'edit'
  /** What it does to values that wait. */
  onPending?: 'apply' | 'drop'
}

/** A system outside that an installation may have. */
export interface SystemPlan {
  code: string
  title: string
}

/** A reference to a user, with what it is called in messages. */
export interface PersonPlan {
  field: string
  title: string
}

/** How new rows are numbered (rule E-39): letters and period, or the number of a parent, and a running number. */
export interface SerialPlan {
  /** The field of type serial. */
  field: string
  /** Fewest digits of the running number. */
  digits: number
  /** Letters, or letters by the code of a field; absent under a parent. */
  prefix?: string | { by: string; of: Record<string, string> }
  /** The period that the number carries and the count restarts with; absent: never. */
  restart?: 'day' | 'month' | 'year'
  /** The running number is the row's id. */
  byId?: true
  /** Reference to the record whose number goes before. */
  of?: string
}

/** A count without gaps. */
export interface SequencePlan {
  /** Fields whose values have a count of their own. */
  per: string[]
  /** Actions that draw the number; empty: the creation does. */
  on: string[]
}

/** Fields that no two rows have the same values in; with `where`, no two of those that it means. */
export interface UniqueKeyPlan {
  fields: string[]
  where?: Where
}

/** Periods that must not overlap among rows with the same key; days count to their end, moments do not. */
export interface IntervalPlan {
  key: string[]
  from: string
  until: string
  where?: Where
  /** No gap between one and the next either. */
  unbroken?: true
  /** A period without an end lasts until the next begins. */
  openUntilNext?: true
  message?: string
}

/**
 * To whom rows belong: by dimension (field paths such as `authorId` or `shelfId.roomId.ownerId`; `any`: to everybody; `none`: to nobody), as the
 * records that references of the row point to, or by one of the rules that have no dimension.
 */
export type ScopePlan = 'global' | 'own' | 'attached' | { as: string[] } | { by: Record<string, string[] | 'any' | 'none'> }

/** What a record is about, in fields of its own. */
export interface SummaryPlan {
  about: FieldPlan
  /** Most important first. */
  figures: FieldPlan[]
  /** The first figure can be added up over records. */
  sum?: true
  /** What figures of money are counted in. */
  unit?: FieldPlan
  date?: FieldPlan
  /** By the date something has to happen. */
  due?: true
  /** The fields that are read first before a decision. */
  first?: FieldPlan[]
  /** Line tables that a decision dialog shows, by name, with their columns. */
  lines?: Record<string, { title: string; columns: ColumnPlan[] }>
  /** The states of a record when all goes well, from its first to its last. */
  course?: string[]
}

export interface EntityPlan {
  name: string
  title: string
  /** Field that names a row. */
  label: string
  /** Text field by which a row is called too. */
  alias?: string
  table: string
  serial?: SerialPlan
  /** It is numbered by the day, or under its parent: one document comes from another. Numbers of what lasts, such as customers, carry no day. */
  document?: true
  /** Whole-number fields that count without gaps. */
  sequences?: Record<string, SequencePlan>
  scope: ScopePlan
  /** All fields, the built-in ones (id, version, createdAt …) first. */
  fields: Record<string, FieldPlan>
  /** Display value → reference field, e.g. authorName → authorId. */
  displays: Record<string, string>
  lines: Record<string, LinesPlan>
  unique: UniqueKeyPlan[]
  intervals?: IntervalPlan[]
  indexes: string[][]
  checks: CheckPlan[]
  warnings?: WarningPlan[]
  summary?: SummaryPlan
  timeline?: TimelinePlan
  states?: Record<string, StatePlan>
  /** Name of the status field when there are states. */
  statusField?: string
  actions: Record<string, EntityActionPlan>
  /** What actions do beyond their own record. */
  effects: Record<string, EffectsPlan>
  /** Action → the action that takes it back when the run that caused it is undone. */
  inverses: Record<string, string>
  /** To what others have created an account from outside does none of these actions, nor edits or deletes it: there is a field `ofOthers`. */
  authored?: string[]
  /** An action asks for changes that wait: there are fields `pendingChange` and `effectiveStatus`. */
  pending?: true
  /** Actions that the calendar performs → which records beside their state; true: every one. */
  daily?: Record<string, Expression | true>
  /** Actions that are passed over when others perform them in a state that they do not start from. */
  skippable: string[]
  /** Actions that take a record back whatever people have done with it since; absent: none. */
  regardless?: string[]
  rules: { save?: string; saved?: string; remove?: string; refresh?: string; offer?: string }
  appendOnly: boolean
  /** Named SQL read model, or `entity.lines` for one over lines; there is no table. */
  view?: string
  /** Whose lines the rows are. */
  linesOf?: LinesViewPlan
  /** Arguments of the read model. */
  params?: Record<string, FieldPlan>
}

/** How something that stands out looks; each has its colour and its mark. */
export type Tone = 'danger' | 'warning' | 'success' | 'info' | 'muted'

/** In a list of them the first whose condition holds counts. */
export interface TonePlan {
  tone: Tone
  when: Expression
  /** What it means, in words. */
  says?: string
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

/** Rows of a line table with fields of their document. */
export interface LinesViewPlan {
  entity: string
  lines: string
  /** The reference to the document. */
  as: string
  header: string[]
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
  /** What stands above its title and those of its neighbours. */
  group?: string
  /** When the cell stands out. */
  tone?: TonePlan[]
  /** What it is to the card that a row is on a phone; absent: nothing. */
  card?: CardPart
}

/** `number` and `state` head a card, `name` and `about` have a line each, `fact` stands with its title. */
export type CardPart = 'number' | 'name' | 'state' | 'about' | 'fact'

/** Sums that are made for each value of a field, since the rows are counted in different units. */
export interface TotalsBy {
  unit: string
  totals: string[]
}

/** How a list is filtered by a field. */
/** `begins`: the value begins with the text; `few`: it contains the text, and there are few different values. */
export type FilterAs = 'equals' | 'contains' | 'begins' | 'few' | 'range' | 'multiple'

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

export interface SectionPlan {
  title: string
  items: FormItemPlan[]
  visible?: Expression
}

/** The life of a record in one picture. */
export interface TimelinePlan {
  lanes: TimelineLanePlan[]
  /** The first number is the one that matters, the others are its bounds. */
  line?: { entity: string; at: FieldPlan; by: string; values: FieldPlan[] }
}

/** Without entities: the record's own steps. */
export interface TimelineLanePlan {
  title: string
  of: { entity: string; at: FieldPlan; by: string }[]
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

export interface OnEnterPlan {
  clearCache: boolean
  resetTab: boolean
  fixedHeader: boolean
  /** Values in the session store that are set to null. */
  resetStored?: string[]
}

interface PageBase {
  name: string
  title: string
  /** Route pattern with `:name` parts; absent on dialogs and drawers. */
  route?: string
  onEnter: OnEnterPlan
}

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

export interface SidePlan {
  filter: SearchPlan
  /** Field that names a value. */
  title?: string
  /** Of the list of values. */
  heading: string
}

/** A list of another screen that shows what belongs to a record; `by`: filter of the list → field of the record. */
export interface RowListPlan {
  screen: string
  page: string
  by: Record<string, string>
  /** As of that screen. */
  readPermission?: string
}

export type PagePlan = ListPagePlan | RecordPagePlan | CustomPagePlan

/** A button: its title, its permission, the states in which it is possible, and what it does. */
export interface ActionPlan {
  name: string
  title: string
  /** Permission code `<menu>_<code>`; absent for `view`, which needs no more than the menu itself. */
  permission?: string
  does:
    /** Built-in operations. `add`, `edit` and `view` open `page` (or a dialog), `print` lays it out on paper; the rest call the endpoint. */
    | { kind: 'add' | 'view' | 'print'; page: string }
    /** Prints templates, `GET {base}/print/{name}`. */
    | { kind: 'print'; templates: PrintChoice[] }
    /** `change`: in its states what is changed of its pending fields is sent by this action of the entity. */
    | { kind: 'edit'; page: string; change?: EntityActionPlan }
    | { kind: 'delete' | 'export' | 'attach' }
    /** Saves the files of the record, `GET {base}/download/{id}`, or of the selected ones, `POST {base}/batchDownload`. */
    | { kind: 'download' }
    /** `POST {base}/{name}` with a workbook, `GET {base}/{name}/template`. */
    | ({ kind: 'import' } & ImportPlan)
    /** An action of the entity, `POST {base}/{name}/{id}`; the screen may call it otherwise. */
    | { kind: 'action'; action: EntityActionPlan }
    /** `same`: fields in which several records must agree. */
    | { kind: 'link'; to: string; same?: SharedField[] }
    /** Opens a list of another screen in a drawer. */
    | ({ kind: 'list' } & RowListPlan)
    | { kind: 'request'; endpoint: ExtraEndpointPlan; ask: FieldPlan[]; confirm?: TextPlan; done?: string }
    | ({ kind: 'calculate' } & CalculationPlan)
    | { kind: 'widget'; widget: string }
  /** States of the record in which it is enabled; empty: any. */
  states: string[]
  visible?: Expression
  danger: boolean
  /** Name of the action that opens when this one is done. */
  leadsTo?: string
}

/** A field, as it is asked for by its title. */
export interface SharedField {
  name: string
  title: string
}

/** A request whose response is shown and not stored. */
export interface CalculationPlan {
  method: ExtraEndpointPlan['method']
  url: string
  /** The endpoint is there in demo mode alone. */
  demo?: boolean
  /** What is typed, as the forms of records have it. */
  items: FormItemPlan[]
  /** Those that are the endpoint's alone: a field of the record that bears the same name is another one. */
  alone?: string[]
  lines: CalculationLinesPlan[]
  /** Field of the body → field of the record that gives its value. */
  given?: Record<string, string>
  figures: ResponseFigurePlan[]
  /** Fields of the answer, which notes and tones of figures read. */
  answer: FieldPlan[]
}

export interface CalculationLinesPlan {
  /** The line table of the record that the rows come from. */
  of: string
  /** Under the name it has in the body: columns to type, then those that the answer fills. */
  table: LinesPlan
  /** Name of the rows in the response, where there are any; they are in the order of the submitted ones. */
  answered?: string
}

export interface ResponseFigurePlan {
  field: FieldPlan
  /** With `{field}` for fields of the answer. */
  note?: string
  /** Over the answer. */
  tone?: TonePlan[]
}

/** What the print button has to know of a template. */
export interface PrintChoice {
  name: string
  title: string
  /** Records that it can be printed for; undefined: all. */
  when?: Expression
}

/** A print template. */
export interface PrintPlan extends PrintChoice {
  paper: PaperPlan
  /** Names of the copies; empty: one copy without a name. */
  copies: string[]
  parts: PrintPartPlan[]
  /** What has to be read of a record: names of fields and display values, and by line table the names of its columns. */
  reads: { fields: string[]; lines: Record<string, string[]> }
}

export interface PaperPlan {
  size: 'A3' | 'A4' | 'A5' | 'B5' | '241x140'
  landscape: boolean
  /** In mm. */
  margin: number
}

export type PrintPartPlan = { when?: Expression } & (
  | { kind: 'fields'; title?: string; across: number; items: { field: FieldPlan; title: string; span: number }[] }
  | { kind: 'lines'; title: string; lines: string; columns: ColumnPlan[] }
  /** `fields`: those that its holes name. */
  | ({ kind: 'text'; align: 'start' | 'center' | 'end' } & TextPlan)
  | { kind: 'sign'; who: string[] }
)

/** What an import says and does. */
export interface ImportPlan {
  description?: string
  /** The noun for a row in the message about the limit. */
  noun: string
  maxRows: number
  /** How the list is loaded again afterwards: as it is, or from its first page without filters. */
  queryType: 'same' | 'first'
  /** What every imported record holds beside its row. */
  values?: Record<string, string | number | boolean>
  /** Fields by which a row is a record that is there already, which is passed over. */
  known?: string[]
  /** Fields whose empty cells a rule fills. */
  complete?: { fields: string[]; rule: string }
  /** The rows go back into this line table of the form and nothing is stored, or they are stored with the records that they say. */
  into?: ImportedLinesPlan
}

export interface ImportedLinesPlan {
  lines: string
  /** Fields by which a row of the file is one that the form already has. */
  match: string[]
  rule?: string
  /** The rows are stored: each with the record whose fields have these values, which are said of the row. */
  record?: Record<string, Expression>
}

export interface ExtraListPlan {
  /** Whose rows; absent: the screen's own. */
  of?: string
  where?: Where
  fields: string[]
  /** Newest first when absent. */
  sort?: { field: string; order: 'ascend' | 'descend' }
  /** All rows in one response, unless a page is requested. */
  whole: boolean
}

/** Some columns of a line table, under the name that a body or an answer has for them. */
export interface PayloadLinesPlan {
  /** The line table. */
  of: string
  table: LinesPlan
}

export interface ExtraEndpointPlan {
  name: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Full URL template with `{name}` parts. */
  url: string
  /** Permission code; `view`: the menu itself; `session`: any account; `open`: none. */
  permission: string
  description: string
  list?: ExtraListPlan
  handler?: string
  query: FieldPlan[]
  body: FieldPlan[]
  /** Rows of the body. */
  lines?: PayloadLinesPlan[]
  answer?: { fields: FieldPlan[]; lines: PayloadLinesPlan[] }
  /** Largest body in bytes, where it is not the usual one. */
  bodyLimit?: number
  /** Code of the system outside whose signature lets a call in. */
  signed?: string
  /** There is no such endpoint but in demo mode. */
  demo?: true
}

export interface ScreenPlan {
  /** `<permission group>/<menu>` or `<permission group>/<menu>.<part>`. */
  id: string
  /** Menu code: the prefix of the permission codes and first segment of the routes. */
  menu: string
  /** `<permission group>_<menu>`: the right to open it. */
  menuName: string
  /** Permission code that its records are read with; absent: with the menu's own right. */
  readPermission?: string
  /** Rights that belong to no button: permission code → title. */
  rights?: Record<string, string>
  title: string
  entity: string
  /** Names a record in titles and messages: the entity's label, or of a reference the value that is shown of it. */
  label: string
  states?: Record<string, StatePlan>
  statusField?: string
  /** What its records are about: dialogs that decide say it, and the heads of record pages; absent where there is neither. */
  summary?: SummaryPlan
  /** As of the entity. */
  authored?: string[]
  pending?: true
  document?: true
  base: string
  where?: Where
  pages: Record<string, PagePlan>
  actions: Record<string, ActionPlan>
  extra: Record<string, ExtraEndpointPlan>
  /** How its records go on paper, by name; absent: as their page. */
  prints?: Record<string, PrintPlan>
  /** Line tables a form of this screen edits. */
  lines: Record<string, LinesPlan>
  checks: CheckPlan[]
  /** Of what its forms save. */
  warnings?: WarningPlan[]
  /** Names of dictionaries the pages show. */
  dictionaries: string[]
  /** What the server lets through, derived from the pages. */
  access: ScreenAccess
}

/** What the browser gets of a screen: all but the server's field lists, and the print templates, which it gets together with the records to print. */
export type BrowserScreenPlan = Omit<ScreenPlan, 'access' | 'prints'> & {
  /** It was published on the running product in place of the shipped one: which release it is. */
  release?: number
}

/** The field lists of a screen's endpoints; nothing outside them is read, written, filtered or sorted. */
export interface ScreenAccess {
  /** Keys of a list row (fields and display values). */
  listFields: string[]
  /** Keys of a single record; all of them for forms and details. */
  recordFields: string[]
  /** Line tables of a single record. */
  recordLines: string[]
  /** Fields that create and update accept. */
  writable: string[]
  /** Line tables that create and update accept. */
  writableLines: string[]
  /** Query parameters of the list, by field. */
  filters: Record<string, FilterAs>
  sorts: string[]
  /** Its list is paged by cursor. */
  cursor?: true
  totals: string[]
  /** The field that says in what some of the totals are counted, and which of them. */
  totalsBy?: TotalsBy
  /** Query parameter → field of whose dictionary it names a code by its place, from 1. */
  ordinals?: Record<string, string>
  /** Rows that a list answers while it is asked by none of these fields. */
  usual?: { where: Where; unless: string[] }
  /** References whose choices may be requested: `authorId`, or `goods.goodsId` in a line table, or `approve:opinionBy` in a dialog. */
  options: Record<string, FieldPlan>
}

export interface MenuPlan {
  id: string
  pid: string
  mpid: -1 | string
  name: string
  correctionName?: string
  icon?: string
  router?: string
  seq: number
  menuName?: string
  hidden?: boolean
  blank?: boolean
  externalApp?: string
  ieFlag?: 'I' | 'E'
  permissionGroups?: string[]
}

export interface DictionaryItem {
  code: string
  title: string
  color?: string
}
export interface DictionaryPlan {
  name: string
  title: string
  /** The program knows each code: no other is accepted, whatever an admin has added. */
  closed?: true
  items: DictionaryItem[]
}

export interface RolePlan {
  code: string
  title: string
  dataScope: string
  /** menuName → allowed action codes. */
  menus: Record<string, string[]>
}

/** What happens by the calendar. */
export interface SchedulePlan {
  /** `HH:mm` of business time, after which the day before is ended. */
  at: string
  /** In their order. */
  steps: StepPlan[]
}

export interface StepPlan {
  name: string
  title: string
  /** Every hour too. */
  hourly: boolean
  handler?: string
  actions: { entity: string; action: string }[]
}

export interface OutsidePlan {
  by: string
  ours: string
}

export interface ProductPlan {
  title: string
  userEntity: string
  /** Accounts of others: the field of the user entity that is filled in them, and what they call our own people. */
  outside?: OutsidePlan
  /** Dimension → entity whose ids are compared. */
  scopes: Record<string, string>
  entities: Record<string, EntityPlan>
  screens: Record<string, ScreenPlan>
  /** Only entries whose screen exists or that name an application outside, and branches that have such entries. */
  menus: MenuPlan[]
  dictionaries: Record<string, DictionaryPlan>
  ledgers: Record<string, LedgerPlan>
  /** Fields that are kept as sums of other records. */
  sums: SumPlan[]
  schedule?: SchedulePlan
  roles: Record<string, RolePlan>
}

/** A route of the browser program, known without loading the screen's plan. */
export interface RoutePlan {
  route: string
  screen: string
  page: string
  title: string
  menuName: string
  open: boolean
  /** Records of this entity are looked at here, by whoever may read the screen. */
  entity?: string
  readPermission?: string
  /** It shares its address with the list of its screen, and is shown where the query names a record. */
  ofRecord?: true
  /** How a record page opens unless its query says otherwise. The browser reads it to fetch the code of forms before the plan arrives. */
  mode?: RecordPagePlan['mode']
}
