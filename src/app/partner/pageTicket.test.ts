import { expect, it } from 'vitest'
import { createPageTicket } from './pageTicket'

it('C1 is the ticket of the page, for ten minutes of its use', () => {
  let time = 0
  let search = '?ticket=one&page=2'
  const ticket = createPageTicket(
    () => search,
    () => time,
  )
  expect(ticket()).toBe('one')
  time = 599_999
  expect(ticket()).toBe('one')
  time = 600_000
  expect(ticket()).toBeUndefined()
  search = '?ticket=two'
  expect(ticket()).toBe('two')
  search = '?page=2'
  expect(ticket()).toBeUndefined()
})
