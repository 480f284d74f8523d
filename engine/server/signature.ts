/**
 * How a system outside that calls us says who it is: HMAC-SHA256 over the moment of sending and the body, to the byte, by a secret that only it and
 * we know. The moment keeps what somebody has overheard from being sent again later.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Milliseconds since 1970. */
export const timestampHeader = 'x-timestamp'
/** Hexadecimal, in either case. */
export const signatureHeader = 'x-signature'
/** How far the clocks of both may be apart, and a message under way. */
export const maxSkewMs = 300_000

export interface Signature {
  timestamp: string
  digest: Buffer
}

/** What the headers say; undefined: nothing that could be a signature of now. */
export function signatureIn(headers: Readonly<Record<string, unknown>>, now: string): Signature | undefined {
  const [timestamp, digest] = [headers[timestampHeader], headers[signatureHeader]]
  if (typeof timestamp !== 'string' || !/^\d{13}$/.test(timestamp)) return undefined
  if (typeof digest !== 'string' || !/^[0-9a-f]{64}$/i.test(digest)) return undefined
  if (Math.abs(Date.parse(now) - Number(timestamp)) > maxSkewMs) return undefined
  return { timestamp, digest: Buffer.from(digest, 'hex') }
}

export function digestOf(secret: string, timestamp: string, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(timestamp).update(body).digest()
}

/** Takes as long for a wrong digest as for the right one. */
export function isSignedBy(secret: string, { timestamp, digest }: Signature, body: Uint8Array): boolean {
  return timingSafeEqual(digestOf(secret, timestamp, body), digest)
}
