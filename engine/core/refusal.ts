/** Why a business rule says no: a stable code of the product's catalogue and the figures its text shows. */
export interface Refusal {
  code: string
  params?: Record<string, unknown>
}

export function refuse(code: string, params?: Record<string, unknown>): Refusal {
  return params === undefined ? { code } : { code, params }
}

/** The product's catalogue: refusal code → number on the wire (1005xx) and text with `{name}` holes. */
export type RefusalCatalogue = Record<string, { number: number; text: string }>
