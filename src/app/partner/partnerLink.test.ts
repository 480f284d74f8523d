import { expect, it } from 'vitest'
import { partnerAddress, readPartnerLink } from './partnerLink'

const ticket = 'Ab1_-'.repeat(8)
// As the route table: empty segments mean nothing to it.
const isKnown = (path: string): boolean => path.replaceAll('//', '/') === '/histBill'
const address = new URL(partnerAddress('https://customs.example', { ticket, path: '/histBill' }, 'E'))

it('L3 R10 says type, ticket, partner, path and the flag of the entry', () => {
  expect(address.origin + address.pathname).toBe('https://customs.example/partnerLogin')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    type: 'GLP',
    access_token: ticket,
    partner: 'true',
    path: '/histBill',
    ieFlag: 'E',
  })
  expect(partnerAddress('https://customs.example', { ticket, path: '/histBill' })).not.toContain('ieFlag')
})

it('L3 reads what it has written', () => {
  expect(readPartnerLink(address.search, isKnown)).toEqual({ ticket, path: '/histBill' })
})

it.each([
  ['another type', { type: 'XYZ' }],
  ['no type', { type: null }],
  ['no partner', { partner: 'false' }],
  ['no ticket', { access_token: null }],
  ['something that is no ticket', { access_token: '../../x' }],
  ['an unknown page', { path: '/nothing' }],
  ['a page elsewhere', { path: '//evil.example/histBill' }],
  ['a page that could be a host', { path: '//histBill' }],
  ['a script', { path: 'javascript:alert(1)' }],
  ['no page', { path: null }],
])('L3 is none with %s', (_name, change: Record<string, string | null>) => {
  const changed = new URLSearchParams(address.search)
  for (const [name, value] of Object.entries(change)) {
    if (value === null) changed.delete(name)
    else changed.set(name, value)
  }
  expect(readPartnerLink(`?${changed.toString()}`, isKnown)).toBeUndefined()
})
