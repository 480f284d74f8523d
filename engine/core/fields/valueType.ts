import type { MessageCode } from '../messages'
import type { DictionaryPlan, FieldPlan } from '../plan'

/** Why a value does not fit its field: the rule that is named on the wire and the text for the user, whose `{label}` the caller fills. */
export class InvalidValue {
  readonly rule: string
  readonly code: MessageCode
  readonly params: Record<string, unknown>
  /** A text of the product's in place of the catalogue's. */
  readonly text: string | undefined

  constructor(rule: string, code: MessageCode, params: Record<string, unknown> = {}, text?: string) {
    this.rule = rule
    this.code = code
    this.params = params
    this.text = text
  }
}

/** What a check of single values needs beyond the field. */
export interface ValueChecks {
  /** Whether a dictionary has a code now. */
  hasCode: (dictionary: string, code: string) => boolean
  /** Named text checks of the product. */
  formats: Readonly<Record<string, { test: (text: string) => boolean; message: string }>>
  /** Whether a json value has the named shape. */
  hasShape: (shape: string, value: unknown) => boolean
  /** In the browser: what is shown in part may be the stored value, which only the server can tell. */
  knowsNoStored?: true
}

/** What codes and states are called. */
export interface Titles {
  dictionaries: Readonly<Record<string, DictionaryPlan>>
  /** States of the entity whose record is read. */
  states?: Readonly<Record<string, { title: string }>>
}

/**
 * One kind of value while the product runs, the same in browser and server. Every function gets one value that is not empty: lists of fields
 * with several values are taken apart before (see index.ts).
 */
export interface ValueType {
  /** Kept as attachments: in no column of the record's row, in no line table, and in no body of a save. */
  attached: boolean
  /** The server gives it with the first save, so that a new form says that one is coming. */
  given: boolean
  /** A list without items is a value of it. */
  emptyListIsValue: boolean
  /** In what it is counted is no part of its text, and may differ from record to record, as currencies do. */
  unitApart?: true
  /** It is a part of one, and reads as a percentage. */
  share?: true
  /**
   * A value of a request or a form as it is stored: texts without blanks around them, decimals with all their places, moments in UTC; null when
   * nothing is left of it. Strict: nothing is converted, cut or rounded, so that what the user sees is what is kept.
   */
  read: (field: FieldPlan, raw: unknown, checks: ValueChecks) => unknown
  /** Prepares once per field how a value reads. */
  text: (field: FieldPlan, titles: Titles) => (value: unknown) => string
  /** Whether two values mean the same, typed or stored: `'1.5'` and `'1.50'` do. */
  same: (one: unknown, other: unknown) => boolean
}
