import { expect, it } from 'vitest'
import { EngineError } from './error'
import { messages, messageText } from './messages'

it('carries the code, the figures and the text of the catalogue', () => {
  const error = new EngineError('endpoint.missing-param', { url: '/api/a/{id}', param: 'id' })
  expect(error).toBeInstanceOf(Error)
  expect(error.code).toBe('endpoint.missing-param')
  expect(error.params).toEqual({ url: '/api/a/{id}', param: 'id' })
  expect(error.message).toBe('请求地址 /api/a/{id} 缺少参数 id')
})

it('does not compile with a code that has no text', () => {
  // @ts-expect-error the code is not in the catalogue
  expect(() => new EngineError('nobody.knows')).toThrow(TypeError)
})

it('leaves a hole without a param visible', () => {
  expect(messageText('decimal.too-many-decimals', { value: '1.234' })).toBe('“1.234”的小数位数超过 {decimals} 位')
})

it('fills holes from own params only', () => {
  expect(messageText('decimal.invalid', Object.create({ value: 'inherited' }) as Record<string, unknown>)).toBe('“{value}”不是有效的数字')
})

it('puts a value with holes of its own in as it is', () => {
  expect(messageText('decimal.too-many-decimals', { value: '{decimals}$&', decimals: 2 })).toBe('“{decimals}$&”的小数位数超过 2 位')
})

it('names every code after its part of the engine', () => {
  for (const code of Object.keys(messages)) expect(code).toMatch(/^[a-z]+\.[A-Za-z]+(-[a-z]+)*$/)
})
