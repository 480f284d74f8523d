import { describe, expect, it } from 'vitest'
import { waitForServer } from './waitForServer.mjs'

type State = 'serving' | 'starting' | 'absent'

/** Asks while the server is in these states one after another, and stays in the last. */
async function ask(states: State[], leaves: (looks: number) => boolean = () => false) {
  let looks = 0
  const answered: unknown[] = []
  const response = {
    get destroyed() {
      return leaves(looks)
    },
    writeHead(status: number) {
      answered.push(status)
      return this
    },
    end: (text: string) => answered.push(text),
  }
  const stateOf = () => states[Math.min(looks++, states.length - 1)] ?? 'absent'
  const passes = await waitForServer(response, stateOf, () => Promise.resolve())
  return { passes, answered, looks }
}

const times = (count: number, state: State): State[] => Array.from({ length: count }, () => state)

describe('a request of a page in development', () => {
  it('goes on at once when the server serves', async () => {
    expect(await ask(['serving'])).toEqual({ passes: true, answered: [], looks: 1 })
  })

  it('waits as long as a first start takes, which makes demo data', async () => {
    expect(await ask([...times(2_000, 'starting'), 'serving'])).toMatchObject({ passes: true, answered: [] })
  })

  it('waits a while for who mends what keeps the server from starting', async () => {
    expect(await ask([...times(300, 'absent'), ...times(50, 'starting'), 'serving'])).toMatchObject({ passes: true, answered: [] })
  })

  it('is told where the reason stands when no server comes', async () => {
    const { passes, answered } = await ask(['absent'])
    expect([passes, answered]).toEqual([false, [503, '{"error":"服务端没有运行，原因见 npm run dev 的终端"}']])
  })

  it('is not passed on when its page has left in the moment in which the server comes', async () => {
    expect(await ask(['starting', 'serving'], (looks) => looks > 1)).toMatchObject({ passes: false, answered: [] })
  })

  it('waits no longer than its page', async () => {
    expect(await ask(['starting'], (looks) => looks > 5)).toEqual({ passes: false, answered: [], looks: 6 })
  })
})
