import type { FastifyInstance } from 'fastify'
import { badRequest } from './problem'

/** No form is nested more deeply; what is deeper is made to exhaust whatever walks through it. */
const deepest = 32

/** JSON bodies are measured before anything is made of them. @throws HttpProblem 400 for what is no JSON, or too deep */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (isTooDeep(text)) done(badRequest())
    else void parse(request, text, done)
  })
}

/** Whether arrays and objects stand in one another more often than any form needs; what is no JSON may have any answer. */
export function isTooDeep(json: string): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (inText) {
      if (character === '\\') at++
      else if (character === '"') inText = false
    } else if (character === '"') inText = true
    else if (character === '{' || character === '[') {
      if (++depth > deepest) return true
    } else if (character === '}' || character === ']') depth--
  }
  return false
}
