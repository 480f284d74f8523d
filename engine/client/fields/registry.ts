import type { ColumnPlan, FieldPlan } from '../../core/plan'
import type { Cell, FieldContext, FieldDefinition } from './definition'

/** Field types by name, the engine's and the product's. */
export interface FieldRegistry {
  /** @throws Error naming the field, the type and the types that exist */
  of: (field: FieldPlan) => FieldDefinition
}

/** @throws Error when two definitions have one name: which of them would serve is nothing to guess */
export function createFieldRegistry(definitions: readonly FieldDefinition[]): FieldRegistry {
  const byType = new Map<string, FieldDefinition>()
  for (const definition of definitions) {
    if (byType.has(definition.type)) throw new Error(`Two field types are called '${definition.type}'`)
    byType.set(definition.type, definition)
  }
  return {
    of(field) {
      const definition = byType.get(field.type)
      if (!definition) {
        throw new Error(`Field '${field.name}' is of the unknown type '${field.type}'; known types: ${[...byType.keys()].join(', ')}`)
      }
      return definition
    },
  }
}

/** The cell of a column: the type's own, or its text. A display value (`authorName` of `authorId`) is text or a list of texts. */
export function cellOf(column: ColumnPlan, context: FieldContext, registry: FieldRegistry): Cell {
  const definition = registry.of(column.field)
  return definition.cell?.(column, context) ?? definition.formatter(column.field, context)
}
