import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** What is typed into a field: text, a day or two, a code's title or several, on or off; `null` empties it. */
export type FieldInput = string | boolean | string[] | null

/** Fills fields by their labels, whatever control is behind each. */
export async function fill(scope: Locator, inputs: Readonly<Record<string, FieldInput>>): Promise<void> {
  for (const [label, input] of Object.entries(inputs)) await fillOne(scope, label, input)
}

/** The input, button or text that a label belongs to. */
export async function controlOf(scope: Locator, label: string): Promise<Locator> {
  const named = scope.locator('label:visible').filter({ hasText: exactly(label) })
  const id = await named.first().getAttribute('for')
  // Of the document that the label is in, which may be a frame's.
  return scope.first().locator('xpath=ancestor-or-self::html').locator(`[id="${id}"]`)
}

async function fillOne(scope: Locator, label: string, input: FieldInput): Promise<void> {
  await fillControl(await controlOf(scope, label), input)
}

export async function fillControl(control: Locator, input: FieldInput): Promise<void> {
  switch (await kindOf(control)) {
    case 'switch':
      if ((await control.getAttribute('aria-checked')) !== String(input)) await control.click()
      return
    case 'select':
      return choose(control, typeof input === 'string' ? [input] : Array.isArray(input) ? input : [])
    case 'day':
      return chooseDays(control, Array.isArray(input) ? input : [String(input ?? '')])
    case 'text':
      await control.fill(String(input ?? ''))
      return control.blur()
  }
}

async function kindOf(control: Locator): Promise<'switch' | 'select' | 'day' | 'text'> {
  // It may still be on its way, as the input of a dialog is that opens.
  await control.waitFor()
  return control.evaluate((element) => {
    if (element.getAttribute('role') === 'switch') return 'switch'
    if (element.closest('.ant-picker') || element.getAttribute('aria-haspopup') === 'dialog') return 'day'
    if (element.closest('.ant-select') || element.getAttribute('aria-haspopup') === 'listbox') return 'select'
    return 'text'
  })
}

/** Types a day, or the two of a range one after the other. */
async function chooseDays(control: Locator, days: readonly string[]): Promise<void> {
  await control.click()
  const inputs = control.page().locator('.ant-picker-focused input')
  for (const [index, day] of days.entries()) {
    await inputs.nth(index).fill(day)
    await control.page().keyboard.press('Enter')
  }
  // The picker says a moment longer than it is so that it has the focus: the next one would be mistaken for it.
  await control.page().evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await inputs.first().waitFor({ state: 'detached' })
}

/** Searches each title in the open list, as one does in a long one, and takes what is called so, or else the first that says so. */
async function choose(control: Locator, titles: readonly string[]): Promise<void> {
  const page = control.page()
  if (titles.length === 0) {
    await control.hover()
    return page.locator('.ant-select', { has: control }).locator('.ant-select-clear').click()
  }
  await control.click()
  // Until it is woken up it is a button that looks like it, which nothing can be typed into.
  const input = control.locator('xpath=self::input')
  // Its own, since the list of another one may still be closing.
  const id = await input.getAttribute('id')
  const list = page.locator('.ant-select-dropdown:visible').filter({ has: page.locator(`[id="${id}_list"]`) })
  const options = list.locator('.ant-select-item-option')
  for (const title of titles) {
    await input.fill(title)
    const saying = options.filter({ hasText: title })
    await saying.first().waitFor()
    // The response to a search would move away what is being pressed. Lists that are searched here have no such mark.
    await expect.poll(() => searchedFor(input)).toBeOneOf([null, title])
    // What a choice is about may be the name of another one.
    const called = saying.and(page.getByTitle(title, { exact: true }))
    await ((await called.count()) > 0 ? called : saying).first().click()
  }
  // A press gives the focus back to the input by a timer, which must not come after it was left.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await page.keyboard.press('Tab')
}

/** The text whose response the list shows; null where it is not searched on the server. */
function searchedFor(input: Locator): Promise<string | null> {
  return input.evaluate((element) => element.closest('[data-listed-for]')?.getAttribute('data-listed-for') ?? null)
}

/** What the field shows, as it reads. */
export async function shownText(control: Locator): Promise<string> {
  return control.evaluate((element) => {
    if (element.closest('.ant-select')) return element.closest('.ant-select')?.textContent ?? ''
    return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : (element.textContent ?? '')
  })
}

/** A label as it stands there, with the mark of a required field behind it or not. */
function exactly(label: string): RegExp {
  return new RegExp(`^\\s*${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*\\*?\\s*$`)
}
