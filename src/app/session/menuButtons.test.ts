import { describe, expect, it } from 'vitest'
import { menuOfClerk } from '../testing/fakeAccount'
import { withButtons } from './menuButtons'

describe('withButtons', () => {
  it('P3 takes codes with and without the name of their menu', () => {
    const next = withButtons(menuOfClerk.subMenu, 'base_rate', ['rate_add', 'view'])
    expect(next[1]?.children).toEqual([{ menuName: 'rate_add' }, { menuName: 'rate_view' }])
  })

  it('gives the same list back when nothing differs, so that nothing is drawn anew', () => {
    expect(withButtons(menuOfClerk.subMenu, 'base_goods', ['add', 'view'])).toBe(menuOfClerk.subMenu)
  })
})
