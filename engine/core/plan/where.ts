/** A `where` as plans keep it; `core/where.ts` says what it means. */

/** A value to compare with: one that is fixed, that of a field of the form or record around (`from`), or the business day and days from it. */
export type WhereOperand = string | number | boolean | null | { from: string } | { today: number }
/** One of these; null is an empty field. */
export type WhereValues = WhereOperand | (string | number | null)[]
export type WhereBound = 'above' | 'atLeast' | 'below' | 'atMost'
export type WhereBounds = { [Bound in WhereBound]?: string | number | { from: string } | { today: number } }
export type WhereValue = WhereValues | { not: WhereValues } | WhereBounds
/** By field; `anyOf` is none: one of its parts must hold. */
export type Where = { [field: string]: WhereValue | Where[] }
