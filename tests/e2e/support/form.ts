import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { controlOf, fill, fillControl, shownText, type FieldInput } from './field'
import { columnsInSight, totalsBelow } from './totals'

/** A form, on a page or in a dialog. */
export class Form {
  readonly root: Locator

  constructor(root: Locator) {
    this.root = root
  }

  async fill(inputs: Readonly<Record<string, FieldInput>>): Promise<void> {
    await fill(this.root, inputs)
  }

  /** Where fields are on their page, however it is scrolled, in px from its top, and how high the bar with the buttons is. */
  async places(...labels: string[]): Promise<number[]> {
    const controls = await Promise.all(labels.map((label) => controlOf(this.root, label)))
    const tops = controls.map((control) =>
      control.evaluate((element) => {
        const scrolled = element.closest('.app-page')?.scrollTop ?? 0
        return Math.round(element.getBoundingClientRect().top + scrolled)
      }),
    )
    return Promise.all([...tops, this.root.locator('.engine-record-bar').evaluate((bar) => bar.clientHeight)])
  }

  /** In px, between the head of its line table and the bar with the buttons, as the page stands at first. */
  roomForLines(): Promise<number> {
    return this.root.evaluate((form) => {
      const edge = (selector: string, side: 'top' | 'bottom'): number => form.querySelector(selector)?.getBoundingClientRect()[side] ?? 0
      return Math.round(edge('.engine-record-bar', 'top') - edge('table thead', 'bottom'))
    })
  }

  /** Opens what can be chosen, which asks the server. */
  async openChoices(label: string): Promise<void> {
    await (await controlOf(this.root, label)).click()
  }

  async searchChoices(label: string, text: string): Promise<void> {
    const control = await controlOf(this.root, label)
    await control.click()
    await control.fill(text)
  }

  /** Adds rows to the line table that is open, by the titles of its columns. */
  async addLines(lines: readonly Readonly<Record<string, FieldInput>>[]): Promise<void> {
    for (const line of lines) {
      const count = await this.lines().count()
      await this.root.getByRole('button', { name: '新增一行' }).click()
      await this.lines().nth(count).waitFor()
      await this.fillLine(count, line)
    }
  }

  /** Takes all rows that the dialog of a line table offers. */
  async pickLines(title: string): Promise<void> {
    await this.press(`选择${title}`)
    const dialog = this.root.page().getByRole('dialog').filter({ visible: true, hasText: title }).last()
    await dialog.locator('tbody tr[data-row]').first().waitFor()
    await dialog.locator('thead').getByRole('checkbox').check()
    await dialog.getByRole('button', { name: /^加入明细/ }).click()
    await this.lines().first().waitFor()
  }

  /** @param index of the row, from 0 */
  async fillLine(index: number, line: Readonly<Record<string, FieldInput>>): Promise<void> {
    for (const [title, input] of Object.entries(line)) await fillControl(this.cell(index, title), input)
  }

  async line(index: number, title: string): Promise<string> {
    const columns = await this.root.locator('.engine-lines-table thead th').allInnerTexts()
    const position = columns.findIndex((text) => text.replace('*', '').trim() === title)
    const cell = this.lines().nth(index).locator('th, td').nth(position)
    const input = cell.locator('input')
    return (await input.count()) > 0 ? input.inputValue() : cell.innerText()
  }

  async expectLine(index: number, values: Readonly<Record<string, string>>): Promise<void> {
    for (const [title, value] of Object.entries(values)) {
      await expect.poll(() => this.line(index, title), { message: `第 ${index + 1} 行 ${title}` }).toBe(value)
    }
  }

  /** On a phone, where a row is a card and its cells stand under no head. */
  async expectLineInput(index: number, title: string, value: string): Promise<void> {
    await expect.poll(() => this.cell(index, title).inputValue(), { message: `第 ${index + 1} 行 ${title}` }).toMatch(value)
  }

  async expectFocusOnLine(index: number, title: string): Promise<void> {
    await expect.poll(() => this.cell(index, title).evaluate((element) => element.ownerDocument.activeElement === element)).toBe(true)
  }

