import type { OutsideResponse } from '../provider'

/** What a stand-in answers; how long it took is made up of what was asked, so that it is the same each time. */
export function answer(httpStatus: number, body: object, asked: string): OutsideResponse {
  return { httpStatus, body: JSON.stringify(body), costMs: 40 + (sumOf(asked) % 260) }
}

/** A small number that stands for a text, the same each time. */
export function sumOf(text: string): number {
  return [...text].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521, 7)
}
