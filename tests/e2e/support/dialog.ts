import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { IGNORE_MASK_MS } from '../../../engine/client/ui/dialogClose'
import { Form, spaced } from './form'

/** The dialog that is open: a confirmation, or a form. */
export class Dialog extends Form {
  constructor(page: Page, root = page.getByRole('dialog')) {
    super(root.filter({ visible: true }).last())
  }

  /** The one that asks over a drawer, which stays when it was answered. */
  static overDrawer(page: Page): Dialog {
    return new Dialog(page, page.getByRole('dialog').and(page.locator('.ant-modal')))
  }

  async expectText(text: string): Promise<void> {
    // antd writes the title of a confirmation twice, once for screen readers.
    await this.root.getByText(text).filter({ visible: true }).first().waitFor()
  }

  async expectTitled(title: string): Promise<void> {
    await this.root.locator('.ant-modal-title, .ant-drawer-title').filter({ hasText: title }).waitFor()
  }

  /** What it will do has been computed, so that it can be confirmed. */
  async expectReady(): Promise<void> {
    await expect.poll(() => this.foot().getByRole('button').last().isEnabled()).toBe(true)
  }

  /** It has the focus, or something in it. */
  async expectFocused(): Promise<void> {
    await expect.poll(() => this.root.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }

  async confirm(): Promise<void> {
    const page = this.root.page()
    const title = await this.root.locator('.ant-modal-title, .ant-modal-confirm-title, .ant-drawer-title').first().innerText()
    await this.pressConfirm()
    await page.getByRole('dialog').filter({ visible: true, hasText: title }).waitFor({ state: 'hidden' })
    // Beside a list the next row follows, which nobody has asked for here.
    if (await page.locator('.engine-panel').isVisible()) await page.keyboard.press('Escape')
    await this.gone()
  }

  /** The button that does what the dialog is about, whatever it is called: the last of its foot. */
  async pressConfirm(): Promise<void> {
    await this.foot().getByRole('button').last().click()
  }

  async cancel(): Promise<void> {
    await this.press('取消')
    await this.gone()
  }

  async gone(): Promise<void> {
    await this.root.waitFor({ state: 'hidden' })
  }

  /** How far below the top of the window its title ends, in px. */
  async titleBottom(): Promise<number> {
    const title = this.root.locator('.ant-modal-title')
    await title.waitFor()
    return title.evaluate((element) => element.getBoundingClientRect().bottom)
  }

  /** In px. */
  async width(): Promise<number> {
    await this.root.waitFor()
    return this.root.evaluate((element) => (element.closest('.ant-modal') ?? element).clientWidth)
  }

  /** The point that it grows from, in px from its own corner. */
  async origin(): Promise<{ x: number; y: number }> {
    await this.root.waitFor()
    return this.root.evaluate((element) => {
      const [x = 0, y = 0] = getComputedStyle(element.closest('.ant-modal') ?? element)
        .transformOrigin.split(' ')
        .map(parseFloat)
      return { x, y }
    })
  }

  /** Of its foot, from left to right. */
  async expectButtons(...names: string[]): Promise<void> {
    const buttons = async (): Promise<string[]> => {
      const texts = await this.foot().getByRole('button').allInnerTexts()
      return texts.map((text) => text.replace(/\s/g, ''))
    }
    await expect.poll(buttons).toEqual(names)
  }

  async expectBusy(): Promise<void> {
    await this.root.locator('.ant-btn-loading').waitFor()
  }

  async clickMask(): Promise<void> {
    await this.root.page().mouse.click(8, 300)
  }

  /** By when a click on the mask counts, which the dialog reckons from its first frame on: that comes late on a busy machine. */
  async settle(): Promise<void> {
    await this.root.evaluate(
      (_dialog, ms) => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, ms))),
      IGNORE_MASK_MS + 50,
    )
  }

  /** As with a click that opens the dialog and ends on its mask. Begins before the dialog is there. */
  async clickMaskWhenItOpens(): Promise<void> {
    await this.root.page().evaluate(async () => {
      const mask = (): HTMLElement | null => document.querySelector('.ant-modal-wrap')
      while (!mask()?.checkVisibility()) await new Promise((resolve) => requestAnimationFrame(resolve))
      for (const type of ['mousedown', 'mouseup', 'click']) mask()?.dispatchEvent(new MouseEvent(type, { bubbles: true }))
    })
  }

  private foot(): Locator {
    return this.root.locator('.ant-modal-footer, .ant-modal-confirm-btns, .engine-panel-buttons')
  }

  button(name: string): Locator {
    return this.root.getByRole('button', { name: spaced(name) })
  }
}
