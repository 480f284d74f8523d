import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readXlsx } from '../../../engine/server/xlsx'
import type { Session } from '../../api/support/client'
import { at } from '../../api/support/fixtures'
import { hostileWorkbooks } from '../../api/support/hostileWorkbooks'
import { startServer } from '../../api/support/serverProcess'

const calmRequests = 40

export interface StrangerTimes {
  /** What the slowest of another account's lists took, in ms, alone and beside hostile workbooks. */
  alone: number
  beside: number
  /** The slowest refusal of one, in ms. */
  refusal: number
  /** From SIGTERM to the end of the process, in ms, with a kept connection and nothing under way. */
  stop: number
}

/**
 * Hostile workbooks are sent by one account while another reads lists; then the server is told to stop. It is the built product on a
 * PostgreSQL, in a process of its own.
 *
 * @throws Error for a list that is no list
 */
export async function measureStrangers(databaseUrl: string): Promise<StrangerTimes> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'bench-'))
  const server = await startServer(dataDirectory, databaseUrl)
  try {
    const [sender, reader] = [await server.guest.signIn('op01'), await server.guest.signIn('bm01')]
    const titles = await titlesOfImport(sender)
    let left = calmRequests
    await slowestList(reader, () => left-- > calmRequests / 2)
    const alone = await slowestList(reader, () => left-- > 0)
    let [beside, refusal] = [0, 0]
    for (const [, make] of hostileWorkbooks) {
      const content = make(titles)
      let answered = false
      const began = performance.now()
      const response = send(sender, content).finally(() => (answered = true))
      const meanwhile = slowestList(reader, () => !answered)
      await response
      refusal = Math.max(refusal, performance.now() - began)
      beside = Math.max(beside, await meanwhile)
    }
    const told = performance.now()
    await server.stop()
    return { alone, beside, refusal, stop: performance.now() - told }
  } finally {
    await server.kill()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

const url = `${at.enterprise}/import`
const authorization = ({ token }: Session) => ({ authorization: `Bearer ${token}` })

async function titlesOfImport(session: Session): Promise<string[]> {
  const template = await fetch(`${session.address}${url}/template`, { headers: authorization(session) })
  for await (const { cells } of readXlsx(new Uint8Array(await template.arrayBuffer()), 1)) return cells.map(String)
  throw new Error('the template of the import has no rows')
}

async function send(session: Session, content: Uint8Array): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), 'hostile.xlsx')
  await (await fetch(`${session.address}${url}`, { method: 'POST', headers: authorization(session), body: form })).arrayBuffer()
}

async function slowestList(reader: Session, goOn: () => boolean): Promise<number> {
  let slowest = 0
  while (goOn()) {
    const began = performance.now()
    const { status } = await reader.askOnce('GET', `${at.enterprise}/list?page=1&pageSize=20`)
    if (status !== 200) throw new Error(`The list was answered with ${status}`)
    slowest = Math.max(slowest, performance.now() - began)
  }
  return slowest
}
