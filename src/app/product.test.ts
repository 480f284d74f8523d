import { describe, expect, it } from 'vitest'
import type { ProductPart } from '../../engine/core/wire'
import { createProduct } from './product'
import { memoryStore } from './memoryStore'
import { menus, part, routes } from './testing/product'

const open = { routes: routes.filter((route) => route.open), plans: { 'base/goods': 'for-all' } }

function setUp(local = memoryStore()) {
  const product = createProduct({ open, local, hasApplication: () => false })
  const seen = () => product.state.getState()
  return { local, product, ids: () => seen().menus.map(({ id }) => id), at: (path: string) => seen().match(path)?.route.page, seen }
}

describe('what a page knows of the product', () => {
  it('R1 is what everybody may open, before there is a user', () => {
    const { product, ids, at, seen } = setUp()
    expect([ids(), at('/goods/register'), at('/goods'), product.version()]).toEqual([[], 'register', undefined, undefined])
    expect([seen().planAddress('base/goods'), seen().planAddress('base/rate')]).toEqual(['/api/openPlans/base/goods/for-all', undefined])
  })

  it('is what the server has answered for the user, and no less when it answers the version alone', () => {
    const { product, ids, at, seen } = setUp()
    expect(product.take('7', part)).toBe(true)
    expect([ids(), at('/goods'), product.version()]).toEqual([menus.map(({ id }) => id), 'list', 'small'])
    expect(seen().planAddress('base/rate')).toBe('/api/plans/base/rate/1')
    const before = seen()
    expect(product.take('7', { version: 'small' })).toBe(false)
    expect(product.take('7', undefined)).toBe(false)
    expect(seen()).toBe(before)
  })

  it('follows rights that change: a menu comes, another goes', () => {
    const { product, at } = setUp()
    const some = (version: string, page: string): ProductPart => ({
      ...part,
      version,
      routes: routes.filter(({ route }) => route === page),
    })
    product.take('7', some('one', '/goods'))
    expect(product.take('7', some('two', '/rate'))).toBe(true)
    expect([at('/goods'), at('/rate')]).toEqual([undefined, 'list'])
  })

  it('takes no version for a part that it does not have', () => {
    const { product, at } = setUp()
    expect(product.take('7', { version: 'small' })).toBe(false)
    expect([product.version(), at('/goods')]).toEqual([undefined, undefined])
  })

  it('knows of no screen by the name of an object’s own', () => {
    const { product, seen } = setUp()
    product.take('7', part)
    expect(seen().planAddress('constructor')).toBeUndefined()
  })
})

describe('the part that is stored', () => {
  it('S3 is there for its user when the page starts anew, and for nobody else', () => {
    const { local, product } = setUp()
    product.take('7', part)
    const next = setUp(local)
    expect(next.product.restore('8')).toBe(false)
    expect(next.at('/goods')).toBeUndefined()
    expect(next.product.restore('7')).toBe(true)
    expect([next.at('/goods'), next.product.version()]).toEqual(['list', 'small'])
  })

  it('is written once for each version and user', () => {
    const { local, product } = setUp()
    product.take('7', part)
    local.remove('product')
    product.take('7', part)
    expect(local.get('product')).toBeUndefined()
    product.take('8', { version: 'small' })
    expect(local.get('product')).toMatchObject({ userId: '8', version: 'small' })
  })

  it('stays when a session has ended, and goes when the user signs out', () => {
    const { local, product, ids } = setUp()
    product.take('7', part)
    product.forget()
    expect([ids(), product.version(), setUp(local).product.restore('7')]).toEqual([[], undefined, true])
    product.restore('7')
    product.discard()
    expect([ids(), setUp(local).product.restore('7')]).toEqual([[], false])
  })

  it.each<[string, unknown]>([
    ['text', 'all'],
    ['nothing', null],
    ['no routes', { userId: '7', ...part, routes: undefined }],
    ['a route that is nothing', { userId: '7', ...part, routes: [null] }],
    ['a menu that is nothing', { userId: '7', ...part, menus: [null] }],
    ['no plans', { userId: '7', ...part, plans: null }],
  ])('is none where %s is stored', (_name, kept) => {
    const { local, product, ids } = setUp()
    local.set('product', kept)
    expect([product.restore('7'), product.version(), ids()]).toEqual([false, undefined, []])
  })
})

describe('in development', () => {
  const edited = { menus: menus.map((menu) => ({ ...menu, name: `${menu.name}*` })), routes }
  const subMenus = [{ menuName: 'base_goods', menuId: '1-2', permissionType: 1 }]

  it('an edited menu is shown at once, as far as the user may see it', () => {
    const { product, seen, at } = setUp()
    product.take('7', part)
    product.follow(edited, { subMenus })
    expect(seen().menus.map(({ name }) => name)).toEqual(['主数据*', '商品*', '商品新增/编辑*', '商品详情*'])
    expect([at('/goods'), at('/rate'), seen().planAddress('base/goods')]).toEqual(['list', undefined, '/api/plans/base/goods/1'])
  })

  it('nobody who is not signed in sees more than what is for everybody', () => {
    const { product, ids, at } = setUp()
    product.follow(edited, undefined)
    expect([ids(), at('/goods'), at('/goods/register')]).toEqual([[], undefined, 'register'])
  })
})
