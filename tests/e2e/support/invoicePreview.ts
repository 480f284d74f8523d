import { buffer } from 'node:stream/consumers'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { spaced } from './form'

/** The dialog 发票预览. */
export class InvoicePreview {
  readonly #page: Page
  readonly #root: Locator

  constructor(page: Page) {
    this.#page = page
    this.#root = page.getByRole('dialog').filter({ has: page.locator('.ant-modal-title', { hasText: '发票预览' }) })
  }

  async expectTexts(...texts: string[]): Promise<void> {
    for (const text of texts) await this.#root.getByText(text).first().waitFor()
  }

  /** What stands on the left half of the sheet, and what stands beside it on the right. */
  async expectSides(sides: { left: string[]; right: string[] }): Promise<void> {
    const [buyer, seller] = [this.#root.getByRole('region', { name: '购买方信息' }), this.#root.getByRole('region', { name: '销售方信息' })]
    for (const text of sides.left) await buyer.getByText(text).waitFor()
    for (const text of sides.right) await seller.getByText(text).waitFor()
    // The dialog may still be growing: both at the same moment.
    const seen = await seller.elementHandle()
    const [left, right] = await buyer.evaluate((element, other) => [element.getBoundingClientRect(), other?.getBoundingClientRect()], seen)
    expect(left?.right).toBeLessThanOrEqual((right?.left ?? 0) + 1)
    expect(right?.top).toBe(left?.top)
  }

  async show(sheet: string): Promise<void> {
    await this.#root.getByText(sheet, { exact: true }).click()
  }

  /** Presses 保存; answers the file. */
  async save(): Promise<{ name: string; content: Buffer }> {
    const [download] = await Promise.all([this.#page.waitForEvent('download'), this.#button('保存').click()])
    return { name: download.suggestedFilename(), content: await buffer(await download.createReadStream()) }
  }

  /** Presses 打印 and looks at the paper instead of the browser's own dialog: its pages, and what else of the program would be on them. */
  async print(): Promise<{ pages: string[]; text: string; beside: string[] }> {
    await this.#page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await this.#button('打印').click()
    await this.#page.locator('body[data-printed]').waitFor()
    await this.#page.emulateMedia({ media: 'print' })
    const paper = this.#page.locator('body > .app-invoice-print')
    const text = await paper.innerText()
    const beside = await this.#page
      .locator('body > *:not(.app-invoice-print):not(script)')
      .evaluateAll((elements) =>
        elements.filter((element) => element.getClientRects().length > 0).map((element) => element.outerHTML.slice(0, 80)),
      )
    // Printing ends here, so that the paper goes from the document.
    const pdf = (await this.#page.pdf({ preferCSSPageSize: true })).toString('latin1')
    await this.#page.emulateMedia({ media: null })
    const pages = [...pdf.matchAll(/\/Type\s*\/Page\b[^]*?\/MediaBox\s*\[([^\]]*)\]/g)].map(([, box = '']) => box.trim())
    return { pages, text, beside }
  }

  async close(): Promise<void> {
    await this.#page.keyboard.press('Escape')
    await this.#root.waitFor({ state: 'hidden' })
  }

  #button(name: string): Locator {
    return this.#root.getByRole('button', { name: spaced(name) })
  }
}
