import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordValues } from '../../../engine/core/wire'
import type { Session } from './client'
import { startServer, type ServerProcess } from './serverProcess'

/** A request that writes: by its key it can be asked again. */
export interface Wanted {
  key: string
  path: string
  values: object
  /** When the server has answered. */
  answer?: RecordValues
}

type Ask = (path: string, values: object) => Promise<RecordValues>
/** What one writer does over and over, one request after another. */
export type Turn = (ask: Ask) => Promise<void>

/** Those who write in the name of one account: what each of them does, by what the server answers to it. */
export interface Writers {
  userName: string
  turns: (session: Session) => Promise<Turn[]>
}

/**
 * Has writers at work on a server over this data directory, kills it with -9 at some moment, and so on; at last all that was asked for has been
 * answered, and the server is stopped. What a server has not answered is asked of the next one with the same key: it happens then, or has happened.
 * @returns what was asked for in the name of each account
 */
export async function killedWhileWriting(dataDirectory: string, kills: number, writers: readonly Writers[]): Promise<Wanted[][]> {
  const desks = writers.map((each) => ({ ...each, wanted: [] as Wanted[] }))
  const sit = async (server: ServerProcess, { userName, wanted }: { userName: string; wanted: Wanted[] }): Promise<Session> => {
    const session = await server.guest.signIn(userName)
    await finish(session, wanted)
    return session
  }
  for (let round = 0; round < kills; round++) {
    const server = await startServer(dataDirectory)
    const ready: { session: Session; wanted: Wanted[]; turns: Turn[] }[] = []
    for (const desk of desks) {
      const session = await sit(server, desk)
      ready.push({ session, wanted: desk.wanted, turns: await desk.turns(session) })
    }
    const stopped = { yes: false }
    const writing = ready.flatMap(({ session, wanted, turns }) => turns.map((turn) => writeUntil(session, stopped, wanted, turn)))
    const all = Promise.all(writing)
    // Early and late, within the first writes of each account and in the midst of many, and at whatever moment of one of them.
    const enough = ready.map(({ wanted, turns }) => begun(stopped, wanted, wanted.length + turns.length * (1 + 4 * round)))
    await Promise.race([all, Promise.all(enough)])
    await sleep(7 * round)
    await server.kill()
    stopped.yes = true
    await all
  }
  const server = await startServer(dataDirectory)
  for (const desk of desks) await sit(server, desk)
  const code = await server.stop()
  if (code !== 0) throw new Error(`the server stopped with ${code}`)
  return desks.map(({ wanted }) => wanted)
}

/** Resolves when more than so many writes have been asked for. */
async function begun(stopped: { yes: boolean }, wanted: readonly Wanted[], count: number): Promise<void> {
  while (!stopped.yes && wanted.length <= count) await sleep(5)
}

class NoAnswer extends Error {}

/** Until the server does not answer any more. */
async function writeUntil(session: Session, stopped: { yes: boolean }, wanted: Wanted[], turn: Turn): Promise<void> {
  const asking: Ask = (path, values) => {
    const one: Wanted = { key: randomUUID(), path, values }
    wanted.push(one)
    return ask(session, one)
  }
  try {
    while (!stopped.yes) await turn(asking)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
  }
}

async function finish(session: Session, wanted: readonly Wanted[]): Promise<void> {
  for (const one of wanted) if (one.answer === undefined) await ask(session, one)
}

async function ask(session: Session, one: Wanted): Promise<RecordValues> {
  const response = await session.ask('POST', one.path, one.values, { 'idempotency-key': one.key }).catch((error: unknown) => {
    throw new NoAnswer('the server is gone', { cause: error })
  })
  if (response.status !== 200) throw new Error(`${one.path}: ${response.status} ${JSON.stringify(response.body)}`)
  one.answer = response.body
  return response.body
}
