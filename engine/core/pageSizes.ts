/** Rows of a page, as browser and server agree on them. */

export const defaultPageSize = 20
/** What the pager offers. */
export const pageSizes = [10, 20, 50, 100] as const
/** More are refused. */
export const maxPageSize = 200
