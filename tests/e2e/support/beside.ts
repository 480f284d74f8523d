import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** The values of a field beside the rows of a list. */
export class Beside {
  readonly #panel: Locator

  constructor(root: Locator) {
    this.#panel = root.locator('.engine-side')
  }

  async search(text: string): Promise<void> {
    await this.#panel.getByRole('searchbox').fill(text)
  }

  /** Searches no longer, and chooses a value by its title. */
  async choose(title: string): Promise<void> {
    await this.#panel.getByRole('button', { name: new RegExp(`^${title} ?\\d+$`) }).click()
    await this.search('')
  }

  async chosen(): Promise<string> {
    return this.#panel.locator('[aria-current]').innerText()
  }

  /** However far down it stands. */
  async expectChosenInSight(): Promise<void> {
    const isInSight = async (): Promise<boolean> => {
      const [list, chosen] = await Promise.all([
        this.#panel.locator('ul').boundingBox(),
        this.#panel.locator('[aria-current]').boundingBox(),
      ])
      return list !== null && chosen !== null && chosen.y >= list.y && chosen.y + chosen.height <= list.y + list.height
    }
    await expect.poll(isInSight).toBe(true)
  }
}
