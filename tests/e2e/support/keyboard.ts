import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Presses Tab until something of this name has the focus, round and round: it may not be on the page yet. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isWanted = (focused: string): boolean => (typeof name === 'string' ? focused === name : name.test(focused))
  const stops = new Set<string>()
  const step = async (): Promise<string[]> => {
    const focused = await focusedName(page)
    if (isWanted(focused)) return []
    stops.add(focused)
    await page.keyboard.press('Tab')
    return [...stops]
  }
  await expect.poll(step, { interval: 0, message: `stops of Tab before ${String(name)} is reached` }).toEqual([])
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

/** Between two keys of a barcode reader, in seconds. */
const READER_GAP = 0.005

/** As a barcode reader does, with Enter at the end: each key says when it was sent, however late a busy machine hands it on. */
export async function typeFast(page: Page, code: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const begun = Date.now() / 1000
  for (const [index, key] of [...code, 'Enter'].entries()) {
    const text = key === 'Enter' ? '\r' : key
    const sent = { key, windowsVirtualKeyCode: text.charCodeAt(0), timestamp: begun + index * READER_GAP }
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...sent })
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...sent })
  }
  await session.detach()
}
