import { buffer } from 'node:stream/consumers'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { demoPassword } from '../../api/support/config'
import { config } from '../../../src/app/config'
import { RESIZE_SETTLES_MS } from '../../../src/app/state/followWidth'
import { patience } from '../../patience'
import { Beside } from './beside'
import { listenToComplaints, type Complaints } from './complaints'
import { Dialog } from './dialog'
import { controlOf } from './field'
import { Uploads, type DiskFile } from './files'
import { Form } from './form'
import { InvoicePreview } from './invoicePreview'
import { ImportDialog } from './importDialog'
import { List } from './list'
import { Message } from './message'
import { Permissions } from './permissions'
import { RecordPage } from './record'
import { Shell } from './shell'
import { Palette, Workbench } from './workbench'

/** Keys, names of things that have no other, and codes that are offered as such. */
const latinNames = new Set(['Alt', 'Ctrl', 'Shift', 'SCF', 'WMS', 'CNY', 'USD', 'EUR', 'HKD', 'JPY', 'LTV', 'HS', 'ICP'])

/** A window that is come back to at once asks for nothing (src/app/session/session.ts). */
const PREFERENCES_FRESH_MS = 3000

/** One person at one window of the product. */
export class Visitor {
  readonly page: Page
  readonly complaints: Complaints
  /** What this one has opened beside. */
  readonly windows: Visitor[] = []
  readonly #address: string

  constructor(page: Page, address: string) {
    this.page = page
    this.#address = address
    this.complaints = listenToComplaints(page)
  }

