import { existsSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pack, type Part } from '../../engine/server/exchange/archive'
import { writeForm } from '../../engine/server/xlsx'
import { whenServed, type Session } from './support/client'
import { copyDemoData, type DemoDatabase } from './support/demoData'
import { startServer, type ServerProcess } from './support/serverProcess'
import { part, workbook } from './support/workbook'

const base = '/api/base/enterprise'
const MB = 1_048_576
/** A file of 20 MB is held, its parts and what the reader makes of them; a bomb would be gigabytes. */
const maxGrowthMb = 200

/** Files that are meant to do harm, sent to the built server in a process of its own, whose memory is looked at. */
describe('a hostile file', () => {
  let data: DemoDatabase
  let server: ServerProcess
  let op: Session
  let sheet: Part[]
  beforeAll(async () => {
    data = await copyDemoData('postgres')
    server = await startServer(data.dataDirectory, data.databaseUrl)
    op = await server.guest.signIn('op01')
    sheet = workbook('<worksheet/>')
  })
  afterAll(async () => {
    await (server as ServerProcess | undefined)?.stop()
    await (data as DemoDatabase | undefined)?.drop()
  })

  async function post(path: string, name: string, content: Buffer): Promise<{ status: number; text: string; grownMb: number }> {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), name)
    const measure = await measured(server.pid)
    const response = await whenServed(() =>
      fetch(`${op.address}${path}`, { method: 'POST', headers: { authorization: `Bearer ${op.token}` }, body: form }),
    )
    const body = (await response.json()) as { msg?: string; error?: string }
    return { status: response.status, text: body.msg ?? body.error ?? '', grownMb: await measure() }
  }
  const stored = async () => ({ files: await filesBelow(join(data.dataDirectory, 'files')), rows: (await op.list(base)).total })

  /** What takes long to read is refused for its content or, on a busy machine, for the time it takes. */
  const refusedImports: [string, () => Buffer, number | number[], string][] = [
    [
      'unpacks to more than 16 MB',
      () => pack([...sheet, part('xl/sharedStrings.xml', Buffer.alloc(17 * MB, 0x20))]),
      200,
      '过大或过于复杂',
    ],
    ['is a bomb of 4 GB', () => bomb('xl/worksheets/sheet1.xml', 0xfffffffe), 200, '过大或过于复杂'],
    ['is a bomb that says it is small', () => bomb('xl/worksheets/sheet1.xml', 1_000), 200, '不是可以读取的'],
    ['holds archives in archives', () => nested(40), 200, '不是可以读取的'],
    ['has a million entities', () => pack(workbook(laughs)), 200, '不是可以读取的'],
    ['has a million columns', () => pack(workbook(rowOf('<c/>'.repeat(1_000_000)))), 200, '过大或过于复杂'],
    ['has a cell far to the right', () => pack(workbook(rowOf('<c r="XFD1" t="inlineStr"><is><t>x</t></is></c>'))), 200, '过大或过于复杂'],
    [
      'has a million rows',
      () => pack(workbook(`<worksheet><sheetData>${'<row><c><v>1</v></c></row>'.repeat(500_000)}</sheetData></worksheet>`)),
      200,
      '过大或过于复杂',
    ],
    [
      'has one text of 15 MB',
      () => pack([...sheet, part('xl/sharedStrings.xml', Buffer.from(`<sst><si><t>${'字'.repeat(5 * MB)}</t></si></sst>`))]),
      200,
      '没有要导入的数据',
    ],
    [
      'has a million shared texts',
      () => pack([...sheet, part('xl/sharedStrings.xml', Buffer.from(`<sst>${'<si><t>x</t></si>'.repeat(900_000)}</sst>`))]),
      200,
      '过大或过于复杂',
    ],
    ['is a million levels deep', () => pack(workbook('<a>'.repeat(2_000_000))), [200, 422], ''],
    ['never ends a comment', () => pack(workbook(`<worksheet><!--${'-'.repeat(10 * MB)}`)), [200, 422], ''],
    ['never ends a tag', () => pack(workbook(`<worksheet><${' r'.repeat(5 * MB)}`)), [200, 422], ''],
    [
      'has more parts than anybody writes',
      () => pack(Array.from({ length: 60_000 }, (_each, index) => part(`xl/${index}.xml`, Buffer.alloc(0)))),
      200,
      '过大或过于复杂',
    ],
    ['is a program', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(MB)]), 200, '不是可以读取的'],
    ['is empty', () => Buffer.alloc(0), 200, '不是可以读取的'],
    ['is larger than 20 MB', () => Buffer.alloc(20 * MB + 1), 413, '超过大小限制'],
  ]
  it.each(refusedImports)(
    'I2 I3 that %s is refused in little memory and in words, and leaves nothing',
    async (_what, make, status, text) => {
      const content = make()
      const before = await stored()
      const response = await post(`${base}/import`, '企业.xlsx', content)
      expect([status].flat()).toContain(response.status)
      expect(response.text).toContain(text)
      expect(response.text).not.toBe('')
      expect(response.grownMb).toBeLessThan(maxGrowthMb)
      expect(await stored()).toEqual(before)
    },
  )

  const refusedUploads: [string, string, () => Buffer, number, string][] = [
    ['is a program with a harmless name', '回单.pdf', () => Buffer.from('MZ\x90\x00'), 415, '不支持此类文件'],
    ['is a page', 'page.html', () => Buffer.from('<script>alert(1)</script>'), 415, '不支持此类文件'],
    ['is a page that says it is a picture', 'page.png', () => Buffer.from('<svg onload=alert(1)>'), 415, '不支持此类文件'],
    ['is shown as another kind by a mark that turns the direction', '发票\u202Efdp.exe', () => Buffer.from('%PDF-'), 415, '不支持此类文件'],
    ['is empty', '空.txt', () => Buffer.alloc(0), 422, '文件没有内容'],
    ['is larger than 20 MB', '大.txt', () => Buffer.alloc(20 * MB + 1, 0x20), 413, '超过大小限制'],
  ]
  it.each(refusedUploads)('C8 I2 that %s is refused when it is uploaded, and leaves nothing', async (_what, name, make, status, text) => {
    const before = await stored()
    const response = await post('/file/upload', name, make())
    expect(response).toMatchObject({ status, text: expect.stringContaining(text) })
    expect(response.grownMb).toBeLessThan(maxGrowthMb)
    expect(await stored()).toEqual(before)
  })

  it.each([
    ['../../../etc/passwd.txt', 'passwd.txt'],
    ['..\\..\\windows\\清单.txt', '清单.txt'],
    ['a\u0000bc\u202Etxt.txt', 'abctxt.txt'],
    [`${'长'.repeat(300)}.txt`, `${'长'.repeat(65)}.txt`],
  ])('C8 with the name %j is kept under a safe one', async (name, kept) => {
    const form = new FormData()
    form.append('file', new Blob(['内容']), name)
    const response = await fetch(`${op.address}/file/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${op.token}` },
      body: form,
    })
    const file = (await response.json()) as { id: string; name: string }
    expect(file.name).toBe(kept)
    const names = await filesBelow(join(data.dataDirectory, 'files'))
    expect(names.filter((path) => path.endsWith(file.id)).length).toBe(1)
    expect(names.every((path) => /^[0-9a-f]{2}\/[0-9a-f]{32}$/.test(path))).toBe(true)
  })

  it.each([
    ['says more than it sends, and hangs up', 1_000_000, 2_000],
    ['says less than it sends', 600, 50_000],
    ['comes byte by byte, and is given up', 5_000, 0],
  ])('C8 that %s leaves nothing, and others are served meanwhile', async (_what, length, sent) => {
    const before = await stored()
    const { hostname, port } = new URL(op.address)
    const socket = connect(Number(port), hostname)
    // What the server answers or does with the connection is its own affair.
    socket.on('error', () => undefined).resume()
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n'
    socket.write(
      `POST /file/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${op.token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${length}\r\n\r\n${head}`,
    )
    for (let byte = 0; byte < 5; byte++) {
      socket.write('a')
      await sleep(60)
    }
    socket.write('b'.repeat(sent))
    expect((await op.list(base, { pageSize: '1' })).total).toBe(before.rows)
    await sleep(200)
    socket.destroy()
    await expect.poll(() => stored()).toEqual(before)
  })

  it('I3 that is none is taken after all of them', async () => {
    const content = Buffer.from(await writeForm([{ name: '企业', columns: [{ title: '企业名称', width: 10 }], rows: [['甲']] }], 1))
    expect(await post(`${base}/import`, '企业.xlsx', content)).toMatchObject({ status: 200, text: expect.stringContaining('缺少列') })
  })
})

