/**
 * What is known of the session, and every way from one phase to the next:
 *
 *   signedOut ── tokenFound ─► asking ────┬─ loaded ─► ready ── ended ─► signedOut
 *       │  └──── userKnown ──► starting ──┤              └─ tokenRequested ─► waiting (in a frame)
 *       └─ loaded ─► ready                └─ loadFailed ─► failed ── retried ─► asking
 *
 * Pure: requests, storage, messages and navigation are session.ts.
 */
import type { DictionaryPlan } from '../../../engine/core/plan'
import type { UserRole } from '../account'

export const phases = ['signedOut', 'asking', 'starting', 'ready', 'failed', 'waiting'] as const
/**
 * `asking`: the user is being loaded and nothing is shown; `starting`: the shell is shown meanwhile; `waiting`: in a frame, until the
 * parent page sends a token; open pages stay behind the veil.
 */
export type Phase = (typeof phases)[number]

export interface SessionState {
  phase: Phase
  /** Why it failed, for the user. */
  problem?: string | undefined
  dictionaries: Readonly<Record<string, DictionaryPlan>>
  roles: readonly UserRole[]
  /** The password was set by somebody else and has to be changed. */
  mustChangePassword: boolean
}

export type SessionEvent =
  /** There is a token, and nobody who could be shown yet. */
  | { type: 'tokenFound' }
  /** There is a token and the user whom it belongs to, as he was last known. */
  | { type: 'userKnown' }
  /** The same user goes on with another token. */
  | { type: 'tokenRenewed' }
  /** In a frame: the parent page was asked for a token. */
  | { type: 'tokenRequested' }
  | ({ type: 'loaded' } & Pick<SessionState, 'dictionaries' | 'roles' | 'mustChangePassword'>)
  | { type: 'loadFailed'; problem: string }
  | { type: 'retried' }
  /** The password that somebody else had set was changed; what the server refused until then is loaded. */
  | { type: 'passwordChanged' }
  | ({ type: 'dictionariesLoaded' } & Pick<SessionState, 'dictionaries'>)
  /** The user is gone; `isFramed`: the parent page is to send another one. */
  | { type: 'ended'; isFramed: boolean }

/** Where an event leads, and from where; elsewhere it changes nothing. */
export const transitions: Readonly<Record<SessionEvent['type'], { from: readonly Phase[]; to: Phase }>> = {
  tokenFound: { from: phases, to: 'asking' },
  userKnown: { from: phases, to: 'starting' },
  tokenRenewed: { from: ['ready', 'waiting'], to: 'ready' },
  tokenRequested: { from: phases, to: 'waiting' },
  loaded: { from: ['signedOut', 'asking', 'starting', 'ready', 'failed'], to: 'ready' },
  loadFailed: { from: ['signedOut', 'asking', 'starting', 'ready', 'failed'], to: 'failed' },
  retried: { from: ['failed'], to: 'asking' },
  passwordChanged: { from: ['ready'], to: 'starting' },
  dictionariesLoaded: { from: ['ready'], to: 'ready' },
  ended: { from: phases, to: 'signedOut' },
}

export const initialState: SessionState = { phase: 'signedOut', dictionaries: {}, roles: [], mustChangePassword: false }

/** The state after an event; the same object when the event means nothing in this phase. */
export function transition(state: SessionState, event: SessionEvent): SessionState {
  const { from, to } = transitions[event.type]
  if (!from.includes(state.phase)) return state
  switch (event.type) {
    case 'loaded': {
      const { dictionaries, roles, mustChangePassword } = event
      return { phase: to, dictionaries, roles, mustChangePassword }
    }
    case 'loadFailed':
      return { ...state, phase: to, problem: event.problem }
    case 'passwordChanged':
      return { ...state, phase: to, mustChangePassword: false }
    case 'dictionariesLoaded':
      // Keeps the identity of equal values, so that pages render only after a change.
      if (JSON.stringify(state.dictionaries) === JSON.stringify(event.dictionaries)) return state
      return { ...state, dictionaries: event.dictionaries }
    case 'ended':
      return { ...initialState, dictionaries: state.dictionaries, phase: event.isFramed ? 'waiting' : to }
    case 'tokenFound':
    case 'userKnown':
    case 'retried':
      return { ...state, phase: to, problem: undefined }
    case 'tokenRenewed':
    case 'tokenRequested':
      return state.phase === to ? state : { ...state, phase: to }
  }
}
