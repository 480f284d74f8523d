import { messages } from './messages'

type Key = keyof typeof messages

const words: Record<number, Key> = {
  400: 'request.malformed',
  401: 'request.unauthorized',
  403: 'request.forbidden',
  404: 'request.notFound',
  408: 'request.late',
  409: 'request.conflict',
  413: 'request.tooLarge',
  414: 'request.tooLarge',
  415: 'request.unsupported',
  422: 'request.invalid',
  429: 'request.tooMany',
  431: 'request.tooLarge',
  500: 'request.server',
  502: 'request.unavailable',
  503: 'request.unavailable',
  504: 'request.unavailable',
}

/**
 * The status text of an answer that says nothing itself, such as one of a proxy, in the user's language: what stands in the answer's first
 * line is English, and says "Bad Gateway". Undefined for a status that has no words.
 */
export function statusWords(status: number): string | undefined {
  const key = words[status]
  return key && messages[key]
}
