import { describe, expect, it } from 'vitest'
import { hashPassword, passwordMatches, weakness } from './password'

const guessed = '新密码过于常见或有规律，容易被猜中，请换一个'

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
  ['Kq7!mLw2pZ', 'op01', undefined],
  ['Short@202', 'op01', '新密码至少 10 位'],
  ['Kq7!mLw２', 'op01', '新密码至少 10 位'],
  ['alllowercase', 'op01', '新密码须含大写字母、小写字母、数字、符号中的三种'],
  ['ａｌｌｌｏｗｅｒｃａｓｅ', 'op01', '新密码须含大写字母、小写字母、数字、符号中的三种'],
  ['xOP01@2026demo', 'op01', '新密码不能包含登录名'],
  ['xＯＰ０１@2026demo', 'op01', '新密码不能包含登录名'],
  [`Aa1${'x'.repeat(126)}`, 'op01', '新密码最多 128 位'],
])('L7 says of %s for %s: %s', async (password, userName, expected) => {
  expect(await weakness(password, userName)).toBe(expected)
})

describe.each([
  ['a common word with digits or signs', ['Password123', 'Password@123', 'Liverpool.1', 'Welcome@2026', 'Test@12345678', 'Beijing@2008']],
  ['a word of the house with them', ['Admin@123456', 'Admin@2026', 'Huawei@123', 'Company@2026', 'SupplyChain1', 'Changeme@1']],
  ['a common word written with signs', ['P@ssw0rd123', 'P@$$w0rd!2026', 'Adm1n!2026', 'W3lc0me@2026']],
  ['a walk over the keyboard', ['Qwerty-12345', '1qaz@WSX3edc', 'Zxcvbn@2026', 'Qwer@12345', 'Asdfgh!123', '1Qaz2Wsx3E']],
  ['digits in a row behind letters', ['Aa1234567890', 'Aa@12345678', 'Abcd@123456', 'Qq123456789', 'Zhang@123456']],
  ['what is repeated', ['Aa111111111', 'Aaaaaaaa1!', `Aa1${'x'.repeat(100)}`]],
  ['a date', ['Li@19900101', 'Wang20260101']],
])('L7 refuses %s', (_kind, passwords) => {
  const full = (password: string): string =>
    password.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))
  it.each(passwords)('%s, in letters of full width too', async (password) => {
    expect(await weakness(password, 'op01')).toBe(guessed)
    expect(await weakness(full(password), 'op01')).toBe(guessed)
  })
})

it.each(['Blau-Kaffee-77', 'Linshi2026ab', 'Own-2026!abc', 'Nanjing#4471x', '仓库Storch-481', 'correct-Horse-battery-9'])(
  'L7 takes %s',
  async (password) => {
    expect(await weakness(password, 'op01')).toBeUndefined()
  },
)

it.each(['Scf@2026demo', 'scf@2026Demo', 'Ｓcf@2026demo', 'Scf@2026demo1', 'omed6202@fcS'])(
  'refuses %s, near to what an installation refuses',
  async (password) => {
    expect(await weakness(password, 'op01')).toBeUndefined()
    expect(await weakness(password, 'op01', ['Scf@2026demo'])).toBe(guessed)
  },
)
