import type { Entity } from '../../spec/generated/entity'
import type { EntityPlan, FieldPlan, SerialPlan } from '../plan'
import { optional } from '../sources/optional'

const usualDigits = 4
const digitsUnderParent = 2

/** How the rows of an entity are numbered; nothing where they are not. */
export function compileNumbers(
  { serial, sequences }: Entity,
  fields: Record<string, FieldPlan>,
): Pick<EntityPlan, 'serial' | 'document' | 'sequences'> {
  const field = Object.values(fields).find(({ type }) => type === 'serial')
  return {
    ...(serial && field ? { serial: compileSerial(serial, field.name) } : {}),
    ...(serial && field && isOfDay(serial) ? { document: true as const } : {}),
    ...(sequences
      ? { sequences: Object.fromEntries(Object.entries(sequences).map(([name, { per = [], on = [] }]) => [name, { per, on }])) }
      : {}),
  }
}

function compileSerial({ prefix, restart = 'day', digits, by, of }: NonNullable<Entity['serial']>, field: string): SerialPlan {
  if (of !== undefined) return { field, digits: digits ?? digitsUnderParent, of }
  return {
    field,
    digits: digits ?? usualDigits,
    ...optional({ prefix }),
    ...(by === 'id' ? { byId: true as const } : restart === 'never' ? {} : { restart }),
  }
}

function isOfDay({ restart, by, of }: NonNullable<Entity['serial']>): boolean {
  return of !== undefined || (restart !== 'never' && by !== 'id')
}
