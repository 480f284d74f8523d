import { expect, it } from 'vitest'
import { maskUrl } from './logging'

it.each([
  ['/a?ticket=abc', '/a?ticket=***'],
  ['/a?x=1&Token=abc&y=2#z', '/a?x=1&Token=***&y=2#z'],
  // Names are read as the server reads them.
  ['/a?%74icket=abc', '/a?%74icket=***'],
  ['/a?t%69cke%74=abc&access%5Ftoken=def', '/a?t%69cke%74=***&access%5Ftoken=***'],
  ['/a?%zz=1&ticket=abc', '/a?%zz=1&ticket=***'],
  ['/a?%E0%A4=1&pass%77ord=abc', '/a?%E0%A4=1&pass%77ord=***'],
  ['/a?ticketNo=abc&title=token', '/a?ticketNo=abc&title=token'],
  ['/a', '/a'],
])('logs %s as %s', (url, logged) => {
  expect(maskUrl(url)).toBe(logged)
})