  /** Another window of the same browser, which shares what the browser keeps. */
  async anotherWindow(path: string): Promise<Visitor> {
    const visitor = new Visitor(await this.context.newPage(), this.#address)
    this.windows.push(visitor)
    await visitor.goTo(path)
    return visitor
  }

  get context(): BrowserContext {
    return this.page.context()
  }

  get list(): List {
    return new List(this.#front())
  }
  /** What is asked over a drawer. */
  get question(): Dialog {
    return Dialog.overDrawer(this.page)
  }
  /** The list that a drawer over the page shows. */
  get drawer(): List {
    return new List(this.page.getByRole('dialog').filter({ has: this.page.getByRole('table') }))
  }
  get beside(): Beside {
    return new Beside(this.#front())
  }
  get form(): Form {
    return new Form(this.#front())
  }
  get record(): RecordPage {
    return new RecordPage(this.#front())
  }
  /** The record that stands beside the list of its row. */
  pane(name: string): RecordPage {
    return new RecordPage(this.#front().getByRole('region', { name, exact: true }))
  }
  get dialog(): Dialog {
    return new Dialog(this.page)
  }
  get invoicePreview(): InvoicePreview {
    return new InvoicePreview(this.page)
  }
  get importDialog(): ImportDialog {
    return new ImportDialog(this.page)
  }
  /** Where the page in front takes files. */
  get uploads(): Uploads {
    return new Uploads(this.#front())
  }
  /** 分配权限 of a role. */
  get permissions(): Permissions {
    return new Permissions(this.page)
  }
  /** What the development server shows over a page when a source is broken. */
  get overlay(): Locator {
    return this.page.locator('vite-error-overlay')
  }
  /** Gives a file to the dialog in front, without waiting until it is stored: confirming it waits. */
  async uploadInDialog(file: DiskFile): Promise<void> {
    await this.dialog.root.locator('input[type=file]').setInputFiles(file)
  }
  get shell(): Shell {
    return new Shell(this.page)
  }
  get workbench(): Workbench {
    return new Workbench(this.page)
  }
  get palette(): Palette {
    return new Palette(this.page)
  }

  /** Types an address, or follows a bookmark. */
  async goTo(path: string): Promise<void> {
    await this.page.goto(this.#address + path)
  }

  /** Goes there within the program, as a link does. */
  async follow(path: string): Promise<void> {
    await this.page.evaluate((to) => {
      window.history.pushState(null, '', to)
      window.dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  }

  /**
   * Makes the window this large, and waits until the page has followed: what does so at once, and the shell, which does when the window has been
   * left alone for a moment.
   */
  async resize(size: { width: number; height: number }): Promise<void> {
    const before = this.page.viewportSize()
    if (before?.width === size.width && before.height === size.height) return
    const followed = await this.page.evaluateHandle((ms) => {
      const listening = new AbortController()
      let timer: ReturnType<typeof setTimeout> | undefined
      const promise = new Promise<void>((resolve) => {
        // Begun behind the timer of the shell, so that it ends behind it.
        const wait = (): void => {
          clearTimeout(timer)
          timer = setTimeout(() => {
            listening.abort()
            resolve()
          }, ms)
        }
        window.addEventListener('resize', wait, { signal: listening.signal })
      })
      return { promise }
    }, RESIZE_SETTLES_MS)
    await this.page.setViewportSize(size)
    await followed.evaluate(({ promise }) => promise)
    await followed.dispose()
  }

  async reload(): Promise<void> {
    await this.page.reload()
  }

  async back(): Promise<void> {
    await this.page.goBack()
  }

  /** Where the inputs and the button of the sign-in page are, in px from the top of the window. */
  async signInPlaces(): Promise<number[]> {
    const parts = [this.page.getByLabel('登录名'), this.page.getByLabel('密码', { exact: true }), this.page.locator('[type=submit]')]
    return Promise.all(parts.map((part) => part.evaluate((element) => element.getBoundingClientRect().top)))
  }

  async signIn(userName: string, password: string): Promise<void> {
    await this.page.getByLabel('登录名').fill(userName)
    await this.page.getByLabel('密码', { exact: true }).fill(password)
    await this.page.getByRole('button', { name: '登录', exact: true }).click()
  }

  async signInAs(userName: string): Promise<void> {
    await this.signIn(userName, demoPassword)
  }

  /** The session ends on the server; the page does not know yet. */
  async endSession(): Promise<void> {
    const cookies = await this.context.cookies()
    const token = cookies.find(({ name }) => name === config.tokenName)?.value
    const response = await this.context.request.post(`${this.#address}/uccas/account/logout`, {
      headers: { authorization: `Bearer ${token}` },
      data: {},
    })
    expect(response.status()).toBe(200)
  }

  /** Does what opens a new window, and goes there; `visited` are the addresses that the window has been led to. */
  async openWindow(act: () => Promise<void>): Promise<{ visitor: Visitor; visited: string[] }> {
    const visited: string[] = []
    this.context.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame().page() !== this.page) visited.push(request.url())
    })
    const opened = this.page.waitForEvent('popup')
    await act()
    const visitor = new Visitor(await opened, this.#address)
    this.windows.push(visitor)
    await expect.poll(() => visited.length).toBeGreaterThan(0)
    return { visitor, visited }
  }

  /** Does what opens a new window, which never comes to where it is led; answers that address. */
  async interceptWindow(act: () => Promise<void>): Promise<string> {
    const addresses: string[] = []
    await this.context.route(/./, async (route) => {
      if (!route.request().isNavigationRequest()) return route.fallback()
      // Not aborted: a browser tries an address again that did not answer.
      await route.fulfill({ contentType: 'text/html', body: '' })
      addresses.push(route.request().url())
    })
    await act()
    await expect.poll(() => addresses.length).toBeGreaterThan(0)
    await this.context.unrouteAll({ behavior: 'wait' })
    return addresses[0] ?? ''
  }

  /** A button that stands anywhere on the page. */
  async press(button: string): Promise<void> {
    await this.page.getByRole('button', { name: button, exact: true }).click()
  }

  /** Does what saves a file, and answers it. */
  async saves(act: () => Promise<unknown>): Promise<{ name: string; content: Buffer }> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), act()])
    return { name: download.suggestedFilename(), content: await buffer(await download.createReadStream()) }
  }

  /** What this browser keeps of the product, without the prefix of its keys. */
  async stored(): Promise<{ local: Record<string, unknown>; session: Record<string, unknown> }> {
    return this.page.evaluate((prefix) => {
      const read = (store: Storage): Record<string, unknown> =>
        Object.fromEntries(
          Object.entries(store)
            .filter(([key]) => key.startsWith(prefix))
            .map(([key, text]) => [key.slice(prefix.length), JSON.parse(String(text)) as unknown]),
        )
      return { local: read(localStorage), session: read(sessionStorage) }
    }, config.storagePrefix)
  }

  /** Keeps what the server answers to some requests back until it is released. `asked` waits until it has answered the first of them. */
  async hold(url: string | RegExp): Promise<{ asked: () => Promise<void>; release: () => void }> {
    let release: () => void = () => undefined
    let ask: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const asked = new Promise<void>((resolve) => (ask = resolve))
    await this.page.route(url, async (route) => {
      const response = await route.fetch()
      ask()
      await released
      await route.fulfill({ response })
    })
    return { asked: () => asked, release }
  }

  /** Types into a field and presses a button of the shell before the page has come to rest. */
  async typeAndPress(label: string, text: string, button: string): Promise<void> {
    const input = await (await controlOf(this.#front(), label)).elementHandle()
    const pressed = await this.page.getByRole('button', { name: button }).elementHandle()
    await this.page.evaluate(
      ([field, key, typed]) => {
        // React hears of what was put in by the element's own property alone.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed)
        field?.dispatchEvent(new Event('input', { bubbles: true }))
        ;(key as HTMLElement).click()
      },
      [input, pressed, text] as const,
    )
  }

  /** What the server answers to the page's own token: the status. */
  async ask(method: string, path: string): Promise<number> {
    const token = (await this.context.cookies()).find(({ name }) => name === config.tokenName)?.value
    const response = await this.context.request.fetch(this.#address + path, { method, headers: { authorization: `Bearer ${token}` } })
    return response.status()
  }

  /** The window gets the focus back. */
  async comeBack(): Promise<void> {
    await this.page.waitForTimeout(PREFERENCES_FRESH_MS)
    await this.page.evaluate(() => window.dispatchEvent(new Event('focus')))
  }

  /** As long as people are between two acts; forms keep what was typed in the meantime. */
  async breathe(): Promise<void> {
    await this.page.waitForTimeout(600)
  }

  /** As the page has it: the browser tells this process of it a moment later. */
  async path(): Promise<string> {
    const { pathname, search } = new URL(await this.page.evaluate(() => window.location.href))
    return pathname + decodeURIComponent(search)
  }

  async expectPath(path: string | RegExp): Promise<void> {
    if (typeof path === 'string') await expect.poll(() => this.path()).toBe(path)
    else await expect.poll(() => this.path()).toMatch(path)
  }

  message(text: string): Message {
    return new Message(this.page, text)
  }

  /** A message that comes and goes, or text that stands anywhere on the page. */
  async expectText(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).filter({ visible: true }).first().waitFor()
  }

  /** Waits until nothing on the page reads so. */
  async expectGone(text: string): Promise<void> {
    await expect.poll(() => this.page.getByText(text, { exact: true }).filter({ visible: true }).count()).toBe(0)
  }

  /** Nothing on the page says so, or no longer. */
  async expectNoText(text: string): Promise<void> {
    await expect.poll(() => this.page.getByText(text).filter({ visible: true }).count()).toBe(0)
  }

  /** No notice of an error, and no page that could not be drawn. */
  async expectNothingWrong(): Promise<void> {
    const notices = this.page.locator('.ant-message-error, .engine-record-state, .engine-notice-failed, .engine-notice-stale, .app-status')
    expect(await notices.filter({ visible: true }).allInnerTexts()).toEqual([])
  }

  /** Words in Latin letters that the page itself says: its labels, buttons, hints and titles, not its data. */
  async latinWords(): Promise<string[]> {
    const texts = await this.page.evaluate(() =>
      Array.from(document.querySelectorAll('body *')).flatMap((element) => {
        if (!element.checkVisibility() || element.closest('td, dd, svg, style, script, .anticon, .engine-copyable, .app-tab, h2') !== null)
          return []
        const attributes = ['placeholder', 'title', 'aria-label'].flatMap((name) => element.getAttribute(name) ?? [])
        const own = Array.from(element.childNodes).filter((node) => node.nodeType === Node.TEXT_NODE)
        return [...attributes, ...own.map((node) => node.textContent ?? '')]
      }),
    )
    const words = texts.flatMap((text) => text.match(/[A-Za-z]{2,}/g) ?? [])
    return [...new Set(words)].filter((word) => !latinNames.has(word))
  }

  /** Goes to paths one after the other, without loading the program anew, and names those that are not answered by the not-found page. */
  async pathsNotFound(paths: readonly string[]): Promise<string[]> {
    return this.page.evaluate(
      async ([all, patient]) => {
        const found: string[] = []
        for (const path of all) {
          history.pushState(null, '', path)
          window.dispatchEvent(new PopStateEvent('popstate'))
          for (let tries = 0; window.location.pathname !== '/*' && tries < patient; tries++)
            await new Promise((resolve) => setTimeout(resolve, 10))
          if (window.location.pathname !== '/*') found.push(path)
        }
        return found
      },
      [paths, patience / 10] as const,
    )
  }

  /** Nothing of a part of the page, down to the footer, is cut off by the window. */
  async expectWhole(part: string): Promise<void> {
    const height = this.page.viewportSize()?.height ?? 0
    const bottoms = async (): Promise<(number | undefined)[]> => {
      const [outer, footer] = await Promise.all([this.page.locator(part).boundingBox(), this.page.locator('.app-footer').boundingBox()])
      return [outer?.height, (footer?.y ?? height) + (footer?.height ?? 0)]
    }
    await expect.poll(bottoms).toEqual([height, height])
  }

  /** A button by this name is not in the page in front, neither seen nor hidden. */
  async expectNowhere(button: string): Promise<void> {
    const name = new RegExp(`^\\s*${button}\\s*$`)
    expect(await this.#front().locator('button, a, [role="menuitem"]').filter({ hasText: name }).count()).toBe(0)
  }

  /** Asks the server from within the page, with its token, past its buttons. */
  async asks(method: string, path: string, sent?: object): Promise<{ status: number; body: unknown }> {
    const asked = { method, path, tokenName: config.tokenName, ...(sent ? { sent: JSON.stringify(sent) } : {}) }
    return this.page.evaluate(async ({ method: verb, path: url, tokenName, sent: json }) => {
      const token = document.cookie.split('; ').find((pair) => pair.startsWith(`${tokenName}=`))
      const headers = { authorization: `Bearer ${token?.slice(tokenName.length + 1)}` }
      const typed = { 'content-type': 'application/json' }
      // A GET has no body, and no type of one.
      const response = await fetch(
        url,
        json === undefined ? { method: verb, headers } : { method: verb, headers: { ...headers, ...typed }, body: json },
      )
      return { status: response.status, body: await response.json().catch(() => undefined) }
    }, asked)
  }

  /**
   * Pages that are kept in the background stay in the document, and one that was left stays in sight until the next one is there; what is worked
   * with is the one in front.
   */
  #front() {
    return this.page.locator('.app-page:not([aria-busy]):visible')
  }
}
