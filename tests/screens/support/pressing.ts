import { ofShell } from '../../../src/app/testing/serveProduct'
import { act, fireEvent } from '@testing-library/react'
import type { ActionPlan, ScreenPlan } from '../../../engine/core/plan'
import type { RecordValues } from '../../../engine/core/wire'
import { sentBy } from '../judges/sentBy'
import type { Pressed } from '../judges/smoke'
import { front, served, type open } from './program'
import { plan } from './shipped'
import { endpointFinder } from './wire'

const endpointOf = endpointFinder(plan)

/** A server that takes what buttons send, and notes it. */
export interface Desk {
  fetch: typeof window.fetch
  requests: string[]
  unknown: string[]
}

export function openDesk(): Desk {
  const desk: Desk = {
    requests: [],
    unknown: [],
    async fetch(input, init) {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input))
      const method = init?.method ?? 'GET'
      // The shell asks when it likes to: it is none of what a button does.
      const toShell = ofShell[`${method} ${pathname}`]
      if (toShell) return Response.json(toShell)
      const endpoint = endpointOf(method, pathname)
      desk.requests.push(endpoint ?? `${method} ${pathname}`)
      if (endpoint === undefined) {
        desk.unknown.push(`${method} ${pathname}`)
        return new Response('{}', { status: 404, headers: { 'content-type': 'application/json' } })
      }
      // Nothing is kept: a write is answered like a read of nothing, a file with nothing in it.
      if (endpoint.startsWith('GET /file/download/') || /\/(export|batchDownload)$/.test(endpoint)) return new Response('')
      if (method === 'GET' || /\/try(\/|$)/.test(pathname)) return served.fetch(input, init)
      return new Response(JSON.stringify({ id: '1', version: 2 }), { headers: { 'content-type': 'application/json' } })
    },
  }
  return desk
}

interface Place {
  program: Awaited<ReturnType<typeof open>>
  desk: Desk
  /** What was printed so far. */
  printed: unknown[][]
  screen: ScreenPlan
}

const dialogs = (): Element[] => above('[role=dialog], .ant-drawer-content')
const notes = (): Element[] => above('.ant-message-notice')

/** The part of the document that the program is drawn in, looked for once. */
let drawn: Element | undefined

/** What stands over the page: beside the program in the document, whose many rows need not be looked through. */
export function above(selector: string): Element[] {
  const parts = Array.from(document.body.children)
  if (drawn?.isConnected !== true) drawn = parts.find((part) => part.contains(front()))
  return parts.flatMap((part) => (part === drawn ? [] : Array.from(part.querySelectorAll(selector))))
}

const pauseMs = 10
const maxPauses = 500

/** Waits for what comes of a press, or gives up: what is missing then is the finding. It looks less often than `waitFor`, at every change. */
export async function until(isSeen: () => boolean): Promise<void> {
  for (let pauses = 0; !isSeen() && pauses < maxPauses; pauses++) await act(() => sleep(pauseMs))
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Presses a button, confirms where it asks for that, and closes what it has opened. */
export async function press(
  { program, desk, printed, screen }: Place,
  action: ActionPlan,
  button: Element,
  { record, refusal }: { record?: RecordValues; refusal?: string | undefined },
): Promise<Pressed> {
  const location = (): string => program.program.router.state.location.pathname + program.program.router.state.location.search
  const before = { address: location(), dialogs: new Set(dialogs()), printed: printed.length, notes: new Set(notes()) }
  desk.requests.length = 0
  desk.unknown.length = 0
  const opened = (): Element | undefined => dialogs().find((dialog) => !before.dialogs.has(dialog))
  const said = (): string[] => notes().flatMap((each) => (before.notes.has(each) ? [] : each.textContent))
  // A list in a drawer is in the address at once, and what is read first comes before its dialog.
  const isSeen = (): boolean =>
    opened() !== undefined ||
    (refusal !== undefined && said().includes(refusal)) ||
    (action.does.kind !== 'list' && location() !== before.address) ||
    desk.requests.some((request) => action.does.kind === 'widget' || !request.startsWith('GET ') || request === sentBy(screen, action))

  await act(async () => void fireEvent.click(button))
  await until(isSeen)
  let dialog = opened()
  const confirming = dialog?.querySelector('.ant-modal-confirm-btns button:last-child')
  if (confirming) {
    await act(async () => void fireEvent.click(confirming))
    await until(() => desk.requests.length > 0)
  } else if (dialog) await act(async () => undefined)
  const pressed: Pressed = {
    screen,
    action,
    record,
    refusal,
    address: location(),
    dialog: dialog?.textContent,
    notes: said(),
    requests: [...desk.requests],
    unknown: [...desk.unknown],
    errors: printed.slice(before.printed).map((words) => words.map(String).join(' ').slice(0, 300)),
  }
  dialog = confirming ? undefined : opened()
  const close = dialog?.querySelector('.ant-modal-close, .ant-drawer-close')
  if (close) await act(async () => void fireEvent.click(close))
  if (location() !== before.address) await program.goTo(before.address)
  return pressed
}
