import fs from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mayDo, type SubMenu } from '../../engine/core/permission'
import type { ProductPlan } from '../../engine/core/plan'
import { MAX_FILE_BYTES } from '../../engine/core/wire'
import { MAX_WAITING_BYTES } from '../../engine/server/uploads/uploads'
import { at } from './support/fixtures'
import { keepConnection, startProxy, type Heard, type Proxy, type Spoken } from './support/keptConnection'
import { describePlatform, type Platform } from './support/platform'

/** More than all buffers on the way hold together. */
const large = 15_000_000
const nobodyHas = '999999999'
/** Demo accounts of which one may send files to each address. */
const senders = ['multi01', 'admin', 'cu01']

/** Issue 8, number 10: whoever sends a file sees why it is refused, and the connection that he sent it on lives. */
describePlatform('a file that is refused', (platform) => {
  let proxy: Proxy
  const rights = new Map<string, SubMenu[]>()
  beforeAll(async () => {
    proxy = await startProxy(platform().guest.address)
    for (const sender of senders) {
      const { body } = await (await platform().as(sender)).ask('POST', '/userLogin/getUserMenu', {})
      rights.set(sender, body.userMenuElement.subMenu as SubMenu[])
    }
  })
  /** Who may send files there. */
  const senderTo = (path: string): string => {
    const { permission } = uploads(platform().plan).find((each) => each.path === path) ?? {}
    const sender = senders.find((one) => permission === undefined || mayDo(rights.get(one) ?? [], permission))
    if (sender === undefined) throw new Error(`nobody may send files to ${path}`)
    return sender
  }
  afterAll(() => proxy.close())

  /** Asks twice on one connection: for what is refused, and for what is not. */
  async function sendAndGoOn(address: string, spoken: Spoken): Promise<{ refused: Heard; next: Heard }> {
    const connection = await keepConnection(address)
    try {
      return { refused: await connection.say(spoken), next: await connection.say({ method: 'GET', path: '/health' }) }
    } finally {
      connection.close()
    }
  }
  /** Directly at every address, and through a proxy at one of each kind, whose addresses a proxy does not tell apart. */
  async function expectRefused(spoken: Spoken, status: number, text: string): Promise<void> {
    const ways = [['directly', platform().guest.address] as const, ['through a proxy', proxy.address] as const]
    // So many a minute are not what this is about.
    await platform().database.kysely.deleteFrom('request_count').execute()
    for (const [way, address] of isFirstOfItsKind(spoken.path) ? ways : ways.slice(0, 1)) {
      const { refused, next } = await sendAndGoOn(address, spoken)
      expect([way, spoken.path, refused.status, refused.text]).toEqual([way, spoken.path, status, expect.stringContaining(text)])
      expect([way, spoken.path, next.status]).toEqual([way, spoken.path, 200])
    }
  }
  /** As who asks, who may ask sixty times a minute. */
  async function form(who: string | undefined, path: string, options: FormOptions = {}): Promise<Spoken> {
    const token: Record<string, string> = who === undefined ? {} : { authorization: `Bearer ${(await platform().as(who)).token}` }
    return {
      method: 'POST',
      path,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...token },
      body: Object.keys(options).length === 0 ? usualForm : formOf(options),
    }
  }
  function isFirstOfItsKind(path: string): boolean {
    const paths = uploadPaths(platform().plan)
    const kindOf = (one: string): string => one.replace(/^.*\/(attach|import)\b.*$/, '$1')
    return !paths.includes(path) || paths.find((each) => kindOf(each) === kindOf(path)) === path
  }

  describe('at every address that takes files', () => {
    it('I5 is told that nobody is signed in', async () => {
      for (const path of uploadPaths(platform().plan)) await expectRefused(await form(undefined, path), 401, '登录')
    })

    it('I5 is told that the right is lacking', async () => {
      // Who is signed in may upload to a form of his.
      for (const path of uploadPaths(platform().plan).filter((each) => each !== '/file/upload'))
        await expectRefused(await form('nomenu01', path), 403, '权限')
    })

    it('I5 is told that it is no form', async () => {
      for (const path of uploadPaths(platform().plan)) {
        const spoken = await form(senderTo(path), path)
        await expectRefused({ ...spoken, headers: { ...spoken.headers, 'content-type': 'application/pdf' } }, 415, '不支持')
      }
    })

    it.each([
      ['ends in the head of a part', 'boundary=x', '--x\r\nx\r\n\r\nhello'],
      [
        'ends in the content of a part',
        'boundary=x',
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4',
      ],
      ['has no boundary', '', '--x\r\n'],
      ['has an empty boundary', 'boundary=', '--x\r\n'],
      ['has an endless boundary', `boundary=${'x'.repeat(300)}`, '--x\r\n'],
    ])('is told that what was sent cannot be read when it %s', async (_how, parameter, body) => {
      const statuses = new Set<number | string>()
      for (const path of uploadPaths(platform().plan)) {
        const spoken = await form(senderTo(path), path)
        const broken = {
          ...spoken,
          headers: { ...spoken.headers, 'content-type': `multipart/form-data; ${parameter}` },
          body: Buffer.from(body),
        }
        const { refused, next } = await sendAndGoOn(platform().guest.address, broken)
        statuses.add(refused.status)
        expect([path, next.status]).toEqual([path, 200])
        // So many a minute are not what this is about.
        await platform().database.kysely.deleteFrom('request_count').execute()
      }
      // At some the document comes first, of which there is none.
      expect(statuses).toEqual(new Set([400, 404]))
    })

    const strange = (size: number): Buffer =>
      Buffer.concat([Buffer.from(`--${boundary}\r\nx: y\r\n\r\n`), Buffer.alloc(size, 0x20), Buffer.from('\r\n')])
    const file = formOf({ size: 10 })
    const end = Buffer.from(`--${boundary}--\r\n`)
    const whole = file.subarray(0, file.length - end.length)
    it.each<[string, (size: number) => Buffer]>([
      ['before the file', (size) => Buffer.concat([strange(size), file])],
      ['behind the file', (size) => Buffer.concat([whole, strange(size), end])],
      ['without a file', (size) => Buffer.concat([strange(size), end])],
    ])('is told that it cannot be read for a large part that belongs to no field, or taken without that, %s', async (_place, bodyOf) => {
      for (const size of [60_000, 300_000]) {
        for (const path of ['/file/upload', `${at.enterprise}/import`]) {
          const { refused, next } = await sendAndGoOn(platform().guest.address, {
            ...(await form(senderTo(path), path)),
            body: bodyOf(size),
          })
          expect([path, size, refused.status]).toEqual([path, size, expect.toBeOneOf([200, 400, 422])])
          expect([path, size, next.status]).toEqual([path, size, 200])
        }
      }
    })

    it('is given up when the sender hangs up half-way, and everybody else is served', async () => {
      for (const path of uploadPaths(platform().plan)) {
        const { method, headers, body = Buffer.alloc(0) } = await form(senderTo(path), path)
        const connection = await keepConnection(platform().guest.address)
        const heard = connection.say({ method, path, headers: { ...headers, 'content-length': String(2 * body.length) }, body })
        setTimeout(() => connection.close(), 100)
        await heard
        expect((await platform().guest.askOnce('GET', '/health')).status).toBe(200)
      }
    })
  })

  it.each<[string, FormOptions, number, string]>([
    ['there is no such document', { fields: { docType: 'loan', docId: nobodyHas } }, 404, '不存在'],
    ['there is no such kind of document', { fields: { docType: 'nonsense', docId: '1' } }, 404, '不存在'],
    ['there is no such kind of file', { fields: { keep: 'true', attachType: 'NONSENSE' } }, 422, 'attachType'],
    ['it is no file of an allowed kind', { name: '程序.exe' }, 415, '不支持此类文件'],
    ['its content is not what its name says', { name: '回单.png' }, 415, '不支持此类文件'],
    ['it is too large', { size: MAX_FILE_BYTES + 1 }, 413, '超过大小限制'],
    ['it is much too large', { size: 3 * MAX_FILE_BYTES }, 413, '超过大小限制'],
    ['a field is too long', { fields: { attachType: 'x'.repeat(100_000) } }, 422, 'attachType'],
  ])('I5 is told that %s', async (_what, options, status, text) => {
    await expectRefused(await form('op01', '/file/upload', options), status, text)
  })

  it('I5 is told that there is no such record, wherever one is named', async () => {
    const attach = uploadPaths(platform().plan).filter((path) => path.includes('/attach/'))
    for (const path of attach) await expectRefused(await form(senderTo(path), path), 404, '不存在')
    const own = `${at.enterprise}/attach/${await platform().idOf('enterprise', 'short_name', '甲行')}`
    await expectRefused(await form('op02', own, { name: '程序.exe' }), 415, '不支持此类文件')
    await expectRefused(await form('op02', own, { size: MAX_FILE_BYTES + 1 }), 413, '超过大小限制')
    await expectRefused(await form('op02', own, { fields: { field: 'enterpriseName' } }), 422, '')
  })

  it('I5 is told what keeps a workbook from being imported', async () => {
    const url = `${at.enterprise}/import`
    await expectRefused(await form('op01', url), 200, '不是可以读取的')
    await expectRefused(await form('op01', url, { part: 'other' }), 422, '请选择')
    await expectRefused(await form('op01', url, { size: MAX_FILE_BYTES + 1 }), 413, '超过大小限制')
  })

  it('I5 is told that too much waits already', async () => {
    const waiting = 'a'.repeat(32)
    const uploader = await platform().idOf('app_user', 'user_name', 'op02')
    const { kysely } = platform().database
    const row = { id: waiting, name: 'w.pdf', size: String(MAX_WAITING_BYTES), type: 'application/pdf', sha256: '', kept: false }
    await kysely
      .insertInto('stored_file')
      .values({ ...row, uploaded_by_id: uploader, uploaded_at: platform().clock.now() })
      .execute()
    await expectRefused(await form('op02', '/file/upload'), 413, '合计超过')
    await kysely.deleteFrom('stored_file').where('id', '=', waiting).execute()
  })

  it('I5 is told that it cannot be kept, when the disk is full', async () => {
    await withoutDisk(platform(), async () => {
      await expectRefused(await form('bm01', '/file/upload'), 500, '')
      const own = `${at.enterprise}/attach/${await platform().idOf('enterprise', 'short_name', '甲行')}`
      await expectRefused(await form('op02', own), 500, '')
    })
    const { status } = await (await keepConnection(proxy.address)).say(await form('bm01', '/file/upload'))
    expect(status).toBe(200)
  })

  it('I5 is told that it cannot be kept, when the disk is full in the middle of it, and nothing of it stays', async () => {
    const own = `${at.enterprise}/attach/${await platform().idOf('enterprise', 'short_name', '甲行')}`
    await withDiskOf(1_000_000, async () => {
      await expectRefused(await form('bm01', '/file/upload'), 500, '')
      await expectRefused(await form('op02', own), 500, '')
    })
    expect(await readdir(join(platform().folder, 'incoming'))).toEqual([])
    const { status } = await (await keepConnection(proxy.address)).say(await form('bm01', '/file/upload'))
    expect(status).toBe(200)
  })

  it('I5 is told that there were too many', async () => {
    const statuses: (number | 'lost')[] = []
    for (let times = 0; times < 61; times++) {
      const { refused } = await sendAndGoOn(platform().guest.address, await form('rk01', '/file/upload', { name: 'x.exe', size: 10 }))
      statuses.push(refused.status)
    }
    expect(statuses).toContain(429)
    await expectRefused(await form('rk01', '/file/upload'), 429, '')
  })

  it('R1 is told that a registration is too large, or wrong', async () => {
    const url = `${at.enterprise}/register`
    const json = (body: Buffer): Spoken => ({ method: 'POST', path: url, headers: { 'content-type': 'application/json' }, body })
    const filled = (size: number): Buffer => Buffer.from(JSON.stringify({ licenses: [{ name: 'a.pdf', content: 'x'.repeat(size) }] }))
    await expectRefused(json(filled(large)), 422, '')
    await expectRefused(json(Buffer.alloc(62_000_000, 0x20)), 413, '超过大小限制')
  })
})

