import { describe, expect, it } from 'vitest'
import { listPagePlan } from '../testing/plans'
import { chosenIn, chosenPart, withChosen } from './chosenRow'
import { listIn, withList } from './listDrawer'
import { defaultListState, writeListState } from './listState'

describe('the chosen row in the address of its page', () => {
  it('comes back as it was written, with the address of the list about it, beside what else there is', () => {
    const list = { screen: 'base/visit', page: 'list', fixed: ['bookId'], search: '?bookId=7' }
    const chosen = { id: '7', search: '?bookId=7&name=%E9%93%9C+%26&_list=base%2Freader%3Alist%3A' }
    const address = withChosen(withList('?page=3', list), chosen)
    expect(chosenIn(address)).toEqual(chosen)
    expect(listIn(address)).toEqual(list)
    expect(new URLSearchParams(address).get('page')).toBe('3')
    expect(chosenIn(chosenPart(address))).toEqual(chosen)
    expect(withChosen(address, undefined)).toBe(withList('?page=3', list))
  })

  it.each(['', '?page=2', '?_row=', '?_pane=a%3Db'])('is none where the address says none: %s', (search) => {
    expect(chosenIn(search)).toBeUndefined()
    expect(chosenPart(search)).toBe('')
  })

  it('stays when a list that is split writes its own address, and is nothing to any other', () => {
    const split = listPagePlan({ split: { kind: 'record', page: 'detail' } })
    const state = { ...defaultListState(split), page: 2 }
    expect(writeListState(split, state, '?_row=7&stray=1')).toBe('?_row=7&page=2')
    expect(writeListState(listPagePlan(), state, '?_row=7')).toBe('?page=2')
  })
})
