import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import { pack, unpack } from '../exchange/archive'
import { readXlsx, writeForm, type Cell } from '../xlsx'
import { openDesk, type Desk, type Who } from '../write/testing/deskServer'

const base = '/api/desk/member'
const titles = [
  'Name',
  'Card',
  'Branch',
  'Level',
  'Topics',
  'Language',
  'Friends',
  'Deposit',
  'Discount',
  'Birthday',
  'Joined',
  'Age',
  'Newsletter',
  'E-mail',
  'Note',
]
type RowOf = Partial<Record<string, Cell>>

interface ImportAnswer {
  code: number
  msg: string
  data: {
    count?: number
    total?: number
    confirm?: string
    rows?: { row: number; column: string; detail: string }[]
    file?: { name: string; content: string }
    lines?: { index?: number; values: Record<string, unknown> }[]
  }
}

/** A workbook with these rows under the columns of the template, or other ones. */
async function sheetOf(rows: RowOf[], head: string[] = titles): Promise<Buffer> {
  const columns = head.map((title) => ({ title, width: 20, ...(title === 'Joined' ? { format: 'yyyy-mm-dd hh:mm:ss' } : {}) }))
  return Buffer.from(await writeForm([{ name: 'Members', columns, rows: rows.map((row) => head.map((title) => row[title] ?? null)) }], 1))
}

