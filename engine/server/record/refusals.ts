import { formatDecimal, isDecimal } from '../../core/decimal'
import type { Refusal, RefusalCatalogue } from '../../core/refusal'
import { refused, type HttpProblem } from '../problem'

/** A refusal of the product's catalogue as the problem that clients read. @throws TypeError for a code that is not in it */
export function refusalOf(catalogue: RefusalCatalogue, { code, params }: Refusal): HttpProblem {
  const known = Object.hasOwn(catalogue, code) ? catalogue[code] : undefined
  if (!known) throw new TypeError(`no refusal named ${code}`)
  return refused(filled(known.text, params), known.number, params)
}

/** The text of a refusal with its figures; a hole without a figure stays visible, so that the mistake can be seen. */
function filled(text: string, params: Record<string, unknown> = {}): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => (Object.hasOwn(params, name) ? readable(params[name]) : hole))
}

/** Amounts and quantities come with a decimal point; what has none may be a number of a document, in which commas would be wrong. */
function readable(figure: unknown): string {
  const places = typeof figure === 'string' && isDecimal(figure) ? figure.split('.')[1]?.length : undefined
  return places === undefined ? String(figure) : formatDecimal(figure, places)
}
