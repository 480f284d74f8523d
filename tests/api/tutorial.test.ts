import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createMigration } from '../../engine/server/database/migrations'
import { mainTestDatabaseKind } from '../../engine/server/database/testDatabase'
import { FixedClock } from '../../src/server/clock'
import { readProduct } from '../../src/server/product'
import { start, type Started } from '../../src/server/start'
import { tablesOf } from '../../src/server/tables'
import { readTutorial, writeTutorial } from '../schemas/tutorial'
import { testConfig, testRoot } from './support/config'
import { copyDemoData, type DemoDatabase } from './support/demoData'
import { servedAt, type Served } from './support/served'

/**
 * The tutorial of schemas/README.md, followed: its files are written in the order of the text, its command is run, the product is started on them,
 * and what it does in the browser is done over HTTP, with the accounts and values that stand there.
 */
describe('the tutorial, followed', () => {
  const { files, commands, name, said } = readTutorial()
  /** As much of a clone as the product reads. */
  const clone = mkdtempSync(join(tmpdir(), 'tutorial-'))
  const clock = new FixedClock('2026-11-20T12:00:00+08:00')
  let data: DemoDatabase | undefined
  let started: Started | undefined
  let served: Served
  const base = '/api/base/vehicle'

  afterAll(async () => {
    await started?.app.close()
    await data?.drop()
    rmSync(clone, { recursive: true, force: true })
  })

  async function startIt(): Promise<Started> {
    data ??= await copyDemoData(mainTestDatabaseKind)
    const { databaseUrl, dataDirectory } = data
    const place = { dataDirectory, ...(databaseUrl === undefined ? {} : { databaseUrl }) }
    return start(testConfig({ ...place, servesPages: false }), clone, { clock, maxEventLoopDelayMs: 0 })
  }

  it('runs three commands', () => {
    expect(commands).toEqual(['npm install', `npm run db:migrate -- --create ${name}`, 'npm run dev'])
    const { scripts } = JSON.parse(readFileSync(join(testRoot, 'package.json'), 'utf8')) as { scripts: object }
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['db:migrate', 'dev']))
  })

  it('0 to 5: a clone, and the files of the text', () => {
    for (const part of ['schemas', 'src/server/migrations']) cpSync(join(testRoot, part), join(clone, part), { recursive: true })
    writeTutorial(clone, files)
    expect(Object.keys(readProduct(clone).screens)).toContain('base/vehicle')
  })

  it('7 too early: names the table that has no migration', async () => {
    await expect(startIt()).rejects.toThrow(/vehicle/)
  })

  it('6: the command writes the migration that the text shows, and answers its name', async () => {
    const folder = join(clone, 'src/server/migrations')
    const created = await createMigration({ folder, name, tables: tablesOf(readProduct(clone)) })
    expect(created?.file).toMatch(new RegExp(`^\\d{8}T\\d{4}_${name}\\.sql$`))
    expect(readFileSync(join(folder, created?.file ?? ''), 'utf8')).toContain(said.migration.trim())
  })

  it('7: the product starts', async () => {
    started = await startIt()
    expect(started.address).toMatch(/^http:/)
    served = servedAt({ ...started, dataDirectory: data?.dataDirectory ?? '', plan: readProduct(clone), clock })
  })

  it('8: the list is empty, a vehicle is added, found, and not added twice', async () => {
    const operator = await served.guest.signIn(said.operator, said.password)
    expect(await menusOf(operator)).toContain('base_vehicle')
    expect(await operator.list(base)).toMatchObject({ records: [], total: 0 })

    const carriers = await operator.ask<{ value: string }[]>('GET', `${base}/options/carrierId`)
    // What the form begins with is sent by it.
    const vehicle = { plateNo: said.plateNo, carrierId: carriers.body[0]?.value, kind: 'VAN', loadTons: '18.50', inspectedOn: '2026-11-20' }
    expect(said.loadTons).toBe('18.5')
    await operator.add(base, vehicle)
    expect((await operator.list(base)).records).toMatchObject([{ plateNo: said.plateNo, loadTons: '18.50', status: 'ENABLED' }])

    const again = await operator.ask('POST', base, vehicle)
    expect(again).toMatchObject({ status: 422, body: { errors: [{ path: 'plateNo', rule: 'unique' }] } })
    expect((await operator.list(base, { plateNo: said.found })).total).toBe(1)
    expect((await operator.list(base, { plateNo: said.notFound })).total).toBe(0)
  })

  it('8: without the right it is not there', async () => {
    const other = await served.guest.signIn(said.other, said.password)
    expect(await menusOf(other)).not.toContain('base_vehicle')
    expect((await other.ask('GET', `${base}/list`)).status).toBe(403)
    expect((await other.ask('POST', base, { plateNo: 'x' })).status).toBe(403)
  })
})

async function menusOf(session: Awaited<ReturnType<Served['as']>>): Promise<string[]> {
  const { body } = await session.ask<{ userMenuElement: { subMenu: { menuName: string }[] } }>('POST', '/userLogin/getUserMenu', {})
  return body.userMenuElement.subMenu.map(({ menuName }) => menuName)
}
