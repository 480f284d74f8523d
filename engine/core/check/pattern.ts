import safeRegex from 'safe-regex2'

/** Whether a pattern compiles and cannot be made to run for ever by a hostile text. */
export function isSafePattern(pattern: string): boolean {
  try {
    return safeRegex(new RegExp(pattern, 'u')) && !repeatsAlike(pattern)
  } catch {
    return false
  }
}

/** A repeated choice between parts that begin alike, `(a|ab)*`: what matches can be read in as many ways as there are repetitions, squared. */
function repeatsAlike(pattern: string): boolean {
  return [...pattern.matchAll(/\((?:\?:)?([^()]*\|[^()]*)\)[*+{]/g)].some(([, choice = '']) => {
    const beginnings = choice.split('|').map((part) => /^\\?./u.exec(part)?.[0])
    return new Set(beginnings).size < beginnings.length
  })
}
