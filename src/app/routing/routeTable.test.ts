import { expect, it } from 'vitest'
import { routes } from '../testing/product'
import { createRouteTable } from './routeTable'

const match = createRouteTable(routes)

it.each([
  ['/goods', 'list', {}],
  ['/goods/', 'list', {}],
  ['/goods/edit', 'edit', {}],
  ['/goods/17', 'detail', { id: '17' }],
  ['/goods/a%2Fb', 'detail', { id: 'a/b' }],
  ['/goods/50%', 'detail', { id: '50%' }],
])('%s is page %s', (path, page, params) => {
  expect(match(path)).toMatchObject({ route: { page }, params })
})

it('tells a list and a record at one address apart by the query', () => {
  const shared = createRouteTable([
    { route: '/deal', screen: 'base/deal', page: 'detail', title: '', menuName: 'base_deal', open: false, ofRecord: true },
    { route: '/deal', screen: 'base/deal', page: 'list', title: '', menuName: 'base_deal', open: false },
  ])
  const pageAt = (search?: string) => shared('/deal', search)?.route.page
  expect([pageAt(), pageAt('?page=2&status=OPEN')]).toEqual(['list', 'list'])
  expect([pageAt('?id=7'), pageAt('?id=7&mode=edit'), pageAt('?mode=add')]).toEqual(['detail', 'detail', 'detail'])
})

it.each(['/', '/goods/1/2', '/goodsX', '/constructor'])('%s is no page', (path) => {
  expect(match(path)).toBeUndefined()
})

it('finds each of 15 000 screens', () => {
  const many = createRouteTable(
    Array.from({ length: 15_000 }, (_unused, index) => ({
      route: `/menu${index}/:id`,
      screen: `base/menu${index}`,
      page: 'detail',
      title: '',
      menuName: `base_menu${index}`,
      open: false,
    })),
  )
  for (let index = 0; index < 15_000; index += 1) expect(many(`/menu${index}/7`)).toMatchObject({ route: { screen: `base/menu${index}` } })
})
