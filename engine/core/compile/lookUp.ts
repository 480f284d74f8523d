import { EngineError } from '../error'

/** Own-property look-up that names what is missing; the schema check reports the same mistake with its position. */
export function lookUp<T>(map: Record<string, T>, name: string, what: string, where: string): T {
  const found = Object.hasOwn(map, name) ? map[name] : undefined
  if (found === undefined) throw new EngineError('compile.unknown-name', { what, name, where })
  return found
}
