import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import { systemUser } from '../session'
import { openDesk, type Desk } from '../write/testing/deskServer'
import { inTransaction } from '../write/transaction'
import { writeForm, readXlsx, type Cell } from '../xlsx'

const base = '/api/desk/member'

/** Texts that a workbook, a spreadsheet or an import could take for something else. */
const odd = [
  '=1+1',
  '+86 138',
  '-5',
  '@name',
  "'quoted",
  '"a, b"',
  '001',
  '1e5',
  'TRUE',
  '是',
  '2026-01-02',
  '_x0041_',
  'a\u00a0b',
  '<&>',
  '𠮷野',
  '（空）',
]

const decimal = (most: number, places: number) =>
  fc.integer({ min: 0, max: most * 10 ** places }).map((units) => (units / 10 ** places).toFixed(places))
const day = (from: string, to: string) =>
  fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })

/** What export and import have to agree on: all kinds of values, and most of them absent at times. */
const member = (friends: readonly string[], branches: readonly string[]) =>
  fc
    .record({
      branchId: fc.constantFrom(...branches),
      level: maybe(fc.constantFrom('BASIC', 'GOLD')),
      topics: maybe(fc.uniqueArray(fc.constantFrom('NOVEL', 'SCIENCE'), { minLength: 1 })),
      languageCode: maybe(fc.constant('zh')),
      friendIds: maybe(fc.uniqueArray(fc.constantFrom(...friends), { minLength: 1, maxLength: 4 })),
      deposit: maybe(decimal(500, 2)),
      discount: maybe(decimal(0.5, 4)),
      birthday: maybe(fc.oneof(day('1800-01-01', '1900-03-02'), day('1900-01-01', '2030-01-01'), fc.constant('2999-12-31'))),
      joinedAt: maybe(fc.integer({ min: 0, max: 2_000_000_000 }).map((seconds) => new Date(seconds * 1000).toISOString())),
      age: maybe(fc.integer({ min: 0, max: 140 })),
      newsletter: fc.boolean(),
      note: maybe(fc.oneof(fc.constantFrom(...odd), fc.constant('长'.repeat(200)), fc.constant('first\nsecond\n\nfourth'))),
    })
    // The form wants one about whoever has gold.
    .map((values) => (values.level === 'GOLD' && values.note === null ? { ...values, note: 'none' } : values))

