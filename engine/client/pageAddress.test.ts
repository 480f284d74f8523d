import { expect, it } from 'vitest'
import type { RecordPagePlan } from '../core/plan'
import { addressOf, asAddressed, givenOf, recordOf, takenBy, type RecordMode } from './pageAddress'
import { detailPage } from './testing/plans'

const page = (route: string, mode: 'view' | 'edit'): RecordPagePlan => ({ ...detailPage, route, mode })

it.each<[string, 'view' | 'edit', RecordMode, string | undefined, string]>([
  ['/warehouse/edit', 'edit', 'add', undefined, '/warehouse/edit?mode=add'],
  ['/warehouse/edit', 'edit', 'edit', '7', '/warehouse/edit?id=7'],
  ['/warehouse/:id', 'view', 'view', '7', '/warehouse/7'],
  ['/loans/detail', 'view', 'add', undefined, '/loans/detail?mode=add'],
  ['/loans/detail', 'view', 'edit', '7', '/loans/detail?id=7&mode=edit'],
  ['/loans/detail', 'view', 'view', '7', '/loans/detail?id=7'],
  ['/fill/:id', 'edit', 'add', undefined, '/fill/0?mode=add'],
  ['/fill/:id', 'edit', 'edit', '7', '/fill/7'],
  ['/fill/:id', 'edit', 'view', '7', '/fill/7?mode=view'],
])('R5 %s (%s), opened to %s, is found again from its address', (route, own, mode, id, address) => {
  expect(addressOf(page(route, own), mode, id === undefined ? undefined : { id })).toBe(address)
  const [path = '', query = ''] = address.split('?')
  const params: Record<string, string> = route.includes(':id') ? { id: path.split('/')[2] ?? '' } : {}
  expect(recordOf(page(route, own), { search: query && `?${query}`, params })).toEqual(id === undefined ? { mode } : { mode, id })
})

it.each<[string, 'view' | 'edit', string | undefined]>([
  ['/goods/:id', 'view', '0'],
  ['/loans/detail', 'view', undefined],
  ['/warehouse/edit', 'edit', undefined],
  ['/fill/:id', 'edit', '0'],
])('an address of an older kind, %s to %s without a record, adds one', (route, own, id) => {
  expect(recordOf(page(route, own), { search: '', params: id === undefined ? {} : { id } })).toEqual({ mode: 'add' })
})

it('gives a new record the values that its page takes, and finds them again', () => {
  const taking: RecordPagePlan = { ...page('/stockin/:id', 'view'), params: { loanId: 'loan', kind: 'kind' } }
  const given = { loanId: '7', kind: 'A&B', amount: '99' }
  expect(addressOf(taking, 'add', undefined, given)).toBe('/stockin/0?mode=add&loan=7&kind=A%26B')
  expect(givenOf(taking, '?mode=add&loan=7&kind=A%26B&amount=99&id=3')).toEqual({ loanId: '7', kind: 'A&B' })
  expect(takenBy(taking, given)).toEqual({ loanId: '7', kind: 'A&B' })
  expect(givenOf(page('/stockin/:id', 'view'), '?loan=7')).toEqual({})
})

it('has no address for a dialog', () => {
  const { route: _none, ...dialog } = detailPage
  expect(addressOf(dialog, 'view', { id: '7' })).toBeUndefined()
})

it("R6 says in the address that a record is of the page's variant, and the address alone says it to conditions", () => {
  const variant: RecordPagePlan = { ...page('/stockin/:id', 'view'), variant: { kind: 'virtual' } }
  const [virtual, real] = [
    { id: '7', kind: 'virtual' },
    { id: '8', kind: 'bonded' },
  ]
  expect(addressOf(variant, 'view', virtual)).toBe('/stockin/7?kind=virtual')
  expect(addressOf(variant, 'view', real)).toBe('/stockin/8')
  expect(asAddressed(variant, real, '?kind=virtual')).toEqual({ id: '8', kind: 'virtual' })
  expect(asAddressed(variant, virtual, '?kind=other')).toEqual({ id: '7', kind: null })
  expect(asAddressed(variant, real, '')).toEqual(real)
})
