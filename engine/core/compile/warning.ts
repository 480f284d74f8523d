import type { Entity } from '../../spec/generated/entity'
import type { WarningPlan } from '../plan'
import { compileExpression } from './expression'

export function compileWarnings(warnings: Entity['warnings']): WarningPlan[] | undefined {
  return warnings?.map(({ when, ...rest }) => ({ ...rest, when: compileExpression(when) }))
}
