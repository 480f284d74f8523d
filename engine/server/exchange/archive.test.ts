import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ArchiveError, pack, unpack, type ArchiveLimits } from './archive'

const limits: ArchiveLimits = { entries: 100, bytes: 4_000_000, ratio: 100, ratioFrom: 100_000 }
const all = (): boolean => true
const kindOf = (error: unknown): unknown => (error instanceof ArchiveError ? error.kind : error)
const refusal = (archive: Buffer, wanted = all): Promise<unknown> => unpack(archive, limits, wanted).then(() => 'taken', kindOf)

/** A packed part whose directory says `said` bytes. */
function deflated(content: Buffer, size = content.length): Buffer {
  const packed = deflateRawSync(content, { level: 9 })
  const archive = pack([{ name: 'part.xml', content: packed }])
  const central = archive.length - 22 - 46 - 'part.xml'.length
  archive.writeUInt16LE(8, central + 10)
  archive.writeUInt32LE(size, central + 24)
  return archive
}

describe('an archive', () => {
  it('gives its wanted parts back as they were packed', async () => {
    const parts = [
      { name: '目录/a.xml', content: Buffer.from('<a/>') },
      { name: 'b.png', content: Buffer.alloc(9_000_000) },
      { name: 'empty.xml', content: Buffer.alloc(0) },
    ]
    expect(await unpack(pack(parts), limits, (name) => name.endsWith('.xml'))).toEqual([parts[0], parts[2]])
    expect(await unpack(deflated(Buffer.from('text')), limits, all)).toEqual([{ name: 'part.xml', content: Buffer.from('text') }])
  })

  it('is found before a comment at its end', async () => {
    const comment = Buffer.alloc(65_535, 0x20)
    expect(await unpack(Buffer.concat([pack([]), comment]), limits, all)).toEqual([])
  })
})

describe('refused is', () => {
  it.each([
    ['what is no archive', Buffer.from('name,amount\r\n'.repeat(100))],
    ['nothing', Buffer.alloc(0)],
    ['an archive cut off', pack([{ name: 'a.xml', content: Buffer.alloc(500) }]).subarray(0, 400)],
    ['an archive without its beginning', pack([{ name: 'a.xml', content: Buffer.alloc(500) }]).subarray(200)],
    [
      'two parts of one name',
      pack([
        { name: 'a.xml', content: Buffer.from('1') },
        { name: 'a.xml', content: Buffer.from('2') },
      ]),
    ],
    ['a part that is shorter than it says', deflated(Buffer.from('text'), 5)],
  ])('%s', async (_what, archive) => {
    expect(await refusal(archive)).toBe('damaged')
  })

  it('an encrypted part', async () => {
    const archive = pack([{ name: 'a.xml', content: Buffer.from('1') }])
    archive.writeUInt16LE(1, archive.length - 22 - 46 - 5 + 8)
    expect(await refusal(archive)).toBe('damaged')
  })

  it('more parts than a workbook has', async () => {
    const parts = Array.from({ length: 101 }, (_, index) => ({ name: `${index}.xml`, content: Buffer.alloc(0) }))
    expect(await refusal(pack(parts))).toBe('tooLarge')
    expect(await refusal(pack(parts.slice(1)))).toBe('taken')
  })

  it('a bomb, by what its directory says, and nothing of it is unpacked', async () => {
    const bomb = deflated(Buffer.alloc(200_000_000))
    expect(bomb.length).toBeLessThan(300_000)
    const before = process.memoryUsage().rss
    expect(await refusal(bomb)).toBe('tooLarge')
    expect(process.memoryUsage().rss - before).toBeLessThan(20_000_000)
  })

  it('a bomb that says it is small, as soon as it is larger', async () => {
    const bomb = deflated(Buffer.alloc(200_000_000), 1_000)
    const before = process.memoryUsage().rss
    expect(await refusal(bomb)).toBe('damaged')
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000)
  })

  it('a part packed a hundred times smaller, from the size where that tells something', async () => {
    expect(await refusal(deflated(Buffer.alloc(100_001)))).toBe('tooLarge')
    expect(await refusal(deflated(Buffer.alloc(100_000)))).toBe('taken')
  })
})
