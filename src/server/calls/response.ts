import type { OutsideResponse } from '../providers/provider'

/** Taken, or refused for good: asking again would change nothing. */
export function isAnswered({ httpStatus }: OutsideResponse): boolean {
  return httpStatus !== undefined && httpStatus < 500 && httpStatus !== 408 && httpStatus !== 429
}

export function isSuccess({ httpStatus }: OutsideResponse): boolean {
  return httpStatus !== undefined && httpStatus >= 200 && httpStatus < 300
}

/** Why it was not taken, as the system says it. */
export function reasonOf({ httpStatus, body, error }: OutsideResponse): string {
  if (error !== undefined) return error
  const message = answerOf(body)['message']
  return typeof message === 'string' && message !== '' ? message : `HTTP ${httpStatus ?? ''}`
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
