import { expect, it } from 'vitest'
import { answerOf, isAnswered, isSuccess, numberOf, reasonOf } from './response'

const response = (httpStatus: number | undefined, body = '', error?: string) => ({
  body,
  costMs: 1,
  ...(httpStatus === undefined ? {} : { httpStatus }),
  ...(error === undefined ? {} : { error }),
})

it.each([
  [200, true, true],
  [201, true, true],
  [302, true, false],
  [400, true, false],
  [422, true, false],
  [408, false, false],
  [429, false, false],
  [500, false, false],
  [503, false, false],
  [undefined, false, false],
])('status %s is an answer: %s, and a success: %s', (status, answered, success) => {
  expect([isAnswered(response(status)), isSuccess(response(status))]).toEqual([answered, success])
})

it('says why, in the words of the system where it has any', () => {
  expect(reasonOf(response(422, '{"code":"INVALID","message":"缺少通知号"}'))).toBe('缺少通知号')
  expect(reasonOf(response(502, '<html>'))).toBe('HTTP 502')
  expect(reasonOf(response(500, '{"message":7}'))).toBe('HTTP 500')
  expect(reasonOf(response(undefined, '', 'connect ECONNREFUSED'))).toBe('connect ECONNREFUSED')
})

it('reads what is no object as nothing', () => {
  expect([answerOf('[1]')[0], answerOf('null'), answerOf('x')]).toEqual([1, {}, {}])
})

it('takes as a number of the system what can be one, and keeps what can be kept of its words', () => {
  expect(['{"id":"b-1"}', '{"id":7}', '{"id":{}}', '{"id":""}', '{}', '{"id":"12345678901"}'].map((body) => numberOf(body, 10))).toEqual([
    'b-1',
    '7',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(reasonOf(response(422, JSON.stringify({ message: 'a\0b\ud800' })))).toBe('ab\ufffd')
})
