import { expect, it } from 'vitest'
import { addDays } from '../../engine/core/dateTime'
import type { FieldPlan, ScreenPlan } from '../../engine/core/plan'
import { confirmedHeader } from '../../engine/core/wire'
import { listPageOf, recordImport, titlesNotImported } from '../../engine/server/exchange/exportCells'
import { importColumns } from '../../engine/server/exchange/importColumns'
import { readXlsx, writeForm, type Cell } from '../../engine/server/xlsx'
import { serverTypeOf } from '../../engine/server/fields'
import { describePlatform } from './support/platform'
import { usccOf } from './support/uscc'
import { whenServed, type Session } from './support/client'
import { testProduct } from './support/product'

/** Screens that import records; a further one is tested because it is there. */
const screens = Object.values(testProduct().screens).filter((screen) => recordImport(screen))
const odd = ['=1+1', '+86 13', '-5', '@name', '"a, b"', '001', '1e5', '是', '_x0041_', '<&>', '（空）']

/** Values of a type that a workbook could take for others; undefined where only the record at hand knows what fits. */
function oddValue(field: FieldPlan, index: number, isUnique: boolean, entity: string): unknown {
  const most = field.maxLength ?? 0
  switch (field.type) {
    case 'text':
      if (isUnique && field.format === 'uscc') return usccOf(900_000 + index)
      // A code of the first level of accounts, which stands below no other.
      if (isUnique && field.name === 'subjectCode') return String(9000 + index)
      if (field.format !== undefined) return undefined
      return [`00${index}${entity}.${field.name}`, odd[index % odd.length] ?? '']
        .slice(isUnique ? 0 : 1, isUnique ? 1 : 2)
        .map((text) => text.slice(0, most))
        .find((text) => field.pattern === undefined || new RegExp(`^(?:${field.pattern})$`, 'u').test(text))
    case 'textarea':
      return index % 2 === 0 ? 'first\nsecond\n\nfourth' : '长'.repeat(most)
    case 'date':
      return ['1899-12-31', '1900-02-28', '2000-02-29', '2999-12-31'][index % 4]
    case 'switch':
      return index % 2 === 0
    default:
      return undefined
  }
}

