import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readXlsx, writeForm, type Cell } from '../../../engine/server/xlsx'
import type { Session } from '../../api/support/client'
import { at } from '../../api/support/fixtures'
import { startServer } from '../../api/support/serverProcess'
import { usccOf } from '../../api/support/uscc'
import { readLists } from '../readers'
import { median, percentile } from '../report'

export const importedRows = 500
const turns = 5
const quietRequests = 60
const goods = '/api/base/goods'
/** What another user opens meanwhile, one after the other. */
const lists = [at.enterprise, goods]

export interface ImportTimes {
  /** From the request to the answer, in ms, the usual one of several: goods with a category each, enterprises with a rule of their own. */
  goods: number
  enterprises: number
  /** The same workbook again, each row of which is there already. */
  refused: number
  /** 95 of 100 list requests take at most so long, in ms, before and while workbooks are imported. */
  quiet: number
  meanwhile: number
  /** The longest of them. */
  longest: number
}

/**
 * Workbooks of 500 rows are imported one after another while another account reads lists, by the built product in a process of its own.
 * @param databaseUrl a PostgreSQL; without it the embedded database
 * @throws Error for a workbook that is answered otherwise
 */
export async function measureImports(databaseUrl?: string): Promise<ImportTimes> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'bench-'))
  const server = await startServer(dataDirectory, databaseUrl)
  try {
    const [sender, reader] = [await server.guest.signIn('op01'), await server.guest.signIn('bm01')]
    let left = quietRequests
    await readLists(reader, lists, () => left-- > quietRequests / 2)
    const quiet = await readLists(reader, lists, () => left-- > 0)
    const { records } = await sender.list('/api/base/category', { status: 'ENABLED' })
    const categories = records.map((category) => String(category['categoryName']))

    const meanwhile: number[] = []
    const timed = async (base: string, rows: readonly Row[], code: number): Promise<number> => {
      const content = await workbookOf(sender, base, rows)
      let answered = false
      const reading = readLists(reader, lists, () => !answered)
      const began = performance.now()
      const response = await send(sender, base, content).finally(() => (answered = true))
      const time = performance.now() - began
      meanwhile.push(...(await reading))
      if (response.code !== code) throw new Error(`${base} was imported with ${JSON.stringify(response).slice(0, 500)}`)
      return time
    }
    const times = { goods: [] as number[], enterprises: [] as number[], refused: [] as number[] }
    // The first turn is for what is compiled and prepared once.
    for (let turn = 0; turn <= turns; turn++) {
      const rows = numbered(turn, (index) => someGoods(index, categories))
      const measured = {
        goods: await timed(goods, rows, 200),
        enterprises: await timed(at.enterprise, numbered(turn, enterprise), 200),
        refused: await timed(goods, rows, 1002),
      }
      if (turn === 0) meanwhile.length = 0
      else for (const name of ['goods', 'enterprises', 'refused'] as const) times[name].push(measured[name])
    }
    return {
      goods: median(times.goods),
      enterprises: median(times.enterprises),
      refused: median(times.refused),
      quiet: percentile(quiet, 0.95),
      meanwhile: percentile(meanwhile, 0.95),
      longest: Math.max(...meanwhile),
    }
  } finally {
    await server.kill()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

/** Cells by the title of their column, without the mark of what must be filled. */
type Row = Record<string, Cell>

function numbered(turn: number, rowOf: (index: number) => Row): Row[] {
  return Array.from({ length: importedRows }, (_each, index) => rowOf(turn * importedRows + index))
}

function someGoods(index: number, categories: readonly string[]): Row {
  return {
    商品名称: `批量商品 ${index}`,
    规格: `${index} 克`,
    品牌: '无',
    品类: categories[index % categories.length] ?? null,
    计量单位: '件',
    条码: `88${String(index).padStart(11, '0')}`,
    HS编码: '190110',
    原产国: '新西兰',
    毛重: 1.25,
    保质期: 365,
    增值税率: 0.13,
    可质押: '是',
  }
}

function enterprise(index: number): Row {
  return {
    企业名称: `批量企业 ${index} 有限公司`,
    简称: `批量 ${index}`,
    统一社会信用代码: usccOf(index),
    企业角色: '供应商',
    法定代表人: '王海',
    注册地址: '某路 1 号',
    联系人: '李明',
    联系手机: '13800138000',
  }
}

const authorization = ({ token }: Session) => ({ authorization: `Bearer ${token}` })

async function workbookOf(session: Session, base: string, rows: readonly Row[]): Promise<Uint8Array> {
  const titles = await titlesOf(session, base)
  const columns = titles.map((title) => ({ title, width: 20 }))
  return writeForm([{ name: '导入', columns, rows: rows.map((row) => titles.map((title) => row[title.replace('*', '')] ?? null)) }], 1)
}

async function titlesOf(session: Session, base: string): Promise<string[]> {
  const template = await fetch(`${session.address}${base}/import/template`, { headers: authorization(session) })
  for await (const { cells } of readXlsx(new Uint8Array(await template.arrayBuffer()), 1)) return cells.map(String)
  throw new Error('the template of the import has no rows')
}

async function send(session: Session, base: string, content: Uint8Array): Promise<{ code: number }> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), 'import.xlsx')
  const response = await fetch(`${session.address}${base}/import`, { method: 'POST', headers: authorization(session), body: form })
  return (await response.json()) as { code: number }
}
