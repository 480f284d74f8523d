import type { Entity } from '../../spec/generated/entity'
import { schemaText } from '../schemaMessages'
import { effectiveField, pendingField } from '../pending'
import type { FieldPlan } from '../plan'

/** Whether an action of the entity, whose groups are resolved, asks for changes that wait. */
export function hasPending({ actions = {} }: Pick<Entity, 'actions'>): boolean {
  return Object.values(actions).some(({ pending }) => pending !== undefined)
}

const written = { required: false, requiredFor: [], readOnly: true, secret: false, stored: true } as const

/** What such an entity has beside its own fields. Neither is written by anything but the pipeline itself, or the database. */
export const pendingFields: Record<string, FieldPlan> = {
  [pendingField]: { ...written, requiredFor: [], name: pendingField, type: 'json', title: schemaText('field.pendingChange') },
  [effectiveField]: { ...written, requiredFor: [], name: effectiveField, type: 'status', title: schemaText('field.effectiveStatus') },
}
