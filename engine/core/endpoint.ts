import { EngineError } from './error'

export interface Endpoint {
  method: string
  /** URL template; `{name}` and `/:name` are holes that the input of that name fills. */
  url: string
}

export interface ApiRequest {
  method: string
  path: string
  /** What is left to send, as query or body. */
  values: Record<string, unknown>
}

const HOLE = /\{(\w+)\}|(?<=\/):(\w+)/g

/** Empty values are not sent (acceptance C2): `''`, null and undefined. `0`, `false` and an empty list are values. */
export function isEmpty(value: unknown): value is '' | null | undefined {
  return value === '' || value === null || value === undefined
}

/**
 * The values without the empty ones, at every depth. A list keeps its length and the position of its items, because a position can
 * mean a row; only the objects inside it are cleaned. Other things (files, dates) pass as they are.
 */
export function dropEmpty(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isEmpty(value))
      .map(([name, value]) => [name, cleaned(value)]),
  )
}

/**
 * Fills the holes of an endpoint's path and decides what is left to send: the values that are not empty and not used in the path.
 * @throws EngineError `endpoint.missing-param` when the input has nothing for a hole, `endpoint.unsafe-param` for `.` and `..`, which
 * encoding leaves as they are and which would lead to another endpoint
 */
export function buildRequest(endpoint: Endpoint, input: Record<string, unknown>): ApiRequest {
  const { method, url } = endpoint
  const values = new Map(Object.entries(dropEmpty(input)))
  const usedInPath = new Set<string>()

  const path = url.replace(HOLE, (_hole, inBraces?: string, afterColon?: string) => {
    const param = inBraces ?? afterColon ?? ''
    if (!values.has(param)) throw new EngineError('endpoint.missing-param', { url, param })
    const value = String(values.get(param))
    if (value === '.' || value === '..') throw new EngineError('endpoint.unsafe-param', { url, param, value })
    usedInPath.add(param)
    return encodeURIComponent(value)
  })
  for (const param of usedInPath) values.delete(param)
  return { method, path, values: Object.fromEntries(values) }
}

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned)
  return isPlainObject(value) ? dropEmpty(value) : value
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
