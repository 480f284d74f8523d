import { expect } from 'vitest'
import { refusals, type RefusalCode } from '../../../src/rules/refusals'
import type { ApiResponse } from './client'

/** What was asked for is refused for this reason, with these figures among others. */
export function expectRefusal(response: ApiResponse, code: RefusalCode, params: object = {}): void {
  expect(response).toMatchObject({ status: 417, body: { code: refusals[code].number, params } })
}
