import { valueChecks, type Formats } from '../../../../engine/client/form/valueChecks'
import type { FieldPlan } from '../../../../engine/core/plan'
import { readAnswers } from '../../../../engine/core/record/check'
import { Problems as Found } from '../../../../engine/core/record/problems'
import type { Environment } from '../../../../engine/core/record/scope'
import type { FieldProblem } from '../../../../engine/core/wire'

export type Values = Readonly<Record<string, unknown>>
/** What is wrong, by the address of a field (`goods.0.qty`). */
export type Problems = Readonly<Record<string, string>>

/** What is wrong before anything is sent, as the server would say it: what is missing, and values that do not fit their fields. */
export function checkValues(fields: readonly FieldPlan[], values: Values, environment: Environment, formats: Formats = {}): Problems {
  const problems = new Found()
  readAnswers(fields, values, { environment, checks: valueChecks(formats) }, problems)
  return problemsByPath(problems.all)
}

/** The server's own words, by field. */
export function problemsByPath(problems: readonly FieldProblem[]): Problems {
  return Object.fromEntries(problems.map(({ path, detail }) => [path, detail]))
}
