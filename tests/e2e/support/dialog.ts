import type { Locator, Page } from 'playwright-core'
import { Form, spaced } from './form'

/** The dialog that is open: a question, or a form. */
export class Dialog extends Form {
  constructor(page: Page) {
    super(page.getByRole('dialog').filter({ visible: true }).last())
  }

  async expectText(text: string): Promise<void> {
    // antd writes the title of a question twice, once for screen readers.
    await this.root.getByText(text).filter({ visible: true }).first().waitFor()
  }

  async confirm(): Promise<void> {
    await this.press('确定')
    await this.gone()
  }

  async cancel(): Promise<void> {
    await this.press('取消')
    await this.gone()
  }

  async gone(): Promise<void> {
    await this.root.waitFor({ state: 'hidden' })
  }

  button(name: string): Locator {
    return this.root.getByRole('button', { name: spaced(name) })
  }
}
