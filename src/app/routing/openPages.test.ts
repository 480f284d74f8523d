import { describe, expect, it } from 'vitest'
import { routes } from '../testing/product'
import { KEPT_PAGES, keptKeys, lastVisited, neighbourOf, pageKey, visitPage, type OpenPage } from './openPages'
import { createRouteTable } from './routeTable'

const match = createRouteTable(routes)

function visit(pages: readonly OpenPage[], path: string, { returning = false, anew = false } = {}): OpenPage[] {
  const { pathname, search } = new URL(path, 'http://here')
  const matched = match(pathname)
  if (!matched) throw new Error(path)
  return visitPage(pages, lastVisited(pages), { match: matched, pathname, search, returning, anew })
}

function visitAll(...paths: string[]): OpenPage[] {
  return paths.reduce<OpenPage[]>((pages, path) => visit(pages, path), [])
}

const instanceOf = (pages: readonly OpenPage[], key: string) => pages.find((page) => page.key === key)?.instance

describe('a tab', () => {
  it('is one per path and record, whatever a list has in its address', () => {
    expect(pageKey('/goods', '?page=3&name=a')).toBe(pageKey('/goods', ''))
    expect(pageKey('/goods/detail', '?id=1&mode=edit')).not.toBe(pageKey('/goods/detail', '?id=2'))
    expect(pageKey('/goods', '?mode=add')).not.toBe(pageKey('/goods', ''))
  })

  it('remembers the address it was left with', () => {
    const pages = visitAll('/goods', '/goods?page=2', '/goods/7')
    expect(pages.map(({ pathname, search }) => pathname + search)).toEqual(['/goods?page=2', '/goods/7'])
  })

  it('is given up when there are too many, the one longest not seen', () => {
    const pages = visitAll('/goods', ...Array.from({ length: 20 }, (_unused, index) => `/goods/${index}`))
    expect(pages).toHaveLength(20)
    expect(pages.some((page) => page.key === '/goods')).toBe(false)
  })
})

describe('a page', () => {
  it('R8 is kept while the user moves about in its section', () => {
    const pages = visitAll('/goods', '/goods/7', '/goods')
    expect(instanceOf(pages, '/goods')).toBe(0)
  })

  it('R8 is fresh when its section is entered from another by a link', () => {
    const pages = visitAll('/goods', '/rate', '/goods')
    expect(instanceOf(pages, '/goods')).toBe(1)
  })

  it('is as it was left when the user comes back by its tab', () => {
    const pages = visit(visitAll('/goods', '/rate'), '/goods', { returning: true })
    expect(instanceOf(pages, '/goods')).toBe(0)
  })

  it('R7 begins anew when its plan says so, but not by its own change of address', () => {
    const pages = visitAll('/goods', '/goods/7', '/goods')
    expect(instanceOf(visit(pages, '/goods/7', { anew: true }), '/goods/7')).toBe(1)
    expect(instanceOf(visit(visitAll('/goods/7'), '/goods/7?tab=2', { anew: true }), '/goods/7')).toBe(0)
  })
})

it('keeps alive only the pages visited last', () => {
  const paths = Array.from({ length: KEPT_PAGES + 2 }, (_unused, index) => `/goods/${index}`)
  const kept = keptKeys(visit(visitAll(...paths), '/goods/0'))
  expect(kept.size).toBe(KEPT_PAGES)
  expect(kept.has('/goods/0')).toBe(true)
  expect(kept.has('/goods/1')).toBe(false)
})

it('goes to the neighbour visited last when a page is closed', () => {
  const pages = visitAll('/rate', '/goods', '/goods/7', '/rate', '/goods')
  expect(neighbourOf(pages, '/goods')?.key).toBe('/rate')
  expect(neighbourOf(visitAll('/goods'), '/goods')).toBeUndefined()
})
