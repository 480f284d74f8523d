import { textOf } from '../../core/fields'
import type { FieldPlan } from '../../core/plan'
import { CopyableText } from './controls/CopyableText'
import type { Cell, FieldContext } from '../fieldDefinition'

/** A value as text with its copy button. */
export function copyableCell(field: FieldPlan, context: FieldContext): Cell {
  const text = textOf(field, context)
  return (value) => <CopyableText text={text(value)} />
}
