import type { Field } from '../../../spec/generated/entity'
import { compareDecimals } from '../../decimal'
import { isOfRecord } from '../asked'
import type { Facts, Sign } from './figure'
import { decimalsOfField, isKept, type Effects } from './product'
import type { StepContext } from './scope'

/** A field that a path of an expression reads, and whose it is. */
interface ReadField {
  name: string
  field: Field
  /** Of the header of this entity. */
  entity?: string
}

/** What the fields say of the figures that a step reads. @param of entities of its balance @param held decimals of what is held */
export function factsOfStep(step: StepContext, of: readonly string[], held: number | undefined, effects: Effects): Facts {
  const readBy = (names: readonly string[]): ReadField[] | undefined => fieldsRead(names, step, of, effects)
  return {
    sign: (names) => (names.join() === 'held' ? 'never' : worst(readBy(names)?.map((read) => signOfField(read, effects)))),
    decimals(names) {
      if (names.join() === 'held') return held
      const places = readBy(names)?.map(({ name, field }) => decimalsOfField(name, field, effects.sources))
      return places === undefined || places.includes(undefined) ? undefined : Math.max(...places.map(Number))
    },
  }
}

/** The same field of each of several balances; undefined where the path is none to a field. */
function fieldsRead(names: readonly string[], step: StepContext, of: readonly string[], effects: Effects): ReadField[] | undefined {
  const [root = '', name = ''] = names
  const { record, action, each, entity } = step
  const own = (field: Field | undefined, called: string, whose?: string): ReadField[] | undefined =>
    field && [{ name: called, field, entity: whose }]
  if (names.length === 1) return own(record.fields[root], root, entity)
  if (names.length > 2) return undefined
  if (root === 'it') return own(record.lines?.[each ?? '']?.fields[name], name)
  if (root === 'before') return own(record.fields[name], name, entity)
  if (root === 'of') return balanceFields(of, name, effects)
  const asked = root === 'form' ? action.ask?.[name] : undefined
  if (isOfRecord(asked)) return own(record.fields[name], name)
  if (asked !== undefined && asked.type !== 'lines') return own(asked, name)
  return own(record.lines?.[root]?.fields[name], name)
}

function balanceFields(of: readonly string[], name: string, { entities }: Effects): ReadField[] | undefined {
  const found = of.flatMap((entity) => {
    const field = entities[entity]?.fields[name]
    return field ? [{ name, field, entity }] : []
  })
  return found.length === of.length && found.length > 0 ? found : undefined
}

/** What people type is as its `min` says; what the system writes is known to whoever wrote the rule. */
function signOfField({ name, field, entity }: ReadField, effects: Effects): Sign {
  if (entity !== undefined && isKept(entity, name, effects)) return 'never'
  const min = 'min' in field ? field.min : undefined
  if (min !== undefined && compareDecimals(min, '0') >= 0) return 'never'
  const isTyped = field.system === undefined && field.value === undefined && field.query === undefined
  return isTyped ? 'can' : 'unknown'
}

function worst(signs: Sign[] | undefined): Sign {
  if (signs === undefined) return 'unknown'
  return signs.includes('can') ? 'can' : signs.every((sign) => sign === 'never') ? 'never' : 'unknown'
}
