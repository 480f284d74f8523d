import { specText } from './messages'

/** One mistake in a schema file: where it stands, what was found, what is allowed, and the nearest thing that would be right. */
export interface SchemaProblem {
  /** Path of the file relative to the repository. */
  file: string
  /** From 1. */
  line: number
  /** From 1. */
  column: number
  /** Stable name of the kind of mistake. */
  code: string
  found: string
  allowed?: string
  suggestion?: string
}

/** `file:line:column  what was found  what is allowed  did you mean …`, one line per mistake. */
export function formatProblem(problem: SchemaProblem): string {
  return `${problem.file}:${problem.line}:${problem.column}  ${problemWords(problem)}`
}

/** A mistake without its place. */
export function problemWords({ found, allowed, suggestion }: SchemaProblem): string {
  const parts = [found]
  if (allowed !== undefined) parts.push(specText('problem.allowed', { allowed }))
  if (suggestion !== undefined) parts.push(specText('problem.suggestion', { suggestion }))
  return parts.join('  ')
}

export function byPlace(a: SchemaProblem, b: SchemaProblem): number {
  return a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column
}