interface FormOptions {
  name?: string
  size?: number
  fields?: Record<string, string>
  /** Under which name the file stands. */
  part?: string
}

const boundary = 'border'

/** A form with one text file. */
function formOf({ name = '附件.txt', size = large, fields = {}, part = 'file' }: FormOptions): Buffer {
  const texts = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${part}"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\n`
  return Buffer.concat([Buffer.from(texts.join('') + head), Buffer.alloc(size, 0x20), Buffer.from(`\r\n--${boundary}--\r\n`)])
}

/** Made once: two dozen tests send it to each address. */
const usualForm = formOf({})

interface Upload {
  path: string
  permission?: string | undefined
}

function uploads({ screens }: ProductPlan): Upload[] {
  const ofScreens = Object.values(screens).flatMap(({ base, actions }) =>
    Object.values(actions).flatMap(({ name, permission, does }): Upload[] => {
      if (does.kind === 'attach') return [{ path: `${base}/attach/${nobodyHas}`, permission }]
      return does.kind === 'import' ? [{ path: `${base}/${name}`, permission }] : []
    }),
  )
  return [{ path: '/file/upload' }, ...ofScreens]
}

function uploadPaths(plan: ProductPlan): string[] {
  return [...new Set(uploads(plan).map(({ path }) => path))]
}

