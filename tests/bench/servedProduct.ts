import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../engine/server/database/openDatabase'
import { FixedClock } from '../../src/server/clock'
import { readProduct } from '../../src/server/product'
import { servedAt, type Served } from '../api/support/served'
import { noon } from './serve'
import { started } from './readers'

export interface ServedProduct {
  platform: Served
  address: string
  /** Of its process. */
  pid: number | undefined
}

/** Has the product run in a process of its own, with its demo data on a PostgreSQL, while something is measured; its clock stands at noon of their last day. */
export async function withProduct<T>(
  { program, root, databaseUrl }: { program: string; root: string; databaseUrl: string },
  measure: (served: ServedProduct) => Promise<T>,
): Promise<T> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'bench-'))
  const server = fork(program, ['product', databaseUrl, dataDirectory])
  const database = await openDatabase({ url: databaseUrl })
  try {
    const address = await started(server)
    const platform = servedAt({ address, database, dataDirectory, plan: readProduct(root), clock: new FixedClock(noon) })
    return await measure({ platform, address, pid: server.pid })
  } finally {
    server.kill('SIGKILL')
    await database.close()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}
