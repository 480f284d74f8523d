import { expect, it } from 'vitest'
import type { Action } from '../../../spec/generated/entity'
import type { ProductSources } from '../../compile'
import { stacksSources } from '../../testing/stacks'
import { checkProduct } from '../index'
import { changedStacks } from './testing'

const request = 'entities/request'
const serve = `${request}/actions/serve`
const ship = 'entities/parcel/actions/ship'

/** Lends what was approved instead of handing it over. */
const lend = { type: 'copies.LEND', each: 'items', of: 'it.titleId', amount: 'it.qty' }
const drop: Action = { title: 'Drop', from: ['DRAFT', 'SENT'], to: 'CLOSED' }

function reported(sources: ProductSources): string[] {
  return checkProduct(sources).map(({ source, pointer, found }) => `${source}${pointer} ${found}`)
}

/** Several changes, by path. */
function changed(changes: Record<string, unknown>): ProductSources {
  const sources = stacksSources()
  for (const [path, value] of Object.entries(changes)) changedStacks(path, value, sources)
  return sources
}

it.each<[string, Record<string, unknown>, string]>([
  [
    'an end that forgets what was opened',
    { [`${request}/actions/close/free`]: undefined },
    `${request}/actions/close/to “close”到终态“CLOSED”时可能仍占用 quota.booked, copies.reserved（request.approve → request.close）：写明 free`,
  ],
  [
    'an end that frees another bucket',
    { [`${serve}/free`]: [{ hold: 'copies.reserved' }] },
    `${serve}/to “serve”到终态“SERVED”时可能仍占用 quota.booked（request.approve → request.serve）：写明 free`,
  ],
  [
    'what is handed over only sometimes',
    { [`${serve}/then/0/when`]: 'total > 5' },
    `${serve}/to “serve”到终态“SERVED”时可能仍占用 copies.reserved（request.approve → request.serve）：写明 free`,
  ],
  [
    'the end of a record that took something over when it was created',
    { [`${ship}/free`]: undefined },
    `${ship}/to “ship”到终态“OUT”时可能仍占用 copies.reserved（request.serve → parcel.pack → parcel.ship）：写明 free`,
  ],
  [
    'what is carried along over other states',
    {
      [`${request}/states/HELD_UP`]: { title: 'Held up' },
      [`${request}/actions/holdUp`]: { title: 'Hold up', from: ['APPROVED'], to: 'HELD_UP' },
      [`${request}/actions/giveUp`]: { title: 'Give up', from: ['HELD_UP'], to: 'CLOSED' },
    },
    `${request}/actions/giveUp/to “giveUp”到终态“CLOSED”时可能仍占用 quota.booked, copies.reserved（request.approve → request.holdUp → request.giveUp）：写明 free`,
  ],
  [
    'what is opened at the end',
    { [`${request}/actions/approve/to`]: 'SERVED' },
    `${request}/actions/approve/to “approve”在终态“SERVED”产生占用 quota.booked, copies.reserved，无人归还`,
  ],
  [
    'what others open for a record',
    {
      [`${request}/actions/drop`]: drop,
      'entities/count/actions/finish/moves/0': { type: 'quota.BOOK', of: 'cardId', for: 'requestId', amount: 'found' },
    },
    `${request}/actions/drop/to “drop”到终态“CLOSED”时可能仍占用 quota.booked（count.finish → request.drop）：写明 free`,
  ],
  [
    'what others have taken over and give back',
    {
      [`${request}/actions/drop`]: drop,
      'entities/count/actions/finish/moves/0': { take: 'copies.reserved', of: 'titleId', from: 'requestId', amount: 'held' },
      'entities/count/actions/reverse/free': true,
    },
    `${request}/actions/drop/to “drop”到终态“CLOSED”时可能仍占用 copies.reserved（request.approve → count.finish → request.withdraw → request.drop）：写明 free`,
  ],
  [
    'what an undo opens again',
    { [`${request}/actions/again`]: { title: 'Again', from: ['DRAFT'], to: 'CLOSED', undo: 'withdraw' } },
    `${request}/actions/again/to “again”在终态“CLOSED”产生占用 quota.booked, copies.reserved，无人归还`,
  ],
  [
    'what an undo gives back of what was freed and handed over',
    {
      [`${request}/actions/unserve`]: { title: 'Not served', from: ['SERVED'], to: 'SENT', undo: 'serve' },
      [`${request}/actions/drop`]: drop,
    },
    `${request}/actions/drop/to “drop”到终态“CLOSED”时可能仍占用 quota.booked, copies.reserved（request.unserve → request.drop）：写明 free`,
  ],
  [
    'what an undo gives back to the record whose hold was drawn on',
    {
      [`${request}/actions/drop`]: drop,
      'entities/count/actions/finish/moves/0': { type: 'quota.UNBOOK', of: 'cardId', from: 'requestId', amount: 'found' },
    },
    `${request}/actions/drop/to “drop”到终态“CLOSED”时可能仍占用 quota.booked（count.reverse → request.drop）：写明 free`,
  ],
  [
    'a deletable state in which comes back what others have taken over',
    {
      'entities/count/actions/finish/moves/0': { take: 'copies.reserved', of: 'titleId', from: 'requestId', amount: 'held' },
    },
    `${request}/states/DRAFT/delete “DRAFT”中可能占用 copies.reserved（request.approve → count.finish → request.withdraw），不能删除`,
  ],
  [
    'a state that may hold and is deletable',
    { [`${request}/actions/withdraw/free`]: undefined },
    `${request}/states/DRAFT/delete “DRAFT”中可能占用 quota.booked（request.approve → request.withdraw），不能删除`,
  ],
  [
    'a state in which it is edited how much is held',
    { [`${request}/states/APPROVED/edit`]: true },
    `${request}/states/APPROVED/edit “APPROVED”中可能占用 quota.booked（request.approve），不能修改决定数量的“total”`,
  ],
  [
    'a change of such a field that is dropped where it was asked for',
    {
      [`${request}/fields/remark`]: { type: 'text', title: 'Remark', maxLength: 40 },
      [`${request}/states/CHANGING`]: { title: 'Changing' },
      [`${request}/actions/change`]: { title: 'Change', from: ['APPROVED'], to: 'CHANGING', ask: { remark: false }, pending: ['remark'] },
      [`${request}/actions/agree`]: { title: 'Agree', from: ['CHANGING'], to: 'APPROVED', onPending: 'apply' },
      [`${request}/actions/drop`]: { title: 'Drop', from: ['CHANGING'], to: 'DRAFT', onPending: 'drop' },
    },
    `${request}/states/DRAFT/delete “DRAFT”中可能占用 quota.booked（request.approve → request.change → request.drop），不能删除`,
  ],
  [
    'a hold that is carried to where it stands alone',
    {
      'ledgers/quota/types/NOTE': { by: {}, final: true },
      'ledgers/quota/also/0/types': { BOOK: 'quota.BOOK', UNBOOK: 'quota.UNBOOK', NOTE: 'quota.BOOK' },
      [`${request}/actions/drop`]: { ...drop, moves: [{ type: 'quota.NOTE', of: 'cardId', amount: 'total' }] },
    },
    `${request}/actions/drop/to “drop”在终态“CLOSED”产生占用 quota.booked，无人归还`,
  ],
  [
    'a record without an end',
    { 'entities/club/actions': { book: { title: 'Book', moves: [{ type: 'quota.BOOK', of: 'id', amount: '1' }] } } },
    'entities/club “club”没有状态，不能占用 quota.booked（club.book）：没有结束就无从归还',
  ],
  [
    'a move that draws on what is freed before it',
    { [`${ship}/free`]: true },
    `${ship}/moves/0/type “copies.LEND”要动用 copies.reserved，而 free 在先，已全部归还`,
  ],
  [
    'a move of another amount than what was opened',
    { [`${serve}/moves`]: [{ ...lend, amount: 'it.qty - 1' }], [`${serve}/then`]: undefined },
    `${serve}/to “serve”到终态“SERVED”时可能仍占用 copies.reserved（request.approve → request.serve）：写明 free`,
  ],
])('reports %s', (_what, changes, found) => {
  expect(reported(changed(changes))).toContain(found)
})

