import type { ComponentType, ReactNode } from 'react'
import type { ColumnPlan, DictionaryPlan, FieldPlan, FieldType, StatePlan } from '../../core/plan'
import type { Option, RecordValues } from '../../core/wire'

export type Dictionaries = Readonly<Record<string, DictionaryPlan>>

/** What a value cannot say of itself: titles of codes and states. */
export interface FieldContext {
  dictionaries: Dictionaries
  /** States of the entity whose record is shown, for `status` fields. */
  states?: Readonly<Record<string, StatePlan>>
}

/** One of several values that can be chosen. */
export interface Choice {
  value: string
  label: string
  hint?: string
}

export interface OptionsQuestion {
  keyword?: string
  /** Asks for the labels of these values instead of searching. */
  values?: string[]
  signal?: AbortSignal
}
export type LoadOptions = (question: OptionsQuestion) => Promise<Option[]>

export interface InputProps {
  id?: string
  value: unknown
  /** `chosen`: the options behind the value of a reference, so that a form can show their labels and write what they fill. */
  onChange: (value: unknown, chosen?: Option[]) => void
  onBlur?: () => void
  field: FieldPlan
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
  /** In place of the dictionary: the states of a status, yes and no of a switch. */
  choices?: readonly Choice[]
}

export type Cell = (value: unknown, record: RecordValues) => ReactNode

/** Everything about one kind of value. */
export interface FieldDefinition {
  type: string
  /** Prepares once per column or field how a value reads; empty values read '-'. */
  formatter: (field: FieldPlan, context: FieldContext) => (value: unknown) => string
  /** Prepares once per column how a value is drawn, where text is not enough. The result is one light element without hooks. */
  cell?: (column: ColumnPlan, context: FieldContext) => Cell
  Input: ComponentType<InputProps>
}

export function defineField<Type extends FieldType>(definition: FieldDefinition & { type: Type }): FieldDefinition & { type: Type } {
  return definition
}
