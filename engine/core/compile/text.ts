import type { EntityPlan, FieldPlan, TextPlan } from '../plan'
import { displayOf } from '../fields'
import { holesIn } from '../record/warnings'

/** A text with holes, and with it the fields that they name, so that a value in it reads as it does in a list. */
export function compileText(text: string, fields: Record<string, FieldPlan>): TextPlan
export function compileText(text: string | undefined, fields: Record<string, FieldPlan>): TextPlan | undefined
export function compileText(text: string | undefined, fields: Record<string, FieldPlan>): TextPlan | undefined {
  if (text === undefined) return undefined
  const named = holesIn(text).flatMap((hole) => (Object.hasOwn(fields, hole) ? [[hole, fields[hole] as FieldPlan]] : []))
  return { text, fields: Object.fromEntries(named) }
}

/** The names whose values a text needs: its holes, and of a reference the display value beside it. */
export function textReads({ text, fields }: TextPlan, displays: EntityPlan['displays']): string[] {
  const shown = Object.values(fields).flatMap((field) => displayOf(field) ?? [])
  return [...holesIn(text), ...shown.filter((name) => Object.hasOwn(displays, name))]
}
