/** A user who reads lists while others work, and the server that answers, in a process of its own. */
import type { ChildProcess } from 'node:child_process'
import type { Session } from '../api/support/client'

/** The address of a product that was forked. */
export function started(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('message', (address) => resolve(String(address)))
    server.once('exit', (code) => reject(new Error(`The measured server ended with code ${code}`)))
  })
}

/** Milliseconds of each request: the lists are asked for in turn. @throws Error for an answer that is no list */
export async function readLists(reader: Session, lists: readonly string[], goOn: () => boolean): Promise<number[]> {
  const times = []
  for (let number = 0; goOn(); number++) {
    const begin = performance.now()
    const list = lists[number % lists.length] ?? ''
    const { status } = await reader.askOnce('GET', `${list}/list?page=1&pageSize=20`)
    if (status !== 200) throw new Error(`${list} was answered with ${status}`)
    times.push(performance.now() - begin)
  }
  return times
}
