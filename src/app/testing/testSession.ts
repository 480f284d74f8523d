import { vi } from 'vitest'
import type { AccountApi } from '../account'
import type { ProductPart } from '../../../engine/core/wire'
import { createProduct } from '../product'
import { createPreferences } from '../session/preferences'
import { productKey } from '../session/currentUser'
import { createSession, type SessionOptions } from '../session/session'
import { createTokenStore } from '../session/tokenStore'
import { createAppActions } from '../state/appActions'
import { createAppStore } from '../state/appStore'
import { fakeAccount, menuOfClerk } from './fakeAccount'
import { memoryStore } from '../memoryStore'
import { part } from './product'

export const LIFETIME = 86_400_000

interface TestSession
  extends Pick<SessionOptions, 'notify' | 'where' | 'navigate' | 'forget' | 'parent'>, Partial<Pick<SessionOptions, 'reconsider'>> {
  api?: Partial<AccountApi>
  /** Kept in the browser from before; none when it is empty. */
  token?: string
  /** Stored with the clerk; in place of the small product's. */
  product?: ProductPart
}

/** A session over an account and stores of its own, with all that it works with; in a frame when it has a parent. */
export function createTestSession({ api = {}, token = '', product: stored = part, ...page }: TestSession) {
  const tab = memoryStore()
  const framed = page.parent !== undefined
  const local = framed ? tab : memoryStore()
  const cookies = { cookie: '' }
  const store = createAppStore(local)
  const actions = createAppActions(store)
  const tokens = createTokenStore({ name: 'accessToken', tab, cookies, secure: false, framed, lifetimeMs: LIFETIME })
  if (token !== '') tokens.write(token)
  const account = fakeAccount(api)
  const preferences = createPreferences(account.savePreference, tab)
  local.set(productKey, { userId: menuOfClerk.userId, ...stored })
  const product = createProduct({
    open: { routes: stored.routes.filter(({ open }) => open), plans: {} },
    local,
    hasApplication: () => false,
  })
  const session = createSession({
    store,
    actions,
    api: account,
    token: tokens,
    local,
    tab,
    preferences,
    product,
    reconsider: () => undefined,
    ...page,
    lifetimeMs: LIFETIME,
  })
  return { session, store, actions, tokens, account, preferences, product, local, tab, cookies }
}

/** What a session asks of its page, noted. */
export function sessionSpies() {
  return {
    notify: { error: vi.fn<(text: string) => void>(), success: vi.fn<(text: string) => void>() },
    navigate: vi.fn<(to: string, options?: { replace?: boolean }) => void>(),
    forget: vi.fn<(what: { drafts: boolean }) => void>(),
  }
}
