import type { Locator, Page } from 'playwright-core'

/** 比较与发布 of the playground: where a draft is compared, published and taken back. */
export class ReleasePanel {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Opens a schema file by a part of its name. */
  async open(name: string): Promise<void> {
    const search = this.#page.getByRole('searchbox', { name: '搜索标题或文件名' })
    await search.fill(name)
    await search.press('Enter')
  }

  /** What stands in the editor becomes this. */
  async type(text: string): Promise<void> {
    await this.#page.getByRole('textbox', { name: '模式文本' }).click()
    await this.#page.keyboard.press('ControlOrMeta+a')
    await this.#page.keyboard.insertText(text)
  }

  async show(tab: '比较与发布' | '改动' | '文本差异' | '发布记录'): Promise<void> {
    await this.#page.getByRole('tab', { name: tab }).click()
  }

  get changes(): Locator {
    return this.#page.getByRole('list', { name: '改动' }).getByRole('listitem')
  }

  get saveButton(): Locator {
    return this.#page.getByRole('button', { name: '保存到文件' })
  }

  async publish(note: string): Promise<void> {
    await this.#page.getByRole('textbox', { name: '说明改了什么、为什么' }).fill(note)
    await this.#page.getByRole('button', { name: '发布', exact: true }).click()
    await this.#page.getByRole('dialog').getByRole('button', { name: '发布' }).click()
  }

  async takeBack(): Promise<void> {
    await this.#page.getByRole('button', { name: '撤回', exact: true }).click()
    await this.#page.getByRole('dialog').getByRole('button', { name: '撤回' }).click()
  }
}
