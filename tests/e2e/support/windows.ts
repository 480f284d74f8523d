import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type CDPSession, type Page } from 'playwright-core'
import { testRoot } from '../../api/support/config'
import { patience } from '../../patience'

export interface WindowOptions extends Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'hasTouch' | 'reducedMotion'> {
  /** Nobody else gets it: for what a window is not rid of again, a clock that stands still or a script that runs first. */
  own?: boolean
}

const usual = {
  viewport: { width: 1440, height: 900 },
  colorScheme: 'light',
  // What moves is hit by chance on a busy machine; tests that are about animations ask for them.
  reducedMotion: 'reduce',
} as const
const { DAYS_AHEAD } = process.env
/** The script that moves the clock of a page as scripts/daysAhead.mjs moves those of the processes; undefined without DAYS_AHEAD. */
const laterDay =
  DAYS_AHEAD === undefined
    ? undefined
    : `{ const process = { env: { DAYS_AHEAD: ${Number(DAYS_AHEAD)} } }\n${readFileSync(join(testRoot, 'scripts/daysAhead.mjs'), 'utf8')} }`

/** What tests listen to. */
const listenedTo = [
  'console',
  'pageerror',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'dialog',
  'download',
  'popup',
] as const

/**
 * Windows of one browser, each with cookies and storage of its own. One that is given back is emptied and taken again, which spares the
 * start of a process and the compilation of the program: half of what a visit costs.
 */
export class Windows {
  readonly #browser: Promise<Browser>
  readonly #idle: { page: Page; site: string }[] = []
  /** Those that are touched: a window is so from its beginning. */
  readonly #touched = new WeakSet<Page>()
  /** Taken by one test alone. */
  readonly #own = new WeakSet<Page>()
  /** What tests have told the browser beside its pages, such as how slow a line is. */
  readonly #sessions = new WeakMap<BrowserContext, CDPSession[]>()

  constructor() {
    const executablePath = process.env['CHROMIUM_PATH']
    if (executablePath === undefined)
      throw new Error('CHROMIUM_PATH is not set: `npm test` finds a browser, `node scripts/provision/browser.mjs` prints it')
    this.#browser = chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  }

  /** @param site the address that the window will show */
  async take(site: string, { own = false, hasTouch = false, ...options }: WindowOptions = {}): Promise<Page> {
    const { viewport, ...media } = { ...usual, ...options }
    const known = own ? -1 : this.#idle.findIndex(({ page, site: shown }) => shown === site && this.#touched.has(page) === hasTouch)
    const idle = this.#idle.splice(known, known < 0 ? 0 : 1)[0]?.page
    if (idle) {
      await Promise.all([idle.setViewportSize(viewport ?? usual.viewport), idle.emulateMedia(media)])
      return idle
    }
    const browser = await this.#browser
    const context = await browser.newContext({ viewport, ...media, hasTouch, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
    context.setDefaultTimeout(patience)
    if (laterDay !== undefined) await context.addInitScript({ content: laterDay })
    const page = await context.newPage()
    if (own) {
      this.#own.add(page)
      return page
    }
    if (hasTouch) this.#touched.add(page)
    refuseWhatStays(page)
    this.#noteSessions(context)
    return page
  }

  #noteSessions(context: BrowserContext): void {
    const opened: CDPSession[] = []
    this.#sessions.set(context, opened)
    const open = context.newCDPSession.bind(context)
    context.newCDPSession = async (about) => {
      const session = await open(about)
      opened.push(session)
      return session
    }
  }

  /** Empties a window for who takes it next, and closes those that it has opened. */
  async giveBack(page: Page, site: string): Promise<void> {
    const context = page.context()
    if (this.#own.has(page) || page.isClosed()) return context.close()
    for (const event of listenedTo) page.removeAllListeners(event)
    context.removeAllListeners('request')
    const sessions = this.#sessions.get(context)?.splice(0) ?? []
    await Promise.all([
      // What was set by a session ends with it; one that its test has ended already says so.
      ...sessions.map((session) => session.detach().catch(() => undefined)),
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      context.unrouteAll({ behavior: 'ignoreErrors' }),
      context.setOffline(false),
      ...context.pages().flatMap((other) => (other === page ? [] : [other.close()])),
    ])
    // Of the same site, so that its process stays, and no page of the product, which would keep on storing.
    await page.goto(`${site}/logo.svg`)
    const session = await context.newCDPSession(page)
    const { origin } = new URL(site)
    await Promise.all([
      page.evaluate(() => sessionStorage.clear()),
      session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage,service_workers' }),
      context.clearCookies(),
      context.clearPermissions(),
      page.mouse.move(-1, -1),
    ])
    await session.detach()
    this.#idle.push({ page, site })
  }
}

/** What no window gets rid of again is for one's own. */
function refuseWhatStays(page: Page): void {
  const refuse = (): never => {
    throw new Error('A window that others get again cannot do this: visit with `window: { own: true }`')
  }
  page.addInitScript = refuse
  page.clock.install = refuse
  page.exposeFunction = refuse
}
