/**
 * What the program and the page that embeds it say to each other by `postMessage` (acceptance S6). Names and shapes are defined here alone; the
 * README documents them for the embedding system.
 */

/** From us, when the program starts and whenever it needs a token. */
export interface TokenRequest {
  type: 'requestAccessToken'
  /** Path of the page that needs it; names the request. */
  path: string
}

/** A session token of this product, in answer to the request or whenever another user signs in. */
export interface TokenMessage {
  type: 'accessToken'
  accessToken: string
}

/** Go to one of our pages: a path with its query. */
export interface NavigateMessage {
  type: 'navigate'
  path: string
}

/** Every saved parameter of a search form becomes null. */
export interface ClearConditionsMessage {
  type: 'clearConditions'
}

/** The buttons that may stay, of one permission group (acceptance P3). It only hides buttons: the server checks the rights. */
export interface ButtonListMessage {
  type: 'buttonList'
  permissionGroup: string
  /** Codes, `<menu>_<button>`. */
  buttons: readonly string[]
}

export type ParentMessage = TokenMessage | NavigateMessage | ClearConditionsMessage | ButtonListMessage

const MAX_BUTTONS = 1000
const LONGEST_PATH = 2000

/** Each kind's members; a message has these and no other. */
const shapes: Readonly<Record<ParentMessage['type'], Readonly<Record<string, (value: unknown) => boolean>>>> = {
  accessToken: { accessToken: (value) => isText(value, /^[A-Za-z0-9._~+/=-]{1,512}$/) },
  navigate: { path: (value) => typeof value === 'string' && value.length <= LONGEST_PATH },
  clearConditions: {},
  buttonList: {
    permissionGroup: (value) => isText(value, /^[A-Za-z]{1,40}$/),
    buttons: (value) =>
      Array.isArray(value) && value.length <= MAX_BUTTONS && value.every((code) => isText(code, /^[A-Za-z]{1,40}_[A-Za-z]{1,40}$/)),
  },
}

/** The message as it was received, or undefined when it is none of ours in every detail. */
export function readParentMessage(data: unknown): ParentMessage | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined
  const { type, ...members } = data as Record<string, unknown>
  if (typeof type !== 'string' || !Object.hasOwn(shapes, type)) return undefined
  const shape = shapes[type as ParentMessage['type']]
  const names = Object.keys(shape)
  const fits = Object.keys(members).length === names.length && names.every((name) => shape[name]?.(members[name]))
  return fits ? (data as ParentMessage) : undefined
}

function isText(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value)
}
