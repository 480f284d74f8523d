import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
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
