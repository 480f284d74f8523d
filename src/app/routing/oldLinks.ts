/**
 * The page that a link of the old platform means (acceptance L4): `#/loansmgr?page=2` is `/loansmgr?page=2`. Undefined for any other hash,
 * and for one that leads out of the program.
 */
export function placeOfHash({ hash, search, origin }: Pick<Location, 'hash' | 'search' | 'origin'>): string | undefined {
  if (!hash.startsWith('#/')) return undefined
  const path = hash.slice(1)
  const place = URL.canParse(path, origin) ? new URL(path, origin) : undefined
  if (place?.origin !== origin) return undefined
  return place.pathname + (place.search || search)
}
