import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * Whether a text contains another one, in capital or small letters. Where there are none, as in Chinese, they are not compared in both ways, which
 * takes a third longer.
 */
export function containsText(text: RawBuilder<unknown>, sought: string): RawBuilder<SqlBool> {
  const pattern = `%${escapedPattern(sought)}%`
  return sought.toLowerCase() === sought.toUpperCase() ? sql`${text} like ${pattern}` : sql`${text} ilike ${pattern}`
}

/** The text as a pattern that means nothing but itself. */
export function escapedPattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