/** No file can be begun: where they come in there is none of a folder. */
async function withoutDisk({ folder }: Platform, work: () => Promise<void>): Promise<void> {
  const incoming = join(folder, 'incoming')
  await rm(incoming, { recursive: true, force: true })
  await writeFile(incoming, '')
  try {
    await work()
  } finally {
    await rm(incoming)
    await mkdir(incoming)
  }
}

/** Of each file so many bytes can be written, and then the disk is full. */
async function withDiskOf(bytes: number, work: () => Promise<void>): Promise<void> {
  const { write, writev } = fs
  const written = new Map<number, number>()
  const isFull = (file: number, size: number): boolean => {
    const sum = (written.get(file) ?? 0) + size
    written.set(file, sum > bytes ? 0 : sum)
    return sum > bytes
  }
  const refuse = (rest: unknown[]): void => {
    const done = rest.at(-1) as (error: Error) => void
    const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28, syscall: 'write' })
    process.nextTick(done, error)
  }
  const full = {
    write: (file: number, content: Uint8Array, ...rest: unknown[]) =>
      isFull(file, content.byteLength) ? refuse(rest) : Reflect.apply(write, fs, [file, content, ...rest]),
    writev: (file: number, contents: Uint8Array[], ...rest: unknown[]) =>
      isFull(
        file,
        contents.reduce((sum, { byteLength }) => sum + byteLength, 0),
      )
        ? refuse(rest)
        : Reflect.apply(writev, fs, [file, contents, ...rest]),
  }
  Object.assign(fs, full)
  try {
    await work()
  } finally {
    Object.assign(fs, { write, writev })
  }
}
