import { schemaError } from '../schemaMessages'

/** Own-property look-up that names what is missing; the schema check reports the same mistake with its position. */
export function lookUp<T>(map: Record<string, T>, name: string, what: string, where: string): T {
  const found = Object.hasOwn(map, name) ? map[name] : undefined
  if (found === undefined) throw schemaError('compile.unknown-name', { what, name, where })
  return found
}
