/** Longer than any dialog takes to go. */
const MAX_WAIT_MS = 1000

/**
 * Runs when no dialog lies over the element any more: one that closes holds the focus until it has gone, and then gives it back to what
 * had it before. Returns the end of waiting.
 */
export function afterDialogs(element: Element | null, run: () => void): () => void {
  if (!isCovered(element)) {
    run()
    return () => undefined
  }
  const until = Date.now() + MAX_WAIT_MS
  let timer: ReturnType<typeof setTimeout>
  const look = (): void => {
    if (isCovered(element) && Date.now() < until) timer = setTimeout(look, 16)
    // What opened it has the focus again after this.
    else timer = setTimeout(run, 16)
  }
  timer = setTimeout(look, 16)
  return () => clearTimeout(timer)
}

function isCovered(element: Element | null): boolean {
  const dialogs = [...document.querySelectorAll('[role=dialog]')]
  return dialogs.some((dialog) => !dialog.contains(element) && dialog.closest('[style*="display: none"]') === null)
}
