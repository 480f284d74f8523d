import type { SchemaProblem } from '../../spec/problem'
import { schemaText } from '../schemaMessages'

/** What the check lets pass and the compiler refuses is a gap in the check; who wrote `file` is told all the same. */
export function compileOrTell<Plan>(
  file: string,
  compile: () => Plan,
): { problems: SchemaProblem[]; plan?: undefined } | { problems: []; plan: Plan } {
  try {
    return { problems: [], plan: compile() }
  } catch (error) {
    const found = schemaText('compile.failed', { reason: error instanceof Error ? error.message : String(error) })
    return { problems: [{ file, line: 1, column: 1, code: 'compile', found }] }
  }
}
