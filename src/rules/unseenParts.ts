import { roundDecimal, sumDecimals, type Decimal } from '../../engine/core/decimal'
import { isDerived, type Derivation, type DerivationInput, type Source } from '../../engine/core/derivation'

/**
 * An explanation for who does not see all records that an amount adds up: those that he does not see are one line, so that it still comes to the
 * amount and tells none of them.
 */
export function foldUnseen(derivation: Derivation, isSeen: (source: Source) => boolean): Derivation {
  const folded = (input: DerivationInput): DerivationInput => (isDerived(input) ? foldUnseen(input, isSeen) : input)
  const foldList = (parts: readonly DerivationInput[]): DerivationInput[] => {
    const unseen = parts.filter((part) => isOfUnseen(part, isSeen))
    const shown = parts.filter((part) => !unseen.includes(part)).map(folded)
    return unseen.length === 0 ? shown : [...shown, { title: unseenTitle(unseen.length), value: together(unseen) }]
  }
  const inputs = Object.entries(derivation.inputs).map(([name, input]) => [name, isList(input) ? foldList(input) : folded(input)])
  return { ...derivation, inputs: Object.fromEntries(inputs) as Derivation['inputs'] }
}

/** With as many decimals as the most exact of them. */
function together(parts: readonly DerivationInput[]): Decimal {
  const values = parts.map(({ value }) => value)
  return roundDecimal(sumDecimals(values), Math.max(...values.map((value) => value.split('.')[1]?.length ?? 0)))
}

/** The title of the one line that stands for all records the reader does not see. */
export function unseenTitle(count: number): string {
  return `其余 ${count} 笔（无权查看）`
}

/** Whether it stands in such a record, or follows from a figure of one; what lists add up is folded within them. */
function isOfUnseen(input: DerivationInput, isSeen: (source: Source) => boolean): boolean {
  if (!isDerived(input)) return input.source !== undefined && !isSeen(input.source)
  return Object.values(input.inputs).some((each) => !isList(each) && isOfUnseen(each, isSeen))
}

function isList(input: DerivationInput | readonly DerivationInput[]): input is readonly DerivationInput[] {
  return Array.isArray(input)
}
