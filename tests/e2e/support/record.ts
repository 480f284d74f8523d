import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { spaced } from './form'

/** A record to read: its head, sections and tabs. */
export class RecordPage {
  readonly root: Locator

  constructor(root: Locator) {
    this.root = root
  }

  async press(action: string): Promise<void> {
    await this.root
      .getByRole('button', { name: spaced(action) })
      .first()
      .click()
  }

  /** Fields as they read, by their titles. */
  async expectFields(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [title, value] of Object.entries(values)) {
      const text = this.root
        .locator('.engine-description')
        .filter({ has: this.root.page().getByText(title, { exact: true }) })
        .locator('dd')
        .first()
      await expect.poll(() => text.innerText(), { message: title, timeout: 8000 }).toBe(value)
    }
  }

  async expectState(title: string): Promise<void> {
    await expect.poll(() => this.root.locator('.engine-record-head').innerText(), { timeout: 8000 }).toContain(title)
  }

  async openTab(title: string): Promise<void> {
    await this.root.getByRole('tab', { name: new RegExp(`^${title}`) }).click()
  }

  /** A row of the open tab's table, with these texts in it. */
  async expectInTab(...texts: string[]): Promise<void> {
    let row = this.root.locator('[role="tabpanel"]:visible tr, [role="tabpanel"]:visible li')
    for (const text of texts) row = row.filter({ hasText: text })
    await row.first().waitFor()
  }
}
