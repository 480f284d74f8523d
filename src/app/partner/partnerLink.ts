/**
 * The address on which one program of the house hands a user to another (acceptance L3):
 * `/partnerLogin?type=GLP&access_token=<one-time ticket>&partner=true&path=<page>`, and `ieFlag` where the entry has one.
 */
export const partnerLoginPath = '/partnerLogin'

const TYPE = 'GLP'

export interface PartnerLink {
  ticket: string
  /** The page to open, without query. */
  path: string
}

export function partnerAddress(origin: string, { ticket, path }: PartnerLink, ieFlag?: 'I' | 'E'): string {
  const query = new URLSearchParams({ type: TYPE, access_token: ticket, partner: 'true', path, ...(ieFlag ? { ieFlag } : {}) })
  return `${origin}${partnerLoginPath}?${query.toString()}`
}

/** What such an address says; undefined when it is none, or names a page that is not ours. */
export function readPartnerLink(search: string, isKnown: (path: string) => boolean): PartnerLink | undefined {
  const query = new URLSearchParams(search)
  const [ticket, path] = [query.get('access_token') ?? '', query.get('path') ?? '']
  if (
    query.get('type') !== TYPE ||
    query.get('partner') !== 'true' ||
    !/^[\w-]{20,100}$/.test(ticket) ||
    !/^\/[^/\\]/.test(path) ||
    !isKnown(path)
  )
    return undefined
  return { ticket, path }
}
