import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { folderStore, type FileStore } from './fileStore'

let folder: string
let store: FileStore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-store-'))
  store = folderStore(join(folder, 'files'))
})
afterEach(() => rm(folder, { recursive: true }))

const chunks = (...texts: string[]): Readable => Readable.from(texts.map((text) => Buffer.from(text)))

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

async function textOf(content: Readable | undefined): Promise<string | undefined> {
  return content && Buffer.concat(await content.toArray()).toString()
}

it('gives back what was written, with its size, hash and first bytes', async () => {
  const stored = await store.write(chunks('%PDF-1.7 ', 'content'), 100)
  expect(stored).toMatchObject({ size: 16, sha256: createHash('sha256').update('%PDF-1.7 content').digest('hex') })
  expect(stored?.head.toString()).toBe('%PDF-1.7 content')
  expect(stored?.id).toMatch(/^[0-9a-f]{32}$/)
  expect(await textOf(await store.read(stored!.id))).toBe('%PDF-1.7 content')
})

it('takes a file of exactly the limit and keeps nothing of one byte more', async () => {
  expect(await store.write(chunks('12345', '67890'), 10)).toMatchObject({ size: 10 })
  expect(await store.write(chunks('12345', '67890', '1'), 10)).toBeUndefined()
  expect(await filesBelow(folder)).toHaveLength(1)
})

it('keeps nothing of an upload that breaks off', async () => {
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('connection lost')
    })(),
  )
  await expect(store.write(broken, 100)).rejects.toThrow('connection lost')
  expect(await filesBelow(folder)).toEqual([])
})

it('reads nothing outside its folder and nothing unknown', async () => {
  await writeFile(join(folder, 'secret'), 'secret')
  for (const id of ['../secret', '..%2Fsecret', 'secret', '', 'f'.repeat(32)]) expect(await store.read(id)).toBeUndefined()
})

it('forgets a removed file, and removing it twice does no harm', async () => {
  const stored = await store.write(chunks('text'), 10)
  await store.remove(stored!.id)
  await store.remove(stored!.id)
  expect(await store.read(stored!.id)).toBeUndefined()
})

it('lists what was written in a time, halves of broken uploads too', async () => {
  const [old, fresh] = [await store.write(chunks('old'), 10), await store.write(chunks('fresh'), 10)]
  const half = 'a'.repeat(32)
  await mkdir(join(folder, 'files/incoming'), { recursive: true })
  await writeFile(join(folder, 'files/incoming', half), 'half')
  await writeFile(join(folder, 'files/README'), 'no content of a file')
  const [yesterday, now] = [new Date('2026-11-19T04:00:00Z'), new Date('2026-11-20T04:00:00Z')]
  for (const path of [`${old!.id.slice(0, 2)}/${old!.id}`, `incoming/${half}`])
    await utimes(join(folder, 'files', path), yesterday, yesterday)
  await utimes(join(folder, 'files', fresh!.id.slice(0, 2), fresh!.id), now, now)
  const between = async (from: Date, until: Date, where = store): Promise<string[]> => {
    const ids: string[] = []
    for await (const id of where.writtenBetween(from, until)) ids.push(id)
    return ids.sort()
  }

  expect(await between(yesterday, now)).toEqual([old!.id, half].sort())
  expect(await between(new Date(yesterday.getTime() + 1), now)).toEqual([])
  await store.remove(half)
  expect(await between(yesterday, now)).toEqual([old!.id])
  expect(await between(yesterday, now, folderStore(join(folder, 'none')))).toEqual([])
})
