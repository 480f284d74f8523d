import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { browserPlan } from '../../core/compile'
import { partnersPlan } from '../testing/partners'
import { createPacker } from './packed'
import { versioned } from './planSource'

const plan = browserPlan(partnersPlan.screens['desk/request']!)
const served = versioned(plan)
const text = JSON.stringify(plan)

describe('a plan on its way', () => {
  it.each([
    ['a browser that knows brotli', 'gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['one that prefers the others, which cost more', 'gzip;q=1.0, br;q=0.5', 'br', brotliDecompressSync],
    ['one behind a proxy that knows gzip alone', 'gzip, deflate', 'gzip', gunzipSync],
    ['one whose encodings only begin like ours', 'brotli, gzipped, xbr', undefined, (body: Buffer) => body],
    ['one that refuses brotli', 'br;q=0, gzip', 'gzip', gunzipSync],
    ['one that refuses it in more signs', 'gzip, BR ; Q=0.000', 'gzip', gunzipSync],
    ['one that would rather not have it, and takes it', 'br;q=0.001', 'br', brotliDecompressSync],
    ['one that refuses both', 'gzip;q=0, br;q=0.0, *;q=0', undefined, (body: Buffer) => body],
    ['one that wants none', 'identity', undefined, (body: Buffer) => body],
    ['one that says nothing', undefined, undefined, (body: Buffer) => body],
  ] as const)('is what %s can read, and the same text', async (_who, accepted, encoding, unpacked) => {
    const packed = await createPacker()(served, accepted)
    expect(packed.encoding).toBe(encoding)
    expect(unpacked(packed.body).toString()).toBe(text)
  })

  it('is packed once for each encoding, also for many who ask at the same moment', async () => {
    const packer = createPacker()
    const packs = await Promise.all([packer(served, 'br'), packer(served, 'gzip, br'), packer(served, 'gzip'), packer(served, 'br')])
    const [first, second, zipped, last] = packs.map(({ body }) => body)
    expect(second).toBe(first)
    expect(last).toBe(first)
    expect(zipped).not.toBe(first)
    expect((await packer(served, 'gzip')).body).toBe(zipped)
  })

  it('is packed anew as soon as its source has another, and the one before is still answered to who has asked for it', async () => {
    const packer = createPacker()
    const next = versioned({ ...plan, title: 'Requests by mail' })
    const before = await packer(served, 'br')
    const after = await packer(next, 'br')
    expect(JSON.parse(brotliDecompressSync(after.body).toString())).toEqual(next.plan)
    expect((await packer(served, 'br')).body).toBe(before.body)
  })
})
