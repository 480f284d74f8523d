import { join } from 'node:path'
import { expect, test as base } from 'vitest'
import { testRoot } from '../../api/support/config'
import { config } from '../../../src/app/config'
import { product } from './product'
import { signIn } from './signIn'
import { Visitor } from './visitor'
import { Windows, type WindowOptions } from './windows'

export interface VisitOptions {
  /** Login name; absent: nobody. */
  as?: string
  /** What that one signs in with, where it is not what the demo accounts have. */
  password?: string
  /** Signs in anew, so that the session can be ended without ending another window's. */
  ownSession?: boolean
  /** Statuses of the server that are part of the story. */
  refused?: number[]
  /** Another server than the product. */
  at?: string
  /** Another server of the product than the worker's own. */
  server?: string
  /** Script that runs before those of every page and frame. */
  before?: string
  window?: WindowOptions
}

/** Comes to a page with a window of their own, signed in. */
export type Visit = (path: string, options?: VisitOptions) => Promise<Visitor>

const tokens = new Map<string, Promise<string>>()

/** Of a session of its own. */
function newToken(userName: string, address: string, password?: string): Promise<string> {
  return signIn(userName, address, password).then(({ token }) => token)
}

/** Of a session that all windows of the account share: signing in is made slow on purpose. */
function tokenOf(userName: string, address: string, password?: string): Promise<string> {
  const key = `${address} ${userName}`
  const token = tokens.get(key) ?? newToken(userName, address, password)
  tokens.set(key, token)
  return token
}

/** What the windows of a failed test showed. */
function pictureOf(testName: string, window: number): string {
  return join(testRoot, 'dist/e2e-failures', `${testName.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${window + 1}.png`)
}

let windows: Windows | undefined

/** Browser tests: `visit` opens windows, and whatever any of them complains about fails the test. */
export const test = base.extend<{ visit: Visit }>({
  visit: async ({ task, signal }, use) => {
    windows ??= new Windows()
    const opened = windows
    const visitors: { visitor: Visitor; at: string }[] = []
    const takePictures = async (): Promise<void> => {
      for (const [index, { visitor }] of visitors.entries()) await visitor.page.screenshot({ path: pictureOf(task.name, index) })
    }
    // One that never ends is given up in its middle, and nothing below is come to.
    signal.addEventListener('abort', () => void takePictures().catch(() => undefined))

    await use(
      async (
        path,
        {
          as: userName,
          password,
          ownSession = false,
          refused = [],
          server: address = product.address,
          at = address,
          before,
          window = {},
        } = {},
      ) => {
        // Another site leaves behind what emptying a window of the product does not reach.
        const own = window.own ?? (before !== undefined || at !== address)
        const page = await opened.take(at, { ...window, own })
        const context = page.context()
        if (userName !== undefined) {
          const token = await (ownSession ? newToken : tokenOf)(userName, address, password)
          await context.addCookies([{ name: config.tokenName, value: token, url: at }])
        }
        if (before !== undefined) await context.addInitScript(before)
        const visitor = new Visitor(page, at)
        visitors.push({ visitor, at })
        for (const status of refused) visitor.complaints.allow(status)
        await visitor.goTo(path)
        return visitor
      },
    )

    const hasFailed = task.result?.state === 'fail'
    if (hasFailed) await takePictures()
    const complaints = visitors.flatMap(({ visitor }) => [visitor, ...visitor.windows]).flatMap((visitor) => visitor.complaints.all())
    for (const { visitor, at } of visitors) await (hasFailed ? visitor.context.close() : opened.giveBack(visitor.page, at))
    expect(complaints).toEqual([])
  },
})
