import type { Page } from 'playwright-core'

/** The dialog 分配权限 of a role: menus as groups of boxes. */
export class Permissions {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  grant(menu: string, boxes: string[]): Promise<void> {
    return this.#tick(menu, boxes, true)
  }

  revoke(menu: string, boxes: string[]): Promise<void> {
    return this.#tick(menu, boxes, false)
  }

  async save(): Promise<void> {
    const dialog = this.#page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
    await dialog.waitFor({ state: 'hidden' })
  }

  async #tick(menu: string, boxes: string[], on: boolean): Promise<void> {
    const group = this.#page.getByRole('group', { name: menu, exact: true })
    for (const box of boxes) await group.getByRole('checkbox', { name: box, exact: true }).setChecked(on)
  }
}
