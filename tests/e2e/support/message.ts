import type { Page } from 'playwright-core'

/** A message that comes and goes at the top of the page. */
export class Message {
  readonly #page: Page
  readonly #text: string

  constructor(page: Page, text: string) {
    this.#page = page
    this.#text = text
  }

  /** How far below the top of the window it hangs, in px, wherever its motion has brought it as yet. */
  async top(): Promise<number> {
    // In one go: on a busy machine it may be gone between being seen and being measured.
    const measured = await this.#page.waitForFunction((text) => {
      const notice = Array.from(document.querySelectorAll('.ant-message-notice')).find((each) => each.textContent?.includes(text))
      let top = 0
      for (let at: Element | null = notice ?? null; at instanceof HTMLElement; at = at.offsetParent) top += at.offsetTop
      return top > 0 && { top }
    }, this.#text)
    const result = await measured.jsonValue()
    return result === false ? 0 : result.top
  }

  /** The address of the page, path with query, in the moment in which it comes. Begins before it is there. */
  async arrivedAt(): Promise<string> {
    return this.#page.evaluate(
      (text) =>
        new Promise<string>((resolve) => {
          new MutationObserver((_changes, observer) => {
            const there = Array.from(document.querySelectorAll('.ant-message-notice')).some((notice) => notice.textContent?.includes(text))
            if (!there) return
            observer.disconnect()
            resolve(location.pathname + location.search)
          }).observe(document.body, { childList: true, subtree: true, characterData: true })
        }),
      this.#text,
    )
  }

  /** From its coming to its going, in ms of the page's own clock. Begins before it is there. */
  async life(): Promise<number> {
    return this.#page.evaluate(
      (text) =>
        new Promise<number>((resolve) => {
          let cameAt: number | undefined
          new MutationObserver((_changes, observer) => {
            const there = Array.from(document.querySelectorAll('.ant-message-notice')).some((notice) => notice.textContent?.includes(text))
            if (there) cameAt ??= performance.now()
            if (there || cameAt === undefined) return
            observer.disconnect()
            resolve(performance.now() - cameAt)
          }).observe(document.body, { childList: true, subtree: true, characterData: true })
        }),
      this.#text,
    )
  }
}
