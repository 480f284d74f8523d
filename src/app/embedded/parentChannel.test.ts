import { expect, it, vi } from 'vitest'
import type { ParentMessage } from './messages'
import { createParentChannel, type Frame } from './parentChannel'

const portal = 'https://portal.example'
const token: ParentMessage = { type: 'accessToken', accessToken: 'abc' }

function setUp({ configured = [portal], ancestorOrigins = [portal] } = {}) {
  const posted: unknown[] = []
  const parent = { postMessage: (...message: unknown[]) => void posted.push(message) }
  let hear: (event: unknown) => void = () => undefined
  const frame = {
    self: {},
    parent,
    addEventListener: (_type: string, listener: (event: unknown) => void) => (hear = listener),
  } as unknown as Frame
  const channel = createParentChannel(configured, { ancestorOrigins, referrer: '' }, frame)
  const heard = vi.fn<(message: ParentMessage) => void>()
  channel?.listen(heard)
  const say = (data: unknown, { source, origin = portal }: { source?: unknown; origin?: string } = { source: parent }): void =>
    hear({ source, origin, data })
  return { channel, posted, heard, parent, say }
}

it('S6 asks for a token by the path, at the origin of the parent alone', () => {
  const { channel, posted } = setUp({ configured: [portal, 'https://other.example'] })
  channel?.requestToken('/loansmgr')
  expect(posted).toEqual([[{ type: 'requestAccessToken', path: '/loansmgr' }, portal]])
})

it('S6 asks nobody by guess, until the parent has spoken', () => {
  const { channel, posted, say } = setUp({ configured: [portal, 'https://other.example'], ancestorOrigins: [] })
  channel?.requestToken('/loansmgr')
  expect(posted).toEqual([])
  say(token)
  channel?.requestToken('/loansmgr')
  expect(posted).toEqual([[{ type: 'requestAccessToken', path: '/loansmgr' }, portal]])
})

it('S6 hears the parent', () => {
  const { heard, say } = setUp()
  say(token)
  expect(heard).toHaveBeenCalledExactlyOnceWith(token)
})

it('S6 passes over other windows, other origins and malformed messages, and keeps their content out of the console', () => {
  const log = vi.spyOn(console, 'debug').mockImplementation(() => undefined)
  const { heard, parent, say } = setUp({ configured: [portal, 'https://other.example'] })
  say(token, { source: {} })
  say(token, { source: null })
  say(token, { source: parent, origin: 'https://evil.example' })
  say(token, { source: parent, origin: 'https://portal.example.evil.example' })
  say(token, { source: parent, origin: 'null' })
  // Configured, but not the one that embeds.
  say(token, { source: parent, origin: 'https://other.example' })
  say({ ...token, more: 1 })
  say('abc')
  expect(heard).not.toHaveBeenCalled()
  expect(log).toHaveBeenCalledTimes(8)
  expect(JSON.stringify(log.mock.calls)).not.toContain('abc')
})

it('S6 is not there in a window of its own, or when the parent is nobody it knows', () => {
  expect(setUp({ configured: [] }).channel).toBeUndefined()
  expect(setUp({ ancestorOrigins: ['https://evil.example'] }).channel).toBeUndefined()
  expect(createParentChannel([portal], { referrer: '' }, window)).toBeUndefined()
})
