import { readParentMessage, type ParentMessage, type TokenRequest } from './messages'
import { findParentOrigin, type ParentEvidence } from './parentOrigin'

export interface ParentChannel {
  /** Starts to listen to messages of the parent. */
  listen: (onMessage: (message: ParentMessage) => void) => void
  /** Posts a request for a token, to the parent's origin and no other; nothing while that is not known. */
  requestToken: (path: string) => void
}

/** What is used of the window. */
export interface Frame extends Pick<Window, 'addEventListener'> {
  parent: Pick<Window, 'postMessage'>
  /** The outermost window's parent is itself. */
  self: unknown
}

/**
 * The way to the page that embeds the program (acceptance S6); undefined when its origin is not configured. What does not come from the parent
 * window, and from a configured origin, and is not a message of ours in every detail, is passed over.
 */
export function createParentChannel(
  configured: readonly string[],
  evidence: ParentEvidence = { ancestorOrigins: window.location.ancestorOrigins, referrer: document.referrer },
  frame: Frame = window,
): ParentChannel | undefined {
  const found = findParentOrigin(configured, evidence)
  if (frame.parent === frame.self || found === 'elsewhere') return undefined
  let origin = found === 'unknown' ? undefined : found.origin

  return {
    listen(onMessage) {
      frame.addEventListener('message', ({ source, origin: from, data }) => {
        if (source !== frame.parent) return ignore('not from the parent')
        if (!configured.includes(from) || (origin !== undefined && from !== origin)) return ignore('from another origin')
        const message = readParentMessage(data)
        if (!message) return ignore('not a message of ours')
        origin = from
        onMessage(message)
      })
    },
    requestToken(path) {
      if (origin !== undefined) frame.parent.postMessage({ type: 'requestAccessToken', path } satisfies TokenRequest, origin)
    },
  }
}

/** Helps who embeds the program to find a mistake; the content of a message may be secret, so it is not logged. */
export function ignore(why: string): void {
  // oxlint-disable-next-line no-console -- at a level that shows only to who looks for it
  console.debug(`message to the embedded page ignored: ${why}`)
}
