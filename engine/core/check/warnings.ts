import type { Entity } from '../../spec/generated/entity'
import { holesIn } from '../record/warnings'
import type { ExpressionScopeTypes } from '../expression'
import { checkSource } from './expression'
import type { Report } from './report'

/**
 * What warnings name is there.
 * @param types of what their conditions read @param shown fields and display values that have a text @param hidden those that are internal
 */
export function checkWarnings(
  source: string,
  pointer: string,
  warnings: NonNullable<Entity['warnings']>,
  {
    types,
    shown,
    fields,
    hidden,
  }: { types: ExpressionScopeTypes; shown: ExpressionScopeTypes; fields: string[]; hidden: ReadonlySet<string> },
  report: Report,
): void {
  for (const [index, { when, says, field }] of warnings.entries()) {
    const at = `${pointer}/${index}`
    checkSource(source, `${at}/when`, when, types, ['boolean'], report)
    for (const name of holesIn(says)) {
      if (!report.known(source, `${at}/says`, 'field', name, Object.keys(shown))) continue
      if (shown[name] === 'masked') report.add(source, `${at}/says`, 'check.masked', { name })
      if (hidden.has(name)) report.add(source, `${at}/says`, 'check.internal', { name })
    }
    if (field !== undefined) report.known(source, `${at}/field`, 'field', field, fields)
  }
}
