/** Finds visible elements, and waits until the document has changed as expected. */

const LIMIT_MS = 20_000

/** Pages that are kept in the background stay in the document. */
export function shown(selector: string): Element | undefined {
  return [...document.querySelectorAll(selector)].find((element) => element.checkVisibility({ visibilityProperty: true }))
}

/** Looked at whenever the document has changed, so that looking costs nothing in between. */
export function documentIs(isDone: () => boolean, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (isDone()) return resolve()
    const timer = setTimeout(() => end(reject, new Error(`${what} did not come about`)), LIMIT_MS)
    const observer = new MutationObserver(() => {
      if (isDone()) end(resolve)
    })
    function end<Result>(finish: (result: Result) => void, result?: Result): void {
      clearTimeout(timer)
      observer.disconnect()
      finish(result as Result)
    }
    observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
  })
}

export function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()))
}
