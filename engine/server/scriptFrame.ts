/**
 * The page in which a script of another server may answer a call (JSONP), where that server offers nothing better. It has no rights: a
 * sandbox without an origin, so no storage, cookie, token or document of ours, and no connection but to the scripts of the allow-list.
 * All it can do is hand JSON to the port that its opener gave it (engine/client/scriptCall.ts).
 */

/** @param origins whose scripts may run @param ancestors who may show the program that shows this */
export function scriptFramePolicy(nonce: string, origins: readonly string[], ancestors: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${origins.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    'sandbox allow-scripts',
    `frame-ancestors ${["'self'", ...ancestors].join(' ')}`,
  ].join('; ')
}

export function scriptFrame(nonce: string): string {
  return `<!doctype html><meta charset="utf-8"><title>script</title><script nonce="${nonce}">${program}</script>`
}

/** One call for each frame: whatever comes after the first message is passed over. */
const program = `
addEventListener('message', (event) => {
  const [port] = event.ports
  if (event.source !== parent || !port) return
  const { url, callback } = event.data
  window[callback] = (value) => port.postMessage(JSON.stringify({ value }))
  const script = document.createElement('script')
  script.src = url
  script.onerror = () => port.postMessage('{}')
  document.head.append(script)
}, { once: true })
`
