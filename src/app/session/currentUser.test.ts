import { expect, it } from 'vitest'
import { menuOfClerk } from '../testing/fakeAccount'
import { memoryStore } from '../memoryStore'
import { currentUserKey, isExpired, placedMenus, readCurrentUser } from './currentUser'

const clerk = { ...menuOfClerk, createTime: 1_800_000_000_000 }
const [entry] = menuOfClerk.subMenu

it('S7 reads the user as it was written', () => {
  const local = memoryStore()
  local.set(currentUserKey, clerk)
  expect(readCurrentUser(local)).toEqual(clerk)
})

it.each<[string, unknown]>([
  ['text', 'admin'],
  ['nothing', null],
  ['a list', [clerk]],
  ['an older version', { createTime: clerk.createTime, userName: 'op01' }],
  ['a time in words', { ...clerk, createTime: 'today' }],
  ['no parent menus', { ...clerk, parentMenu: undefined }],
  ['menus that are no list', { ...clerk, subMenu: { loans_loansmgr: 1 } }],
  ['a menu that is nothing', { ...clerk, subMenu: [entry, null] }],
  ['a menu without a name', { ...clerk, subMenu: [{ ...entry, menuName: undefined }] }],
  ['buttons that are none', { ...clerk, subMenu: [{ ...entry, children: ['goods_view'] }] }],
])('S7 takes %s for no user', (_name, stored) => {
  const local = memoryStore()
  local.set(currentUserKey, stored)
  expect(readCurrentUser(local)).toBeUndefined()
})

it.each([
  [0, false],
  [86_400_000, false],
  [86_400_001, true],
  // A clock that was a little ahead, and a time that somebody has made up.
  [-60_000, false],
  [-3_600_000, true],
])('S3 a sign-in %d ms ago has expired: %s', (age, expired) => {
  expect(isExpired(clerk, clerk.createTime + age, 86_400_000)).toBe(expired)
})

it('S7 gives each top-level menu its place by seq, and its base', () => {
  const menu = (code: string, pageUrl: string, seq: number) => ({ code, pageUrl, label: code, seq })
  const [loans, base, report] = [menu('loans', '', 30), menu('base', '/enterprise/list?x=1', 10), menu('report', '/reportCenter', 20)]
  expect(placedMenus([loans, base, report])).toEqual([
    { ...loans, index: 2, base: 'loans' },
    { ...base, index: 0, base: 'enterprise' },
    { ...report, index: 1, base: 'reportCenter' },
  ])
  expect(placedMenus([])).toEqual([])
})
