/**
 * The input of a request is checked against the contract before its route runs: a key of the query that the contract does not name, that is
 * repeated where one value is meant, or that is longer than any value, and a body where none belongs. What the values mean, the routes check.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FieldProblem } from '../core/wire'
import { messageText } from './messages'
import { badRequest, fieldProblem, invalid } from './problem'

/** What a route takes, as the contract says. */
export interface AcceptedInput {
  /** Keys of the query, and whether one may be repeated. */
  query: ReadonlyMap<string, 'one' | 'many'>
  /** The route itself refuses keys that it does not know, together with all else that is wrong. */
  checksQuery: boolean
  /** Keys of a JSON body, of which there are none where it takes none; undefined where the route itself checks them. */
  body: ReadonlySet<string> | undefined
}

/** A list of 200 ids, or of 50 codes, is shorter. */
const maxValueLength = 4_000
const maxValues = 200
const maxNameLength = 40

/** @param acceptedOf of a route by its method and URL; undefined for pages, whose address their own code reads */
export function refuseUnknownInput(app: FastifyInstance, acceptedOf: (route: string) => AcceptedInput | undefined): void {
  app.addHook('preValidation', async (request) => {
    const { config, url } = request.routeOptions
    if (config.permission === undefined || url === undefined) return
    const accepted = acceptedOf(`${request.method} ${url}`)
    if (!accepted) return
    const problems = [...queryProblems(request.query as Record<string, unknown>, accepted), ...bodyProblems(request, accepted.body)]
    if (problems.length > 0) throw invalid(problems)
  })
}

function queryProblems(query: Record<string, unknown>, { query: known, checksQuery }: AcceptedInput): FieldProblem[] {
  return Object.entries(query).flatMap(([key, value]) => {
    const name = key.slice(0, maxNameLength)
    const kind = known.get(key)
    if (kind === undefined && checksQuery) return []
    if (kind === undefined) return [fieldProblem(name, 'unknown', messageText('query.unknown-parameter', { name }))]
    const values = Array.isArray(value) ? value : [value]
    const fits =
      values.every((one) => typeof one === 'string' && one.length <= maxValueLength) && values.length <= (kind === 'many' ? maxValues : 1)
    return fits ? [] : [fieldProblem(name, 'type', messageText('query.wrong-value', { name }))]
  })
}

/** @throws HttpProblem 400 for JSON that is no object */
function bodyProblems({ body }: FastifyRequest, known: AcceptedInput['body']): FieldProblem[] {
  if (known === undefined || body === undefined || body === null) return []
  if (typeof body !== 'object' || Array.isArray(body)) throw badRequest()
  return Object.keys(body)
    .filter((key) => !known.has(key))
    .map((key) => {
      const name = key.slice(0, maxNameLength)
      return fieldProblem(name, 'unknown', messageText('invalid.unknown', { name }))
    })
}
