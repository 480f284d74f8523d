/** The query of an address names a record, or one that is to be added: of a list and a record page that share the address, the latter is meant. */
export function namesRecord(query: string): boolean {
  return /(?:^|[?&])(?:id=|mode=add(?:&|$))/.test(query)
}
