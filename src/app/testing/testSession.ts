import { vi } from 'vitest'
import type { AccountApi } from '../account'
import { createPreferences } from '../session/preferences'
import { createSession, type SessionOptions } from '../session/session'
import { createTokenStore } from '../session/tokenStore'
import { createAppActions } from '../state/appActions'
import { createAppStore } from '../state/appStore'
import { fakeAccount } from './fakeAccount'
import { memoryStore } from '../memoryStore'

export const LIFETIME = 86_400_000

interface TestSession extends Pick<SessionOptions, 'notify' | 'where' | 'navigate' | 'forget' | 'parent'> {
  api?: Partial<AccountApi>
  /** Kept in the browser from before; none when it is empty. */
  token?: string
}

/** A session over an account and stores of its own, with all that it works with; in a frame when it has a parent. */
export function createTestSession({ api = {}, token = '', ...page }: TestSession) {
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
  const session = createSession({
    store,
    actions,
    api: account,
    token: tokens,
    local,
    tab,
    preferences,
    ...page,
    lifetimeMs: LIFETIME,
  })
  return { session, store, actions, tokens, account, preferences, local, tab, cookies }
}

/** What a session asks of its page, noted. */
export function sessionSpies() {
  return {
    notify: { error: vi.fn<(text: string) => void>(), success: vi.fn<(text: string) => void>() },
    navigate: vi.fn<(to: string, options?: { replace?: boolean }) => void>(),
    forget: vi.fn<(what: { drafts: boolean }) => void>(),
  }
}
