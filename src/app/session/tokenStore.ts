import type { KeyValueStore } from '../../../engine/client/storage'

export interface TokenStore {
  /** What this page works with: from memory, else as it was left in the tab, else in the browser. */
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
  /** The page's cookies. Only the page reads them: the server answers to the Authorization header alone. */
  cookies?: Pick<Document, 'cookie'>
  secure: boolean
  lifetimeMs: number
}

/**
 * The access token in memory, session storage and a cookie (acceptance S7). In a frame of another site the latter two may fail; the
 * token then lives as long as the page.
 */
export function createTokenStore({ name, tab, cookies = document, secure, lifetimeMs }: TokenStoreOptions): TokenStore {
  let memory: string | undefined
  const attributes = `; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`

  function fromTab(): string | undefined {
    const token = tab.get(name)
    return typeof token === 'string' && token !== '' ? token : undefined
  }
  function fromCookie(): string | undefined {
    const pair = cookies.cookie.split('; ').find((text) => text.startsWith(`${name}=`))
    return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1)) || undefined
  }
  function write(token: string): void {
    memory = token
    tab.set(name, token)
    cookies.cookie = `${name}=${encodeURIComponent(token)}; Max-Age=${Math.floor(lifetimeMs / 1000)}${attributes}`
  }
  return {
    read: () => (memory ??= fromTab() ?? fromCookie()),
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
      cookies.cookie = `${name}=; Max-Age=0${attributes}`
    },
  }
}
