import { describe, expect, it } from 'vitest'
import { buildRequest, dropEmpty, isEmpty } from './endpoint'

describe('isEmpty', () => {
  it('C2 takes an empty text, null and undefined for nothing', () => {
    for (const value of ['', null, undefined]) expect(isEmpty(value)).toBe(true)
  })
  it('C2 takes zero, false, a blank and an empty list for something', () => {
    for (const value of [0, false, ' ', '0', [], {}, NaN]) expect(isEmpty(value)).toBe(false)
  })
})

describe('dropEmpty', () => {
  it('C2 drops empty values at every depth and keeps 0 and false', () => {
    expect(dropEmpty({ a: '', b: null, c: undefined, d: 0, e: false, f: { g: '', h: 1, i: { j: null } } })).toStrictEqual({
      d: 0,
      e: false,
      f: { h: 1, i: {} },
    })
  })
  it('C2 keeps the positions of a list and cleans the objects inside', () => {
    expect(dropEmpty({ rows: [{ qty: '1', note: '' }, null, '', [{ note: null }], 'x'] })).toStrictEqual({
      rows: [{ qty: '1' }, null, '', [{}], 'x'],
    })
  })
  it('passes what is not plain data', () => {
    const file = new Date(0)
    expect(dropEmpty({ file })['file']).toBe(file)
  })
  it('changes nothing of what it was given', () => {
    const values = { a: '', rows: [{ b: '' }] }
    dropEmpty(values)
    expect(values).toStrictEqual({ a: '', rows: [{ b: '' }] })
  })
  it('does not let a key set a prototype', () => {
    const dropped = dropEmpty(JSON.parse('{"__proto__": {"admin": true}}') as Record<string, unknown>)
    expect(Object.getPrototypeOf(dropped)).toBe(Object.prototype)
    expect(dropped['admin']).toBeUndefined()
  })
})

describe('buildRequest', () => {
  it('C2 fills the path and leaves the rest to send', () => {
    expect(
      buildRequest({ method: 'PATCH', url: '/api/base/user/{id}/roles/:role' }, { id: '7', role: 'AD', name: 'Li', note: '' }),
    ).toEqual({
      method: 'PATCH',
      path: '/api/base/user/7/roles/AD',
      values: { name: 'Li' },
    })
  })
  it('keeps a port apart from a hole', () => {
    expect(buildRequest({ method: 'GET', url: 'http://localhost:8080/x' }, {}).path).toBe('http://localhost:8080/x')
  })
  it('uses one value for several holes', () => {
    expect(buildRequest({ method: 'GET', url: '/a/{id}/b/{id}' }, { id: 1 })).toEqual({ method: 'GET', path: '/a/1/b/1', values: {} })
  })
  it('lets no value leave its part of the path', () => {
    expect(buildRequest({ method: 'GET', url: '/a/{id}' }, { id: '../b?c=d#e/中' }).path).toBe('/a/..%2Fb%3Fc%3Dd%23e%2F%E4%B8%AD')
    for (const id of ['.', '..']) {
      expect(() => buildRequest({ method: 'GET', url: '/a/{id}' }, { id })).toThrow(
        expect.objectContaining({ code: 'endpoint.unsafe-param' }),
      )
    }
  })
  it('takes zero for a value of the path', () => {
    expect(buildRequest({ method: 'GET', url: '/a/{id}' }, { id: 0 }).path).toBe('/a/0')
  })
  it.each([[{}], [{ id: '' }], [{ id: null }], [Object.create({ id: '7' })]])('C2 refuses %j when the path needs an id', (input) => {
    expect(() => buildRequest({ method: 'GET', url: '/a/{id}' }, input as Record<string, unknown>)).toThrow(
      expect.objectContaining({ code: 'endpoint.missing-param', params: { url: '/a/{id}', param: 'id' } }),
    )
  })
  it.each(['constructor', '__proto__', 'toString'])('does not find %s where nobody put it', (name) => {
    expect(() => buildRequest({ method: 'GET', url: `/a/{${name}}` }, {})).toThrow(
      expect.objectContaining({ code: 'endpoint.missing-param' }),
    )
  })
})
