import type { KeyValueStore } from '../../../engine/client/memory/storage'

export interface TokenStore {
  /** The current token: from memory, else from the session storage of the tab, else from the cookie. */
  read: () => string | undefined
  write: (token: string) => void
  /** Takes over the browser's token, which another tab has just written. */
  adopt: () => string | undefined
  remove: () => void
}

export interface TokenStoreOptions {
  name: string
  /** Session storage of the tab. */
  tab: KeyValueStore
  /** The page's cookies. Only the page reads them: the server accepts the Authorization header alone. */
  cookies?: Pick<Document, 'cookie'>
  secure: boolean
  /** In a frame: the cookie may belong to another site's page, so a cookie left by another page is ignored. */
  framed?: boolean
  lifetimeMs: number
}

/**
 * The access token in memory, session storage and a cookie (acceptance S7). In a frame of another site the latter two may fail; the
 * token then lives as long as the page.
 */
export function createTokenStore({ name, tab, cookies = document, secure, framed = false, lifetimeMs }: TokenStoreOptions): TokenStore {
  let memory: string | undefined
  // A frame of another site keeps a cookie only in a partition of its own, and that only if it is secure.
  const attributes = framed && secure ? '; Path=/; SameSite=None; Secure; Partitioned' : `; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`

  function fromTab(): string | undefined {
    const token = tab.get(name)
    return typeof token === 'string' && token !== '' ? token : undefined
  }
  function fromCookie(): string | undefined {
    const pair = readCookies()
      .split('; ')
      .find((text) => text.startsWith(`${name}=`))
    return pair === undefined ? undefined : decoded(pair.slice(name.length + 1)) || undefined
  }
  /** A sandboxed frame has no cookies, and says so by throwing. */
  function readCookies(): string {
    try {
      return cookies.cookie
    } catch {
      return ''
    }
  }
  function writeCookie(cookie: string): void {
    try {
      cookies.cookie = cookie
    } catch {
      // The token lives as long as the page.
    }
  }
  function write(token: string): void {
    memory = token
    tab.set(name, token)
    writeCookie(`${name}=${encodeURIComponent(token)}; Max-Age=${Math.floor(lifetimeMs / 1000)}${attributes}`)
  }
  return {
    read: () => (memory ??= fromTab() ?? (framed ? undefined : fromCookie())),
    write,
    adopt() {
      const token = fromCookie()
      memory = token
      if (token === undefined) tab.remove(name)
      else tab.set(name, token)
      return token
    },
    remove() {
      memory = undefined
      tab.remove(name)
      writeCookie(`${name}=; Max-Age=0${attributes}`)
    },
  }
}

/** Other programs may write cookies here: an invalid one is ignored. */
function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
