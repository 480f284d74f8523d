import { isBlank, isEmptyValue, shownOf, textOf, type Titles } from '../fields'
import type { TextPlan, WarningPlan } from '../plan'
import type { FieldProblem } from '../wire'
import { fieldProblem } from './problems'
import { isTrue, namesRead, readOf, type Environment } from './scope'
import type { Fields, Values } from './values'

/** What may be done but must be confirmed: a problem of this rule, whose parameter `key` confirms it. */
export const WARNING = 'warning'

/** What a record is read with, to be judged and put into words. */
export interface WarningContext {
  /** Fields whose values stand in the holes. */
  fields: Fields
  titles: Titles
  environment: Environment
}

/** The warnings that hold for a record, in their order; `more` are names beside its own, such as `form`. */
export function warningsOf(
  warnings: readonly WarningPlan[] | undefined,
  record: Values,
  { fields, titles, environment }: WarningContext,
  more: Values = {},
): FieldProblem[] {
  const read = readOf({ ...record, ...more })
  return (warnings ?? [])
    .filter(({ when }) => isTrue(when, read, environment))
    .map(({ says, field = '' }) => warning(field, filled(says, record, fields, titles)))
}

/** What holds now and did not hold before, in the same words. */
export function newWarnings(now: readonly FieldProblem[], before: readonly FieldProblem[]): FieldProblem[] {
  const known = new Set(before.map(keyOf))
  return now.filter((one) => !known.has(keyOf(one)))
}

/** One warning about a field (or none: ''), with the key that confirms just what it says. */
export function warning(path: string, text: string): FieldProblem {
  return fieldProblem(path, WARNING, text, { key: warningKey(text) })
}

export function keyOf({ params }: FieldProblem): string {
  const key = params?.['key']
  return typeof key === 'string' ? key : ''
}

/** First names of the paths that warnings and their texts read: needed to evaluate them. */
export function warningReads(warnings: readonly WarningPlan[] = []): string[] {
  return warnings.flatMap(({ when, says }) => [...namesRead(when), ...holesIn(says)])
}

/** Names in the holes of a text. */
export function holesIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** FNV-1a over 64 bits: it distinguishes texts, the same on both sides; it is no cryptographic hash. */
export function warningKey(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (let index = 0; index < text.length; index += 1) hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n)
  return hash.toString(16).padStart(16, '0')
}

/** A text whose holes are filled with formatted values of the record; a hole without a value stays. */
export function filled(text: string, record: Values, fields: Fields, titles: Titles): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field) return textOf(field, titles)(shownOf(field, record))
    const display = record[name]
    return isEmptyValue(display) ? hole : String(display)
  })
}

/** The same text where a value may be missing, as the number of a record to be saved: nothing stands for it, not even the blank before it. */
export function filledAsFarAsKnown({ text, fields }: TextPlan, record: Values, titles: Titles): string {
  return text.replace(/( ?)(\{(\w+)\})/g, (_whole, blank: string, hole: string, name: string) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return isBlank(field ? shownOf(field, record) : record[name]) ? '' : blank + filled(hole, record, fields, titles)
  })
}
