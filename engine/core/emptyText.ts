/** What stands where there is no value, on every page and in every file (acceptance E6). */
export const emptyText = '-'
