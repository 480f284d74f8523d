import { once } from 'node:events'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { cannotListen, prepareFolder, refuseTakenAddress } from './machine'

const host = '127.0.0.1'

describe('an address', () => {
  let other: Server | undefined
  afterEach(() => other?.close())

  it('is refused while another program has it, with another one to try, and taken once it is free', async () => {
    other = createServer().listen(0, host)
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await expect(refuseTakenAddress({ host, port })).rejects.toThrow(
      `${host}:${port} 已被别的程序占用，或本平台已在运行：请先停止它，或换一个端口，例如 PORT=${port + 1} npm start`,
    )
    other.close()
    await once(other, 'close')
    await expect(refuseTakenAddress({ host, port })).resolves.toBeUndefined()
    // It was given back.
    await expect(refuseTakenAddress({ host, port })).resolves.toBeUndefined()
  })

  it('is refused that is of another machine', async () => {
    await expect(refuseTakenAddress({ host: '192.0.2.1', port: 3000 })).rejects.toThrow('HOST=192.0.2.1 不是本机的地址')
  })

  it('is not refused when any will do', async () => {
    await expect(refuseTakenAddress({ host: '192.0.2.1', port: 0 })).resolves.toBeUndefined()
  })

  it('that only administrators may take is told with one that others may', () => {
    const refusal = cannotListen(Object.assign(new Error(), { code: 'EACCES' }), { host, port: 80 })
    expect(refusal.message).toBe('没有权限使用 127.0.0.1:80：请换一个端口，例如 PORT=3000 npm start')
  })

  it('leaves an error alone that says something else', () => {
    const error = new Error('other')
    expect(cannotListen(error, { host, port: 80 })).toBe(error)
  })
})

describe('a folder', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'machine-'))
    await writeFile(join(folder, 'file'), '')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('is made with those around it, and may be there', async () => {
    const path = join(folder, 'a/b')
    await prepareFolder(path)
    await prepareFolder(path)
    await expect(access(path)).resolves.toBeUndefined()
  })

  it.each(['file', 'file/below'])('is refused where %s is in the way', async (path) => {
    await expect(prepareFolder(join(folder, path))).rejects.toThrow(
      `目录 ${join(folder, path)} 无法使用：路径上有一个同名的文件。请检查 DATA_DIR`,
    )
  })
})
