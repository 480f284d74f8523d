/** The query of an address, with its question mark; empty where there is nothing to say. */
export function queryText(values: readonly (readonly [name: string, value: string])[]): string {
  const parts = values.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}