  /** Whether the page, this form or its line table is wider than what is seen of it, or has been scrolled. */
  async scrolledSideways(): Promise<boolean> {
    return this.table().evaluate((table) => {
      const document = table.ownerDocument
      const around = [document.scrollingElement, ...document.querySelectorAll('.ant-modal-wrap, .ant-modal-body, .engine-lines-scroll')]
      return around.some((each) => each !== null && (each.scrollLeft !== 0 || each.scrollWidth > each.clientWidth))
    })
  }

  /** Inputs of the line table that a phone would enlarge the page for, or that a finger misses. */
  async smallInputs(): Promise<string[]> {
    return this.table().evaluate((table) =>
      [...table.querySelectorAll<HTMLElement>('input, button[role=combobox]')]
        .filter((input) => parseFloat(getComputedStyle(input).fontSize) < 16 || input.offsetHeight < 40)
        .map((input) => input.getAttribute('aria-label') ?? input.id),
    )
  }

  columnsInSight(): Promise<string[]> {
    return columnsInSight(this.table())
  }

  totalsBelow(column: string): Promise<string[]> {
    return totalsBelow(this.table(), column)
  }

  /** How far what an empty line table says reaches beyond what is seen of the table. */
  hintOutOfSight(): Promise<number> {
    return this.table()
      .locator('.engine-lines-empty-text')
      .evaluate((hint) => {
        const seen = hint.closest('table')?.parentElement?.getBoundingClientRect()
        const { left, right } = hint.getBoundingClientRect()
        return Math.round(Math.max((seen?.left ?? 0) - left, right - (seen?.right ?? 0)))
      })
  }

  /** How far the rows of the line table reach beyond what is seen of it, in px. */
  async linesOutOfSight(): Promise<number> {
    return this.table().evaluate(({ parentElement: seen }) => (seen ? seen.scrollWidth - seen.clientWidth : -1))
  }

  async expectValues(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(values)) {
      const control = await controlOf(this.root, label)
      await expect.poll(() => shownText(control), { message: label }).toContain(value)
    }
  }

  /** What stands below a field, or at the top of the form, about what is wrong. */
  async expectProblem(text: string | RegExp): Promise<void> {
    await this.root.getByText(text).first().waitFor()
  }

  /** What a field is marked with; empty: with nothing. */
  async problemOf(label: string): Promise<string> {
    return (await controlOf(this.root, label)).evaluate((control) => {
      if (control.getAttribute('aria-invalid') !== 'true') return ''
      const described = control.getAttribute('aria-describedby')?.split(' ') ?? []
      return described.map((id) => document.getElementById(id)?.closest('.engine-field-problem')?.textContent ?? '').join('')
    })
  }

  async expectFocusOn(label: string): Promise<void> {
    const control = await controlOf(this.root, label)
    await expect.poll(() => control.evaluate((element) => element.ownerDocument.activeElement === element), { message: label }).toBe(true)
  }

  /** What was reckoned, by the title of each figure. */
  async figures(label: string): Promise<Record<string, string>> {
    const figures = this.root.locator(`dl[aria-label="${label}"]`)
    await figures.waitFor()
    return figures.evaluate((list) =>
      Object.fromEntries(
        Array.from(list.children, (each) => [each.querySelector('dt')?.textContent, each.querySelector('dd')?.textContent]),
      ),
    )
  }

  async press(button: string): Promise<void> {
    await this.root
      .getByRole('button', { name: spaced(button) })
      .last()
      .click()
  }

  private lines(): Locator {
    return this.table().locator('tbody tr[data-row]')
  }

  private table(): Locator {
    return this.root.locator('.engine-lines-table:visible')
  }

  private cell(index: number, title: string): Locator {
    return this.root.locator(`[aria-label="第 ${index + 1} 行${title}"]`)
  }
}

/** antd puts a blank between two Chinese characters of a button. */
export function spaced(text: string): RegExp {
  return new RegExp(`^\\s*${[...text].join('\\s?')}\\s*$`)
}
