import { describe, expect, it } from 'vitest'
import { fieldProblem, forbidden, invalid, methodNotAllowed, notFound, problemBody, refused, stale, unauthorized } from './problem'

describe('problemBody', () => {
  it('says the same in every member that a client reads', () => {
    const body = problemBody(notFound(), '/api/books/1', 'trace-1')
    expect(body).toMatchObject({
      status: 404,
      code: 404000,
      type: '/problems/not-found',
      title: '页面不存在',
      instance: '/api/books/1',
      traceId: 'trace-1',
    })
    expect(body.detail).not.toBe('')
    expect([body.message, body.error, body.errorMessage]).toEqual([body.detail, body.detail, body.detail])
  })

  it('carries what a stale form needs', () => {
    const current = { version: 3, updatedBy: 'Li', updatedAt: '2026-11-20T00:00:00.000Z' }
    expect(problemBody(stale(current), '/', 't')).toMatchObject({
      status: 409,
      code: 100409,
      current,
      detail: '数据已被 Li 修改，请刷新后重试',
    })
    expect(stale({ ...current, updatedBy: '' }).message).toBe('数据已被修改，请刷新后重试')
  })

  it('carries the figures of a refusal under the product’s own number', () => {
    expect(problemBody(refused('no', 100501, { available: '1.00' }), '/', 't')).toMatchObject({
      status: 417,
      code: 100501,
      params: { available: '1.00' },
    })
  })

  it('never tells which right is missing', () => {
    expect(JSON.stringify(problemBody(forbidden('book_delete'), '/', 't'))).not.toContain('book_delete')
  })
})

describe('headers', () => {
  it('asks for a bearer token with 401 and names the methods with 405', () => {
    expect(unauthorized().extras.headers).toEqual({ 'www-authenticate': 'Bearer' })
    expect(methodNotAllowed('PUT', ['GET', 'POST']).extras.headers).toEqual({ allow: 'GET, POST' })
  })
})

describe('field problems', () => {
  it('address a line by pointer and by path', () => {
    expect(fieldProblem('goods.0.qty', 'min', 'too small', { min: '1' })).toEqual({
      pointer: '/goods/0/qty',
      path: 'goods.0.qty',
      rule: 'min',
      detail: 'too small',
      params: { min: '1' },
    })
    expect(fieldProblem('a/b~c', 'unknown', '').pointer).toBe('/a~1b~0c')
  })
  it('are at most 50, and the first one is the text', () => {
    const problem = invalid(Array.from({ length: 80 }, (_, row) => fieldProblem(`rows.${row}`, 'required', `row ${row}`)))
    expect(problem.extras.errors).toHaveLength(50)
    expect(problem.message).toBe('row 0')
  })
  it('make a duplicate of a broken unique rule', () => {
    expect(invalid([fieldProblem('name', 'unique', 'taken')])).toMatchObject({ status: 422, code: 100411 })
    expect(invalid([fieldProblem('name', 'required', 'empty')])).toMatchObject({ status: 422, code: 422000 })
  })
})
