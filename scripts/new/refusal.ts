import { nearest } from '../../engine/spec/nearest'
import { formatProblem, type SchemaProblem } from '../../engine/spec/problem'

/** Thrown when a command cannot be done as it was asked for: a line for each reason. Nothing has been written then. */
export class NotDone extends Error {
  readonly problems: readonly SchemaProblem[]

  constructor(problems: readonly SchemaProblem[]) {
    super(problems.map(formatProblem).join('\n'))
    this.problems = problems
    // Told as it is by runScript (scripts/database.ts).
    this.name = 'EngineError'
  }
}

export interface Hint {
  /** What would have been right: words, or names, of which the nearest is suggested; a long list of them is not shown. */
  allowed?: string | readonly string[]
  /** From 1. */
  column?: number
}

/** A mistake in what was asked for, told as a mistake in a schema file is. @param place the flag or argument, in place of a file */
export function mistake(place: string, found: string, { allowed, column = 1 }: Hint = {}, word?: string): SchemaProblem {
  const names = typeof allowed === 'string' || allowed === undefined ? [] : allowed
  return {
    file: place,
    line: 1,
    column,
    code: 'new',
    found,
    allowed: typeof allowed === 'string' ? allowed : names.length > 0 && names.length <= 30 ? names.join(', ') : undefined,
    suggestion: word === undefined ? undefined : nearest(word, names),
  }
}

/** Ends the command with one mistake. */
export function notDone(place: string, found: string, hint?: Hint, word?: string): never {
  throw new NotDone([mistake(place, found, hint, word)])
}