describe.each(usualTestDatabaseKinds)('an export is imported as it is on %s', (kind) => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk(kind)
  })
  afterAll(() => desk?.close())

  async function exported(): Promise<Buffer> {
    const response = await desk.app.inject({
      method: 'POST',
      url: `${base}/export`,
      payload: {},
      headers: { authorization: 'Bearer boss' },
    })
    expect(response.statusCode).toBe(200)
    return response.rawPayload
  }
  async function rowsOf(workbook: Uint8Array): Promise<Cell[][]> {
    const rows: Cell[][] = []
    for await (const { cells } of readXlsx(workbook, 10_000)) rows.push(cells)
    return rows
  }
  async function send(workbook: Uint8Array) {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(workbook)]), 'members.xlsx')
    const request = new Request('http://desk', { method: 'POST', body: form })
    const response = await desk.app.inject({
      method: 'POST',
      url: `${base}/import`,
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { authorization: 'Bearer boss', 'content-type': request.headers.get('content-type') ?? '' },
    })
    return response.json<{ code: number; msg: string; data: { count?: number; passed?: string[]; rows?: unknown[] } }>()
  }
  /** As stored, but for what a new record gets anew. */
  async function stored(): Promise<Record<string, unknown>[]> {
    const rows = await desk.rows('member')
    const isNew = (name: string): boolean => /^(id|version|member_no|(created|updated)_.*|.*_sort|welcomed)$/.test(name)
    return rows
      .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !isNew(name))))
      .sort((one, other) => String(one['member_name']).localeCompare(String(other['member_name'])))
  }

  it('with all that was stored, and says which columns only show', async () => {
    // Friends that a label alone does not name: of one name, called by another's number, with a separator in the name.
    const elsewhere = await inTransaction(desk.services, systemUser, async (tools) => {
      const names: [string, string][] = [
        ['Twin', desk.branches.north],
        ['Twin', desk.branches.south],
        ['Ann、Bob', desk.branches.north],
        ['MB000001', desk.branches.south],
      ]
      const ids: string[] = []
      for (const [memberName, branchId] of names) ids.push((await tools.create('member', { memberName, branchId })).id)
      return ids
    })
    const clear = () => desk.database.kysely.deleteFrom('member').where('id', 'not in', elsewhere).execute()
    const branches = Object.values(desk.branches)
    await fc.assert(
      fc.asyncProperty(fc.array(member(elsewhere, branches), { minLength: 1, maxLength: 12 }), async (members) => {
        await clear()
        await inTransaction(desk.services, systemUser, async (tools) => {
          for (const [index, values] of members.entries())
            await tools.create('member', {
              memberName: `${odd[index]?.slice(0, 12)} ${index}`,
              email: 'a@b',
              cardNo: `A${index}`,
              ...values,
            })
        })
        const before = await stored()
        const workbook = await exported()
        const [head = [], ...rows] = await rowsOf(workbook)
        const name = head.indexOf('Name')
        const isKept = (cells: Cell[]): boolean => ['Twin', 'Ann、Bob', 'MB000001'].includes(String(cells[name]))
        const columns = head.map((title) => ({ title: String(title), width: 20, format: formatOf(String(title)) }))
        const part = await writeForm([{ name: 'Members', columns, rows: rows.filter((cells) => !isKept(cells)) }], 0)
        await clear()
        const response = await send(part)
        expect(response).toEqual({
          code: 200,
          msg: '导入成功；仅供查看的列没有导入：Number、Welcomed',
          data: { count: members.length, passed: ['Number', 'Welcomed'] },
        })
        expect(await stored()).toEqual(before)
        const again = await rowsOf(await exported())
        const shown = new Set([head.indexOf('Number'), head.indexOf('Welcomed')])
        const comparable = (all: Cell[][]): string[] =>
          all.map((cells) => JSON.stringify(cells.filter((_cell, index) => !shown.has(index)))).sort()
        expect(comparable(again)).toEqual(comparable([head, ...rows]))
      }),
      { numRuns: 25 },
    )
  })

  it('whole, straight from the server to the server', async () => {
    await desk.database.kysely.deleteFrom('member').execute()
    await desk.addMember('=only one', { note: '+1', birthday: '1999-12-31', deposit: '12.30' })
    const before = await stored()
    const workbook = await exported()
    await desk.database.kysely.deleteFrom('member').execute()
    expect(await send(workbook)).toMatchObject({ code: 200, data: { count: 1 } })
    expect(await stored()).toEqual(before)
  })

  it('has no more columns for who may not import than the list has', async () => {
    await desk.addMember('Somebody')
    const { users, services } = desk
    const { exportOf } = await import('./export')
    const screen = services.plan.screens['desk/member']
    if (!screen) throw new Error('the desk has members')
    const found = await exportOf(services, screen).find(
      {},
      { ...users.boss, subMenus: [{ menuName: 'desk_member', menuId: '', permissionType: 1, children: [] }] },
    )
    const chunks: Buffer[] = []
    for await (const chunk of found?.content() ?? []) chunks.push(chunk as Buffer)
    expect((await rowsOf(Buffer.concat(chunks)))[0]).toEqual(['Number', 'Name', 'Branch', 'Topics', 'Welcomed'])
  })
})

/** As the export writes it: what it calls a moment is one for whoever reads it. */
function formatOf(title: string): string {
  return title === 'Joined' ? 'yyyy-mm-dd hh:mm:ss' : title === 'Birthday' ? 'yyyy-mm-dd' : '@'
}
