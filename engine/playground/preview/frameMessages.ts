/**
 * What the playground and the frame of its preview say to each other. Both are pages of one origin, and both take a message from the other window
 * alone; what is said here decides what is shown and never what may be done.
 */
import type { SubMenu } from '../../core/permission'
import type { PlanParts } from './planParts'

/** Rows of the samples, slow, none, refused by a failure; or of the server, read only. */
export const dataKinds = ['sample', 'loading', 'empty', 'error', 'real'] as const
export type DataKind = (typeof dataKinds)[number]

export type FrameDensity = 'large' | 'middle' | 'small'

/** How the page is shown. */
export interface FrameState {
  /** Path and query of the page. The frame goes there when this changes; in between its user goes where he likes. */
  page: string
  /** Counts the times that a page was chosen: the same one again leads back to it. */
  visit: number
  subMenus: readonly SubMenu[]
  /** The account is a partner's, which is shown nothing internal. */
  outside: boolean
  dark: boolean
  density: FrameDensity
  data: DataKind
  /** Reads real data, as a role and nothing else. */
  token?: string
}

export type ToFrame = { type: 'playground:plan'; parts: PlanParts } | { type: 'playground:state'; state: FrameState }

export type FromFrame =
  /** It listens now. */
  | { type: 'playground:ready' }
  /** Its page has this address now. */
  | { type: 'playground:at'; page: string }
  /** The server has ended the preview's token, or refuses it. */
  | { type: 'playground:ended' }

/** A message of the other side; undefined for everything else that a window is told. */
export function messageOf<Message extends { type: string }>(data: unknown, types: readonly Message['type'][]): Message | undefined {
  const type = typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined
  return types.some((each) => each === type) ? (data as Message) : undefined
}
