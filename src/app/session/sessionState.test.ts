import { describe, expect, it } from 'vitest'
import { initialState, phases, transition, transitions, type Phase, type SessionEvent, type SessionState } from './sessionState'

const unit = { unit: { name: 'unit', title: '单位', items: [] } }
const roles = [{ roleCode: 'OP', roleName: '经办' }]
const events: { [Type in SessionEvent['type']]: Extract<SessionEvent, { type: Type }> } = {
  tokenFound: { type: 'tokenFound' },
  userKnown: { type: 'userKnown' },
  tokenRenewed: { type: 'tokenRenewed' },
  tokenRequested: { type: 'tokenRequested' },
  loaded: { type: 'loaded', dictionaries: unit, roles, mustChangePassword: true },
  loadFailed: { type: 'loadFailed', problem: '获取用户信息失败' },
  retried: { type: 'retried' },
  passwordChanged: { type: 'passwordChanged' },
  dictionariesLoaded: { type: 'dictionariesLoaded', dictionaries: unit },
  ended: { type: 'ended', isFramed: false },
}

function inPhase(phase: Phase): SessionState {
  return { ...initialState, phase, problem: '获取用户信息失败', roles, mustChangePassword: true }
}

/** Each phase and where each event leads from it, `.`: it changes nothing. */
const table: Record<Phase, Record<SessionEvent['type'], Phase | '.'>> = {
  signedOut: row('asking', 'starting', '.', 'waiting', 'ready', 'failed', '.', '.', '.', 'signedOut'),
  asking: row('asking', 'starting', '.', 'waiting', 'ready', 'failed', '.', '.', '.', 'signedOut'),
  starting: row('asking', 'starting', '.', 'waiting', 'ready', 'failed', '.', '.', '.', 'signedOut'),
  ready: row('asking', 'starting', 'ready', 'waiting', 'ready', 'failed', '.', 'starting', 'ready', 'signedOut'),
  failed: row('asking', 'starting', '.', 'waiting', 'ready', 'failed', 'asking', '.', '.', 'signedOut'),
  waiting: row('asking', 'starting', 'ready', 'waiting', '.', '.', '.', '.', '.', 'signedOut'),
}

function row(...led: (Phase | '.')[]): Record<SessionEvent['type'], Phase | '.'> {
  return Object.fromEntries(Object.keys(events).map((type, index) => [type, led[index]])) as Record<SessionEvent['type'], Phase | '.'>
}

describe('each event in each phase', () => {
  const cells = phases.flatMap((phase) =>
    Object.entries(table[phase]).map(([type, to]) => [phase, type as SessionEvent['type'], to] as const),
  )

  it.each(cells)('%s, %s: %s', (phase, type, to) => {
    const before = inPhase(phase)
    const after = transition(before, events[type])
    if (to === '.') expect(after).toBe(before)
    else expect(after.phase).toBe(to)
    expect(transitions[type].from.includes(phase)).toBe(to !== '.')
  })
})

describe('what an event brings along', () => {
  it('a user who was loaded has dictionaries and roles, and no problem is left', () => {
    expect(transition(inPhase('starting'), events.loaded)).toEqual({ phase: 'ready', dictionaries: unit, roles, mustChangePassword: true })
  })

  it('a failure says why, which is gone when it is tried again', () => {
    const failed = transition({ ...initialState, phase: 'asking' }, events.loadFailed)
    expect(failed).toMatchObject({ phase: 'failed', problem: '获取用户信息失败' })
    expect(transition(failed, events.retried).problem).toBeUndefined()
  })

  it('a changed password is no longer asked for', () => {
    expect(transition(inPhase('ready'), events.passwordChanged).mustChangePassword).toBe(false)
  })

  it('the end leaves nothing of the user but the code lists', () => {
    const state = { ...inPhase('ready'), dictionaries: unit }
    expect(transition(state, events.ended)).toEqual({ ...initialState, dictionaries: unit })
    expect(transition(state, { type: 'ended', isFramed: true })).toEqual({ ...initialState, dictionaries: unit, phase: 'waiting' })
  })

  it('equal dictionaries, and a token of who is there, draw nothing anew', () => {
    const state = { ...inPhase('ready'), dictionaries: unit }
    expect(transition(state, { type: 'dictionariesLoaded', dictionaries: structuredClone(unit) })).toBe(state)
    expect(transition(state, events.tokenRenewed)).toBe(state)
  })
})
