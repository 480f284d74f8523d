import { expect, it } from 'vitest'
import { checkProduct } from '../index'
import { changedStacks } from './testing'

const titles = 'entities/title'
const copies = 'ledgers/copies'
const quota = 'ledgers/quota'
const bucket = { type: 'digit', title: 'Lent', system: true }
const alone = (name: string) => `“${name}”由账本保管，不能由表单、动作、引用或默认值写入（需要 system）`

/** What is changed, to what, where that is told, and how. */
it.each<[string, string, unknown, string, string]>([
  ['a bucket that forms may write', `${titles}/fields/lent`, { ...bucket, system: undefined }, `${titles}/fields/lent`, alone('lent')],
  ['a bucket that starts elsewhere', `${titles}/fields/lent`, { ...bucket, default: 5 }, `${titles}/fields/lent/default`, alone('lent')],
  ['a bucket that is reckoned', `${titles}/fields/lent`, { ...bucket, value: 'onShelf' }, `${titles}/fields/lent/value`, alone('lent')],
  [
    'a bucket that never is 0',
    `${titles}/fields/lent`,
    { ...bucket, min: '1' },
    `${titles}/fields/lent/min`,
    '“lent”由账本保管，从 0 开始，min 不能大于 0',
  ],
  [
    'an action that sets one',
    `${titles}/actions`,
    { reset: { title: 'Reset', set: { lent: '0' } } },
    `${titles}/actions/reset/set/lent`,
    alone('lent'),
  ],
  [
    'a dialog that asks for one',
    `${titles}/actions`,
    { reset: { title: 'Reset', ask: { lent: false } } },
    `${titles}/actions/reset/ask/lent`,
    alone('lent'),
  ],
  [
    'a dialog with an input of its name',
    `${titles}/actions`,
    { reset: { title: 'Reset', ask: { lent: { type: 'digit', title: 'Lent' } } } },
    `${titles}/actions/reset/ask/lent`,
    alone('lent'),
  ],
  [
    'a reference that fills one',
    'entities/card/fields/clubId',
    { type: 'ref', title: 'Club', to: 'club', fill: { booked: 'booked' } },
    'entities/card/fields/clubId/fill/booked',
    alone('booked'),
  ],
  [
    'a follow-up that gives one',
    'entities/request/actions/close/then/0',
    { create: 'title', with: { name: 'requestNo', lent: '1' } },
    'entities/request/actions/close/then/0/with/lent',
    '“lent”由公式、附件或账本给出，不能在此填写',
  ],
  ['two ledgers of one rank', `${quota}/rank`, 20, `${quota}/rank`, '“20”已在 ledgers/copies 中使用'],
  [
    'a type that does not say whether it can be taken back',
    `${copies}/types/FOUND/inverse`,
    undefined,
    `${copies}/types/FOUND`,
    '“FOUND”要么写明 inverse，要么写 final: true',
  ],
  ['a type that says both', `${copies}/types/FOUND/final`, true, `${copies}/types/FOUND`, '“FOUND”要么写明 inverse，要么写 final: true'],
  [
    'an inverse that moves something else',
    `${copies}/types/FOUND/inverse`,
    'GIVE_BACK',
    `${copies}/types/FOUND/inverse`,
    '“GIVE_BACK”不是“FOUND”的反向：每个数量、每项金额的符号都要相反',
  ],
  [
    'an inverse of other amounts',
    `${copies}/types/LOST/by`,
    { onShelf: { amount: -1, more: -1 } },
    `${copies}/types/FOUND/inverse`,
    '“LOST”不是“FOUND”的反向：每个数量、每项金额的符号都要相反',
  ],
  [
    'what does not give a held bucket back',
    `${copies}/buckets/reserved/held`,
    'FOUND',
    `${copies}/buckets/reserved/held`,
    '“FOUND”不是从“reserved”中按一项金额减去，不能用于归还占用',
  ],
  [
    'what gives a hold back by another hold',
    `${copies}/buckets/onShelf/held`,
    'RESERVE',
    `${copies}/buckets/onShelf/held`,
    '“RESERVE”归还占用时不能再动用 reserved',
  ],
  [
    'a limit that reads another row',
    `${quota}/limits/0/that`,
    "booked <= ceiling and clubName != ''",
    `${quota}/limits/0/that`,
    '限额只能读取余额自己的字段和 today()，“clubName”不是 card 自己的',
  ],
  [
    'a limit by the clock',
    `${quota}/limits/0/that`,
    'booked <= ceiling and now() != null',
    `${quota}/limits/0/that`,
    '限额只能读取余额自己的字段和 today()，“now()”不是 card 自己的',
  ],
  [
    'a hold that is carried and not given back',
    `${quota}/also/0/types`,
    { BOOK: 'quota.BOOK' },
    `${quota}/also/0/types/BOOK`,
    '“BOOK”随带产生占用，归还的“UNBOOK”却没有随带 UNBOOK',
  ],
  [
    'an amount that people may type below 0',
    'entities/count/fields/found',
    { type: 'digit', title: 'Found', required: true },
    'entities/count/actions/finish/moves/0/amount',
    '“copies.FOUND”的金额可能小于 0：字段需要 min，或用 max([…, 0])',
  ],
  [
    'an amount finer than the bucket',
    'entities/count/fields/found',
    { type: 'digit', title: 'Found', decimals: 2, min: '0', required: true },
    'entities/count/actions/finish/moves/0/amount',
    '“copies.FOUND”的金额可能多于 0 位小数：用 round(…, 0)',
  ],
  [
    'a quotient that is not rounded',
    'entities/count/actions/finish/moves/0/amount',
    'found / 2',
    'entities/count/actions/finish/moves/0/amount',
    '“copies.FOUND”的金额可能多于 0 位小数：用 round(…, 0)',
  ],
  [
    'what is freed finer than the bucket',
    'entities/parcel/actions/ship/free/0/amount',
    'held / 3',
    'entities/parcel/actions/ship/free/0/amount',
    '“copies.reserved”的金额可能多于 0 位小数：用 round(…, 0)',
  ],
  [
    'a journal that cannot keep what is booked',
    `${titles}/fields/onShelf`,
    { ...bucket, decimals: 3 },
    `${copies}/journal/set/shelfAfter`,
    '“copyMovement.shelfAfter”的金额可能多于 0 位小数：用 round(…, 0)',
  ],
])('reports %s', (_what, path, value, pointer, found) => {
  const findings = checkProduct(changedStacks(path, value)).map(({ source, pointer: at, ...reported }) => ({
    ...reported,
    place: source + at,
  }))
  expect(findings).toContainEqual(expect.objectContaining({ place: pointer, found }))
})

it.each([
  ['an amount of a field without min that is cut at 0', 'entities/count/actions/finish/moves/0/amount', 'max([found - 1, 0])'],
  ['a difference, which nothing decides', 'entities/count/actions/finish/moves/0/amount', 'found - 1'],
  ['a rounded quotient', 'entities/count/actions/finish/moves/0/amount', 'round(found / 2)'],
])('accepts %s', (_what, path, value) => {
  expect(checkProduct(changedStacks(path, value))).toEqual([])
})

it('reports a bucket that two ledgers own', () => {
  const sources = changedStacks(`${copies}/buckets/booked`, {})
  changedStacks(`${copies}/balances/card`, 'titleId', sources)
  expect(checkProduct(sources)).toContainEqual(
    expect.objectContaining({ source: quota, pointer: '/buckets/booked', found: '“card.booked”已在 ledgers/copies 中使用' }),
  )
})
