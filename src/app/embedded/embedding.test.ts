import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { SessionState } from '../session/sessionState'
import { createEmbedding } from './embedding'
import type { ParentMessage } from './messages'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(phase: SessionState['phase'] = 'ready') {
  const session = createStore<SessionState>(() => ({ phase, dictionaries: {}, roles: [], mustChangePassword: false }))
  const adopt = vi.fn<(token: string) => Promise<boolean>>().mockResolvedValue(true)
  const [navigate, clearConditions, requestToken] = [vi.fn<(to: string) => void>(), vi.fn<() => void>(), vi.fn<(path: string) => void>()]
  let say: (message: ParentMessage) => void = () => undefined
  const embedding = createEmbedding({
    channel: { listen: (onMessage) => (say = onMessage), requestToken },
    session: () => ({ state: session, adopt }),
    where: () => '/loansmgr',
    isKnown: (pathname) => ['/loansmgr', '//loansmgr', '/stockin/7'].includes(pathname),
    navigate,
    clearConditions,
  })
  embedding.start()
  return { embedding, session, adopt, navigate, clearConditions, requestToken, say: (message: ParentMessage) => say(message) }
}

it('S6 hands a token to the session, clears conditions, and keeps the button list', () => {
  const { embedding, adopt, clearConditions, say } = setUp()
  say({ type: 'accessToken', accessToken: 'abc' })
  say({ type: 'clearConditions' })
  say({ type: 'buttonList', permissionGroup: 'loans', buttons: ['loansmgr_view'] })
  expect(adopt).toHaveBeenCalledExactlyOnceWith('abc')
  expect(clearConditions).toHaveBeenCalledOnce()
  expect(embedding.state.getState().buttons).toEqual({ permissionGroup: 'loans', buttons: ['loansmgr_view'] })
})

it('S6 goes to pages that the route table knows', () => {
  const { navigate, say } = setUp()
  say({ type: 'navigate', path: '/loansmgr?status=DRAFT#top' })
  say({ type: 'navigate', path: '/x/../stockin/7' })
  expect(navigate.mock.calls).toEqual([['/loansmgr?status=DRAFT'], ['/stockin/7']])
})

it.each([
  'https://evil.example/loansmgr',
  '//evil.example/loansmgr',
  '/\\evil.example/loansmgr',
  // Browsers leave tabs and line breaks out of an address.
  '/\t/evil.example/loansmgr',
  // Resolved, they begin with two slashes.
  '/.//loansmgr',
  '/x/..//loansmgr',
  '\\\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  ' /loansmgr',
  'loansmgr',
  '/nothing',
  '/login',
  '/',
  '',
  'http://[',
])('S6 goes nowhere for %o', (path) => {
  const { navigate, say } = setUp()
  say({ type: 'navigate', path })
  expect(navigate).not.toHaveBeenCalled()
})

it('S6 asks again while a token is missing, and is quiet when there is one', () => {
  const { session, requestToken } = setUp('waiting')
  vi.advanceTimersByTime(6000)
  expect(requestToken.mock.calls).toEqual([['/loansmgr'], ['/loansmgr']])
  session.setState({ phase: 'ready' })
  vi.advanceTimersByTime(60_000)
  expect(requestToken).toHaveBeenCalledTimes(2)
})
