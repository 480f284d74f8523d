import { messageText, type MessageCode, type MessageParams } from './messages'

/** A failure the engine can name: `code` for programs, `params` for its figures, `message` for people, from the catalogue. */
export class EngineError extends Error {
  readonly code: string
  readonly params: MessageParams

  constructor(code: MessageCode, params?: MessageParams)
  /** With a text of another catalogue. */
  constructor(code: string, params: MessageParams, text: string)
  constructor(code: string, params: MessageParams = {}, text: string = messageText(code as MessageCode, params)) {
    super(text)
    this.name = 'EngineError'
    this.code = code
    this.params = params
  }
}