describe.each(usualTestDatabaseKinds)('import on %s', (kind) => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk(kind)
  })
  afterAll(() => desk?.close())

  async function send(who: Who, content: Buffer, headers: Record<string, string> = {}, field = 'file') {
    const form = new FormData()
    form.append('goodsStockInCheckList', '[]')
    form.append(field, new Blob([new Uint8Array(content)]), 'members.xlsx')
    return post(who, `${base}/import`, form, headers)
  }
  async function post(who: Who, url: string, form: FormData, headers: Record<string, string> = {}) {
    const request = new Request('http://desk', { method: 'POST', body: form })
    const response = await desk.app.inject({
      method: 'POST',
      url,
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { authorization: `Bearer ${who}`, 'content-type': request.headers.get('content-type') ?? '', ...headers },
    })
    return { status: response.statusCode, body: response.json<ImportAnswer>(), headers: response.headers }
  }
  const stored = async (name: string) => (await desk.rows('member')).find((row) => row['member_name'] === name)
  const refusedRows = async (rows: RowOf[], who: Who = 'clerk') => {
    const before = await desk.count('member')
    const { status, body } = await send(who, await sheetOf(rows))
    expect({ status, code: body.code }).toEqual({ status: 200, code: 1002 })
    expect(await desk.count('member')).toBe(before)
    return body
  }

  describe('the template', () => {
    const template = async () => {
      const response = await desk.app.inject({ url: `${base}/import/template`, headers: { authorization: 'Bearer clerk' } })
      return { response, content: response.rawPayload }
    }

    it('has the columns of the form in its order, and marks those that must be filled', async () => {
      const { response, content } = await template()
      expect(response.headers['content-disposition']).toContain(encodeURIComponent('Members导入模板.xlsx'))
      const rows: Cell[][] = []
      for await (const { cells } of readXlsx(content, 10)) rows.push(cells)
      expect(rows).toEqual([titles.map((title) => (['Name', 'Branch'].includes(title) ? `${title}*` : title))])
    })

    it('says on a second sheet how each column is filled, with the titles of codes', async () => {
      const { content } = await template()
      const texts = (await unpack(content, { entries: 99, bytes: 1e6, ratio: 99, ratioFrom: 1e6 }, () => true)).map((part) =>
        String(part.content),
      )
      expect(texts.join('')).toContain('可选：Basic、Gold')
      expect(texts.join('')).toContain('Branch的名称或编号')
      expect(texts.join('')).toContain('"Basic,Gold"')
    })

    it('can be filled in and sent as it is', async () => {
      const { content } = await template()
      expect((await send('clerk', content)).body).toMatchObject({ code: 1002, msg: '文件中没有要导入的数据' })
    })

    it('is for who may import', async () => {
      for (const who of ['reader', 'nobody'] as const) {
        const { statusCode } = await desk.app.inject({ url: `${base}/import/template`, headers: { authorization: `Bearer ${who}` } })
        expect(statusCode).toBe(who === 'reader' ? 403 : 401)
      }
      expect((await send('reader', await sheetOf([]))).status).toBe(403)
    })
  })

  describe('rows that are right', () => {
    it('become records as a form would have made them, with rules, numbers, defaults and history', async () => {
      await desk.addMember('Friend one')
      await desk.addMember('Friend two')
      const { body } = await send(
        'clerk',
        await sheetOf([
          {
            Name: '=HYPERLINK("x")',
            Card: 'A17',
            Branch: 'North',
            Level: 'Gold',
            Topics: 'Novel、SCIENCE',
            Language: 'Chinese',
            Friends: 'Friend one、MB000002',
            Deposit: 12.5,
            Discount: '12.5%',
            Birthday: '2001/2/3',
            Joined: new Date('2026-11-20T09:30:00Z'),
            Age: 25,
            Newsletter: '是',
            'E-mail': 'a@b',
            Note: 'text',
          },
          { Name: 'Only what is needed', Branch: 'North', Language: 'zh' },
        ]),
      )
      expect(body).toEqual({ code: 200, msg: '导入成功', data: { count: 2 } })
      const friends = await Promise.all(['Friend one', 'Friend two'].map(async (name) => String((await stored(name))?.['id'])))
      const full = await stored('=HYPERLINK("x")')
      expect(full).toMatchObject({
        card_no: 'A17',
        branch_id: desk.branches.north,
        level: 'GOLD',
        topics: ['NOVEL', 'SCIENCE'],
        language_code: 'zh',
        friend_ids: friends,
        deposit: '12.50',
        birthday: '2001-02-03',
        joined_at: '2026-11-20T01:30:00.000Z',
        age: 25,
        newsletter: true,
        welcomed: true,
      })
      expect(Number(full?.['discount'])).toBe(0.125)
      expect(await stored('Only what is needed')).toMatchObject({ level: 'BASIC', newsletter: false, deposit: null, language_code: 'zh' })
      const history = await desk.rows('document_history')
      expect(history.filter((row) => row['document_id'] === full?.['id']).map((row) => row['action'])).toContain('create')
    })

    it('are completed by a rule where their cells are empty, by nothing but what it is there for', async () => {
      await desk.addMember('Noted')
      const file = await sheetOf(
        [
          { Kind: 'Member', About: 'Noted', 'Of version': 2 },
          { Text: 'Own words', Kind: 'Member', About: 'Noted', 'Of version': 2 },
        ],
        ['Text', 'Kind', 'About', 'Of version'],
      )
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(file)]), 'notes.xlsx')
      const { body } = await post('clerk', '/api/desk/note/import', form)
      expect(body).toEqual({ code: 200, msg: '导入成功', data: { count: 2 } })
      const notes = (await desk.rows('note')).slice(-2)
      expect(notes.map((note) => [note['note_text'], note['since_version']])).toEqual([
        ['About a member', 2],
        ['Own words', 2],
      ])
    })

    it('are refused by their rows where a rule breaks the key of a table', async () => {
      const about = { Kind: 'Member', About: 'Noted', 'Of version': 2 }
      const file = await sheetOf(
        [
          { Text: 'same language', ...about },
          { Text: 'fine', ...about },
          { Text: 'same language', ...about },
        ],
        ['Text', 'Kind', 'About', 'Of version'],
      )
      const before = await desk.count('note')
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(file)]), 'notes.xlsx')
      const { status, body } = await post('clerk', '/api/desk/note/import', form)
      expect({ status, code: body.code }).toEqual({ status: 200, code: 1002 })
      expect(body.data.rows?.map(({ row }) => row)).toEqual([2, 4])
      expect(await desk.count('note')).toBe(before)
    })

    it('are confirmed for the whole file when they are warned of, and nothing is stored before', async () => {
      const file = await sheetOf([
        { Name: 'Calm', Branch: 'North' },
        { Name: 'High one', Branch: 'North', Deposit: 600 },
        { Name: 'namesake', Branch: 'North', Deposit: 700 },
      ])
      const before = await desk.count('member')
      const { status, body } = await send('clerk', file)
      expect({ status, ...body }).toEqual({
        status: 200,
        code: 1003,
        msg: '有 3 处需要确认，确认后才会导入',
        data: {
          rows: [
            { row: 3, column: 'Deposit', detail: 'A deposit of 600.00 is high for a member of level Basic' },
            { row: 4, column: 'Name', detail: 'There is a namesake in the town' },
            { row: 4, column: 'Deposit', detail: 'A deposit of 700.00 is high for a member of level Basic' },
          ],
          total: 3,
          confirm: expect.stringMatching(/^[0-9a-f]{16}$/),
        },
      })
      expect(await desk.count('member')).toBe(before)
      const { confirm = '' } = body.data
      // Of another file the same key confirms nothing.
      const other = await sheetOf([{ Name: 'High one', Branch: 'North', Deposit: 601 }])
      expect((await send('clerk', other, { 'confirmed-warnings': confirm })).body.code).toBe(1003)
      expect((await send('clerk', file, { 'confirmed-warnings': confirm })).body).toMatchObject({ code: 200, data: { count: 3 } })
      const history = await desk.rows('document_history')
      const high = await stored('High one')
      expect(history.find((row) => row['document_id'] === high?.['id'])?.['extra']).toEqual({
        confirmed: ['A deposit of 600.00 is high for a member of level Basic'],
      })
    })

    it('are not asked about where a row is wrong: the mistakes come first', async () => {
      const file = await sheetOf([
        { Name: 'High two', Branch: 'North', Deposit: 600 },
        { Name: 'Wrong', Branch: 'North', Age: 200 },
      ])
      const { body } = await send('clerk', file)
      expect([body.code, body.data.rows?.map(({ column }) => column)]).toEqual([1002, ['Age']])
    })

    it('are stored once for a key, whatever file name or boundary they come with again', async () => {
      const file = await sheetOf([{ Name: 'Once', Branch: 'North' }])
      const key = { 'idempotency-key': 'import-once' }
      expect((await send('clerk', file, key)).body).toMatchObject({ code: 200 })
      const again = await send('clerk', file, key)
      expect(again).toMatchObject({ status: 200, body: { code: 200, data: { count: 1 } }, headers: { 'idempotency-replayed': 'true' } })
      expect((await send('clerk', await sheetOf([{ Name: 'Other', Branch: 'North' }]), key)).status).toBe(422)
    })
  })

  describe('rows that are wrong', () => {
    it('are all told by row, column and reason, and nothing of the file is stored', async () => {
      const body = await refusedRows([
        { Name: 'Right', Branch: 'North' },
        { Branch: 'North', Level: 'Silver', Birthday: '31.12.2001', Newsletter: 'perhaps' },
        {},
        { Name: 'Too exact', Branch: 'North', Deposit: '1.005', Discount: '0.123456', Age: 1.5 },
        { Name: 'nobody', Branch: 'North' },
        { Name: 'Elsewhere', Branch: 'South', Friends: 'Friend one、Nobody' },
      ])
      expect(body.msg).toBe('共 10 处错误，没有导入任何数据')
      expect(body.data.rows?.map(({ row, column }) => `${row} ${column}`)).toEqual(
        expect.arrayContaining([
          '3 Name',
          '3 Level',
          '3 Birthday',
          '3 Newsletter',
          '5 Deposit',
          '5 Discount',
          '5 Age',
          '6 Name',
          '7 Branch',
          '7 Friends',
        ]),
      )
    })

    it('say which value was not found', async () => {
      const { data } = await refusedRows([{ Name: 'Elsewhere', Branch: 'South' }])
      expect(data.rows).toEqual([{ row: 2, column: 'Branch', detail: '“Branch”没有找到“South”，或您无权选用' }])
    })

    it('are told when they repeat a key, also of a row of the same file', async () => {
      const { data } = await refusedRows([
        { Name: 'First', Branch: 'North', Card: 'K1' },
        { Name: 'Second', Branch: 'North', Card: 'K1' },
        { Name: 'Third', Branch: 'North', Card: 'K2' },
      ])
      expect(data.rows).toEqual([{ row: 3, column: 'Card', detail: '“Card”已存在，不能重复' }])
    })

    it('are listed up to 200, and counted', async () => {
      const { data, msg } = await refusedRows(Array.from({ length: 201 }, () => ({ Branch: 'North' })))
      expect(data).toMatchObject({ total: 201 })
      expect(data.rows).toHaveLength(200)
      expect(msg).toBe('共 201 处错误，没有导入任何数据；以下列出前 200 处')
    })

    it('come back as a workbook with their reasons, which can be mended there and sent again', async () => {
      const wrong = { Branch: 'North', Joined: new Date('2026-11-20T09:30:00Z'), Card: 'K91', Discount: '12.5%' }
      const { data } = await refusedRows([{ Name: 'Right one', Branch: 'North' }, wrong, { Name: 'Old', Branch: 'North', Age: 200 }])
      expect(data.file?.name).toBe('Members导入错误行.xlsx')
      const rows: { number: number; cells: Cell[] }[] = []
      for await (const row of readXlsx(Buffer.from(data.file?.content ?? '', 'base64'), 10)) rows.push(row)
      const [head = { cells: [] }, ...failed] = rows
      expect(head.cells).toEqual([...titles.map((title) => (['Name', 'Branch'].includes(title) ? `${title}*` : title)), '错误原因'])
      expect(failed.map(({ cells }) => cells.at(-1))).toEqual(['第 3 行：Name：“Name”不能为空', expect.stringContaining('第 4 行：Age：')])

      const mended = failed.map(({ cells }) =>
        cells.map((cell, index) => (index === 0 ? (cell ?? 'Mended there') : index === 11 ? 20 : cell)),
      )
      const columns = head.cells.map((title) => ({
        title: String(title),
        width: 20,
        ...(title === 'Joined' ? { format: 'yyyy-mm-dd hh:mm' } : {}),
      }))
      const content = Buffer.from(await writeForm([{ name: 'x', columns, rows: mended }], 1))
      expect((await send('clerk', content)).body).toMatchObject({ code: 200, data: { count: 2 } })
      expect(await stored('Mended there')).toMatchObject({ card_no: 'K91', joined_at: '2026-11-20T01:30:00.000Z', age: 20 })
      expect(await stored('Right one')).toBeUndefined()
    })

    it('come back with what looks like a formula still as text', async () => {
      const { data } = await refusedRows([{ Name: '=cmd()', Branch: 'Nowhere' }])
      const parts = await unpack(
        Buffer.from(data.file?.content ?? '', 'base64'),
        { entries: 99, bytes: 1e6, ratio: 99, ratioFrom: 1e6 },
        () => true,
      )
      const xml = parts.map(({ content }) => String(content)).join('')
      expect(xml).toContain('=cmd()')
      expect(xml).not.toContain('<f>')
    })

    it('can be mended and sent again with the same key', async () => {
      const key = { 'idempotency-key': 'import-mended' }
      expect((await send('clerk', await sheetOf([{ Name: 'Mended' }]), key)).body.code).toBe(1002)
      expect((await send('clerk', await sheetOf([{ Name: 'Mended', Branch: 'North' }]), key)).body.code).toBe(200)
    })

    it('name a reference that several rows answer to', async () => {
      await desk.addMember('Twin')
      await desk.addMember('Twin', { branchId: desk.branches.north, cardNo: 'Z9' }).catch(() => undefined)
      expect((await send('boss', await sheetOf([{ Name: 'Twin', Branch: 'South' }]))).body.code).toBe(200)
      const { data } = await refusedRows([{ Name: 'X', Branch: 'North', Friends: 'Twin' }], 'boss')
      expect(data.rows).toEqual([{ row: 2, column: 'Friends', detail: '“Friends”有多个“Twin”，请改填编号' }])
    })
  })

  describe('a file', () => {
    it.each<[string, string[], string]>([
      ['an unknown column', [...titles, 'Shoe size'], '不认识的列：Shoe size，请使用最新的模板'],
      ['missing columns', titles.slice(0, -2), '缺少列：E-mail、Note，请使用最新的模板'],
      ['a column twice', [...titles, 'Name*'], '重复的列：Name'],
    ])('with %s is refused by their names', async (_what, head, msg) => {
      expect((await send('clerk', await sheetOf([{ Name: 'X' }], head))).body).toEqual({ code: 1002, msg, data: { rows: [] } })
    })

    it('with a value below no title is refused', async () => {
      const head = [...titles, '']
      const { body } = await send('clerk', await sheetOf([{ Name: 'Stray', Branch: 'North', '': 'lost' }], head))
      expect(body.data.rows).toEqual([{ row: 2, column: '第 P 列', detail: '此列没有标题，内容无法导入' }])
    })

    it('of more than 500 rows is refused with their number before anything is tried', async () => {
      const { msg } = await refusedRows(Array.from({ length: 501 }, (_, index) => ({ Name: `Many ${index}`, Branch: 'North' })))
      expect(msg).toBe('文件有 501 行数据，每次最多导入 500 行')
    })

    it('of more than 20 MB is refused with 413, one of just 20 MB is read', async () => {
      expect((await send('clerk', Buffer.alloc(20_971_521))).status).toBe(413)
      expect((await send('clerk', Buffer.alloc(20_971_520))).body).toMatchObject({
        code: 1002,
        msg: expect.stringContaining('.xlsx') as string,
      })
    })

    it.each<[string, () => Buffer | Promise<Buffer>, string]>([
      ['is no workbook', () => Buffer.from('Name,Branch\r\nX,North'), '文件不是可以读取的'],
      ['is an archive of something else', () => pack([{ name: 'readme.xml', content: Buffer.from('<a/>') }]), '文件不是可以读取的'],
      ['is cut off', async () => (await sheetOf([{ Name: 'X' }])).subarray(0, 900), '文件不是可以读取的'],
      ['declares entities', () => withSheet('<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'), '文件不是可以读取的'],
      ['is a bomb', () => withSheet(`<worksheet><sheetData>${'<row/>'.repeat(2_500_000)}</sheetData></worksheet>`), '文件内容过大'],
      [
        'is as wide as a sheet can be',
        () => withSheet(`<worksheet><sheetData>${'<row><c r="XFD1"><v>1</v></c></row>'.repeat(50_000)}</sheetData></worksheet>`),
        '文件内容过大',
      ],
    ])('that %s is refused', async (_what, make, msg) => {
      expect((await send('clerk', await make())).body).toMatchObject({ code: 1002, msg: expect.stringContaining(msg) as string })
    })

    it('has to be there, in a form', async () => {
      expect((await send('clerk', await sheetOf([]), {}, 'other')).status).toBe(422)
      expect((await desk.call('clerk', 'POST', `${base}/import`, { rows: [] })).status).toBe(415)
    })
  })

  describe('lines for a form', () => {
    const url = '/api/desk/lending/checkItems'
    const head = ['Book', 'Qty', 'Price', 'Remark']
    let books: string[]
    beforeAll(async () => {
      books = [await desk.addBook('Emma', 1), await desk.addBook('Ulysses', 1), await desk.addBook('Walden', 1)]
    })
    async function check(rows: RowOf[], held?: unknown, who: Who = 'clerk') {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(await sheetOf(rows, head))]), 'items.xlsx')
      // Behind the file: both orders are understood.
      if (held !== undefined) form.append('goodsStockInCheckList', typeof held === 'string' ? held : JSON.stringify(held))
      return post(who, url, form)
    }

    it('have a template with what their table lets be typed', async () => {
      const response = await desk.app.inject({ url: `${url}/template`, headers: { authorization: 'Bearer clerk' } })
      const rows: Cell[][] = []
      for await (const { cells } of readXlsx(response.rawPayload, 10)) rows.push(cells)
      expect(rows).toEqual([['Book*', 'Qty*', 'Price', 'Remark']])
    })

    it('I3 come back with 1001, completed by references, defaults and the rule, and nothing is stored', async () => {
      const before = await desk.count('lending')
      const { status, body } = await check([
        { Book: 'Emma', Qty: 2, Price: '3.5' },
        { Book: 'Walden', Qty: 1, Remark: 'signed' },
      ])
      expect({ status, code: body.code, msg: body.msg }).toEqual({
        status: 200,
        code: 1001,
        msg: '核对完成：新增 2 行，更新 0 行，相同 0 行',
      })
      expect(body.data.lines).toEqual([
        { values: { bookId: books[0], qty: 2, price: '3.50', bookTitle: 'Emma', bookIdName: undefined, returned: 0, remark: 'checked' } },
        { values: expect.objectContaining({ bookId: books[2], price: '1.00', remark: 'signed' }) as unknown },
      ])
      expect(await desk.count('lending')).toBe(before)
    })

    it('I1 are told apart from those that the form has, by the fields that match', async () => {
      const held = [
        { id: '7', bookId: books[1], qty: 5, remark: 'mine', price: '1.00' },
        { bookId: books[0], qty: 2, price: '3.5', remark: 'checked' },
        {},
      ]
      const { body } = await check(
        [
          { Book: 'Emma', Qty: 2, Price: '3.50', Remark: 'checked' },
          { Book: 'Ulysses', Qty: 6 },
          { Book: 'Walden', Qty: 1 },
        ],
        held,
      )
      expect(body.msg).toBe('核对完成：新增 1 行，更新 1 行，相同 1 行')
      expect(body.data.lines?.map(({ index, values }) => [index, values['bookTitle'], values['qty']])).toEqual([
        [1, 'Emma', 2],
        [0, 'Ulysses', 6],
        [undefined, 'Walden', 1],
      ])
    })

    it('are refused by row and column: what cannot be read, is missing, is repeated, and what the rule says', async () => {
      const { body } = await check([
        { Book: 'Emma', Qty: 0 },
        { Book: 'Unknown', Qty: 1 },
        { Book: 'Ulysses' },
        { Book: 'Walden', Qty: 1, Remark: 'torn' },
      ])
      expect(body.code).toBe(1002)
      expect(body.data.rows?.map(({ row, column }) => `${row} ${column}`)).toEqual(['2 Qty', '3 Book', '4 Qty', '5 Remark'])
      expect(body.data.file?.name).toBe('Items导入错误行.xlsx')
      const again = await check([
        { Book: 'Emma', Qty: 1 },
        { Book: 'Emma', Qty: 2 },
        { Book: 'Walden', Qty: 1, Remark: 'lost' },
      ])
      expect(again.body.data.rows).toEqual([
        { row: 3, column: '', detail: '与第 2 行重复' },
        { row: 4, column: '', detail: '“Walden” has 0 copies left' },
      ])
    })

    it('I2 are refused when they are more than the import takes, with their number', async () => {
      const { body } = await check(Array.from({ length: 5 }, () => ({ Book: 'Emma', Qty: 1 })))
      expect(body.msg).toBe('文件有 5 行数据，每次最多导入 4 行')
    })

    it('are refused when the form has no room for them', async () => {
      const { body } = await check(
        [
          { Book: 'Emma', Qty: 1 },
          { Book: 'Walden', Qty: 1 },
        ],
        [{ bookId: books[1] }, {}, {}, {}],
      )
      expect(body).toMatchObject({ code: 1002, msg: 'Items最多 5 行，当前已有 4 行，文件另有 2 行要新增' })
    })

    it.each([
      ['that is no JSON', '[{'],
      ['that is no list', '{}'],
      ['of something else than rows', '[1]'],
      ['of more rows than a form has', JSON.stringify(Array.from({ length: 6 }, () => ({})))],
    ])('come with a list of those there %s: 422', async (_what, held) => {
      expect((await check([{ Book: 'Emma', Qty: 1 }], held)).status).toBe(422)
    })

    it('are for who has the permission', async () => {
      expect((await check([], [], 'reader')).status).toBe(403)
    })
  })

  describe('lines of stored records', () => {
    const rosters = '/api/desk/roster'
    const shifts = ['Day', 'Who', 'Hours']
    const ids: string[] = []
    beforeAll(async () => {
      for (const rosterYear of [2025, 2026]) {
        const body = { rosterName: `Roster ${rosterYear}`, rosterYear, branchId: desk.branches.north }
        ids.push(String((await desk.call('clerk', 'POST', rosters, body)).body['id']))
      }
    })
    const bring = async (rows: RowOf[], who: Who = 'clerk', headers: Record<string, string> = {}) => {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(await sheetOf(rows, shifts))]), 'shifts.xlsx')
      return post(who, `${rosters}/import`, form, headers)
    }
    const rosterOf = async (index: number) => (await desk.call('clerk', 'GET', `${rosters}/${ids[index]}`)).body
    const shiftsOf = async (index: number) =>
      ((await rosterOf(index))['shifts'] as Record<string, unknown>[]).map(({ day, who, hours }) => [day, who, hours])

    it('are stored with the records that they say, each saved once, with its history', async () => {
      const { body } = await bring([
        { Day: '2026-03-02', Who: 'Ann' },
        { Day: '2025-03-03', Who: 'Ben', Hours: 4 },
        { Day: '2026-03-03', Who: 'Ann', Hours: 5 },
      ])
      expect(body).toEqual({ code: 200, msg: '导入成功', data: { count: 3 } })
      expect(await shiftsOf(0)).toEqual([['2025-03-03', 'Ben', 4]])
      expect(await shiftsOf(1)).toEqual([
        ['2026-03-02', 'Ann', 8],
        ['2026-03-03', 'Ann', 5],
      ])
      expect([(await rosterOf(0))['version'], (await rosterOf(1))['version']]).toEqual([2, 2])
    })

    it('change what is the same line by the cells that are filled, and leave the others', async () => {
      expect((await bring([{ Day: '2026-03-03', Who: 'Cid' }])).body.code).toBe(200)
      expect(await shiftsOf(1)).toEqual([
        ['2026-03-02', 'Ann', 8],
        ['2026-03-03', 'Cid', 5],
      ])
      expect((await bring([{ Day: '2026-03-03', Who: 'Cid' }])).body.code).toBe(200)
      // What changes nothing is not written.
      expect((await rosterOf(1))['version']).toBe(3)
    })

    it('are refused by their rows, also for what the save of their record finds, and nothing of the file is stored', async () => {
      const before = [await rosterOf(0), await rosterOf(1)]
      const wrong = await bring([
        { Day: '2025-04-01', Who: 'Ann' },
        { Day: '2025-02-30', Who: 'Ann' },
        { Day: '1999-01-01', Who: 'Ann' },
        { Day: '2025-04-01', Who: 'Ben' },
        { Day: '2025-04-02' },
      ])
      expect(wrong.body.data.rows?.map(({ row, column }) => [row, column])).toEqual([
        [3, 'Day'],
        [4, ''],
        [5, ''],
        [6, 'Who'],
      ])
      expect(wrong.body.data.rows?.[1]?.detail).toBe('没有Roster“1999”，请先建立')
      const judged = await bring([
        { Day: '2026-04-01', Who: 'Ann' },
        { Day: '2025-04-01', Who: 'Ann', Hours: 12 },
      ])
      expect(judged.body.data.rows).toEqual([{ row: 3, column: '', detail: 'Nobody works that long' }])
      const full = await bring(['01', '02', '03', '04'].map((day) => ({ Day: `2025-05-${day}`, Who: 'Ann' })))
      expect(full.body).toMatchObject({ code: 1002, msg: 'Shifts最多 4 行，当前已有 1 行，文件另有 4 行要新增' })
      expect([await rosterOf(0), await rosterOf(1)]).toEqual(before)
    })

    it('are stored when what the records warn of is confirmed', async () => {
      const rows = [{ Day: '2026-06-01', Who: 'Ann' }]
      const { body } = await bring(rows)
      expect(body).toMatchObject({ code: 1003, data: { rows: [{ row: 2, column: '', detail: 'Nobody is left for 2026' }] } })
      expect(await shiftsOf(1)).toHaveLength(2)
      expect((await bring(rows, 'clerk', { 'confirmed-warnings': body.data.confirm ?? '' })).body.code).toBe(200)
      expect(await shiftsOf(1)).toHaveLength(3)
    })

    it('are for who may import, and go to records that he sees', async () => {
      expect((await bring([{ Day: '2026-07-01', Who: 'Eve' }], 'reader')).status).toBe(403)
      const { body } = await bring([{ Day: '2026-07-01', Who: 'Eve' }], 'stranger')
      expect(body.data.rows).toEqual([{ row: 2, column: '', detail: '没有Roster“2026”，请先建立' }])
    })
  })

  /** A workbook whose sheet says this, packed. */
  async function withSheet(xml: string): Promise<Buffer> {
    const sheet = 'xl/worksheets/sheet1.xml'
    const parts = await unpack(await sheetOf([{ Name: 'X' }]), { entries: 99, bytes: 1e6, ratio: 99, ratioFrom: 1e6 }, () => true)
    const archive = pack(parts.map((part) => (part.name === sheet ? { name: sheet, content: deflateRawSync(Buffer.from(xml)) } : part)))
    let entry = archive.readUInt32LE(archive.length - 6)
    while (archive.toString('utf8', entry + 46, entry + 46 + archive.readUInt16LE(entry + 28)) !== sheet) {
      entry += 46 + archive.readUInt16LE(entry + 28)
    }
    archive.writeUInt16LE(8, entry + 10)
    archive.writeUInt32LE(xml.length, entry + 24)
    return archive
  }
})

it('a file on which its thread is lost is refused in words, and the server serves on', async () => {
  const desk = await openDesk('pglite', { workbooks: { limitMs: 1 } })
  try {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await sheetOf([{ Name: 'Emma' }]))]), 'members.xlsx')
    const request = new Request('http://desk', { method: 'POST', body: form })
    const response = await desk.app.inject({
      method: 'POST',
      url: `${base}/import`,
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { authorization: 'Bearer clerk', 'content-type': request.headers.get('content-type') ?? '' },
    })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({
      error: '文件过于复杂，无法读取，请只把要导入的内容复制到新的模板中',
      errors: [{ path: 'file' }],
    })
    expect((await desk.call('clerk', 'GET', `${base}/list`)).status).toBe(200)
  } finally {
    await desk.close()
  }
})
