import { expect, it } from 'vitest'
import type { Action, Field } from '../../../spec/generated/entity'
import type { ProductSources } from '../../compile'
import { stacksSources } from '../../testing/stacks'
import { checkProduct } from '../index'
import { checkPerformedByCode } from './index'
import { changedStacks } from './testing'

const request = 'entities/request'
const parcel = 'entities/parcel'
const serve = `${request}/actions/serve/then/0`
const close = `${request}/actions/close/then`
const finish = 'entities/count/actions/finish'

function changed(changes: Record<string, unknown>): ProductSources {
  const sources = stacksSources()
  for (const [path, value] of Object.entries(changes)) changedStacks(path, value, sources)
  return sources
}

function reported(sources: ProductSources): string[] {
  return checkProduct(sources).map(({ source, pointer, found }) => `${source}${pointer} ${found}`)
}

/** Actions of a request that perform each other: `step1` on itself `step2`, and so on. */
function chainOf(length: number): Record<string, Action> {
  return Object.fromEntries(
    Array.from({ length }, (_, index): [string, Action] => [
      `step${index + 1}`,
      { title: 'Step', system: true, then: [{ perform: index + 1 === length ? 'noted' : `step${index + 2}`, on: 'id' }] },
    ]),
  )
}

function withActions(actions: Record<string, Action>): ProductSources {
  const sources = stacksSources()
  Object.assign(sources.entities['request']?.actions ?? {}, actions)
  return sources
}

const text = (title: string): Field => ({ type: 'text', title, maxLength: 40 })

it.each<[string, Record<string, unknown>, string]>([
  [
    'actions that come round',
    {
      [`${parcel}/actions/stop/then`]: [{ perform: 'noted', on: 'requestId' }],
      [`${request}/actions/noted/then`]: [{ perform: 'stop', on: 'parcelId', form: { reason: "'x'" } }],
    },
    `${request}/actions/noted/then/0/perform 后续动作绕回自身：parcel.stop → request.noted → parcel.stop`,
  ],
  [
    'an action that comes round to itself by what it creates',
    {
      [`${request}/actions/send`]: {
        title: 'Send',
        system: true,
        then: [{ create: 'request', with: { requestNo: 'requestNo', branchId: 'branchId', cardId: 'cardId' }, through: 'send' }],
      },
    },
    `${request}/actions/send/then/0/through 后续动作绕回自身：request.send → request.send`,
  ],
  [
    'what is performed and is a person’s',
    { [`${parcel}/actions/stop/system`]: undefined },
    `${close}/1/perform “parcel.stop”由其他单据执行，需要 system`,
  ],
  [
    'an input that nobody enters',
    { [`${close}/1/form`]: undefined },
    `${close}/1/perform 没有人填写“parcel.stop”必填的“reason”：在 form 中给出`,
  ],
  [
    'what a created record goes through and is a person’s',
    { [`${parcel}/actions/pack/system`]: undefined },
    `${serve}/through “parcel.pack”由其他单据执行，需要 system`,
  ],
  [
    'an input of what takes a record back',
    { 'entities/letter/actions/discard/ask': { why: { type: 'text', title: 'Why', maxLength: 10, required: true } } },
    `${finish}/then/0/onUndo 没有人填写“letter.discard”必填的“why”：在 form 中给出`,
  ],
  [
    'an inverse that is a person’s',
    { [`${parcel}/actions/unpack/system`]: undefined },
    `${parcel}/actions/pack/inverse “parcel.unpack”由其他单据执行，需要 system`,
  ],
  [
    'a follow-up without what must be filled',
    { [`${serve}/with/requestId`]: undefined },
    `${serve}/with “parcel”的必填字段“requestId”没有给出`,
  ],
  [
    'a row without what must be filled',
    { [`${serve}/lines/rows/0/fields/titleId`]: undefined },
    `${serve}/lines/rows/0/fields “parcel.rows”的必填字段“titleId”没有给出`,
  ],
  [
    'a follow-up without rows',
    { [`${parcel}/lines/rows/minRows`]: 1, [`${serve}/lines`]: undefined },
    `${serve}/with “parcel”的行表“rows”至少需要一行，没有给出`,
  ],
  [
    'a follow-up that belongs to nobody',
    { [`${serve}/with/branchId`]: undefined, [`${parcel}/fields/branchId/required`]: undefined },
    `${serve}/with “parcel”没有“branch”的归属：给出 branchId 中的一个`,
  ],
  [
    'a follow-up whose kind is missing',
    { [`${close}/0`]: { create: 'notice', with: { subject: 'requestNo', docId: 'id' } } },
    `${close}/0/with “notice”的必填字段“docKind”没有给出`,
  ],
  [
    'four eyes that nobody is known to',
    {
      [`${parcel}/fields/packedById`]: { type: 'ref', title: 'Packed by', to: 'staff', system: true },
      [`${parcel}/actions/ship/notBy`]: 'packedById',
    },
    `${serve}/with “parcel”的“ship”要避开“packedById”中的人，新单据却没有：在 with 中给出`,
  ],
  [
    'four eyes against whoever created it, which nobody did',
    { [`${parcel}/actions/ship/notBy`]: 'createdById' },
    `${serve}/with “parcel”的“ship”要避开“createdById”中的人，新单据却没有：在 with 中给出`,
  ],
  [
    'a state that is reached by effects',
    { [`${serve}/with/status`]: "'OUT'", [`${serve}/through`]: undefined },
    `${serve}/with/status “ship”到达“OUT”时另有效果，不能直接建在此状态：用 through`,
  ],
  ['a state that is reckoned', { [`${serve}/with/status`]: 'requestNo' }, `${serve}/with/status 新单据的状态要写成固定的代码`],
  ['a key that is none', { [`${serve}/key`]: ['requestId'] }, `${serve}/key “requestId”不是 parcel 的唯一键，可能建出第二张`],
  ['a key that is not given', { [`${serve}/key`]: ['reason'] }, `${serve}/key key 中的 reason 要在 with 中给出`],
  [
    'an undone action without inverse',
    { [`${request}/actions/noted/inverse`]: undefined },
    `${finish}/then/1/perform “request.noted”随“count.reverse”撤销，需要 inverse`,
  ],
  [
    'an undone creation',
    { [`${finish}/then/0/onUndo`]: undefined },
    `${finish}/then/0/create 新建的 letter 随“count.reverse”撤销，需要 onUndo`,
  ],
  [
    'two ways back of one kind of record',
    {
      [`${finish}/then/1`]: { create: 'letter', with: { cardId: 'cardId', subject: 'countNo' }, onUndo: 'tear' },
      'entities/letter/actions/tear': { title: 'Tear', system: true },
    },
    `${finish}/then/1/onUndo 同一动作新建的 letter 只能有一种 onUndo`,
  ],
  [
    'an undone movement that is final',
    { 'ledgers/copies/types/FOUND': { by: { onShelf: 1 }, final: true } },
    `${finish}/moves/0/type “copies.FOUND”是 final，“count.reverse”却要撤销它`,
  ],
  [
    'an undone movement far down the tree that is final',
    {
      [`${request}/actions/noted/moves`]: [{ type: 'copies.FOUND', of: 'titleId', amount: '1' }],
      [`${request}/fields/titleId`]: { type: 'ref', title: 'Title', to: 'title', system: true },
      [`${finish}/moves`]: undefined,
      'ledgers/copies/types/FOUND': { by: { onShelf: 1 }, final: true },
    },
    `${request}/actions/noted/moves/0/type “copies.FOUND”是 final，“count.reverse”却要撤销它`,
  ],
  [
    'an undone release whose type is final',
    {
      [`${request}/actions/again`]: { title: 'Again', from: ['DRAFT'], to: 'APPROVED', undo: 'withdraw' },
      'ledgers/quota/types/UNBOOK': { by: { booked: -1 }, final: true },
    },
    `${request}/actions/withdraw/free “quota.UNBOOK”是 final，“request.again”却要撤销它`,
  ],
  [
    'an undo of nothing',
    { 'entities/count/actions/reverse/undo': 'reopen', 'entities/count/actions/reopen': { title: 'Reopen' } },
    'entities/count/actions/reverse/undo “reopen”没有账本变动，也没有后续，无可撤销',
  ],
])('reports %s', (_what, changes, found) => {
  expect(reported(changed(changes))).toContain(found)
})

