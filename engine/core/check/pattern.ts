import safeRegex from 'safe-regex2'

/** Whether a pattern compiles and cannot be made to run for ever by a hostile text. */
export function isSafePattern(pattern: string): boolean {
  try {
    return safeRegex(new RegExp(pattern, 'u'))
  } catch {
    return false
  }
}
