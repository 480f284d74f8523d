import type { ViewParams } from '../extensions'
import type { SessionUser } from '../session'
import { defaultParams, type SourceContext } from '../source'
import { fieldsReader } from './fields'
import type { Reading } from './reading'

export interface Given {
  context: SourceContext
  /** The rest of the query. */
  input: Record<string, unknown>
}

/** Takes the arguments of read models out of a query; they are in the context then. @throws HttpProblem 422 that names each wrong one */
export type ParamsReader = (input: Record<string, unknown>, user: SessionUser) => Given

/** @param entities whose arguments the query may bring; those of one name are one argument */
export function paramsReader(reading: Reading, entities: readonly string[]): ParamsReader {
  const holders = [...new Set(entities)].map((name) => reading.entity(name)).filter(({ params }) => params !== undefined)
  if (holders.length === 0) return (input, user) => ({ context: reading.context(user), input })
  const readers = holders.map((entity) => {
    const fields = Object.values(entity.params ?? {})
    return { entity, names: new Set(fields.map(({ name }) => name)), read: fieldsReader(reading.services, fields, 'query') }
  })
  return (input, user) => {
    const context = reading.context(user)
    const rest = { ...input }
    const params: Record<string, ViewParams> = {}
    for (const { entity, names, read } of readers) {
      const value = Object.fromEntries(Object.entries(input).filter(([name]) => names.has(name)))
      for (const name of names) delete rest[name]
      params[entity.name] = { ...defaultParams(entity, context.today), ...read(value) }
    }
    return { context: { ...context, params }, input: rest }
  }
}
