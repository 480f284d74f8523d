import { ownPlace } from './ownPlace'

/**
 * The page that a link of the old platform means (acceptance L4): `#/loansmgr?page=2` is `/loansmgr?page=2`. Undefined for any other hash,
 * and for one that leads out of the program.
 */
export function placeOfHash({ hash, search, origin }: Pick<Location, 'hash' | 'search' | 'origin'>): string | undefined {
  if (!hash.startsWith('#/')) return undefined
  const place = ownPlace(hash.slice(1), origin)
  return place && place.pathname + (place.search || search)
}
