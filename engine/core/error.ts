import { messageText, type MessageCode, type MessageParams } from './messages'

/** A failure the engine can name: `code` for programs, `params` for its figures, `message` for people, from the catalogue. */
export class EngineError extends Error {
  readonly code: MessageCode
  readonly params: MessageParams

  constructor(code: MessageCode, params: MessageParams = {}) {
    super(messageText(code, params))
    this.name = 'EngineError'
    this.code = code
    this.params = params
  }
}
