import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { unpack } from '../exchange/archive'
import type { FileStore } from './fileStore'
import { uniqueNames, zipOf } from './zip'

const limits = { entries: 100, bytes: 10_000_000, ratio: 1_000, ratioFrom: 1_000_000 }
const madeAt = new Date('2026-11-20T04:00:00Z')

/** Holds these contents; counts how many are being read at the same time. */
function storeOf(contents: Record<string, string>): FileStore & { mostOpen: () => number } {
  let [open, most] = [0, 0]
  return {
    mostOpen: () => most,
    write: async () => undefined,
    remove: async () => undefined,
    writtenBetween: async function* () {},
    read: async (id) => {
      const content = contents[id]
      if (content === undefined) return undefined
      most = Math.max(most, ++open)
      return Readable.from([Buffer.from(content)]).on('end', () => open--)
    },
  }
}

it('C8 gives same names numbers, whatever their case, and keeps the ending', () => {
  expect(uniqueNames(['a.pdf', 'A.PDF', 'a (2).pdf', 'a.pdf', '无后缀', '无后缀'])).toEqual([
    'a.pdf',
    'A (2).PDF',
    'a (2) (2).pdf',
    'a (3).pdf',
    '无后缀',
    '无后缀 (2)',
  ])
})

it('C8 packs the contents one after the other', async () => {
  const store = storeOf({ '1': '一', '2': '二', '3': '' })
  const files = ['1', '2', '3'].map((id) => ({ id, name: '同名.txt' }))
  const parts = await unpack(await buffer(zipOf(store, files, madeAt)), limits, () => true)
  expect(parts.map(({ name, content }) => [name, content.toString()])).toEqual([
    ['同名.txt', '一'],
    ['同名 (2).txt', '二'],
    ['同名 (3).txt', ''],
  ])
  expect(store.mostOpen()).toBe(1)
})

it('C8 breaks off where a content is gone, so that the archive is not taken for complete', async () => {
  const zip = zipOf(
    storeOf({ '1': '一' }),
    [
      { id: '1', name: 'a.txt' },
      { id: 'gone', name: 'b.txt' },
    ],
    madeAt,
  )
  await expect(buffer(zip)).rejects.toThrow('stored file gone has no content')
})

it('C8 closes what it reads when nobody wants the archive any more', async () => {
  const store = storeOf({})
  const endless = new Readable({ read: () => undefined })
  store.read = async () => endless
  const zip = zipOf(store, [{ id: '1', name: 'a.txt' }], madeAt)
  zip.read(0)
  await new Promise((resolve) => setTimeout(resolve, 20))
  zip.destroy()
  await expect.poll(() => endless.destroyed).toBe(true)
})
