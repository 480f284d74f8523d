import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What stands around the pages. */
export class Shell {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Opens branches and follows the entry: `['项目与入库', '融资管理']`. */
  async open(...path: string[]): Promise<void> {
    const menu = this.page.getByRole('navigation', { name: '主菜单' })
    for (const branch of path.slice(0, -1)) {
      const button = menu.getByRole('button', { name: branch })
      if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click()
    }
    await menu.getByRole('link', { name: path.at(-1) ?? '', exact: true }).click()
  }

  /** All entries that the account sees. */
  async entries(): Promise<string[]> {
    return this.page.locator('.app-menu-leaf').allTextContents()
  }

  async tabs(): Promise<string[]> {
    return this.page.locator('.app-tab > button:first-child').allTextContents()
  }

  async showTab(title: string): Promise<void> {
    await this.page.locator('.app-tab').getByRole('button', { name: title }).first().click()
  }

  async switchTheme(): Promise<void> {
    await this.page.getByRole('button', { name: /^切换到.*主题$/ }).click()
  }

  async theme(): Promise<string> {
    return this.page.evaluate(() => document.documentElement.style.colorScheme)
  }

  async openMenuDrawer(): Promise<void> {
    await this.page.getByRole('button', { name: '打开菜单' }).click()
  }

  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: /账号菜单$/ }).click()
    await this.page.getByRole('button', { name: '退出登录' }).click()
  }

  async expectSignedInAs(name: string): Promise<void> {
    await this.page.getByRole('button', { name: `${name}，账号菜单` }).waitFor()
  }

  async expectTrail(...titles: string[]): Promise<void> {
    const trail = this.page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem')
    await expect.poll(() => trail.allInnerTexts(), { timeout: 8000 }).toEqual(titles)
  }

  /** Nothing is wider than the window. */
  async expectNoSidewaysScroll(): Promise<void> {
    const widths = await this.page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0)
  }
}
