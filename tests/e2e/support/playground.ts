import type { FrameLocator, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { List } from './list'
import { RecordPage } from './record'
import { ReleasePanel } from './releasePanel'

/** 界面工作台: files, their text, and what becomes of them. */
export class Playground {
  readonly page: Page
  readonly releases: ReleasePanel

  constructor(page: Page) {
    this.page = page
    this.releases = new ReleasePanel(page)
  }

  /** Opens a schema file by a part of its name, and waits for its preview. */
  async open(name: string): Promise<void> {
    await this.releases.open(name)
    await this.follows()
  }

  /** The frame, which stays, has gone to the screen that was opened. */
  async follows(): Promise<void> {
    const title = (await this.iframe.getAttribute('title'))?.replace(/的预览$/, '')
    const tabs = this.frame.getByRole('navigation', { name: '已打开的页面' })
    await tabs.locator('[aria-current="page"]', { hasText: title }).waitFor()
    await this.front.waitFor()
  }

  get editor(): Locator {
    return this.page.getByRole('textbox', { name: '模式文本' })
  }

  /** Where the cursor is. */
  get line(): Locator {
    return this.page.locator('.cm-activeLine')
  }

  /** Behind the bracket that the text begins with. */
  async typeAtTheBeginning(text: string): Promise<void> {
    await this.editor.click()
    await this.page.keyboard.press('ControlOrMeta+Home')
    await this.page.keyboard.press('ArrowRight')
    await this.page.keyboard.insertText(text)
  }

  async show(tab: string): Promise<void> {
    await this.page.getByRole('tab', { name: new RegExp(`^${tab}\\s*\\d*$`) }).click()
  }

  /** Titles of what stands beside and below the editor. */
  async panes(): Promise<string[]> {
    const titles = await Promise.all(
      ['编辑器下方', '编辑器右侧'].map((name) => this.page.getByRole('tablist', { name }).getByRole('tab').allInnerTexts()),
    )
    return titles.flat().map((title) => title.replace(/\d+$/, '').trim())
  }

  /** 页面, 为何看不到 or 状态图. */
  async look(view: string): Promise<void> {
    await this.page.getByTitle(view, { exact: true }).click()
  }

  /** A choice of the preview. */
  async choose(label: string, choice: string): Promise<void> {
    await this.page.getByRole('combobox', { name: label, exact: true }).click()
    await this.page.locator('.ant-select-dropdown:visible .ant-select-item-option').getByText(choice, { exact: true }).click()
  }

  async tick(label: string): Promise<void> {
    await this.page.getByRole('checkbox', { name: label, exact: true }).click()
  }

  get problems(): Locator {
    return this.page.getByRole('list', { name: '问题' }).getByRole('button')
  }

  get explained(): Locator {
    return this.page.getByRole('table').getByRole('row')
  }

  /** Draft of which a link speaks. */
  get shared(): Locator {
    return this.page.getByRole('region', { name: '链接中的草稿' })
  }

  get iframe(): Locator {
    return this.page.getByTitle(/的预览$/)
  }

  get frame(): FrameLocator {
    return this.iframe.contentFrame()
  }

  /** The page that is in front in the preview. */
  get front(): Locator {
    return this.frame.locator('.app-page:not([aria-busy]):visible')
  }

  get list(): List {
    return new List(this.front)
  }

  get record(): RecordPage {
    return new RecordPage(this.front)
  }

  /** What stands in place of rows until they are there. */
  get loading(): Locator {
    return this.front.locator('.engine-skeleton').first()
  }

  /** Whether there is a menu around the page in the preview. */
  async expectShell(there: boolean): Promise<void> {
    await expect.poll(() => this.frame.locator('.app-sidebar').filter({ visible: true }).count()).toBe(there ? 1 : 0)
  }

  scheme(): Promise<string> {
    return this.frame.locator('html').evaluate((html) => html.style.colorScheme)
  }

  /** Px that the page in the preview has for itself. */
  width(): Promise<number> {
    return this.frame.locator('html').evaluate((html) => html.clientWidth)
  }
}
