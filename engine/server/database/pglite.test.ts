import { spawn } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from './openDatabase'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Node finds the packages of a program that lies in the project only. */
const programs = join(root, `node_modules/.cache/test-writer-${process.pid}`)
let folder: string
let directory: string
let cache: string
const writers = new Set<Writer>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-pglite-'))
  directory = join(folder, 'database')
  cache = join(folder, 'cache')
  await build({
    root,
    logLevel: 'warn',
    build: { ssr: fileURLToPath(new URL('./testWriter.ts', import.meta.url)), outDir: programs, emptyOutDir: true },
  })
  await (await openDatabase({ directory, cache })).close()
})
afterEach(() => Promise.all([...writers].map((writer) => writer.kill())))
afterAll(async () => {
  await rm(programs, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

describe('a folder of the embedded database', () => {
  it('keeps what was written, and nothing is left locked after it was closed', async () => {
    const first = await openDatabase({ directory })
    await sql`create table kept (id integer); insert into kept values (1)`.execute(first.kysely)
    await first.close()
    expect((await readdir(directory)).sort()).toEqual(['cluster'])

    const second = await openDatabase({ directory })
    expect(await second.kysely.selectFrom('kept').selectAll().execute()).toEqual([{ id: 1 }])
    await second.close()
  })

  it('begins with a copy of the empty one that the first of all has left', async () => {
    const [kept] = await readdir(cache)
    const sign = join(cache, kept!, 'made-once')
    await writeFile(sign, '')
    const second = join(folder, 'second')
    const database = await openDatabase({ directory: second, cache })
    expect(await exists(join(second, 'cluster', 'made-once'))).toBe(true)
    const { rows } = await sql<{ tables: string }>`select count(*) as tables from pg_tables where schemaname = 'public'`.execute(
      database.kysely,
    )
    expect(rows).toEqual([{ tables: '0' }])
    await database.close()
    await rm(sign)
    expect(await readdir(cache)).toEqual([kept])
  })

  it('is made anew where the kept one is damaged, and that is kept in its place', async () => {
    const [kept] = await readdir(cache)
    const control = join(cache, kept!, 'global', 'pg_control')
    const { size } = await stat(control)
    await truncate(control, 0)
    let begun = 0
    const third = await openDatabase({ directory: join(folder, 'third'), cache, meanwhile: () => void (begun += 1) })
    await sql`create table made (id integer)`.execute(third.kysely)
    await third.close()
    expect(begun).toBe(1)
    expect(await readdir(cache)).toEqual([kept])
    expect((await stat(control)).size).toBe(size)
  })

  it('starts beside other work, and is closed as it was when that fails', async () => {
    let worked = false
    const meanwhile = async (): Promise<void> => {
      await sleep(10)
      worked = true
    }
    const opened = await openDatabase({ directory, meanwhile })
    expect(worked).toBe(true)
    await opened.close()

    const mistake = new Error('the schemas are wrong')
    for (const place of [directory, join(folder, 'not-yet')]) {
      const fail = (): void => {
        throw mistake
      }
      await expect(openDatabase({ directory: place, cache, meanwhile: fail })).rejects.toBe(mistake)
      const again = await openDatabase({ directory: place, cache })
      await sql`select 1`.execute(again.kysely)
      await again.close()
    }
  })

  it('survives kill -9 with every acknowledged row and whole transactions', async () => {
    for (const run of [1, 2, 3]) {
      const writer = startWriter()
      await writer.write(100 * run)
      const last = await writer.kill()

      const database = await openDatabase({ directory })
      const { rows } = await sql<{ documents: string; movements: string; last: string }>`
        select (select count(*) from document) as documents, (select count(*) from movement) as movements, (select max(id) from document) as last
      `.execute(database.kysely)
      await database.close()
      const { documents, movements, last: found } = rows[0]!
      expect(last).toBeGreaterThan(0)
      // One more may have been committed and not yet told.
      expect(Number(found)).toBeGreaterThanOrEqual(last)
      expect(Number(found)).toBeLessThanOrEqual(last + 1)
      expect([documents, movements]).toEqual([found, found])
    }
  })

  it('refuses a second process, by name, while the first one works on', async () => {
    const writer = startWriter()
    await writer.write(10)
    await expect(openDatabase({ directory })).rejects.toMatchObject({
      code: 'database.in-use',
      params: { directory, pid: writer.pid },
    })
    const last = await writer.write(20)
    expect(last).toBeGreaterThan(0)
  })

  it('refuses a second opening by the same process', async () => {
    const database = await openDatabase({ directory })
    await expect(openDatabase({ directory })).rejects.toMatchObject({ code: 'database.in-use', params: { pid: process.pid } })
    await database.ping()
    await database.close()
  })

  it('refuses a folder of another major version of PostgreSQL and leaves it as it is', async () => {
    const version = join(directory, 'cluster', 'PG_VERSION')
    const found = await readFile(version, 'utf8')
    await writeFile(version, '16\n')
    await expect(openDatabase({ directory })).rejects.toMatchObject({
      code: 'database.wrong-major',
      params: { directory, found: '16', expected: found.trim() },
    })
    await writeFile(version, found)
    await (await openDatabase({ directory })).close()
  })

  it('is made anew when the process was killed while making it', async () => {
    const half = join(folder, 'half')
    const writer = startWriter(half)
    while (!(await exists(join(half, 'creating')))) await sleep(10)
    await sleep(500)
    await writer.kill()
    expect(await exists(join(half, 'creating'))).toBe(true)
    const database = await openDatabase({ directory: half, cache })
    await database.ping()
    expect(await exists(join(half, 'creating'))).toBe(false)
    await database.close()
  })
})

interface Writer {
  pid: number | undefined
  /** Lets it write some more; answers the last number it told. */
  write(rows: number): Promise<number>
  /** Kills it; answers the last number it had told until then. */
  kill(): Promise<number>
}

function startWriter(where = directory): Writer {
  const child = spawn(process.execPath, [join(programs, 'testWriter.js'), where], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  let last = 0
  async function readLine(): Promise<boolean> {
    const { value, done } = await lines.next()
    if (!done && value !== 'open') last = Number(value)
    return !done
  }
  const writer: Writer = {
    pid: child.pid,
    async write(rows) {
      for (let row = 0; row < rows; row++) if (!(await readLine())) throw new Error('the writer ended')
      return last
    },
    async kill() {
      writers.delete(writer)
      child.kill('SIGKILL')
      await exited
      while (await readLine());
      return last
    },
  }
  writers.add(writer)
  return writer
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
