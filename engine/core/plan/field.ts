import type { Field } from '../../spec/generated/entity'
import type { Expression } from '../expression'
import type { Where } from './where'

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
