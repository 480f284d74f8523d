/** What a form is to those who draw it and to those who send what was entered into it. */
import type { Expression } from '../../../core/expression'
import type { Titles } from '../../../core/fields'
import type { CheckPlan, FormItemPlan, LinesPlan, SectionPlan, WarningPlan } from '../../../core/plan'
import type { Changes, Writable } from '../../../core/record/changes'
import type { Environment, Read } from '../../../core/record/scope'
import type { Values } from '../../../core/record/values'
import type { FieldProblem, Option, TryResponse } from '../../../core/wire'
import type { InputStatus } from '../../fieldDefinition'
import type { FormState } from './carryOver'
import type { Field, Form } from './formily'
import type { LinesModel, Row } from './linesModel'
import type { Formats } from './valueChecks'

/** What a form edits: a record page, or the dialog of an action. */
export interface FormPlan {
  sections: readonly SectionPlan[]
  lines: readonly LinesPlan[]
  checks: readonly CheckPlan[]
  warnings?: readonly WarningPlan[]
  /** The dialog of an action: what it asks is sent as it stands there, files too, and the record around it is not checked. */
  asks?: true
}

export interface FormSetup {
  plan: FormPlan
  /** The record as it was loaded, which changes are counted from; for a new one what is known of it beforehand. */
  record: Values
  /** What the form shows at first, when that is not the record: a draft. */
  values?: Values
  /** A new record starts with the defaults of its fields. */
  isNew: boolean
  environment: Environment
  formats: Formats
  /**
   * The form whose place this one takes because its plan was edited; it goes on with what that one holds, and `record`, `values` and `isNew` say
   * nothing.
   */
  last?: FormModel | undefined
}

/** Field of the form that is drawn, with the item it stands for. */
export interface FormItem {
  plan: FormItemPlan
  field: Field
}

/** State of a field beside what Formily itself keeps. */
export interface FieldData {
  required: boolean
  /** Not needed to save, but for what comes after it. */
  later: boolean
}

export interface FormModel {
  readonly form: Form
  readonly plan: FormPlan
  readonly items: ReadonlyMap<string, FormItem>
  readonly lines: ReadonlyMap<string, LinesModel>
  readonly environment: Environment
  /** The record that changes are counted from. */
  readonly record: Values
  /** Tracked where it is read while drawing. */
  read: Read
  /** What the user does to a field: writes what the choice fills, drops choices that depend on it, checks again what was marked. */
  enter: (name: string, value: unknown, chosen?: readonly Option[]) => void
  /** Takes over fields (with the display values of references) and whole line tables that a choice has brought. */
  take: (brought: Values) => void
  /** The field was left: from now on it may show errors. Empty is an error only after it was emptied; a field yet to be filled is not wrong. */
  leave: (name: string) => void
  holds: (condition: Expression | undefined) => boolean
  /** Plain values of the whole form. */
  values: () => Values
  /** What may be sent now: shown fields, and those that the user's own change has hidden, so that their values are given up. */
  writable: () => Writable
  /** What would be sent: everything entered of a new record, else the difference. */
  changes: () => Changes
  /** Something was entered that is not saved, or is still on its way to the form. */
  isChanged: () => boolean
  /** Notes that part of an input's value is on its way or was not taken; see `InputProps.onStatus`. */
  note: (name: string, part: string, status: InputStatus | undefined) => void
  /** Resolves when nothing that inputs were given is on its way any more. Before, a form can be neither checked nor sent. */
  settled: () => Promise<void>
  /** Checks all data and marks what is wrong. `action`: what the save is for. */
  check: (action?: string) => FieldProblem[]
  /** What the server would have confirmed of these values, as far as the form knows what it is judged by. */
  warnings: (titles: Titles) => FieldProblem[]
  /**
   * Marks fields and cells by their address; what belongs to nothing that is drawn is returned. Each mark stays until its value changes, or one
   * that a check compares it with, because what was said elsewhere, as by the server, is not found again by looking at the value.
   */
  mark: (problems: readonly FieldProblem[]) => FieldProblem[]
  /** What was entered into these fields and line tables. */
  entered: (names: readonly string[]) => Values
  /** All entered values have the type of their field: a number where one is expected. */
  isReadable: () => boolean
  /**
   * Takes over what the server has computed, and marks what it would refuse where something stands already. What is typed, and what the form
   * computes itself, stays. @param rows those that were asked about, by line table; some may be gone
   */
  show: (response: Pick<TryResponse, 'values' | 'lines' | 'problems'>, rows: ReadonlyMap<string, readonly Row[]>) => void
  /** Calls back after each input; returns the end of it. */
  onInput: (listener: () => void) => () => void
  /** Goes on with another state of a record that exists, e.g. after a merge: `values` is shown, `record` is what changes are counted from. */
  restart: (record: Values, values: Values) => void
  /** What a form with another plan goes on from. */
  state: () => FormState
}
