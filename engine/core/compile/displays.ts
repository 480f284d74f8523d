import { displayOf } from '../fields'
import type { FieldPlan } from '../plan'

/** Display value → reference; a field of the same name (a snapshot) takes precedence. */
export function displaysOf(fields: Record<string, FieldPlan>): Record<string, string> {
  const displays: Record<string, string> = {}
  for (const field of Object.values(fields)) {
    const display = displayOf(field)
    if (display !== undefined && !field.secret && !Object.hasOwn(fields, display)) displays[display] = field.name
  }
  return displays
}
