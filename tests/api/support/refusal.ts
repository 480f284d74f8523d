import { expect } from 'vitest'
import { refusals, type RefusalCode } from '../../../src/rules/refusals'
import type { ApiResponse } from './client'

/** Expects a 417 with the number of this refusal and at least these of its parameters. */
export function expectRefusal(response: ApiResponse, code: RefusalCode, params: object = {}): void {
  expect(response).toMatchObject({ status: 417, body: { code: refusals[code].number, params } })
}
