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

/** A message of the playground; undefined for everything else that a window is told. */
export function toFrame(data: unknown): ToFrame | undefined {
  if (!isObject(data)) return undefined
  const { type, parts, state } = data
  const isMessage =
    (type === 'playground:plan' && isObject(parts) && isObject(parts['collections'])) || (type === 'playground:state' && isState(state))
  return isMessage ? (data as unknown as ToFrame) : undefined
}

/** The same of the frame. */
export function fromFrame(data: unknown): FromFrame | undefined {
  if (!isObject(data)) return undefined
  const { type, page } = data
  const isMessage = type === 'playground:ready' || type === 'playground:ended' || (type === 'playground:at' && typeof page === 'string')
  return isMessage ? (data as unknown as FromFrame) : undefined
}

function isState(state: unknown): boolean {
  if (!isObject(state)) return false
  const { page, subMenus, data } = state
  // `/\` and `//` lead to another server where they are followed.
  const isPage = typeof page === 'string' && /^\/(?![/\\])/.test(page.padEnd(2))
  return isPage && Array.isArray(subMenus) && dataKinds.some((kind) => kind === data)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
