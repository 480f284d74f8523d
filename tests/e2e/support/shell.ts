import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Menu, header, breadcrumb, tabs, footer. */
export const shellParts = ['.app-menu', '.app-sidebar', '.app-header', '[aria-label="当前位置"]', '.app-tab', '.app-footer']

const parts = {
  sidebar: '.app-sidebar',
  logo: '.app-logo-box',
  header: '.app-header',
  tabs: '.app-tabs',
  body: '#app-body',
  footer: '.app-footer',
  drawer: '.app-drawer[open]',
}

/** What stands around the pages. */
export class Shell {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  part(name: keyof typeof parts): Locator {
    return this.page.locator(parts[name]).filter({ visible: true }).last()
  }

  /** Where a part is, in px; it must be there. */
  async box(name: keyof typeof parts): Promise<{ x: number; y: number; width: number; height: number }> {
    const part = this.part(name)
    await part.waitFor()
    const box = await part.boundingBox()
    if (!box) throw new Error(`${name} is not drawn`)
    return box
  }

  /** It must be there. */
  async expectBox(name: keyof typeof parts, box: Partial<Awaited<ReturnType<Shell['box']>>>): Promise<void> {
    await expect.poll(() => this.box(name), { message: name }).toMatchObject(box)
  }

  async expectWithout(...names: (keyof typeof parts)[]): Promise<void> {
    const drawn = async (): Promise<string[]> => {
      const counts = names.map(async (name) => ((await this.page.locator(parts[name]).filter({ visible: true }).count()) > 0 ? [name] : []))
      return (await Promise.all(counts)).flat()
    }
    await expect.poll(drawn).toEqual([])
  }

  /** Opens branches and follows the entry: `['项目与入库', '融资管理']`. */
  async open(...path: string[]): Promise<void> {
    for (const branch of path.slice(0, -1)) {
      const button = this.branch(branch)
      if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click()
    }
    await this.entry(path.at(-1) ?? '').click()
  }

  branch(name: string): Locator {
    return this.menu().getByRole('button', { name, exact: true })
  }

  entry(name: string): Locator {
    return this.menu().getByRole('link', { name, exact: true })
  }

  /** All entries that the account sees. */
  async entries(): Promise<string[]> {
    await this.entriesAreThere()
    return this.page.locator('.app-menu-leaf').allTextContents()
  }

  /** Paths that the menu leads to. */
  async paths(): Promise<string[]> {
    await this.entriesAreThere()
    return this.page.locator('.app-menu-leaf').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  }

  async expectOpenBranches(...names: string[]): Promise<void> {
    const open = this.page.locator('.app-menu-branch[aria-expanded="true"]')
    await expect.poll(() => open.allTextContents()).toEqual(names)
  }

  async expectSelected(name: string): Promise<void> {
    await expect.poll(() => this.page.locator('.app-menu-leaf[aria-current="page"]').allTextContents()).toEqual([name])
  }

  /** Top-level entries with the icon of each: `bars`, `credit-card`, … */
  async icons(): Promise<Record<string, string>> {
    const entries = await this.page.locator('.app-menu > ul > li').evaluateAll((items) =>
      items.map((item) => {
        const branch = item.querySelector('.app-menu-branch, .app-menu-leaf')
        const icon = /anticon-([a-z-]+)/.exec(branch?.querySelector('.anticon')?.className ?? '')?.[1] ?? ''
        return [branch?.textContent?.trim() ?? '', icon] as const
      }),
    )
    return Object.fromEntries(entries)
  }

  async fold(): Promise<void> {
    await this.page.getByRole('button', { name: '收起侧栏' }).click()
  }

  async unfold(): Promise<void> {
    await this.page.getByRole('button', { name: '展开侧栏' }).click()
  }

  /** What a folded branch shows beside it. */
  flyout(name: string): Locator {
    return this.menu().getByRole('group', { name, exact: true })
  }

  /**
   * Lets the pointer rest on a part of the page, and says after how many ms `watched` came or went. Both are taken by the page's own clock:
   * a busy machine makes it later, never earlier.
   */
  async timeAfterPointing(at: Locator, watched: string): Promise<number> {
    return this.#timed('pointerover', watched, () => at.hover())
  }

  /** Makes the window wider or narrower, and says after how many ms `watched` came or went. */
  async timeAfterResize(width: number, height: number, watched: string): Promise<number> {
    return this.#timed('resize', watched, () => this.page.setViewportSize({ width, height }))
  }

