import { expect, it } from 'vitest'
import { formatProblem } from '../../spec/problem'
import { schemaError } from '../schemaMessages'
import { compileOrTell } from './compileOrTell'

it('gives what was compiled', () => {
  expect(compileOrTell('schemas/product.json', () => 'plan')).toEqual({ problems: [], plan: 'plan' })
})

it.each([
  ['can name', () => schemaError('compile.no-record-page', { where: 'base/book', name: 'view' }), 'base/book：按钮“view”没有可打开的页面'],
  ['did not expect', () => new TypeError('x is undefined'), 'x is undefined'],
])('tells a failure that the compiler %s as a problem of the file, not as a failure of who asked', (_what, failure, reason) => {
  const { problems, plan } = compileOrTell('schemas/entities/book.entity.json', () => {
    throw failure()
  })
  expect(plan).toBeUndefined()
  expect(problems.map(formatProblem)).toEqual([`schemas/entities/book.entity.json:1:1  通过检查但无法编译：${reason}`])
})
