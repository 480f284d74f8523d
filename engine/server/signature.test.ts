import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { isSignedBy, maxSkewMs, signatureIn } from './signature'

const now = '2026-11-20T04:00:00.000Z'
const secret = 'a secret of the library and the network'
const body = Buffer.from('{"lendingNo":"L1"}')
const headersAt = (timestamp: string, sent = body, by = secret) => ({
  'x-timestamp': timestamp,
  'x-signature': createHmac('sha256', by)
    .update(timestamp + sent.toString())
    .digest('hex'),
})
const at = (ms: number) => String(Date.parse(now) + ms)

it('is of this body, by this secret, within five minutes before or after', () => {
  for (const ms of [0, maxSkewMs, -maxSkewMs]) {
    const signature = signatureIn(headersAt(at(ms)), now)
    expect(signature && isSignedBy(secret, signature, body)).toBe(true)
  }
  for (const ms of [maxSkewMs + 1, -maxSkewMs - 1]) expect(signatureIn(headersAt(at(ms)), now)).toBeUndefined()
})

it('is taken in capitals too, as it is the same number', () => {
  const headers = headersAt(at(0))
  const signature = signatureIn({ ...headers, 'x-signature': headers['x-signature'].toUpperCase() }, now)
  expect(signature && isSignedBy(secret, signature, body)).toBe(true)
})

it.each([
  ['another body', headersAt(at(0), Buffer.from('{"lendingNo":"L2"}'))],
  ['another secret', headersAt(at(0), body, 'a secret of somebody else')],
  ['another moment', { ...headersAt(at(0)), 'x-timestamp': at(1) }],
])('is none by %s', (_what, headers) => {
  const signature = signatureIn(headers, now)
  expect(signature && isSignedBy(secret, signature, body)).toBe(false)
})

it.each([
  ['no moment', { ...headersAt(at(0)), 'x-timestamp': undefined }],
  ['a moment in seconds', headersAt(at(0).slice(0, 10))],
  ['a moment with a sign', headersAt(`+${at(0)}`)],
  ['two moments', { ...headersAt(at(0)), 'x-timestamp': `${at(0)}, ${at(0)}` }],
  ['no digest', { ...headersAt(at(0)), 'x-signature': undefined }],
  ['half a digest', { ...headersAt(at(0)), 'x-signature': headersAt(at(0))['x-signature'].slice(0, 32) }],
  ['a digest that is no number', { ...headersAt(at(0)), 'x-signature': 'z'.repeat(64) }],
  ['two digests', { ...headersAt(at(0)), 'x-signature': [headersAt(at(0))['x-signature'], 'a'] }],
])('is not read of %s', (_what, headers) => {
  expect(signatureIn(headers, now)).toBeUndefined()
})
