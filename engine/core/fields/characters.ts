import type { FieldPlan } from '../plan'
import { hiddenPart } from './mask'
import { InvalidValue, type ValueChecks, type ValueType } from './valueType'

/** A text is never longer, whatever its field says. */
const MAX_LENGTH = 200

/** What text types have in common. @param forbidden characters that the type does not take */
export function characters(forbidden: RegExp): ValueType {
  return {
    attached: false,
    given: false,
    emptyListIsValue: false,
    read: (field, raw, checks) => readText(field, raw, forbidden, checks),
    text: () => String,
    same: (one, other) => trimmed(one) === trimmed(other),
  }
}

/** Characters of one line: no control characters, no half of a pair. */
export const notInALine = /[\p{Cc}\p{Cs}]/u

/** Invisible characters that texts copied from spreadsheets and chats contain: direction marks, soft hyphens, zero-width blanks and joiners. */
const unseen = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|\ufe0f/g

/** As it is kept: texts without blanks around them, and without what nobody sees: two numbers that look the same are the same. */
export function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? trimmedText(value) : value
}

function trimmedText(text: string): string {
  return text.replace(unseen, '').trim()
}

function readText(field: FieldPlan, raw: unknown, forbidden: RegExp, checks: ValueChecks): unknown {
  if (typeof raw !== 'string') return new InvalidValue('type', 'invalid.text')
  const text = trimmedText(raw)
  if (text === '') return null
  // The length first, so that no pattern ever runs over a long text.
  const max = field.maxLength ?? MAX_LENGTH
  if (text.length > 2 * max || [...text].length > max) return new InvalidValue('maxLength', 'invalid.maxLength', { max })
  // In a form it stands for the stored value; the server, which knows that, puts it back.
  if (field.mask && text.includes(hiddenPart)) return checks.knowsNoStored ? text : new InvalidValue('mask', 'invalid.masked')
  if (forbidden.test(text)) return new InvalidValue('characters', 'invalid.characters')
  if (field.pattern !== undefined && !patternOf(field.pattern).test(text)) {
    return new InvalidValue('pattern', 'invalid.pattern', {}, field.patternMessage)
  }
  const format = field.format !== undefined && Object.hasOwn(checks.formats, field.format) ? checks.formats[field.format] : undefined
  if (format && !format.test(text)) return new InvalidValue('format', 'invalid.pattern', {}, format.message)
  return text
}

const patterns = new Map<string, RegExp>()

/** Patterns are of the schemas, whose check has refused those that could take long; there are as many as stand in them. */
function patternOf(source: string): RegExp {
  let pattern = patterns.get(source)
  if (pattern === undefined) {
    pattern = new RegExp(`^(?:${source})$`, 'u')
    patterns.set(source, pattern)
  }
  return pattern
}
