import { describe, expect, it } from 'vitest'
import type { ProductPlan } from '../../core/plan'
import { changedParts, withParts } from './planParts'

const plan = (): ProductPlan =>
  ({
    title: 'Library',
    userEntity: 'member',
    scopes: {},
    menus: [{ id: '1', pid: '0', mpid: -1, name: 'Books', seq: 1 }],
    sums: [],
    roles: {},
    ledgers: {},
    dictionaries: { genre: { name: 'genre', title: 'Genre', items: [{ code: 'N', title: 'Novel' }] } },
    screens: { 'base/book': { title: 'Books' }, 'base/shelf': { title: 'Shelves' } },
    entities: { book: { name: 'book' } },
  }) as unknown as ProductPlan

const sent = <Part>(part: Part): Part => structuredClone(part)

describe('the parts of a plan that are sent', () => {
  it('are all of it the first time', () => {
    const parts = changedParts(undefined, plan())
    expect(parts && withParts(undefined, sent(parts))).toEqual(plan())
  })

  it('are none when nothing has changed, though it was compiled anew', () => {
    expect(changedParts(plan(), plan())).toBeUndefined()
    const same = plan()
    expect(changedParts(same, same)).toBeUndefined()
  })

  it('are one screen when one screen was edited; the others stay the same objects', () => {
    const [before, after] = [plan(), plan()]
    after.screens['base/book']!.title = 'All books'
    const parts = changedParts(before, after)
    expect(parts?.collections.screens).toEqual({ 'base/book': { title: 'All books' } })
    expect([parts?.collections.entities, parts?.rest]).toEqual([{}, undefined])
    const next = withParts(before, sent(parts!))
    expect(next).toEqual(after)
    expect(next.screens['base/shelf']).toBe(before.screens['base/shelf'])
    expect(next.entities['book']).toBe(before.entities['book'])
  })

  it('say what is gone, what is new, and what is neither screen nor entity', () => {
    const [before, after] = [plan(), plan()]
    delete after.screens['base/shelf']
    after.screens['base/loan'] = { title: 'Lendings' } as never
    after.menus = []
    after.dictionaries['genre']!.items.push({ code: 'P', title: 'Play' })
    const parts = changedParts(before, after)
    expect(parts?.collections.screens).toEqual({ 'base/shelf': null, 'base/loan': { title: 'Lendings' } })
    expect(withParts(before, sent(parts!))).toEqual(after)
  })

  it('notice a list that is longer or shorter, and a key that is there or not', () => {
    for (const change of [
      (next: ProductPlan) => next.dictionaries['genre']!.items.pop(),
      (next: ProductPlan) => Object.assign(next.dictionaries['genre']!, { closed: true }),
      (next: ProductPlan) => Object.assign(next.dictionaries['genre']!, { items: null }),
    ]) {
      const next = plan()
      change(next)
      expect(Object.keys(changedParts(plan(), next)?.collections.dictionaries ?? {})).toEqual(['genre'])
      expect(Object.keys(changedParts(next, plan())?.collections.dictionaries ?? {})).toEqual(['genre'])
    }
  })

  it('cannot be the first ones when they are not all of it', () => {
    const after = plan()
    after.screens['base/book']!.title = 'All books'
    expect(() => withParts(undefined, changedParts(plan(), after)!)).toThrow('all of it')
  })
})
