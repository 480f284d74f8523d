/** What is typed and pasted as a number. */
import { cleanDecimalInput, decimalsOf, isOtherNotation, toDecimal } from '../../core/decimal'
import { isInteger } from '../../core/fields'
import type { FieldPlan } from '../../core/plan'

/** More places than any field has: what is too much is marked by the check, never cut off unseen. */
const ALL_DECIMALS = 30

/** A number as its field has it, an integer where one belongs. */
export function pastedNumber(field: FieldPlan, text: string): string | number | undefined {
  const decimal = pastedDecimal(text)
  return isInteger(field) && decimal !== undefined && decimalsOf(decimal) === 0 ? Number(decimal) : decimal
}

/** A plain decimal as its field has it; null for anything else. */
export function givenNumber(field: FieldPlan, text: string): string | number | null {
  const decimal = toDecimal(text)
  return decimal !== undefined && isInteger(field) ? Number(decimal) : (decimal ?? null)
}

/** Thousands separators and a currency sign are what spreadsheets add; anything else is no number. */
export function pastedDecimal(text: string): string | undefined {
  const plain = text.normalize('NFKC')
  if (isOtherNotation(plain) || !/^[^\d.,-]{0,3}\s*-?[\d,]*\.?\d*$/.test(plain)) return undefined
  return toDecimal(cleanDecimalInput(plain, ALL_DECIMALS).replace(/\.$/, ''))
}
