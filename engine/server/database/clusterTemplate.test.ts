import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ClusterTemplate } from './clusterTemplate'

let folder: string
let cluster: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-template-'))
  cluster = join(folder, 'cluster')
  await mkdir(join(cluster, 'base'), { recursive: true, mode: 0o700 })
  await writeFile(join(cluster, 'base', '1'), 'one')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a template of clusters', () => {
  it('has nothing to copy before one was kept, and gives each its own copy afterwards', async () => {
    const template = new ClusterTemplate(join(folder, 'not', 'yet'))
    const [first, second] = [join(folder, 'first'), join(folder, 'second')]
    expect(await template.copyTo(first)).toBe(false)
    expect(await readdir(folder)).toEqual(['cluster'])

    await template.keep(cluster)
    expect(await template.copyTo(first)).toBe(true)
    await writeFile(join(first, 'base', '1'), 'changed')
    expect(await template.copyTo(second)).toBe(true)
    expect(await readFile(join(second, 'base', '1'), 'utf8')).toBe('one')
  })

  it('is whole when several keep one at once', async () => {
    const cache = join(folder, 'busy')
    await Promise.all([1, 2, 3].map(() => new ClusterTemplate(cache).keep(cluster)))
    expect(await readdir(cache)).toEqual([expect.stringMatching(/^pglite-\d+\.\d+\.\d+-cluster$/)])
    const copy = join(folder, 'of-busy')
    expect(await new ClusterTemplate(cache).copyTo(copy)).toBe(true)
    expect(await readdir(join(copy, 'base'))).toEqual(['1'])
  })

  it('takes the place of one of another version', async () => {
    const cache = join(folder, 'older')
    await mkdir(join(cache, 'pglite-0.0.1-cluster'), { recursive: true })
    await mkdir(join(cache, 'somebody-else'))
    await new ClusterTemplate(cache).keep(cluster)
    expect(await readdir(cache)).toEqual([expect.not.stringContaining('0.0.1'), 'somebody-else'])
  })

  it('is as if there were none where it cannot be copied, and leaves nothing half done', async () => {
    const cache = join(folder, 'unreadable')
    await new ClusterTemplate(cache).keep(cluster)
    const [kept = ''] = await readdir(cache)
    // A folder cannot be copied into itself.
    const within = join(cache, kept, 'within')
    expect(await new ClusterTemplate(cache).copyTo(within)).toBe(false)
    expect(await readdir(join(cache, kept))).toEqual(['base'])
  })

  it('is none where nothing can be written', async () => {
    const template = new ClusterTemplate(join(cluster, 'base', '1'))
    await template.keep(cluster)
    expect(await template.copyTo(join(folder, 'third'))).toBe(false)
  })
})
