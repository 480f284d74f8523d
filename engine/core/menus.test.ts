import { expect, it } from 'vitest'
import { reachableMenus } from './menus'
import type { MenuPlan } from './plan'

const menus: MenuPlan[] = [
  { id: '1', pid: '0', mpid: -1, name: 'Books', seq: 1 },
  { id: '1-1', pid: '1', mpid: '1', name: 'Books', router: '/book', seq: 1 },
  { id: '1-2', pid: '1', mpid: '1', name: 'Reviews', router: '/review', seq: 2 },
  { id: '2', pid: '0', mpid: -1, name: 'Press', seq: 2 },
  { id: '2-1', pid: '2', mpid: '2', name: 'Archive', router: '/archive', seq: 1, externalApp: 'press' },
]
const idsOf = (pages: string[], applications: string[]): string[] =>
  reachableMenus(menus, { hasPage: (router) => pages.includes(router), hasApplication: (name) => applications.includes(name) }).map(
    ({ id }) => id,
  )

it('R10 keeps an entry of an application outside when the application is known, or when its page is here', () => {
  expect(idsOf(['/book'], ['press'])).toEqual(['1', '1-1', '2', '2-1'])
  expect(idsOf(['/archive'], [])).toEqual(['2', '2-1'])
})

it('leaves out what leads nowhere, and branches that are empty then', () => {
  expect(idsOf(['/book'], ['another'])).toEqual(['1', '1-1'])
  expect(idsOf([], [])).toEqual([])
})