  async #timed(event: string, watched: string, act: () => Promise<unknown>): Promise<number> {
    await this.page.evaluate(
      ([name, selector]) => {
        const there = () => document.querySelector(selector) !== null
        const before = there()
        let begun = Number.NaN
        let took: number | undefined
        // The last one counts: a window is resized in steps, a pointer passes over much. From when it happened: a frame calls its listeners later.
        window.addEventListener(name, ({ timeStamp }) => took === undefined && (begun = timeStamp), true)
        new MutationObserver((_changes, observer) => {
          if (there() === before) return
          took = performance.now() - begun
          observer.disconnect()
        }).observe(document.body, { childList: true, subtree: true, attributes: true })
        Object.assign(window, { timed: () => took })
      },
      [event, watched] as const,
    )
    await act()
    return this.page
      .waitForFunction(() => (window as unknown as { timed: () => number | undefined }).timed())
      .then((handle) => handle.jsonValue() as Promise<number>)
  }

  async tabs(): Promise<string[]> {
    return this.page.locator('.app-tab > button:first-child').allTextContents()
  }

  async showTab(title: string): Promise<void> {
    await this.page.locator('.app-tab').getByRole('button', { name: title }).first().click()
  }

  /** By how many pixels the tab of the page in front lies outside the row of tabs. */
  async tabOutOfSight(): Promise<number> {
    return this.page.locator('.app-tab-front').evaluate((tab) => {
      const [row, box] = [tab.parentElement!.getBoundingClientRect(), tab.getBoundingClientRect()]
      return Math.max(0, Math.round(row.left - box.left), Math.round(box.right - row.right))
    })
  }

  async closeTab(title: string): Promise<void> {
    await this.page.getByRole('button', { name: `关闭${title}`, exact: true }).click()
  }

  /** But for the page in front. */
  async closeOtherTabs(): Promise<void> {
    await this.page.getByRole('button', { name: '页签操作' }).click()
    await this.page.getByRole('button', { name: '关闭其他' }).click()
    await expect.poll(async () => (await this.tabs()).length).toBe(1)
  }

  async switchTheme(): Promise<void> {
    await this.page.getByRole('button', { name: /^切换到.*主题$/ }).click()
  }

  /** The same where a drawer or a dialog lies over the header. */
  async switchThemeBehind(): Promise<void> {
    await this.page.getByRole('button', { name: /^切换到.*主题$/, includeHidden: true }).dispatchEvent('click')
  }

  async expectTheme(theme: 'light' | 'dark'): Promise<void> {
    await expect.poll(() => this.page.evaluate(() => document.documentElement.style.colorScheme)).toBe(theme)
  }

  async openMenuDrawer(): Promise<void> {
    await this.page.getByRole('button', { name: '打开菜单' }).click()
    await this.part('drawer').waitFor()
  }

  /** Taps beside the drawer until it goes: at first a tap there may be the one that has opened it (acceptance E5). */
  async pressVeil(): Promise<void> {
    const { width, height } = this.page.viewportSize() ?? { width: 0, height: 0 }
    await expect
      .poll(async () => {
        await this.page.touchscreen.tap(width - 10, height / 2)
        return this.page.locator(parts.drawer).count()
      })
      .toBe(0)
  }

  async expectDrawerClosed(): Promise<void> {
    await this.page.locator(parts.drawer).waitFor({ state: 'detached' })
  }

  async openUserMenu(): Promise<Locator> {
    await this.page.getByRole('button', { name: /账号菜单$/ }).click()
    return this.page.getByRole('group', { name: /账号菜单$/ })
  }

  async signOut(): Promise<void> {
    await this.openUserMenu()
    await this.page.getByRole('button', { name: '退出登录' }).click()
  }

  async changePassword(): Promise<void> {
    await this.openUserMenu()
    await this.page.getByRole('button', { name: '修改密码' }).click()
  }

  async expectSignedInAs(name: string): Promise<void> {
    await this.page.getByRole('button', { name: `${name}，账号菜单` }).waitFor()
  }

  async expectTrail(...titles: string[]): Promise<void> {
    const trail = this.page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem')
    await expect.poll(() => trail.allInnerTexts()).toEqual(titles)
  }

  /** What the breadcrumb ends with: the page. */
  async expectTrailEnd(title: string): Promise<void> {
    const trail = this.page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem')
    await expect.poll(() => trail.last().innerText()).toBe(title)
  }

  /** Follows an entry of the breadcrumb. */
  async followTrail(title: string): Promise<void> {
    await this.page.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name: title }).click()
  }

  /** Nothing is wider than the window. */
  async expectNoSidewaysScroll(): Promise<void> {
    const beyond = (): Promise<number> => this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(beyond).toBeLessThanOrEqual(0)
  }

  private async entriesAreThere(): Promise<void> {
    await this.page.locator('.app-menu-leaf').first().waitFor({ state: 'attached' })
  }

  private menu(): Locator {
    return this.page.getByRole('navigation', { name: '主菜单' })
  }
}
