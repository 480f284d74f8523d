import { expect, it } from 'vitest'
import { hashPassword, passwordMatches, weakness } from './password'

const common = '新密码过于常见，容易被猜中，请换一个'

/** The least that scrypt takes; tests need no protection. */
const cheap = 2

it('matches the password it was made from and no other', async () => {
  const hash = await hashPassword('Scf@2026demo', cheap)
  expect(await passwordMatches('Scf@2026demo', hash)).toBe(true)
  expect(await passwordMatches('Scf@2026demO', hash)).toBe(false)
})

it('gives the same password another hash each time', async () => {
  expect(await hashPassword('Scf@2026demo', cheap)).not.toBe(await hashPassword('Scf@2026demo', cheap))
})

it.each(['', 'scrypt$1', 'md5$1$2$3$4'])('matches nothing against %j', async (hash) => {
  expect(await passwordMatches('', hash)).toBe(false)
})

it.each([
  ['Short@2026', 'op01', undefined],
  ['Short@202', 'op01', '新密码至少 10 位'],
  ['alllowercase', 'op01', '新密码须含大写字母、小写字母、数字、符号中的三种'],
  ['Lower1234567', 'op01', undefined],
  ['xOP01@2026demo', 'op01', '新密码不能包含登录名'],
  [`Aa1${'x'.repeat(126)}`, 'op01', '新密码最多 128 位'],
  ['Password123', 'op01', common],
  ['Password@123', 'op01', common],
  ['P@ssw0rd123', 'op01', common],
  ['Qwerty-12345', 'op01', common],
  ['Liverpool.1', 'op01', common],
  ['Scf@2026demo', 'op01', undefined],
])('L7 says of %s for %s: %s', async (password, userName, expected) => {
  expect(await weakness(password, userName)).toBe(expected)
})

it('refuses what an installation refuses, however it is written', async () => {
  expect(await weakness('scf@2026Demo', 'op01', ['Scf@2026demo'])).toBe(common)
  expect(await weakness('Scf@2027demo', 'op01', ['Scf@2026demo'])).toBeUndefined()
})
