import type { Diagnostic } from '@codemirror/lint'
import type { Text } from '@codemirror/state'
import { problemWords, type SchemaProblem } from '../../spec/problem'

/** Where a line and column stand in a text that may be another by now. */
export function offsetOf(text: Text, { line, column }: { line: number; column: number }): number {
  const at = text.line(Math.min(Math.max(line, 1), text.lines))
  return Math.min(at.from + Math.max(column, 1) - 1, at.to)
}

/** Marks of problems: under the word that each begins with. */
export function diagnosticsOf(text: Text, problems: readonly SchemaProblem[]): Diagnostic[] {
  return problems
    .map((problem) => {
      const from = offsetOf(text, problem)
      const rest = text.sliceString(from, Math.min(text.length, from + 200))
      const word = /^(?:"(?:[^"\\\n]|\\.)*"|[\w.-]+|\S)/.exec(rest)?.[0] ?? ''
      return { from, to: from + word.length, severity: 'error' as const, message: problemWords(problem) }
    })
    .sort((a, b) => a.from - b.from)
}
