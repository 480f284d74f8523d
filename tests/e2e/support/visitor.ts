import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { demoPassword } from '../../api/support/config'
import { config } from '../../../src/app/config'
import { listenToComplaints, type Complaints } from './complaints'
import { Dialog } from './dialog'
import { Form } from './form'
import { List } from './list'
import { Permissions } from './permissions'
import { RecordPage } from './record'
import { Shell } from './shell'

/** One person at one window of the product. */
export class Visitor {
  readonly page: Page
  readonly complaints: Complaints
  readonly #address: string

  constructor(page: Page, address: string) {
    this.page = page
    this.#address = address
    this.complaints = listenToComplaints(page)
  }

  get context(): BrowserContext {
    return this.page.context()
  }

  get list(): List {
    return new List(this.#front())
  }
  get form(): Form {
    return new Form(this.#front())
  }
  get record(): RecordPage {
    return new RecordPage(this.#front())
  }
  get dialog(): Dialog {
    return new Dialog(this.page)
  }
  /** 分配权限 of a role. */
  get permissions(): Permissions {
    return new Permissions(this.page)
  }
  get shell(): Shell {
    return new Shell(this.page)
  }

  /** Types an address, or follows a bookmark. */
  async goTo(path: string): Promise<void> {
    await this.page.goto(this.#address + path)
  }

  async reload(): Promise<void> {
    await this.page.reload()
  }

  async back(): Promise<void> {
    await this.page.goBack()
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
    const answer = await this.context.request.post(`${this.#address}/uccas/account/logout`, {
      headers: { authorization: `Bearer ${token}` },
      data: {},
    })
    expect(answer.status()).toBe(200)
  }

  /** As long as people are between two acts; forms keep what was typed in the meantime. */
  async breathe(): Promise<void> {
    await this.page.waitForTimeout(600)
  }

  path(): string {
    const { pathname, search } = new URL(this.page.url())
    return pathname + decodeURIComponent(search)
  }

  async expectPath(path: string | RegExp): Promise<void> {
    const matcher = typeof path === 'string' ? (text: string) => text === path : (text: string) => path.test(text)
    await expect.poll(() => (matcher(this.path()) ? 'there' : this.path()), { timeout: 10_000 }).toBe('there')
  }

  /** A message that comes and goes, or text that stands anywhere on the page. */
  async expectText(text: string): Promise<void> {
    await this.page.getByText(text).filter({ visible: true }).first().waitFor()
  }

  async expectNoText(text: string): Promise<void> {
    expect(await this.page.getByText(text).filter({ visible: true }).count()).toBe(0)
  }

  /** Pages that are kept in the background stay in the document; what is worked with is the one in front. */
  #front() {
    return this.page.locator('.app-page:visible')
  }
}
