import type { Locator, Page } from 'playwright-core'
import { Dialog } from './dialog'
import { savedBy, Uploads, type DiskFile } from './files'

/** The dialog that imports rows from a workbook. */
export class ImportDialog extends Dialog {
  readonly files = new Uploads(this.root)
  readonly #page: Page

  constructor(page: Page) {
    super(page)
    this.#page = page
  }

  /** Resolves when the dialog has taken the file: the button that sends it may have been there for another one. */
  async choose(file: DiskFile): Promise<void> {
    await this.files.choose(file)
    await this.files.item(file.name).waitFor()
  }

  async drop(file: DiskFile): Promise<void> {
    await this.files.drop(file)
    await this.files.item(file.name).waitFor()
  }

  get start(): Locator {
    return this.root.locator('.ant-modal-footer').getByRole('button', { name: /^导\s?入$/ })
  }

  template(): Promise<{ name: string; content: Buffer }> {
    return savedBy(this.#page, () => this.root.getByRole('button', { name: '下载模板' }).click())
  }

  failedRows(): Promise<{ name: string; content: Buffer }> {
    return savedBy(this.#page, () => this.root.getByRole('button', { name: '下载错误行' }).click())
  }

  /** Row, column and reason of each mistake. */
  async problems(): Promise<string[][]> {
    const table = this.root.getByRole('table', { name: '导入错误明细' })
    await table.waitFor()
    const rows = await table.locator('tbody tr').all()
    return Promise.all(rows.map((row) => row.locator('td').allInnerTexts()))
  }
}
