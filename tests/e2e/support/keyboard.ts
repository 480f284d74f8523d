import type { Page } from 'playwright-core'

const maxStops = 120

/** Presses Tab until something of this name has the focus. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const seen: string[] = []
  for (let stop = 0; stop < maxStops; stop++) {
    const focused = await focusedName(page)
    if (typeof name === 'string' ? focused === name : name.test(focused)) return
    seen.push(focused)
    await page.keyboard.press('Tab')
  }
  throw new Error(`${String(name)} cannot be reached with Tab; stops: ${seen.join(', ')}`)
}

/** What a screen reader would call it, without the mark of a required field. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null
    if (!element || element === document.body) return ''
    const label = element.labels?.[0]?.textContent ?? element.getAttribute('aria-label') ?? element.textContent ?? ''
    return label.replace('*', '').trim()
  })
}

/** As from a spreadsheet. */
export async function pasteText(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+V')
}

/** As a barcode reader does, with Enter at the end. */
export async function typeFast(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}
