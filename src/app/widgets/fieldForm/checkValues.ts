import { isEmpty } from '../../../../engine/core/endpoint'
import type { FieldPlan } from '../../../../engine/core/plan'
import type { FieldProblem } from '../../../../engine/core/wire'

export type Values = Readonly<Record<string, unknown>>
/** What is wrong, by the address of a field (`goods.0.qty`). */
export type Problems = Readonly<Record<string, string>>

type Formats = Readonly<Record<string, { test: (text: string) => boolean; message: string }>>

/**
 * What is wrong before anything is sent: what is missing, and texts that a named check refuses. All else is the server's to say.
 */
export function checkValues(fields: readonly FieldPlan[], values: Values, formats: Formats = {}): Problems {
  const problems: Record<string, string> = {}
  for (const { name, title, type, required, format } of fields) {
    const value = values[name]
    if (isEmpty(value) || (Array.isArray(value) && value.length === 0)) {
      if (required === true) problems[name] = `请${['select', 'ref', 'date', 'dateTime'].includes(type) ? '选择' : '填写'}${title}`
      continue
    }
    const check = format === undefined ? undefined : formats[format]
    if (check && typeof value === 'string' && !check.test(value)) problems[name] = check.message
  }
  return problems
}

/** The server's own words, by field. */
export function problemsByPath(problems: readonly FieldProblem[]): Problems {
  return Object.fromEntries(problems.map(({ path, detail }) => [path, detail]))
}
