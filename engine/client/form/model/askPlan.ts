import type { AskedLinesPlan, ColumnPlan, FieldPlan, LinesPlan } from '../../../core/plan'
import { isAttached } from '../../../core/fields'
import { fieldTypeOf } from '../../fields'
import { asColumn } from './column'
import type { FormPlan } from './formModel'

/** The inputs of an action as a form: its fields one below the other, and the line table whose rows have inputs. */
export function askPlan(fields: readonly FieldPlan[], lines: AskedLinesPlan | undefined): FormPlan {
  return {
    // Files that a dialog asks for are sent with its other answers: a record that exists keeps its own as soon as they are uploaded.
    sections: [{ title: '', items: fields.map((field) => ({ field: isAttached(field) ? { ...field, waits: true } : field, span: 3 })) }],
    lines: lines ? [askedLines(lines)] : [],
    checks: [],
    asks: true,
  }
}

/** Columns to read, then columns to fill. */
export function askColumns({ show, fill }: AskedLinesPlan): ColumnPlan[] {
  return [...toRead(show), ...fill].map((field) => ({ ...asColumn(field), width: fieldTypeOf(field).dialogWidth(field) }))
}

function askedLines({ lines, title, show, fill }: AskedLinesPlan): LinesPlan {
  return {
    name: lines,
    title,
    // An input goes before a shown column, should a column be both.
    fields: Object.fromEntries([...toRead(show), ...fill].map((field) => [field.name, field])),
    minRows: 0,
    requiredFor: [],
    maxRows: Infinity,
    unique: [],
    table: lines,
  }
}

function toRead(fields: readonly FieldPlan[]): FieldPlan[] {
  return fields.map((field) => ({ ...field, readOnly: true }))
}
