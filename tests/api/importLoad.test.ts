import { beforeAll, describe, expect, it } from 'vitest'
import { pack } from '../../engine/server/exchange/archive'
import { readXlsx, writeForm, type Cell } from '../../engine/server/xlsx'
import type { Session } from './support/client'
import { at } from './support/fixtures'
import { cellsBelow, everywhere, hostileWorkbooks, maxRows } from './support/hostileWorkbooks'
import { describePlatform } from './support/platform'
import { usccOf } from './support/uscc'
import { sharing } from './support/workbook'

const url = `${at.enterprise}/import`

/** What others wait meanwhile is measured by `npm run bench -- strangers`. */
describePlatform('a large or hostile workbook', (platform) => {
  let titles: string[]
  let op: Session
  beforeAll(async () => {
    op = await platform().as('op01')
    const template = await fetch(`${op.address}${url}/template`, { headers: { authorization: `Bearer ${op.token}` } })
    for await (const { cells } of readXlsx(new Uint8Array(await template.arrayBuffer()), 1)) titles = cells.map(String)
  })

  async function send(content: Uint8Array) {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), '企业.xlsx')
    const response = await fetch(`${op.address}${url}`, { method: 'POST', headers: { authorization: `Bearer ${op.token}` }, body: form })
    const text = await response.text()
    return { status: response.status, length: text.length, body: JSON.parse(text) }
  }

  describe('with hostile content', () => {
    it.each(hostileWorkbooks)('I2 I3 %s is refused', async (_what, make, text) => {
      const { status, body } = await send(make(titles))
      expect([200, 422]).toContain(status)
      expect(body.msg ?? body.error).toEqual(expect.stringContaining(text))
      expect(body.msg ?? body.error).not.toBe('')
    })

    it('I3 is refused with cut cells and reasons, of which no answer is large', async () => {
      const texts = Array.from({ length: maxRows }, (_each, row) => `${row}${'长'.repeat(300)}`)
      const content = pack(
        sharing(
          [...titles, ...texts],
          cellsBelow(titles, maxRows, (row) => titles.length + row),
        ),
      )
      const { body, length } = await send(content)
      expect(body).toMatchObject({ code: 1002, data: { total: expect.any(Number) as number } })
      expect(length).toBeLessThan(1_000_000)
      for (const { detail } of body.data.rows as { detail: string }[]) expect(detail.length).toBeLessThanOrEqual(301)
      const longest = await longestCell(Buffer.from(String(body.data.file.content), 'base64'))
      expect(longest).toBeLessThanOrEqual(2_001)
    })

    it('I3 names a thousand of one kind in a cell is refused without looking them up', async () => {
      const list = Array.from({ length: 10_000 }, (_each, index) => `某${index}`)
        .join('、')
        .slice(0, 32_000)
      const content = pack(
        sharing(
          [...titles, list],
          cellsBelow(titles, 3, () => titles.length),
        ),
      )
      const { body } = await send(content)
      expect(body.code).toBe(1002)
      expect(JSON.stringify(body.data.rows)).toContain('一格最多填 100 个')
    })

    it('is read two at a time, and no more than two of one account are taken', async () => {
      const content = new Uint8Array(pack(everywhere(titles, 'a'.repeat(32_767))))
      const result = await Promise.all(Array.from({ length: 6 }, () => send(content)))
      expect(result.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2)
      const busy = result.filter(({ status }) => status === 429)
      expect(busy.length).toBeGreaterThan(0)
      expect(busy[0]?.body.error).toBe('您还有导入正在处理，请等它完成后再试')
      expect((await send(content)).status).toBe(200)
    })
  })

  it('I2 that has as many rows as may be is imported', async () => {
    const { body } = await send(await formOf(Array.from({ length: maxRows }, (_each, index) => index)))
    expect(body).toMatchObject({ code: 200, data: { count: maxRows } })
  })

  it('I3 that repeats what may be there once is refused by each row that does, of a stored record as of a row before', async () => {
    expect((await send(await formOf([9_000]))).body).toMatchObject({ code: 200 })
    const problems = async (...indexes: number[]): Promise<[number, string][]> => {
      const { body } = await send(await formOf(indexes))
      expect(body.code).toBe(1002)
      return (body.data.rows as { row: number; column: string }[]).map(({ row, column }) => [row, column])
    }
    const column = '统一社会信用代码'
    expect(await problems(9_001, 9_000, 9_001, 9_002)).toEqual([
      [3, column],
      [4, column],
    ])
    // Nothing of it was stored, and a file of which every row is there already is told so as well.
    expect(await problems(9_000, 9_000)).toEqual([
      [2, column],
      [3, column],
    ])
    expect((await send(await formOf([9_001, 9_002]))).body).toMatchObject({ code: 200, data: { count: 2 } })
  })

  async function formOf(indexes: readonly number[]): Promise<Uint8Array> {
    const columns = titles.map((title) => ({ title, width: 20 }))
    const rows = indexes.map(enterprise).map((row) => titles.map((title) => row[title] ?? null))
    return writeForm([{ name: '导入', columns, rows }], 1)
  }
})

async function longestCell(content: Uint8Array): Promise<number> {
  let longest = 0
  for await (const { cells } of readXlsx(content, 1_000)) for (const cell of cells) longest = Math.max(longest, String(cell).length)
  return longest
}

function enterprise(index: number): Record<string, Cell> {
  return {
    '企业名称*': `批量导入 ${index} 有限公司`,
    '简称*': `批量 ${index}`,
    '统一社会信用代码*': usccOf(index),
    '企业角色*': '供应商',
    '法定代表人*': '王海',
    '注册地址*': '某路 1 号',
    '联系人*': '李明',
    '联系手机*': '13800138000',
  }
}
