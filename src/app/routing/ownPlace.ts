/**
 * The address of a page of ours that a text from outside means, with path and query apart; undefined for whatever leads out of the program.
 * A path that begins with two slashes is another host's as soon as it is used as an address, and `/.//x` becomes one by being resolved.
 */
export function ownPlace(path: string, origin: string): { pathname: string; search: string } | undefined {
  if (!/^\/(?![/\\])/.test(path) || !URL.canParse(path, origin)) return undefined
  const place = new URL(path, origin)
  return place.origin === origin && !place.pathname.startsWith('//') ? place : undefined
}
