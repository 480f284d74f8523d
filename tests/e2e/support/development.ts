import { spawn, type ChildProcess } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testRoot } from '../../api/support/config'
import { mainTestDatabaseKind } from '../../../engine/server/database/testDatabase'
import { copyDemoData } from '../../api/support/demoData'
import { freePort } from './freePort'

/** `npm run dev` on a copy of the schemas and of the demo data. */
export class Development {
  readonly address: string
  readonly #server: ChildProcess
  readonly #schemas: string
  readonly #dropData: () => Promise<void>
  /** Files as they were before they were edited; undefined: there was none. */
  readonly #originals = new Map<string, string | undefined>()
  #said = ''

  private constructor(address: string, server: ChildProcess, schemas: string, dropData: () => Promise<void>) {
    this.address = address
    this.#server = server
    this.#schemas = schemas
    this.#dropData = dropData
    for (const stream of [server.stdout, server.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#said += text
      })
  }

  static async start(): Promise<Development> {
    // On a server, where each of two dozen restarts takes half as long.
    const data = await copyDemoData(mainTestDatabaseKind)
    const schemas = await mkdtemp(join(tmpdir(), 'schemas-'))
    await cp(join(testRoot, 'schemas'), schemas, { recursive: true })
    const port = await freePort()
    const server = spawn(process.execPath, [join(testRoot, 'scripts/dev.mjs')], {
      env: {
        // Not what vitest says of itself, which vite.config.ts reads.
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        NODE_ENV: 'development',
        PORT: String(port),
        SCHEMAS_DIR: schemas,
        DATA_DIR: data.dataDirectory,
        DATABASE_URL: data.databaseUrl,
        DEMO: '1',
        LOG_LEVEL: 'error',
        TRUSTED_PROXIES: '127.0.0.1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const development = new Development(`http://127.0.0.1:${port}`, server, schemas, () => data.drop())
    await development.expectSaid('综合服务平台已启动')
    return development
  }

  /** Waits until the terminal shows the text. */
  async expectSaid(text: string): Promise<void> {
    while (!this.#said.includes(text)) {
      if (this.#server.exitCode !== null) throw new Error(`npm run dev has ended without saying “${text}”\n${this.#said}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  get said(): string {
    return this.#said
  }

  text(file: string): Promise<string> {
    return readFile(join(this.#schemas, file), 'utf8')
  }

  /** The file as it is now is put back afterwards; something else than `edit` is about to write it. */
  async keep(file: string): Promise<string> {
    const text = await this.text(file)
    if (!this.#originals.has(file)) this.#originals.set(file, text)
    return text
  }

  /** Replaces a text in a schema file, as an editor would. */
  async edit(file: string, from: string, to: string): Promise<void> {
    const text = await this.keep(file)
    if (!text.includes(from)) throw new Error(`${file} does not say ${from}`)
    await writeFile(join(this.#schemas, file), text.replace(from, to))
  }

  async create(file: string, text: string): Promise<void> {
    this.#originals.set(file, undefined)
    await writeFile(join(this.#schemas, file), text)
  }

  async remove(file: string): Promise<void> {
    await rm(join(this.#schemas, file), { force: true })
  }

  /** All schemas as they were. */
  async undo(): Promise<void> {
    for (const [file, text] of this.#originals) await (text === undefined ? this.remove(file) : writeFile(join(this.#schemas, file), text))
    this.#originals.clear()
  }

  async stop(): Promise<void> {
    if (this.#server.exitCode === null) {
      const ended = new Promise((resolve) => this.#server.once('exit', resolve))
      this.#server.kill('SIGTERM')
      await ended
    }
    await rm(this.#schemas, { recursive: true, force: true })
    await this.#dropData()
  }
}
