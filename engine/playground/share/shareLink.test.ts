import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fragmentOf, sharedDraft, sharesDraft } from './shareLink'

/** A link that somebody has made by hand. */
async function forged(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const folded = await new Response(new Blob([content]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer()
  return `#draft=${base64Url(new Uint8Array(folded))}`
}
function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
const path = 'schemas/menus.json'
const sized = (length: number): string => {
  const around = JSON.stringify({ path, text: '' }).length
  return JSON.stringify({ path, text: 'x'.repeat(length - around) })
}

it('brings any text as it was, by letters that need no escape in an address', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      const fragment = await fragmentOf({ path, text })
      expect(fragment).toMatch(/^#draft=[\w-]*$/)
      expect(await sharedDraft(fragment)).toEqual({ path, text })
    }),
    { numRuns: 25, examples: [['\ud800'], ['\u0000\u2028'], ['']] },
  )
})

it('is one of our own making, and no other fragment', async () => {
  expect(sharesDraft(await fragmentOf({ path, text: '' }))).toBe(true)
  for (const hash of ['', '#', '#draft', '#Draft=x', '#menus=x&draft=x', 'draft=x']) {
    expect(sharesDraft(hash)).toBe(false)
    expect(await sharedDraft(hash)).toBeUndefined()
  }
})

it('unfolds to a megabyte and to no byte more, however few bytes it is itself', async () => {
  expect((await sharedDraft(await forged(sized(1_000_000))))?.path).toBe(path)
  expect(await sharedDraft(await forged(sized(1_000_001)))).toBeUndefined()
  const bomb = await forged('x'.repeat(20_000_000))
  expect(bomb.length).toBeLessThan(30_000)
  expect(await sharedDraft(bomb)).toBeUndefined()
})

describe('a link that brings no draft', () => {
  it.each([
    ['nothing', '#draft='],
    ['no base64', '#draft=%%%'],
    ['what was never folded', `#draft=${base64Url(new TextEncoder().encode('{"path":"a","text":"b"}'))}`],
    ['only half of what was folded', forged(sized(5000)).then((whole) => whole.slice(0, 20))],
    ['no JSON', forged('path')],
    ['JSON that is no object', forged('"path"')],
    ['nothing in JSON', forged('null')],
    ['a list', forged('["path","text"]')],
    ['no text', forged('{"path":"schemas/menus.json"}')],
    ['no path', forged('{"text":"{}"}')],
    ['a text that is an object', forged('{"path":"schemas/menus.json","text":{"toString":"x"}}')],
    ['a path by way of a prototype', forged('{"__proto__":{"path":"a","text":"b"}}')],
    ['another encoding', forged(new Uint8Array([0xff, 0xfe, 0x7b, 0x00]))],
  ])('is read as none: %s', async (_what, hash) => {
    expect(await sharedDraft(await hash)).toBeUndefined()
  })
})

it('takes nothing from a link but path and text', async () => {
  expect(await sharedDraft(await forged('{"path":"a","text":"b","version":9,"onOpen":"x"}'))).toEqual({ path: 'a', text: 'b' })
})
