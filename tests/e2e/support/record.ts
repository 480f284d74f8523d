import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { spaced } from './form'

/** Tabs, a single one, line tables above a section, and what happened at the side. */
const partTitles = '.engine-tabs [role="tab"], section.engine-tabs > .engine-section-title, .engine-record-history .engine-section-title'

/** A record to read: its head, sections and tabs. */
export class RecordPage {
  readonly root: Locator

  constructor(root: Locator) {
    this.root = root
  }

  /** A button of the record; those that there is no room for, or that are dangerous, are behind the dots of its head. */
  async press(action: string): Promise<void> {
    await this.root.locator('.engine-record-head, .engine-record-bar').first().waitFor()
    const button = this.root.getByRole('button', { name: spaced(action) }).first()
    const dots = this.root.locator('.engine-record-more')
    if ((await button.count()) > 0 || (await dots.count()) === 0) return button.click()
    await dots.click()
    const items = this.root.page().getByRole('menuitem')
    await items.first().waitFor()
    const item = items.and(this.root.page().getByRole('menuitem', { name: action, exact: true }))
    if ((await item.count()) > 0) return item.click()
    // It is none of these: a button of a tab, which is still on its way.
    await this.root.page().keyboard.press('Escape')
    await button.click()
  }

  /** Fields as they read, by their titles. */
  async expectFields(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [title, value] of Object.entries(values)) {
      const text = this.root
        .locator('.engine-description')
        .filter({ has: this.root.page().getByText(title, { exact: true }) })
        .locator('dd')
        .first()
      await expect.poll(() => text.innerText(), { message: title }).toBe(value)
    }
  }

  async expectState(title: string): Promise<void> {
    await expect.poll(() => this.root.locator('.engine-record-head').innerText()).toContain(title)
  }

  /** The row of documents that it stands among has come, which moves what is below it. */
  async expectChain(): Promise<void> {
    await this.root.locator('.engine-chain:not([aria-busy])').waitFor()
  }

  /** How far the row of its sections and tabs fades at either end. */
  async fadingOfPlaces(): Promise<{ start: string; end: string }> {
    return this.root.locator('.engine-places').evaluate((row) => {
      const style = getComputedStyle(row)
      return { start: style.getPropertyValue('--engine-fading-start'), end: style.getPropertyValue('--engine-fading-end') }
    })
  }

  async scrollPlacesToEnd(): Promise<void> {
    await this.root.locator('.engine-places').evaluate((row) => row.scrollTo({ left: row.scrollWidth }))
  }

  /** Titles of the sections, from top to bottom, of a record that is read or filled. */
  async sections(): Promise<string[]> {
    await this.root.locator('.engine-section').first().waitFor()
    return this.root.locator('.engine-section-title').allInnerTexts()
  }

  async expectSections(titles: string[]): Promise<void> {
    const named = titles.filter((title) => title !== '')
    await expect.poll(() => this.sections()).toEqual(expect.arrayContaining(named))
  }

  async expectTabs({ with: present, without }: { with: string[]; without: string[] }): Promise<void> {
    const tabs = this.root.locator(partTitles)
    await tabs.first().waitFor()
    const titles = async (): Promise<string[]> => (await tabs.allInnerTexts()).map((text) => text.replace(/\s*\d+$/, ''))
    await expect.poll(titles).toEqual(expect.arrayContaining(present))
    for (const title of without) await expect.poll(titles).not.toContain(title)
  }

  async expectOpenTab(title: string): Promise<void> {
    const open = this.root.getByRole('tab', { selected: true })
    await expect.poll(() => open.allInnerTexts()).toEqual([expect.stringMatching(new RegExp(`^${title}`))])
  }

  /** What stays in sight however far the page is scrolled. */
  async expectHeadInSight(): Promise<void> {
    const head = this.root.locator('.engine-record-head')
    const scrolled = this.root.page().locator('.app-page:visible').first()
    const inSight = async (): Promise<boolean> => {
      const [own, around] = [await head.boundingBox(), await scrolled.boundingBox()]
      return own !== null && around !== null && own.y >= around.y && own.y <= around.y + 12
    }
    await scrolled.evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await expect.poll(inSight).toBe(true)
  }

  /** How far its page is scrolled, in px. */
  scrolledBy(): Promise<number> {
    return this.root
      .page()
      .locator('.app-page:visible')
      .first()
      .evaluate((page) => page.scrollTop)
  }

  /** By the row of sections and tabs in the head; the place comes into sight below it. */
  async leadTo(title: string): Promise<void> {
    await this.root
      .locator('.engine-places')
      .getByRole('button', { name: new RegExp(`^${title}`) })
      .click()
    const place = this.root.locator(`[data-section="${title}"], [data-tab="${title}"]`)
    const height = this.root.page().viewportSize()?.height ?? 0
    const isInSight = async (): Promise<boolean> => {
      const [head, box] = await Promise.all([this.root.locator('.engine-record-head').boundingBox(), place.boundingBox()])
      return head !== null && box !== null && box.y >= head.y + head.height - 1 && box.y < height
    }
    await expect.poll(isInSight).toBe(true)
  }

  /** The link of a reference, and what its card says once the mouse rests there. */
  reference(title: string): Locator {
    return this.root
      .locator('.engine-description')
      .filter({ has: this.root.page().getByText(title, { exact: true }) })
      .getByRole('link')
  }

  async expectCard(title: string, ...texts: string[]): Promise<void> {
    await this.reference(title).hover()
    const card = this.root.page().locator('.engine-record-card')
    for (const text of texts) await card.getByText(text).first().waitFor()
  }

  /** The documents that it comes from and that came of it, as its page leads to them. */
  chain(): Locator {
    return this.root.getByRole('navigation', { name: '关联单据' })
  }

  /** Something of a record is there, and not only its outline. */
  async isShown(): Promise<boolean> {
    return (await this.root.locator('.engine-record-head').count()) > 0
  }

  async expectFirstTabOpen(): Promise<void> {
    const first = this.root.getByRole('tab').first()
    await expect.poll(() => first.getAttribute('aria-selected')).toBe('true')
  }

  /** Opens a tab; what stands as a section of its own is open. */
  async openTab(title: string): Promise<void> {
    const part = this.root.locator(partTitles).filter({ hasText: new RegExp(`^${title}`) })
    await part.first().waitFor()
    if ((await part.first().getAttribute('role')) === 'tab') await part.first().click()
  }

  /** A row of the open tab's table, with these texts in it. */
  async expectInTab(...texts: (string | RegExp)[]): Promise<void> {
    let row = this.root.locator('.engine-tabs tr:visible, .engine-tabs li:visible, .engine-record-history li')
    for (const text of texts) row = row.filter({ hasText: text })
    await row.first().waitFor()
  }
}
