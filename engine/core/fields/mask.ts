/** Values of which people see a part: the same part wherever they are shown, so that one that comes back unchanged can be recognised. */
import type { FieldPlan, MaskPlan } from '../plan'

/** Stands for what is hidden, however long that is. No masked field takes it as part of a value. */
export const hiddenPart = '****'

/** Fewer hidden characters could be guessed; then nothing is shown. */
export const minHidden = 4

/** A value as it is shown. Characters are counted as the database counts them, by code point. */
export function maskedText({ keep: [start, end] }: MaskPlan, value: string): string {
  const characters = [...value]
  if (characters.length < start + end + minHidden) return hiddenPart
  return [...characters.slice(0, start), hiddenPart, ...(end === 0 ? [] : characters.slice(-end))].join('')
}

/**
 * The part of a field's value that may be shown without a further right. Values of fields without a mask, and empty values, are returned unchanged.
 */
export function asMasked({ mask }: Pick<FieldPlan, 'mask'>, value: unknown): unknown {
  return mask && typeof value === 'string' ? maskedText(mask, value) : value
}
