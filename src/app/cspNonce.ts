/**
 * The nonce of this answer, which the server has written into the page (vite.config.ts, `html.cspNonce`). Browsers hide the attribute
 * from scripts; the property tells it.
 */
export function cspNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined
}

/**
 * Gives the nonce to style elements that libraries make without asking for it: antd's dialogs lock the page's scrolling with one. It
 * loosens nothing: only scripts that run already make elements in this way, injected markup does not.
 */
export function nonceForStyles(page: Document = document): void {
  const nonce = cspNonce()
  if (nonce === undefined) return
  const create = page.createElement.bind(page)
  page.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
}
