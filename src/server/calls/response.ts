import type { OutsideResponse } from '../providers/provider'

/** Taken, or refused for good: asking again would change nothing. */
export function isAnswered({ httpStatus }: Pick<OutsideResponse, 'httpStatus'>): boolean {
  return httpStatus !== undefined && httpStatus < 500 && httpStatus !== 408 && httpStatus !== 429
}

export function isSuccess({ httpStatus }: OutsideResponse): boolean {
  return httpStatus !== undefined && httpStatus >= 200 && httpStatus < 300
}

/** Why it was not taken, as the system says it. */
export function reasonOf({ httpStatus, body, error }: OutsideResponse): string {
  if (error !== undefined) return storable(error)
  const message = answerOf(body)['message']
  return typeof message === 'string' && message !== '' ? storable(message) : `HTTP ${httpStatus ?? ''}`
}

/** The system's own number of what it was told of, where it gives one that can be one. */
export function numberOf(body: string, maxLength: number): string | undefined {
  const { id } = answerOf(body)
  const number = typeof id === 'string' || typeof id === 'number' ? storable(String(id)) : ''
  return number === '' || number.length > maxLength ? undefined : number
}

/** A text of somebody else as it can be kept: the database has no room for a NUL, nor JSON in it for half a sign. */
export function storable(text: string): string {
  return Buffer.from(text.replaceAll('\0', '')).toString()
}

/** What it answers; nothing where that is no JSON object. */
export function answerOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const answer: unknown = JSON.parse(body)
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