it.each<[string, Record<string, unknown>]>([
  [
    'an end after which nothing is left, since moves use up what moves of the same form have opened',
    { [`${serve}/moves`]: [lend], [`${serve}/then`]: undefined },
  ],
  ['an end that uses up all that is held there', { [`${serve}/moves`]: [{ ...lend, amount: 'held' }], [`${serve}/then`]: undefined }],
  ['an end from where nothing was opened yet', { [`${request}/actions/drop`]: drop }],
  ['a state that may hold and in which other fields are named to be edited', { [`${request}/states/APPROVED/edit`]: ['requestNo'] }],
  ['a state that may hold and in which only other fields are edited', { 'entities/parcel/states/PACKED/edit': true }],
])('accepts %s', (_what, changes) => {
  expect(reported(changed(changes)).filter((text) => !text.includes('template'))).toEqual([])
})

it('tells at the group what its state does wrong in one entity', () => {
  const sources = changed({ [`${request}/actions/withdraw/free`]: undefined })
  const { request: entity } = sources.entities
  const { sent } = sources.groups
  const draft = entity?.states?.['DRAFT']
  if (!entity?.states || !sent || !draft) throw new TypeError('the stacks have changed')
  delete entity.states['DRAFT']
  sent.states = { DRAFT: draft }
  expect(reported(sources)).toContain(
    'groups/sent/states/DRAFT/delete “DRAFT”中可能占用 quota.booked（request.approve → request.withdraw），不能删除（request 引用时）',
  )
})
