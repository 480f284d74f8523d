import type { Expression } from '../expression'
import type { ColumnPlan } from './column'
import type { EffectsPlan } from './effects'
import type { FieldPlan } from './field'
import type { Where } from './where'

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

/** A line table of the record in the dialog of an action: columns that are shown, and columns to fill. */
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

/** Rows of a line table with fields of their document. */
export interface LinesViewPlan {
  entity: string
  lines: string
  /** The reference to the document. */
  as: string
  header: string[]
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
