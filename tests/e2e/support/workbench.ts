import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** 工作台, and the bell that leads there. */
export class Workbench {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** What a line counts; 0 where there is none. */
  async count(list: string, state: string): Promise<number> {
    // Loaded, whatever waits.
    await this.#page.getByRole('region', { name: '待我处理' }).locator('a, p').first().waitFor()
    const line = this.#line(list, state)
    return (await line.count()) === 0 ? 0 : Number.parseInt(await line.locator('strong').innerText(), 10)
  }

  async openByBell(): Promise<void> {
    await this.#page.getByRole('link', { name: /^工作台/ }).click()
  }

  async open(list: string, state: string): Promise<void> {
    await this.#line(list, state).click()
  }

  /** Of the bell. */
  async expectTotal(total: number): Promise<void> {
    await this.#page.getByRole('link', { name: `工作台，${total} 项待办` }).waitFor()
  }

  async startsHere(chosen: boolean): Promise<void> {
    await this.#page.getByRole('button', { name: /账号菜单$/ }).click()
    const choice = this.#page.getByRole('checkbox', { name: '登录后打开：工作台' })
    const saved = this.#page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.url().includes('/preferences/startPage'),
    )
    await choice.setChecked(chosen)
    await saved
    await this.#page.keyboard.press('Escape')
  }

  /** From now on, as long as the page is not loaded again. */
  async countClicks(): Promise<() => Promise<number>> {
    const counted = await this.#page.evaluateHandle(() => {
      const clicks = { number: 0 }
      window.addEventListener('click', ({ isTrusted }) => (clicks.number += isTrusted ? 1 : 0), { capture: true })
      return clicks
    })
    return () => counted.evaluate(({ number }) => number)
  }

  #line(list: string, state: string) {
    return this.#page.getByRole('region', { name: '待我处理' }).getByRole('link', { name: new RegExp(`^\\d+\\+?\\s*${list}\\s*${state}$`) })
  }
}

/** Ctrl+K. */
export class Palette {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async search(text: string): Promise<void> {
    await this.#page.keyboard.press('Control+k')
    await this.#page.getByRole('combobox', { name: '搜索菜单、单据和操作' }).fill(text)
  }

  /** Opens what is found under this name by the keyboard. */
  async openByKeys(name: string): Promise<void> {
    const wanted = this.#page.getByRole('option').filter({ hasText: name }).first()
    await wanted.waitFor()
    // What the server finds comes later, and may come between.
    await expect.poll(() => this.#page.getByRole('listbox', { name: '搜索结果' }).getAttribute('aria-busy')).toBe('false')
    for (let step = 0; (await wanted.getAttribute('aria-selected')) !== 'true'; step++) {
      expect(step).toBeLessThan(40)
      await this.#page.keyboard.press('ArrowDown')
    }
    await this.#page.keyboard.press('Enter')
  }
}
