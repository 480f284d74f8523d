import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { pack, unpack } from './archive'
import { SheetRefusal } from './sheetContent'
import { createSheetThreads, SheetLost, type SheetThreads } from './sheetThreads'
import { writeForm, type Cell } from '../xlsx'

const query = { titles: ['Name'], maxRows: 100 }
const limits = { entries: 99, bytes: 1_000_000, ratio: 1_000, ratioFrom: 1_000_000 }
const opened: SheetThreads[] = []
afterAll(() => Promise.all(opened.map((threads) => threads.close())))

function open(options: Parameters<typeof createSheetThreads>[0] = {}): SheetThreads {
  const threads = createSheetThreads(options)
  opened.push(threads)
  return threads
}
async function sheetOf(rows: Cell[][], titles = ['Name']): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await writeForm([{ name: 'x', columns: titles.map((title) => ({ title, width: 10 })), rows }], 1))
}
const refusal = async (rows: Cell[][]): Promise<unknown> =>
  open()
    .read(await sheetOf(rows), query)
    .then(
      () => 'read',
      (error: unknown) => (error instanceof SheetRefusal ? error.message : error),
    )

describe('a sheet that is read in a thread', () => {
  it('comes with its titles and filled rows, whatever its cells hold', async () => {
    const day = new Date('2026-11-20T00:00:00Z')
    const sheet = await open().read(await sheetOf([['Emma'], [null], [' '], [12.5], [true], [day]]), query)
    expect(sheet).toEqual({
      titles: ['Name'],
      rows: [
        { number: 2, cells: ['Emma'] },
        { number: 5, cells: [12.5] },
        { number: 6, cells: [true] },
        { number: 7, cells: [expect.anything()] },
      ],
    })
  })

  it('has texts of up to 32,767 characters, and four million together', async () => {
    expect(await refusal([['x'.repeat(32_767)]])).toBe('read')
    expect(await refusal([['ok'], ['x'.repeat(32_768)]])).toBe('第 3 行第 A 列的内容超过 32767 个字，请缩短后再导入')
    const long = Array.from({ length: 100 }, () => ['x'.repeat(32_767)])
    expect(await refusal(long)).toBe('read')
    const wide = long.map(([text]) => [text ?? '', text ?? ''])
    const titles = ['Name', '']
    const threads = open()
    await expect(threads.read(await sheetOf(wide, titles), query)).rejects.toThrow('文件内容过大或过于复杂')
  })

  it('has rows in their order', async () => {
    const parts = await unpack(Buffer.from(await sheetOf([['a'], ['b']])), limits, () => true)
    const twice = parts.map((part) => ({ ...part, content: Buffer.from(String(part.content).replace('<row r="3"', '<row r="2"')) }))
    await expect(open().read(new Uint8Array(pack(twice)), query)).rejects.toThrow('不是可以读取的')
  })
})

describe('a thread that comes to no end', () => {
  it('for want of memory is lost, and the next one reads', async () => {
    const small = open({ memoryMb: 2 })
    const rows = Array.from({ length: 100 }, () => [randomBytes(15_000).toString('hex')])
    await expect(small.read(await sheetOf(rows), query)).rejects.toThrow(SheetLost)
    expect((await open().read(await sheetOf(rows), query)).rows.length).toBe(100)
  })

  it('in its time is lost', async () => {
    await expect(open({ limitMs: 1 }).read(await sheetOf([['Emma']]), query)).rejects.toThrow(SheetLost)
  })

  it('because the server stops is lost', async () => {
    const threads = open()
    const contents = [await sheetOf([['Emma']]), await sheetOf([['Emma']])]
    const reading = contents.map((content) => expect(threads.read(content, query)).rejects.toThrow(SheetLost))
    await threads.close()
    await Promise.all(reading)
  })
})

it('reads as many at a time as it may, the others after them', async () => {
  const threads = open({ atOnce: 1, waitMs: 60_000 })
  const contents = await Promise.all([1, 2, 3].map(() => sheetOf([['Emma']])))
  const ends: number[] = []
  await Promise.all(
    contents.map(async (content, index) => {
      await threads.read(content, query)
      ends.push(index)
    }),
  )
  expect(ends).toEqual([0, 1, 2])
  const busy = open({ atOnce: 1, waitMs: 1 })
  const [first, second] = await Promise.allSettled([busy.read(await sheetOf([['a']]), query), busy.read(await sheetOf([['b']]), query)])
  expect([first?.status, second?.status]).toEqual(['fulfilled', 'rejected'])
  expect(second).toMatchObject({ reason: { status: 503, message: '正在处理的导入较多，请稍后再试', extras: { retryAfter: 5 } } })
})
