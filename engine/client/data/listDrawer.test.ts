import { describe, expect, it } from 'vitest'
import { drawerPart, listIn, listOf, withList } from './listDrawer'

const by = (fields: Record<string, string>) => ({ kind: 'list', screen: 'base/visit', page: 'list', by: fields }) as const

describe('a list in a drawer, in the address of the page under it', () => {
  it('comes back as it was written, with its own search and beside that of the page', () => {
    const list = { screen: 'base/visit.day', page: 'open', fixed: ['bookId', 'kind'], search: '?bookId=7&kind=A&page=2&name=%E9%93%9C+%26' }
    const address = withList('?page=3&name=x', list)
    expect(listIn(address)).toEqual(list)
    expect(new URLSearchParams(address).get('page')).toBe('3')
    expect(withList(address, undefined)).toBe('?page=3&name=x')
    expect(listIn(withList(address, { ...list, search: '?bookId=7' }))?.search).toBe('?bookId=7')
  })

  it('has another one over itself', () => {
    const inner = { screen: 'base/reader', page: 'list', fixed: [], search: '' }
    const outer = { screen: 'base/visit', page: 'list', fixed: ['bookId'], search: withList('?bookId=7', inner) }
    expect(listIn(listIn(withList('', outer))?.search ?? '')).toEqual(inner)
  })

  it.each(['', '?page=2', '?_list=', '?_list=visit:list:', '?_list=base/visit:list', '?_list=../x:list:', '?_query=a%3Db'])(
    'is none where the address says none: %s',
    (search) => {
      expect(listIn(search)).toBeUndefined()
      expect(drawerPart(search)).toBe('')
    },
  )
})

it('is fixed by the row, and asks for nothing rather than everything where the row says nothing', () => {
  const row = { id: '7', readerId: null, kind: 'A' }
  expect(listOf(by({ bookId: 'id', type: 'kind' }), row)).toEqual({ screen: 'base/visit', page: 'list', fixed: ['bookId', 'type'], search: '?bookId=7&type=A' })
  expect(listOf(by({ readerId: 'readerId' }), row).search).toBe('?readerId=0')
  expect(listOf(by({}), undefined)).toMatchObject({ fixed: [], search: '' })
})
