import type { Page, Request } from 'playwright-core'

export interface Complaints {
  /** Responses with this status are part of the story: the browser notes each in its console. */
  allow: (status: number) => void
  /** So is a connection that breaks. */
  allowFailedConnections: () => void
  /** So is a complaint that says this. */
  allowText: (text: string) => void
  /** What the page has complained about and nobody had announced. */
  all: () => string[]
}

const failedConnection = /^Failed to load resource: net::ERR_/
const failedRequest = /^Failed to load resource: the server responded with a status of (\d+)/

/** Listens to everything that a page should not say: console errors and warnings, uncaught errors, breaches of the content policy. */
export function listenToComplaints(page: Page): Complaints {
  const complaints: { text: string; where: string; status?: number }[] = []
  const allowed = new Set<number>()
  let connectionsMayFail = false
  const allowedTexts: string[] = []
  /** Why the server refused, by address: the console says only that it did. */
  const reasons = new Map<string, string>()
  page.on('response', (response) => {
    if (response.status() < 400) return
    // A page that has gone takes its answers with it.
    void response.text().then(
      (text) => reasons.set(response.url(), text),
      () => undefined,
    )
  })
  const overtaken = listenForOvertaken(page)
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    const text = message.text()
    if (connectionsMayFail && failedConnection.test(text)) return
    const status = failedRequest.exec(text)?.[1]
    const where = message.location().url
    // Chromium asks for it beside an answer that is no page of the product, as while a server starts again; pages name an icon of their own.
    if (new URL(where, page.url()).pathname === '/favicon.ico') return
    if (status === '401' && overtaken.has(where)) return
    complaints.push({ text: `${message.type()}: ${text} (${where})`, where, ...(status === undefined ? {} : { status: Number(status) }) })
  })
  page.on('pageerror', (error) => complaints.push({ text: `uncaught: ${error.stack ?? error.message}`, where: '' }))
  return {
    allow: (status) => void allowed.add(status),
    allowFailedConnections: () => {
      connectionsMayFail = true
    },
    allowText: (text) => void allowedTexts.push(text),
    all: () =>
      complaints
        .filter(({ status, text }) => !(status !== undefined && allowed.has(status)) && !allowedTexts.some((part) => text.includes(part)))
        .map(({ text, where }) => (reasons.has(where) ? `${text}: ${reasons.get(where)}` : text)),
  }
}

/** Addresses that were asked for when the user signed out: the session may have ended before they were answered. */
function listenForOvertaken(page: Page): ReadonlySet<string> {
  const overtaken = new Set<string>()
  const underWay = new Set<Request>()
  const isSignOut = (request: Request): boolean => request.url().endsWith('/uccas/account/logout')
  page.on('request', (request) => {
    underWay.add(request)
    if ([...underWay].some(isSignOut)) for (const each of underWay) overtaken.add(each.url())
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return overtaken
}
