import type { Field } from '../../spec/generated/entity'
import type { Tone } from '../../spec/generated/screen'
import type { ExpressionScopeTypes } from '../expression'
import { checkSource } from './expression'
import type { Report } from './report'

/** Conditions of tones are asked of rows as they are answered. @param types see `typesOfRow` */
export function checkTone(source: string, pointer: string, tone: Tone | undefined, types: ExpressionScopeTypes, report: Report): void {
  for (const [name, condition] of Object.entries(tone ?? {})) {
    const [text, at] = typeof condition === 'string' ? [condition, ''] : [condition.when, '/when']
    checkSource(source, `${pointer}/${name}${at}`, text, types, ['boolean'], report)
  }
}

/** What an answered row has of a record: no line tables, and no field that never leaves the server. */
export function typesOfRow(types: ExpressionScopeTypes, fields: Record<string, Field>): ExpressionScopeTypes {
  return Object.fromEntries(
    Object.entries(types).filter(([name, type]) => !fields[name]?.secret && (typeof type === 'string' || !('lines' in type))),
  )
}
