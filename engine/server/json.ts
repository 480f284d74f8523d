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
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '"') at = endOfText(json, at + 1)
    else if (character === '{' || character === '[') {
      if (++depth > deepest) return true
    } else if (character === '}' || character === ']') depth--
  }
  return false
}

/** Where a text ends; files in JSON are texts of many megabytes, which are jumped over. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = 0
    while (at - escapes > start && json[at - escapes - 1] === '\\') escapes++
    if (escapes % 2 === 0) return at
  }
  return json.length
}
