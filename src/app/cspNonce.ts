/**
 * The nonce of this answer, which the server has written into the page (vite.config.ts, `html.cspNonce`). Browsers hide the attribute
 * from scripts; the property tells it.
 */
export function cspNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined
}
