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

interface Complaint {
  text: string
  where: string
  status?: number
}

const failedConnection = /^Failed to load resource: net::ERR_/
const failedRequest = /^Failed to load resource: the server responded with a status of (\d+)/

/** Listens to everything that a page should not say: console errors and warnings, uncaught errors, breaches of the content policy. */
export function listenToComplaints(page: Page): Complaints {
  const complaints: Complaint[] = []
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
      withoutOvertaken(complaints, overtaken)
        .filter(({ status, text }) => !(status !== undefined && allowed.has(status)) && !allowedTexts.some((part) => text.includes(part)))
        .map(({ text, where }) => (reasons.has(where) ? `${text}: ${reasons.get(where)}` : text)),
  }
}

/** Addresses of the requests that were under way when the user signed out and were refused because the session ended first, once for each. */
function listenForOvertaken(page: Page): readonly string[] {
  const underWay = new Set<Request>()
  const overtaken = new WeakSet<Request>()
  const refused: string[] = []
  const isSignOut = (request: Request): boolean => request.url().endsWith('/uccas/account/logout')
  page.on('request', (request) => {
    underWay.add(request)
    if ([...underWay].some(isSignOut)) for (const each of underWay) overtaken.add(each)
  })
  page.on('response', (response) => {
    if (response.status() === 401 && overtaken.has(response.request())) refused.push(response.url())
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return refused
}

/** Each overtaken request excuses one refusal at its address; a further one is a complaint. */
function withoutOvertaken(complaints: readonly Complaint[], overtaken: readonly string[]): Complaint[] {
  const excused = [...overtaken]
  return complaints.filter(({ status, where }) => {
    const at = status === 401 ? excused.indexOf(where) : -1
    if (at >= 0) excused.splice(at, 1)
    return at < 0
  })
}