const rowOf = (cells: string): string => `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`
const laughs = `<!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 20 }, (_each, level) => `<!ENTITY ${String.fromCharCode(98 + level)} "${`&${String.fromCharCode(97 + level)};`.repeat(10)}">`).join('')}]><worksheet>&u;</worksheet>`

/** One packed part, 200 MB of nothing in 200 KB; the directory says `size`. */
function bomb(name: string, size: number): Buffer {
  const packed = deflateRawSync(Buffer.alloc(200 * MB), { level: 9 })
  const archive = pack([...workbook('<a/>').slice(0, 4), part(name, packed)])
  const central = archive.length - 22 - 46 - name.length
  archive.writeUInt16LE(8, central + 10)
  archive.writeUInt32LE(size, central + 24)
  return archive
}

function nested(levels: number): Buffer {
  let archive = pack([part('sheet1.xml', Buffer.alloc(MB))])
  for (let level = 0; level < levels; level++) archive = pack([part(`xl/worksheets/${level}.zip`, archive)])
  return archive
}

/** Answers how many MB the process has taken at most since, beyond what it had. */
async function measured(pid: number): Promise<() => Promise<number>> {
  const figure = async (name: string): Promise<number> =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
  // Linux forgets the peak of the past.
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  const before = await figure('VmRSS')
  return async () => (await figure('VmHWM')) - before
}

/** None where nothing was ever kept. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : []
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}
