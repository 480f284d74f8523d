import safeRegex from 'safe-regex2'

/** Whether a pattern compiles and cannot be made to run for ever by a hostile text. */
export function isSafePattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') !== undefined && safeRegex(pattern)
  } catch {
    return false
  }
}
