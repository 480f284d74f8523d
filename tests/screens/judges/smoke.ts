import { linkAddress } from '../../../engine/client/actions/actionRequest'
import { addressOf } from '../../../engine/client/pageAddress'
import type { ActionPlan, BrowserScreenPlan } from '../../../engine/core/plan'
import type { RecordValues } from '../../../engine/core/wire'
import { sentBy } from './sentBy'

/** What came of pressing a button, and of confirming where it asked. */
export interface Pressed {
  screen: BrowserScreenPlan
  action: ActionPlan
  record: RecordValues | undefined
  /** Why it is not possible on the record; undefined when it is. */
  refusal: string | undefined
  /** Path and query afterwards. */
  address: string
  /** Text of a dialog or drawer that opened; undefined where none did. */
  dialog: string | undefined
  /** What is said on top of the page, such as why it is not possible. */
  notes: readonly string[]
  /** As `POST /api/x/approve/{id}`, an endpoint of the server; as it was sent where there is no such endpoint. */
  requests: readonly string[]
  /** Of these, what no endpoint answers. */
  unknown: readonly string[]
  /** Printed to the console, or thrown. */
  errors: readonly string[]
}

/** Whether a button did what its plan says: one line for each thing that is wrong. */
export function smokeFindings(pressed: Pressed): string[] {
  const { screen, action, unknown, errors } = pressed
  const found = [
    ...unknown.map((request) => `asks for ${request}, which there is not`),
    ...errors.map((error) => `prints ${error}`),
    ...(pressed.refusal === undefined ? outcomeFindings(pressed) : refusalFindings(pressed)),
  ]
  const said = pressed.notes.length === 0 ? '' : `; it says ${pressed.notes.join()}`
  return found.map((finding) => `${screen.id} ${action.name} (${action.title}): ${finding}${said}`)
}

function refusalFindings({ refusal = '', notes, dialog, requests }: Pressed): string[] {
  return [
    ...(notes.includes(refusal) ? [] : [`does not say ${refusal}`]),
    ...(dialog === undefined && requests.length === 0 ? [] : [`is done, though ${refusal}`]),
  ]
}

function outcomeFindings({ screen, action, record, address, dialog, requests }: Pressed): string[] {
  const { does } = action
  switch (does.kind) {
    case 'add':
    case 'edit':
    case 'view': {
      const page = screen.pages[does.page]
      const leads = page && addressOf(page, does.kind, record)
      if (leads === undefined) return dialog === undefined ? ['opens no dialog'] : []
      return address === leads ? [] : [`leads to ${address}, not to ${leads}`]
    }
    case 'link': {
      const leads = linkAddress(does.to, { record })
      // A page may say more of itself in its address.
      return address === leads || address.startsWith(`${leads}?`) ? [] : [`leads to ${address}, not to ${leads}`]
    }
    case 'export':
    case 'download':
    case 'delete': {
      const wanted = sentBy(screen, action) ?? ''
      return requests.includes(wanted) ? [] : [`does not ask for ${wanted}, but for ${requests.join() || 'nothing'}`]
    }
    case 'action':
    case 'request': {
      const wanted = sentBy(screen, action) ?? ''
      return dialog !== undefined || requests.includes(wanted) ? [] : [`neither opens a dialog nor asks for ${wanted}`]
    }
    // A block of the product's own, which may need no dialog.
    case 'widget':
      return dialog !== undefined || requests.length > 0 ? [] : ['neither opens a dialog nor asks for anything']
    default:
      return dialog === undefined ? ['opens no dialog'] : []
  }
}
