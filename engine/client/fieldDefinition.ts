import type { ComponentType, ReactNode } from 'react'
import type { Titles } from '../core/fields'
import type { ColumnPlan, DictionaryItem, FieldPlan, StatePlan } from '../core/plan'
import type { Option, RecordValues } from '../core/wire'

export type Dictionaries = Titles['dictionaries']

/** What is needed to show a value besides the value: titles and colours of codes and states. */
export interface FieldContext extends Titles {
  states?: Readonly<Record<string, StatePlan>>
}

/** One of several values that can be chosen. */
export interface Choice {
  value: string
  label: string
  hint?: string
  /** Second line. */
  about?: string
  /** Why it cannot be chosen here. */
  refused?: string
}

export interface OptionsQuery {
  keyword?: string
  /** Loads the labels of these values instead of searching. */
  values?: string[]
  /** Loads the rows with such a number, code, barcode or name, at most `MAX_NAMES` at once. */
  names?: string[]
  signal?: AbortSignal
}
export type LoadOptions = (query: OptionsQuery) => Promise<Option[]>

export type InputStatus = 'coming' | 'failed'

export interface InputProps {
  id?: string
  value: unknown
  /** `chosen`: the options behind the value of a reference, so that a form can show their labels and write what they fill. */
  onChange: (value: unknown, chosen?: Option[]) => void
  onBlur?: () => void
  field: FieldPlan
  /** In what the record counts the number; empty where nothing says it, or the field itself does. */
  unit?: string
  disabled?: boolean
  placeholder?: string
  /** Marks the input; the text that says why is named by `describedBy`. */
  invalid?: boolean
  describedBy?: string
  /** Name for screen readers where no label points to `id`. */
  label?: string
  autoFocus?: boolean
  /** What a reference shows now, as far as the record tells (text, or texts in the order of the values); asked from `loadOptions` otherwise. */
  display?: unknown
  loadOptions?: LoadOptions
  /** Why a reference has no choices now, where the form around it knows: what they depend on is not filled. */
  noChoices?: () => string | undefined
  /** Part of what the input was given is on its way or was not taken, and so is not in its value; undefined: no longer. `part` is the input's key. */
  onStatus?: (part: string, status: InputStatus | undefined) => void
  /** In place of the dictionary: the states of a status, yes and no of a switch. */
  choices?: readonly Choice[]
}

export type Cell = (value: unknown, record: RecordValues) => ReactNode

/** One kind of value in the browser; how it reads is said in engine/core/fields. */
export interface FieldDefinition {
  /** Prepares once per column how a value is drawn: its text, or one light element without hooks. */
  cell: (column: ColumnPlan, context: FieldContext) => Cell
  /** A copy button stands beside the value wherever it is read. */
  copyable: (field: FieldPlan) => boolean
  Input: ComponentType<InputProps>
  /** The input always has a value, so it needs no mark for required. */
  answered: boolean
  /** What a search item of a range is typed into: a range of days, or the input twice. */
  range: 'days' | 'twice'
  /** What can be searched for where the input's own choices are not it. @param states of the entity that is searched */
  searchChoices: (states: readonly Choice[]) => readonly Choice[] | undefined
  /**
   * The value of a new record that stands in an address, one of several of a field that has several; null when there is none. Whether it fits is
   * for the check.
   */
  given: (field: FieldPlan, text: string) => unknown
  /** The value of a search that stands in an address. */
  fromAddress: (text: string) => string | boolean
  /**
   * The value that a pasted text stands for, as if it had been typed: without blanks around it, and not empty. Undefined when the field
   * cannot take it.
   */
  paste: (field: FieldPlan, text: string, items: readonly DictionaryItem[]) => unknown
  /** In px: an input in a line table needs more room than the text of its value. */
  inputWidth: number
  /** In px, in the table of a dialog, where a column to read can break its text. */
  dialogWidth: (field: FieldPlan) => number
}