it.each<[string, Record<string, unknown>]>([
  [
    'a key that counts live records',
    {
      [`${serve}/key`]: ['requestId'],
      [`${parcel}/unique`]: [{ fields: ['requestId'], where: { status: { ended: false } } }],
      [`${request}/actions/serve/free`]: [{ hold: 'quota.booked' }, { hold: 'copies.reserved', amount: 'held' }],
    },
  ],
  ['what a reference fills', { [`${serve}/with/branchId`]: undefined, [`${parcel}/fields/requestId/fill`]: { branchId: 'branchId' } }],
  [
    'what a rule of the system fills',
    { [`${parcel}/fields/weight`]: { ...text('Weight'), required: true, system: true }, [`${parcel}/rules`]: { save: 'saveParcel' } },
  ],
  [
    'four eyes of whom an action before writes',
    {
      [`${parcel}/fields/packedById`]: { type: 'ref', title: 'Packed by', to: 'staff', system: true },
      [`${parcel}/actions/ship/notBy`]: 'packedById',
      [`${parcel}/actions/pack/set`]: { packedById: 'user' },
    },
  ],
  ['a state that nothing else leads to', { [`${serve}/with/status`]: "'NEW'" }],
])('accepts %s', (_what, changes) => {
  expect(reported(changed(changes))).toEqual([])
})

it('lets actions follow from each other eight deep', () => {
  expect(reported(withActions(chainOf(8)))).toEqual([])
  const [found, ...others] = reported(withActions(chainOf(9)))
  expect(found).toMatch(/^entities\/request\/actions\/step1\/then 后续动作最深 9 层，超过 8 层：request\.step1 → /)
  expect(others).toEqual([])
})

it('reports what only the system performs and nobody does', () => {
  expect(checkPerformedByCode(stacksSources(), new Set())).toEqual([])
  const sources = changed({ [`${request}/actions/lapse`]: { title: 'Lapse', from: ['DRAFT'], to: 'CLOSED', system: true } })
  expect(checkPerformedByCode(sources, new Set(['parcel.lapse']))).toEqual([
    {
      source: request,
      pointer: '/actions/lapse/system',
      code: 'check.performed-by-nobody',
      found: '“request.lapse”只由系统执行，却没有任何单据、日程或程序执行它',
    },
  ])
  expect(checkPerformedByCode(sources, new Set(['request.lapse']))).toEqual([])
})