describePlatform('an export is imported as it is', (platform) => {
  const send = async (session: Session, screen: ScreenPlan, workbook: Uint8Array, confirm?: string) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(workbook)]), '导出.xlsx')
    const response = await whenServed(() =>
      fetch(`${session.address}${screen.base}/${recordImport(screen)?.name}`, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${session.token}`, ...(confirm === undefined ? {} : { [confirmedHeader]: confirm }) },
      }),
    )
    return (await response.json()) as {
      code: number
      msg: string
      data: { confirm?: string; count?: number; passed?: string[]; rows?: unknown[] }
    }
  }
  /** An account that may import here, and add what is imported. */
  const importer = async (screen: ScreenPlan): Promise<Session> => {
    for (const userName of ['op01', 'fn01', 'fm01', 'rk01', 'bm01', 'cu01']) {
      const session = await platform().as(userName)
      const template = await session.ask('GET', `${screen.base}/${recordImport(screen)?.name}/template`)
      if (template.status === 200 && (await session.ask('POST', screen.base, {})).status !== 403) return session
    }
    throw new Error(`nobody imports ${screen.title}`)
  }
  const exported = async (session: Session, screen: ScreenPlan): Promise<{ head: string[]; rows: Cell[][] }> => {
    const response = await whenServed(() =>
      fetch(`${session.address}${screen.base}/export`, {
        method: 'POST',
        body: '{}',
        headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
      }),
    )
    expect(response.status).toBe(200)
    const rows: Cell[][] = []
    for await (const { cells } of readXlsx(new Uint8Array(await response.arrayBuffer()), 100_000)) rows.push(cells)
    const [head = [], ...body] = rows
    return { head: head.map(String), rows: body }
  }

  it.each(screens.map((screen) => [screen.title, screen] as const))('%s', async (_title, screen) => {
    const session = await importer(screen)
    const entity = platform().plan.entities[screen.entity]
    if (!entity) throw new Error(screen.entity)
    const columns = importColumns(screen)
    const unique = new Set(entity.unique.flatMap(({ fields }) => fields))
    const { records } = await session.list(screen.base)
    const samples = await Promise.all(records.slice(0, 6).map(({ id }) => session.read(screen.base, id)))

    const added: string[] = []
    /** Columns of documents that the records bring about themselves, which are deleted with them and come anew. */
    const broughtAbout = new Set<string>()
    for (const [index, sample] of samples.entries()) {
      const values: Record<string, unknown> = {}
      const own = new Set<string>()
      for (const { field, required } of columns) {
        const value = oddValue(field, index, unique.has(field.name), entity.name)
        if (value !== undefined) own.add(field.name)
        else if (required === 'never' && index % 3 === 2) continue
        values[field.name] = value ?? sample[field.name]
      }
      // Where time is kept without a gap, up to what is there already.
      for (const { from, until } of entity.intervals ?? [])
        values[until] = String(values[from]) < String(sample[from]) ? addDays(String(sample[from]), -1) : undefined
      for (let tries = 0; tries < 5; tries++) {
        const sent = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))
        const { status, body } = await session.ask('POST', screen.base, sent)
        if (status === 200) {
          added.push(String(body.id))
          for (const { field, title } of columns)
            if (field.ref && sent[field.name] === undefined && body[field.name] !== null) broughtAbout.add(title)
          break
        }
        // What the record's own rules want otherwise comes from the sample; what belongs to one record only is another one.
        for (const { path } of (body.errors ?? []) as { path: string }[]) {
          if (own.has(path)) values[path] = sample[path]
          else if (unique.has(path)) values[path] = undefined
          else delete values[path]
        }
      }
    }
    expect(added.length, 'records to export').toBeGreaterThanOrEqual(3)

    const before = await exported(session, screen)
    const marks = new Set(await Promise.all(added.map(async (id) => keyOf(await session.read(screen.base, id)))))
    function keyOf(record: Record<string, unknown>): string {
      const number = entity?.serial?.field
      return number === undefined ? String(record['id']) : String(record[number])
    }
    expect(marks.size).toBe(added.length)
    const shown = titlesNotImported(screen, listPageOf(screen))
    const imported = before.head.flatMap((title, index) => (shown.includes(title) || broughtAbout.has(title) ? [] : [index]))
    const comparable = (rows: Cell[][]): string[] => rows.map((row) => JSON.stringify(imported.map((index) => row[index] ?? null))).sort()

    for (const id of added) {
      const { version } = await session.read(screen.base, id)
      if (screen.actions['delete'])
        expect((await session.ask('DELETE', `${screen.base}/${id}?version=${String(version)}`)).status).toBe(200)
      // What is kept for good is not there yet where the workbook goes.
      else await platform().database.kysely.deleteFrom(entity.table).where('id', '=', id).execute()
    }
    const left = comparable((await exported(session, screen)).rows)
    const rest = [...left]
    const gone = before.rows.filter((row) => {
      const place = rest.indexOf(comparable([row])[0] ?? '')
      if (place >= 0) rest.splice(place, 1)
      return place < 0
    })
    expect(gone.length).toBe(added.length)

    const withoutThose = (row: Cell[]): Cell[] => row.map((cell, index) => (broughtAbout.has(before.head[index] ?? '') ? null : cell))
    const formats = new Map(columns.map(({ field, title }) => [title, serverTypeOf(field).sheet.format(field)]))
    const sheet = before.head.map((title) => ({ title, width: 20, format: formats.get(title) }))
    const workbook = await writeForm([{ name: '导出', columns: sheet, rows: gone.map(withoutThose) }], 0)
    let response = await send(session, screen, workbook)
    if (response.data.confirm !== undefined) response = await send(session, screen, workbook, response.data.confirm)
    expect(response).toMatchObject({
      code: 200,
      data: { count: added.length, passed: before.head.filter((title) => shown.includes(title)) },
    })
    expect(response.msg).toContain('仅供查看的列没有导入')
    expect(comparable((await exported(session, screen)).rows)).toEqual(comparable(before.rows))
  })
})
